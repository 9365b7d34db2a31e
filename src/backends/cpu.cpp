// The CPU: compiled loops by the steady clock, on memory that was touched before.
#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "backends/backend.h"
#include "backends/repeats.h"
#include "core/clock.h"
#include "core/error.h"
#include "system/machine.h"

namespace upsweep::backends {
namespace {

constexpr double shortest_sample = 20e-6;  // the clock's own 25 ns are then under 0.2 %
constexpr std::byte poison{0xD5};          // a result that was not written must not look right

/// Seconds of one run, the mean of as many as make a sample.
template <typename F>
double time_sample(Repeats& repeats, F&& run) {
    const double start = steady_seconds();
    for (int i = 0; i < repeats.count(); ++i) run();
    const double each = (steady_seconds() - start) / repeats.count();
    repeats.note(each);
    return each;
}

Repeats repeats_of_loops() { return {shortest_sample, 4096, 1e-9}; }

class PreparedLoop : public Prepared {
  public:
    explicit PreparedLoop(const Task& task) : task_(task) {
        const Plan plan = plan_of(task);
        const Buffer& buffer = plan[plan.output];
        output_ = Array(buffer.type, buffer.extent);
        std::fill(output_.bytes().begin(), output_.bytes().end(), poison);
        traffic_ = plan.traffic_bytes();
    }

    double time_once() override {
        return time_sample(repeats_,
                           [this] { task_.algorithm->run_on_cpu(task_.parameters, *task_.input, output_); });
    }
    CheckResult check() override {
        return check_result(*task_.algorithm, task_.parameters, *task_.input, output_);
    }
    int64_t traffic_bytes() const override { return traffic_; }

  private:
    Task task_;
    Array output_;
    int64_t traffic_ = 0;
    Repeats repeats_ = repeats_of_loops();
};

// Half of the payload is read and half is written, so that the copy moves as many bytes as the algorithms do.
class PreparedCopy : public Prepared {
  public:
    explicit PreparedCopy(int64_t payload) : from_(size_t(payload + 1) / 2), to_(from_.size(), 0xA5) {
        for (size_t i = 0; i < from_.size(); ++i) from_[i] = uint8_t(i * 2654435761U >> 16);
    }

    double time_once() override {
        return time_sample(repeats_, [this] { std::memcpy(to_.data(), from_.data(), from_.size()); });
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
    int64_t traffic_bytes() const override { return 2 * int64_t(from_.size()); }

  private:
    std::vector<uint8_t> from_, to_;
    Repeats repeats_ = repeats_of_loops();
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
            return std::make_unique<PreparedCopy>(payload_bytes(task.parameters));
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
