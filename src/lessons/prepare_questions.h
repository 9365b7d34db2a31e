// A page's question made ready: its answers computed, its key checked.
#pragma once

#include <string>

#include "lessons/lesson.h"
#include "lessons/prepare.h"
#include "lessons/terms.h"
#include "replay/position/position.h"

namespace upsweep::lessons {

/// What a question is made of: the page as it is prepared, its run, and its terms.
struct Asking {
    const std::string& file;
    const Question& question;
    const PreparedPage& page;
    const replay::StepPosition& at;  ///< of the page's run; where it is does not matter
    Terms& terms;
};

/// Throws Error: no such question can be asked there, an answer is not what the trace says, or two are the
/// same.
PreparedQuestion prepare_question(const Asking& asking);

}  // namespace upsweep::lessons
