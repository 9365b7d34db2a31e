// A finding's cure as an edit of the text: candidate places. Whether one of them works, a
// run tells.
#pragma once

#include <string>
#include <vector>

#include "editor/position.h"
#include "replay/trace.h"

namespace upsweep::replay {

struct CureEdit {
    std::string label;  ///< "insert __syncthreads() after line 9"
    int32_t file = 0;   ///< position in Trace::sources
    editor::Edit edit;  ///< of that file's text
    friend bool operator==(const CureEdit&, const CureEdit&) = default;
};

/// The likeliest first; empty where the edit depends on the user's intent.
std::vector<CureEdit> cure_edits(const Trace& trace, const Finding& finding);

/// The text with the edit made.
std::string with_edit(const std::string& text, const editor::Edit& edit);

/// Whether a run with the cure is without the finding, and has no fault that the one before had not.
bool is_cured(const Trace& before, const Finding& finding, const Trace& after);

}  // namespace upsweep::replay
