// The backends of this machine that have times, and what they run on.
#pragma once

#include <memory>
#include <vector>

#include "backends/backend.h"
#include "bench/machine.h"

namespace upsweep::bench {

struct BackendsHere {
    std::vector<std::shared_ptr<const backends::Backend>>
        backends;         ///< the CPU first; the GPU where there is one
    MachineInfo machine;  ///< with the reason where there is no GPU
};

/// Looks for a GPU; the first call may take some hundred milliseconds.
BackendsHere backends_here();

}  // namespace upsweep::bench
