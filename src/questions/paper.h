// A paper for an exam: questions about one run, with what is needed to answer them, and a key with reasons on
// a part of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "questions/question.h"
#include "replay/position/position.h"

namespace upsweep::questions {

struct PaperRequest {
    size_t count = 10;  ///< of questions, 1 … most_questions
    uint64_t seed = 1;
    std::vector<Kind> kinds = {};  ///< empty: all
};
inline constexpr size_t most_questions = 100;

/// Questions of a run, the kinds taking turns, the telling ones first; in the order of their moments. The
/// same for the same seed. Throws UsageError for a count out of its range; Error where the run gives fewer.
std::vector<Question> choose_questions(const replay::StepPosition& at, const PaperRequest& request);

/// The paper in Markdown: the run, the questions, each with the arrays before and the line of code, and the
/// key.
std::string paper_text(const replay::StepPosition& at, const std::vector<Question>& questions);

}  // namespace upsweep::questions
