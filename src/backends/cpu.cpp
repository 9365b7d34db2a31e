// The CPU: compiled loops by the steady clock, on memory that was touched before.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "backends/backend.h"
#include "backends/repeats.h"
#include "core/clock.h"
#include "core/error.h"
#include "system/machine.h"

namespace upsweep::backends {
namespace {

// A clock's own 25 ns are then under 0.2 %, a browser's tenth of a millisecond under 0.5 %.
double shortest_sample() { return std::max(20e-6, 200 * clock_step()); }
constexpr std::byte poison{0xD5};  // a result that was not written must not look right

/// Times runs on this thread.
class LoopClock {
  public:
    explicit LoopClock(bool cold) {
        constexpr int64_t unknown_cache = int64_t{32} << 20;
        const int64_t cache = system::cache_memory();
        if (cold) other_.resize(size_t(2 * (cache > 0 ? cache : unknown_cache)));
    }

    /// Seconds of one run, the mean of as many as make a sample; with a cold cache one run is a sample.
    template <typename F>
    double time(F&& run) {
        // Other data fill the caches.
        for (size_t i = 0; i < other_.size(); i += 64) ++other_[i];
        const int count = other_.empty() ? repeats_.count() : 1;
        const int core = system::current_core();
        const double ran = system::thread_seconds(), start = steady_seconds();
        for (int i = 0; i < count; ++i) run();
        const double seconds = steady_seconds() - start;
        ran_ += system::thread_seconds() - ran;
        all_ += seconds;
        moves_ += core != system::current_core() ? 1 : 0;
        repeats_.note(seconds / count);
        return seconds / count;
    }
    Company company() const { return {all_ > 0 ? std::max(0.0, 1 - ran_ / all_) : 0, moves_}; }

  private:
    Repeats repeats_{shortest_sample(), 4096, 1e-9};
    std::vector<uint8_t> other_;
    double ran_ = 0, all_ = 0;
    int moves_ = 0;
};

class PreparedLoop : public Prepared {
  public:
    explicit PreparedLoop(const Task& task) : task_(task), clock_(task.cold) {
        const Plan plan = plan_of(task);
        const Buffer& buffer = plan[plan.output];
        output_ = Array(buffer.type, buffer.extent);
        std::fill(output_.bytes().begin(), output_.bytes().end(), poison);
        traffic_ = plan.traffic_bytes();
    }

    double time_once() override {
        return clock_.time([this] { task_.algorithm->run_on_cpu(task_.parameters, *task_.input, output_); });
    }
    CheckResult check() override {
        return check_result(*task_.algorithm, task_.parameters, *task_.input, output_);
    }
    int64_t traffic_bytes() const override { return traffic_; }
    Company company() const override { return clock_.company(); }

  private:
    Task task_;
    Array output_;
    int64_t traffic_ = 0;
    LoopClock clock_;
};

// Half of the payload is read and half is written, so that the copy moves as many bytes as the algorithms do.
class PreparedCopy : public Prepared {
  public:
    PreparedCopy(int64_t payload, bool cold)
        : bytes_(size_t(payload + 1) / 2), memory_(2 * bytes_ + 3 * page, 0xA5), clock_(cold) {
        // Always in the same places of a page, half of one apart: where the system happens to put them would
        // make the time another one at each start.
        const size_t begin = page - size_t(reinterpret_cast<uintptr_t>(memory_.data()) % page);
        from_ = std::span(memory_).subspan(begin, bytes_);
        to_ = std::span(memory_).subspan(begin + (bytes_ + page - 1) / page * page + page / 2, bytes_);
        for (size_t i = 0; i < bytes_; ++i) from_[i] = uint8_t(i * 2654435761U >> 16);
    }

    double time_once() override {
        return clock_.time([this] { std::memcpy(to_.data(), from_.data(), from_.size()); });
    }
    CheckResult check() override {
        CheckResult result;
        const auto difference = std::mismatch(from_.begin(), from_.end(), to_.begin());
        if (difference.first == from_.end()) return result;
        result.right = false;
        result.element = difference.first - from_.begin();
        result.message = fmt::format("Byte {} of the copy differs.", result.element);
        return result;
    }
    int64_t traffic_bytes() const override { return 2 * int64_t(bytes_); }
    Company company() const override { return clock_.company(); }

  private:
    static constexpr size_t page = 4096;

    size_t bytes_;
    std::vector<uint8_t> memory_;
    std::span<uint8_t> from_, to_;
    LoopClock clock_;
};

/// Two rows of guard lie behind the output: a loop that runs too far leaves its mark there.
Result run_guarded(const Task& task, const Buffer& output) {
    const Extent extent = output.extent;
    Array guarded(output.type, {extent.width, extent.height + 2});
    std::fill(guarded.bytes().begin(), guarded.bytes().end(), poison);
    task.algorithm->run_on_cpu(task.parameters, *task.input, guarded);
    Result result;
    result.output = Array(output.type, extent);
    const auto whole = guarded.bytes();
    const size_t size = result.output.bytes().size();
    std::memcpy(result.output.bytes().data(), whole.data(), size);
    if (!std::all_of(whole.begin() + ptrdiff_t(size), whole.end(),
                     [](std::byte byte) { return byte == poison; }))
        result.faults.emplace_back("the loop wrote past the end of its output");
    return result;
}

class Cpu : public Backend {
  public:
    std::string_view name() const override { return "cpu"; }
    std::string_view title() const override { return "CPU"; }
    std::string refusal(const Algorithm& algorithm) const override {
        if (algorithm.run_on_cpu != nullptr) return {};
        return fmt::format("{} is a GPU kernel; it has no loop for the CPU.", algorithm.title);
    }

    Result run(const Task& task, const RunOptions& options) const override {
        require_loop(task);
        const Plan plan = plan_of(task);
        const Buffer& output = plan[plan.output];
        if (options.guarded) return run_guarded(task, output);
        Result result;
        result.output = Array(output.type, output.extent);
        const double start = steady_seconds();
        task.algorithm->run_on_cpu(task.parameters, *task.input, result.output);
        result.milliseconds = result.last_launch_ms = milliseconds_since(start);
        return result;
    }

    int64_t bytes_needed(const Task& task) const override {
        const int64_t elements = task.parameters.extent.count();
        if (task.algorithm == nullptr) return payload_bytes(task.parameters);
        // The output, the reference that it is checked against, and for floats the reference in double.
        const bool floating = is_floating(task.parameters.types.output);
        return elements * (2 * size_of(task.parameters.types.output) + (floating ? 8 : 0));
    }
    int64_t bytes_free() const override { return system::available_memory(); }
    std::unique_ptr<Prepared> prepare(const Task& task) const override {
        if (task.algorithm == nullptr && !task.plan)
            return std::make_unique<PreparedCopy>(payload_bytes(task.parameters), task.cold);
        require_loop(task);
        return std::make_unique<PreparedLoop>(task);
    }

  private:
    void require_loop(const Task& task) const {
        if (task.algorithm == nullptr || task.plan)
            throw UsageError(
                "The CPU runs the catalog's loops, not plans of kernels; run it on the GPU or the "
                "emulator.");
        if (const std::string reason = refusal(*task.algorithm); !reason.empty())
            throw BackendMissing(reason);
    }
};

}  // namespace

const Backend& cpu() {
    static const Cpu backend;
    return backend;
}

}  // namespace upsweep::backends
