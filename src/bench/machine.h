// What the times were measured on, and when; the backends of this machine that have times.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.h"

namespace upsweep::bench {

/// Empty texts mean: not there, or not known.
struct MachineInfo {
    std::string cpu;           ///< "AMD EPYC 9654"
    int cores = 0;             ///< hardware threads that the program may use
    int64_t memory_bytes = 0;  ///< in all
    std::string gpu;           ///< "NVIDIA H200"
    int64_t gpu_l2_bytes = 0;  ///< its L2 cache; 0: not known
    std::string driver;        ///< CUDA version that the driver offers
    std::string toolkit;       ///< CUDA version that the kernels were compiled with
    std::string gpu_missing;   ///< why there is no GPU, as a sentence
    std::string system;        ///< "Debian GNU/Linux 12 (bookworm)"
    std::string compiler;      ///< of the host code
    std::string version;       ///< Upsweep's
    std::string date;          ///< today, "2026-11-21"
};

/// CPU, memory, compiler, version and date of this machine; the GPU's fields stay empty (see backends_here).
MachineInfo this_machine();

/// One line for headings and file names' comments: "AMD EPYC, 2 threads, no GPU".
std::string name_of(const MachineInfo& machine);

/// "4.0 GiB", "512 KiB".
std::string bytes_text(int64_t bytes);

struct BackendsHere {
    std::vector<std::shared_ptr<const backends::Backend>>
        backends;         ///< the CPU first; the GPU where there is one
    MachineInfo machine;  ///< with the reason where there is no GPU
};

/// Looks for a GPU; the first call may take some hundred milliseconds.
BackendsHere backends_here();

}  // namespace upsweep::bench
