// One way to run and to time an algorithm or a plan anywhere: on the emulator, the CPU or the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "core/gpu.h"
#include "core/plan.h"
#include "pipelines/algorithm.h"

namespace upsweep::backends {

/// What is to run: an entry of the catalog; or a plan of several entries or of the user's own
/// kernel; or, without either, a copy that moves as many bytes as input and output of the parameters have.
struct Task {
    const Algorithm* algorithm = nullptr;
    Parameters parameters = {};
    const Array* input = nullptr;  ///< must outlive what is prepared; may be null for a copy
    /// Whole frames, one after another: the way to the device and back counts, as far as it does not overlap
    /// the kernels of other frames.
    bool with_transfers = false;
    bool cold = false;              ///< the caches hold nothing of the task when a timed run begins
    std::optional<Plan> plan = {};  ///< instead of the entry's own
    /// Host arrays from slot 1 on, for plans of no entry that upload several.
    std::vector<Array> further_inputs = {};
    std::function<std::string(const std::string&)> sources = kernel_text;  ///< of the plan's kernels
    /// For Backend::keep: host array 1 is the input that this one last ran with. Where that lies in a GPU's
    /// memory, it is read there. Must outlive what is kept.
    const class Kept* beside = nullptr;
};

/// The plan that a task runs; it has to have one.
Plan plan_of(const Task& task);
/// The host arrays from slot 1 on that this plan uploads: the task's, or the entry's own.
std::vector<Array> further_inputs_of(const Task& task);

/// Bytes of an input and an output of these parameters: what every algorithm has to move at least.
struct Payload {
    int64_t read = 0, written = 0;
};
/// With an option `bins` the output is a table for each of them.
Payload payload_of(const Parameters& parameters);
int64_t payload_bytes(const Parameters& parameters);

struct RunOptions {
    /// For a look at the result alone: once, into poisoned memory between guard zones. Otherwise what has a
    /// clock runs until it is warm and then for a time.
    bool guarded = false;
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: may throw Cancelled
};

/// How long one launch took, by events around it.
struct LaunchTime {
    std::string name;  ///< as the plan calls it
    double milliseconds = 0;
    std::string function = {};  ///< the kernel
    int64_t bytes = 0;          ///< that it must read and write at least
    /// What the kernel takes on this device, a thread and a block; 0: not known.
    int64_t registers = 0, shared_bytes = 0, threads = 0;

    /// 1 GB = 10^9 bytes.
    double gb_per_s() const { return milliseconds > 0 ? double(bytes) / milliseconds * 1e-6 : 0; }
};

struct Result {
    Array output;
    std::vector<std::string> faults;  ///< what went wrong besides the values: a write past an array's end
    double milliseconds = 0;  ///< of the loop; of launches, clears and copies on the GPU; 0: it has no clock
    double last_launch_ms = 0;              ///< of these
    double transfer_ms = 0;                 ///< to the GPU and back
    double upload_ms = 0;                   ///< of these to the GPU
    std::vector<LaunchTime> launches = {};  ///< in the plan's order; none without a clock
};

/// What a frame with its transfers is made of: seconds of each when a frame runs alone. Frames that overlap
/// take as long as the longest of them at best.
struct FrameParts {
    double upload = 0, kernels = 0, download = 0;

    double longest() const { return std::max({upload, kernels, download}); }
    /// Seconds of its parts that a frame of `seconds` hid behind those of others.
    double overlapped(double seconds) const { return std::max(0.0, upload + kernels + download - seconds); }
};

/// What disturbed the timed runs on a CPU.
struct Company {
    double waited = 0;  ///< share of their time in which the thread did not run
    int moves = 0;      ///< times that it moved to another core
};

/// A task with its buffers allocated, touched and filled, ready to run again and again.
class Prepared {
  public:
    virtual ~Prepared() = default;

    /// Runs once and returns the seconds that it took. Very short runs are repeated and the mean is returned.
    virtual double time_once() = 0;
    /// Compares the result of the last run with the reference.
    virtual CheckResult check() = 0;
    /// Bytes that one run must read and write at least.
    virtual int64_t traffic_bytes() const = 0;
    /// Of a task with transfers, once it has run.
    virtual std::optional<FrameParts> parts() const { return {}; }
    /// How long each launch of a run takes by itself, in the plan's order: medians of a few runs. None where
    /// there is one launch, or launches have no clock of their own.
    virtual std::vector<LaunchTime> launches() { return {}; }
    /// Of all timed runs so far.
    virtual Company company() const { return {}; }
};

/// What a run left in a buffer, in a GPU's memory and of its own: the next run may begin. It never changes,
/// so any thread may hold it, hand it on, and be the last that lets go of it.
class GpuPixels {
  public:
    virtual ~GpuPixels() = default;
    virtual int64_t bytes() const = 0;
    /// Down to host memory, `bytes()` of them. Throws Error.
    virtual void read(std::span<std::byte> to) const = 0;
};

/// A plan with what it needs kept ready, fed one input after another. Not to be used by two threads at once.
class Kept {
  public:
    virtual ~Kept() = default;

