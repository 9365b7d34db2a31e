// The lanes of this machine and what they run on.
#pragma once

#include <memory>
#include <vector>

#include "bench/lane.h"
#include "bench/machine.h"

namespace upsweep::bench {

struct LanesHere {
    std::vector<std::shared_ptr<Lane>> lanes;  ///< the CPU first; the GPU where there is one
    MachineInfo machine;                       ///< with the reason where there is no GPU
};

/// Looks for a GPU; the first call may take some hundred milliseconds.
LanesHere lanes_here();

/// The GPU: the catalog's kernels by device events, a copy kernel as the limit. Throws BackendMissing with
/// the reason.
std::unique_ptr<Lane> make_gpu_lane();

}  // namespace upsweep::bench
