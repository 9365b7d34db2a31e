// The GPU's front door: is there one, what is it, and a Plan run or timed on it. The driver is opened at run
// time; where it is missing every entry but probe() throws BackendMissing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/array.h"
#include "core/error.h"
#include "core/gpu.h"
#include "core/plan.h"

namespace upsweep::device {

/// Looks for GPUs; the first call may take some hundred milliseconds, later ones return the same.
const GpuProbe& probe();

/// The GPU in use. Throws BackendMissing with the reason.
const GpuInfo& require_device();

/// Device memory that can be had now. Throws BackendMissing.
int64_t free_bytes();

/// Gives a kernel file's text by name; throws Error if none exists.
using SourceProvider = std::function<std::string(const std::string& name)>;

struct Options {
    bool poison =
        false;  ///< fill every buffer with `poison_byte` before each run(), so that unwritten elements show
    bool guards = false;   ///< put guard zones around every buffer and check them after each run()
    bool compile = false;  ///< compile kernels from their text even where the build made machine code
    std::vector<Array> further_inputs = {};  ///< host arrays from slot 1 on, for plans that upload several
    std::optional<uint8_t> fill = {};        ///< of every byte of every buffer before each run()
    /// The texts are the user's own: kernels have C++ names, and all that the plan launches of a file are
    /// compiled as one.
    bool as_written = false;
    std::vector<KernelName> kernels = {};  ///< that the plan launches; only with as_written
    /// By the kernel's function; of others each argument is a parameter.
    std::vector<std::pair<std::string, std::vector<ParameterLayout>>> parameters = {};
    std::vector<DeviceVariable> globals = {};  ///< put back before each run(); only with as_written
    /// Buffers that are another Runner's (Runner::address), which must outlive this one.
    std::vector<std::pair<BufferId, uint64_t>> lent = {};
    std::string* log = nullptr;  ///< gets what the compiler says
    SourceProvider sources;  ///< kernel texts, for what has to be compiled now; without them nothing can be
};

constexpr uint8_t poison_byte = 0xD5;

/// How long one launch took, by events around it.
struct LaunchTime {
    std::string name;      ///< as the plan calls it
    std::string function;  ///< the kernel
    double milliseconds = 0;
    int64_t bytes = 0;  ///< that it must read and write at least
    /// What it takes: registers a thread, shared memory and threads a block.
    int64_t registers = 0, shared_bytes = 0, threads = 0;
};

struct Result {
    Array output;                      ///< the plan's output buffer
    std::vector<LaunchTime> launches;  ///< in the plan's order
    double kernels_ms = 0;             ///< first to last of launches, clears and copies on the device
    double upload_ms = 0;              ///< host to device, in all
    double download_ms = 0;            ///< device to host, in all
    std::vector<std::string> faults;   ///< guard zones that were written to, a sentence each
};

/// A plan made ready: kernels loaded, buffers allocated, input uploaded. Not to be used by two threads at
/// once.
class Runner {
  public:
    /// Throws BackendMissing (no GPU; a kernel that has no machine code here and cannot be compiled), Error
    /// (not enough device memory; a kernel that does not compile) or UsageError (a plan for the emulator
    /// only).
    Runner(const Plan& plan, const Array& input, Options options = {});
    ~Runner();
    Runner(Runner&&) noexcept;
    Runner& operator=(Runner&&) noexcept;

    /// Everything once, with transfers. Throws Error if a kernel fails.
    Result run();
    /// run() with other input, of the first one's type and extent, for one frame after another: what else the
    /// plan uploads and prepares stays on the device from the last time, so no launch may overwrite it.
    /// Buffers are not poisoned. Throws as run() does, and UsageError for input of another shape.
    Result next(const Array& input);
    /// Milliseconds of the launches of one run with fresh inputs, one after the other through a stream as a
    /// program launches them; with what it copies in between, where it does. run() comes first.
    double time_launches();
    /// Milliseconds of launches, clears and copies on the device, without transfers and without a result; the
    /// mean of `repeats` runs one after another. Input that a plan overwrites is not restored.
    double time_once(int repeats = 1);
    /// Writes memory twice as large as the L2 cache, so that it holds nothing of the plan's buffers.
    void forget_cache();
    /// The output buffer as it is now.
    Array output();
    /// Contents of any buffer as they are now.
    Array buffer(BufferId id);
    /// Where a buffer lies on the device, and how large it is.
    uint64_t address(BufferId id) const;
    int64_t bytes_of(BufferId id) const;
    /// Device memory that this holds.
    int64_t bytes() const;

  private:
    friend class FramePipeline;
    struct State;
    std::unique_ptr<State> state_;
};

/// Milliseconds of a frame: from one frame's end to the next one's, and its parts when it runs alone.
struct FrameTimes {
    double frame_ms = 0;
    double upload_ms = 0, kernels_ms = 0, download_ms = 0;
};

/// One frame after another through copies of a plan in turn, each with memory and streams of its own, so that
/// the uploads, kernels and downloads of neighbouring frames overlap. Host memory is pinned. Takes
/// `copies` times the memory of a Runner.
class FramePipeline {
  public:
    static constexpr int copies = 3;  ///< one for each of upload, kernels and download

    /// Throws as Runner does.
    FramePipeline(const Plan& plan, const Array& input, const Options& options);

    /// The mean of `frames` frames, at least 1, while the pipeline is full.
    double frame_ms(int frames);
    /// A frame by itself; frame_ms is upload, kernels and download one after another.
    FrameTimes alone();
    /// What each copy's last frame left, once a frame has run in it: all are the same frame.
    std::vector<Array> outputs() const;

  private:
    std::vector<Runner> runners_;
};

/// Runner(plan, input, options).run().
Result run(const Plan& plan, const Array& input, const Options& options = {});

/// Device memory that a Runner takes for a plan.
int64_t bytes_needed(const Plan& plan);

/// The physical limit: a kernel that reads and writes so many bytes and does nothing else, or, where as many
/// are read as written, the driver's copy if that is faster.
class CopyRunner {
  public:
    CopyRunner(int64_t bytes_read, int64_t bytes_written);
    ~CopyRunner();
    CopyRunner(CopyRunner&&) noexcept;
    CopyRunner& operator=(CopyRunner&&) noexcept;

    /// Milliseconds, the mean of `repeats` runs one after another.
    double time_once(int repeats = 1);
    void forget_cache();
    /// Compares what the last run wrote with what was to be written: the first 4-byte word that differs, or
    /// -1.
    int64_t first_difference();

  private:
    int64_t bytes_read_ = 0, bytes_written_ = 0;
    std::unique_ptr<Runner> runner_;
};

/// Median milliseconds of a few runs of CopyRunner.
double copy_time(int64_t bytes_read, int64_t bytes_written);

}  // namespace upsweep::device
