// `upsweep run --on gpu`: what the GPU made of the kernel, and whether the emulator says the same.
#pragma once

#include <string>
#include <vector>

#include "backends/isolated.h"
#include "core/json_fwd.h"

namespace upsweep::commands {

/// Where `upsweep run` runs.
struct RunsOn {
    bool emulator = true, gpu = false;
};

/// Of --on. Throws UsageError for other names.
RunsOn runs_on(const std::vector<std::string>& names);

struct GpuReport {
    IsolatedResult result;
    std::string failure;  ///< why none exists, as a sentence
    bool compared = false;
    std::vector<backends::BufferComparison> comparisons;  ///< in the order of the plan's buffers
};

/// Device, time, what it printed, how its buffers compare.
void print_gpu(const GpuReport& report);

/// {"device", "milliseconds", "runs", "printed", "log", "equal", "ulps_allowed", "buffers"}; "equal" is null
/// and "buffers" empty where nothing was compared. Where it failed {"error"}.
Json gpu_json(const GpuReport& report);

/// Throws Error that tells why it failed, or the first difference.
void require_equal(const GpuReport& report);

}  // namespace upsweep::commands
