// A kernel that the user has changed, as one more line of a race: timed on the GPU in a process of its own,
// so that one that crashes or never ends leaves the race as it is.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "backends/isolated.h"
#include "bench/rows.h"

namespace upsweep::bench {

/// Whose kernels, and what their texts are now.
struct EditedLine {
    const Algorithm* algorithm = nullptr;
    std::vector<OptionValue> options = {};  ///< those that are not the defaults
    std::function<std::string(const std::string&)> sources = kernel_text;  ///< see scenes::edited_sources
};

/// The line at one size, on the input that the race of these settings has there. The row is that of
/// `competitor`: its median is that of up to 20 runs, low and high are the least and the most of them. A
/// refusal where there is no GPU, where the text does not compile, does not end in time, or gives a wrong
/// result. Takes seconds: call it off the window's thread. Throws Cancelled.
Update time_edited(const EditedLine& line, const RaceSettings& settings, int competitor, Extent extent,
                   const std::atomic<bool>* cancel = nullptr,
                   const RunIsolated& run_isolated = backends::run_isolated);

}  // namespace upsweep::bench