    /// Backend::run with this input, of the first one's type and extent. On a GPU memory, kernels, streams
    /// and what else the plan uploads stay from run to run, and it runs once.
    virtual Result run(const Array& input, const std::atomic<bool>* cancel = nullptr) = 0;
    /// A copy, in the GPU's memory, of what the last run left in this buffer. Null elsewhere.
    virtual std::shared_ptr<const GpuPixels> pixels(BufferId buffer) const;
};

class Backend {
  public:
    virtual ~Backend() = default;

    /// As --on takes it: "emulator", "cpu", "gpu".
    virtual std::string_view name() const = 0;
    /// In a sentence behind "the": "emulator", "CPU", "GPU".
    virtual std::string_view title() const = 0;
    /// Why this machine has none, as a sentence; empty if it is there. The first call may take some hundred
    /// milliseconds.
    virtual std::string missing() const { return {}; }
    /// Why an entry cannot run here, whatever its parameters, as a sentence; empty if it can.
    virtual std::string refusal(const Algorithm& algorithm) const = 0;
    /// True where large tasks take minutes.
    virtual bool is_slow() const { return false; }

    /// Throws BackendMissing where there is no such machine, UsageError for a task that it does not take,
    /// Error if it fails.
    virtual Result run(const Task& task, const RunOptions& options = {}) const = 0;
    /// `task` without its input; no launch of it may overwrite further inputs. Throws as run does.
    virtual std::unique_ptr<Kept> keep(Task task) const;
    /// Who wrote element `element` of the output in a run of the task: "step 4, lane 17"; empty if it cannot
    /// be told here.
    virtual std::string who_wrote(const Task& task, int64_t element) const;

    /// Why it has no times, as a sentence; empty if it has.
    virtual std::string untimed() const { return {}; }
    /// Bytes that prepare would take, beside the input.
    virtual int64_t bytes_needed(const Task& task) const = 0;
    virtual int64_t bytes_free() const = 0;
    /// Throws as run does, and where there are no times.
    virtual std::unique_ptr<Prepared> prepare(const Task& task) const = 0;
};

/// The kernels and loops interpreted: always there, without times.
const Backend& emulator();
/// This computer's CPU: the compiled loops, one thread, by the steady clock; memcpy is the limit.
const Backend& cpu();
/// How long another program's kernel takes.
struct PeerTime {
    double seconds = -1;  ///< the median of the runs, by device events; negative: none
    std::string missing;  ///< why none exists: "NPP was not found"
};

/// The GPU: kernels, timed by events there; a copy kernel is the limit. As it is written here it is missing:
/// a program that links a driver has another one (backends/gpu/gpu.h).
class GpuBackend : public Backend {
  public:
    std::string_view name() const override { return "gpu"; }
    std::string_view title() const override { return "GPU"; }
    std::string missing() const override { return probe().reason; }
    std::string refusal(const Algorithm& algorithm) const override;
    Result run(const Task& task, const RunOptions& options) const override;
    int64_t bytes_needed(const Task& task) const override;
    int64_t bytes_free() const override;
    std::unique_ptr<Prepared> prepare(const Task& task) const override;

    /// What there is. The first call may take some hundred milliseconds.
    virtual const GpuProbe& probe() const;
    /// Throws BackendMissing (no GPU, no compiler library) and Error with one sentence for a kernel that does
    /// not compile, does not end in time, or ends the process. Throws UsageError for a plan that no GPU runs.
    virtual IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options) const;
    /// Milliseconds, the median of a few, of a copy that reads and writes so many bytes.
    virtual double copy_time(int64_t bytes_read, int64_t bytes_written) const;
    /// Milliseconds of one run of the task's plan, without transfers: the median of a few. Nothing is
    /// checked.
    virtual double plan_time(const Task& task) const;
    /// Likewise of launches that go through a stream one by one, as a program's do, from an idle GPU on.
    virtual double stream_time(const Task& task) const;
    /// "cub-scan N RUNS": cub::DeviceScan::InclusiveSum over N u32; "npp-integral WIDTH HEIGHT RUNS": NPP's
    /// integral image u8→i32 (nppiIntegral_8u32s_C1R_Ctx).
    virtual PeerTime time_peer(const std::string& question) const;
};
const GpuBackend& gpu_backend();
const Backend& gpu();
/// From now on that is `backend`, which must live as long as the program. Called before anything runs.
void use_gpu(const GpuBackend& backend);

/// Emulator, CPU, GPU.
std::array<const Backend*, 3> all();

/// Throws UsageError with the names.
const Backend& find(std::string_view name);

}  // namespace upsweep::backends
