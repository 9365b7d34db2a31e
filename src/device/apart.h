// A plan on the GPU in a process of its own: a kernel that crashes or never ends takes nothing along but that
// process.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/array.h"
#include "core/plan.h"
#include "device/device.h"

namespace upsweep::device {

/// What the process is to run. It compiles the texts itself, whatever fatbins there are.
struct ApartRun {
    Plan plan;
    std::vector<Array> hosts;                                ///< what the plan uploads, by slot; at least one
    std::vector<std::pair<std::string, std::string>> texts;  ///< name and text of kernel files and headers
    std::vector<Global> globals;  ///< variables outside of functions; each begins again before every run
    /// By the kernel's function; of others each argument is a parameter.
    std::vector<std::pair<std::string, std::vector<ParameterLayout>>> parameters;
    std::uint8_t unset = 0;  ///< what every byte of a buffer holds before it is written
};

/// What came of it.
struct ApartResult {
    std::string device;                               ///< "NVIDIA H200"
    std::vector<Array> buffers;                       ///< after the first run, in the order of the plan's
    double median_ms = 0, least_ms = 0, most_ms = 0;  ///< of launches, clears and copies, by the GPU's events
    std::int64_t timed_runs = 0;                      ///< behind the first, each on fresh inputs
    std::string printed;                              ///< by the kernel's printf
    std::string log;                                  ///< what the compiler said
};

struct ApartOptions {
    /// The program that serves (see serve_apart) and its arguments; empty: this program's own file.
    std::vector<std::string> command = {};
    double prepare_seconds = 60;  ///< to start, compile and load
    double run_seconds = 10;      ///< for one run of the plan, and again for the runs that are timed
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: throws Cancelled
};

/// The hidden command of this program that serves.
inline constexpr const char* apart_command = "run-apart";

/// Throws BackendMissing (no GPU, no compiler library) and Error with one sentence for a kernel that does not
/// compile, does not end in time, or ends the process. Throws UsageError for a plan that no GPU runs.
ApartResult run_apart(const ApartRun& run, const ApartOptions& options = {});

/// The other end: reads what is to be run from handle 0 and answers there. Gives the exit status.
int serve_apart();

/// The kernels that a plan launches, each once.
std::vector<KernelName> kernels_of(const Plan& plan);

}  // namespace upsweep::device
