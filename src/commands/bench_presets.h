// `upsweep bench --preset`: an experiment from a file, measured here, with the recording beside it.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bench/export.h"
#include "bench/recording.h"

namespace upsweep::commands {

/// The recording of this name that comes with the program, or a file's. Throws Error.
bench::Recording recording_named(const std::string& name);

struct PresetRequest {
    std::string preset;           ///< a name, "papers", or a file's path
    std::vector<std::string> on;  ///< backends; empty: all that are here
    std::string sizes;            ///< in place of the experiment's; empty: its own
    std::string recorded;         ///< not empty: nothing is measured, and this recording is shown
    bench::StopRule stop;
    double limit = std::numeric_limits<double>::infinity();  ///< seconds after which no race begins
    const bench::Recording* known = nullptr;                 ///< its cells are left out; null: none are
    std::function<void(const bench::Report&)> keep = {};     ///< called with all that was measured so far
};

struct PresetResult {
    bench::Report report;  ///< what was measured
    std::string text;      ///< what is to be written; empty of "papers": the report is
    size_t left = 0;       ///< sizes of races that the limit left for another call
};

/// Throws Error, and UsageError for a name that is not known.
PresetResult run_preset(const PresetRequest& request, const std::string& format);

std::string presets_list();
/// The page docs/papers.md; `recorded` as in PresetRequest; empty: the recording that comes with the program.
std::string papers_page(const std::string& recorded);

}  // namespace upsweep::commands
