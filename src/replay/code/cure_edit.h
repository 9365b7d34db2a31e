// A finding's cure as an edit of the text: candidate places. Whether one of them works, a
// run tells.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "editor/text_buffer.h"
#include "emulator/trace/trace_fwd.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {

struct CureEdit {
    std::string label;  ///< "insert __syncthreads() after line 9"
    int32_t file = 0;   ///< position in Trace::sources
    editor::Edit edit;  ///< of that file's text
    friend bool operator==(const CureEdit&, const CureEdit&) = default;
};

/// The likeliest first; empty where the edit depends on the user's intent.
std::vector<CureEdit> cure_edits(const Trace& trace, const Finding& finding);

/// A cure that was run.
struct TriedCure {
    CureEdit edit;
    bool right = false;  ///< the result is what it should be; false: that is not known
};
/// The first that a run proves: without the finding, with no fault that was not there before, and, where the
/// right result is known (the catalog's, what a program is expected to leave, all cases of an exercise), with
/// that result. Throws Cancelled.
std::optional<TriedCure> tried_cure(const scenes::RunScene& run, const Finding& finding,
                                    const std::atomic<bool>* cancel = nullptr);
/// "the finding goes, and the result is right"
std::string verdict_of(const TriedCure& cure);

/// The text with the edit made.
std::string with_edit(const std::string& text, const editor::Edit& edit);

/// Whether a run with the cure is without the finding, and has no fault that the one before had not.
bool is_cured(const Trace& before, const Finding& finding, const Trace& after);

}  // namespace upsweep::replay
