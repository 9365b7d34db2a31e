// Requests to a GPU and its results, as data: the caller links no driver.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/array.h"
#include "core/plan.h"

namespace upsweep {

struct GpuInfo {
    int index = 0;             ///< as the driver counts
    std::string name;          ///< "NVIDIA H200"
    int major = 0, minor = 0;  ///< compute capability
    int64_t memory_bytes = 0;
    int multiprocessors = 0;
    int64_t l2_bytes = 0;
};

/// What there is. Exactly one of `devices` and `reason` is empty.
struct GpuProbe {
    std::vector<GpuInfo> devices;  ///< those that can be used; the first one is
    std::string reason;            ///< why none exists, as a sentence
    std::string driver;            ///< newest CUDA that the driver offers, "13.0"; empty without a driver
    std::string toolkit;  ///< CUDA that compiled the kernels, or does when they run, "13.0"; empty if none
};

/// A __device__ or __constant__ variable of a file.
struct DeviceVariable {
    std::string file, name;
    std::vector<std::byte> contents = {};  ///< what it begins with; none: as the file's text says
};

/// A parameter of a kernel that several arguments of a launch make, as the members of a struct do.
struct ParameterLayout {
    int64_t bytes = 0;
    std::vector<int64_t> offsets;  ///< of each argument in it, in bytes; their sizes are their types'
};

/// A plan that is run in a process of its own: a kernel that crashes or never ends takes nothing else along.
/// It compiles the texts itself, whatever fatbins there are.
struct IsolatedRun {
    Plan plan;
    std::vector<Array> hosts;                                ///< what the plan uploads, by slot; at least one
    std::vector<std::pair<std::string, std::string>> texts;  ///< name and text of kernel files and headers
    std::vector<DeviceVariable> globals;  ///< outside of functions; each starts again before every run
    /// By the kernel's function; of others each argument is a parameter.
    std::vector<std::pair<std::string, std::vector<ParameterLayout>>> parameters;
    uint8_t unset = 0;  ///< what every byte of a buffer holds before it is written
};

/// What came of it.
struct IsolatedResult {
    std::string device;                               ///< "NVIDIA H200"
    std::vector<Array> buffers;                       ///< after the first run, in the order of the plan's
    double median_ms = 0, least_ms = 0, most_ms = 0;  ///< of launches, clears and copies, by the GPU's events
    int64_t timed_runs = 0;                           ///< behind the first, each on fresh inputs
    std::string printed;                              ///< by the kernel's printf
    std::string log;                                  ///< what the compiler said
};

struct IsolatedOptions {
    /// The program that serves (see device::serve_isolated) and its arguments; empty: this program's own
    /// file.
    std::vector<std::string> command = {};
    double prepare_seconds = 60;  ///< to start, compile and load
    double run_seconds = 10;      ///< for one run of the plan, and again for the runs that are timed
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: throws Cancelled
};

/// Runs a plan in a process of its own: backends::run_isolated, or a test's replacement.
using RunIsolated = std::function<IsolatedResult(const IsolatedRun&, const IsolatedOptions&)>;

/// The kernels that a plan launches, each once.
std::vector<KernelName> kernels_of(const Plan& plan);

/// A kernel text and the sibling headers that it includes, directly or through each other.
struct SourceTree {
    std::string text;
    std::vector<std::pair<std::string, std::string>> headers;  ///< name as included, text
};
/// `sources` gives a file's text by name.
SourceTree collect_sources(const std::string& file,
                           const std::function<std::string(const std::string& name)>& sources);

}  // namespace upsweep
