// The CPU lane: compiled loops by the steady clock, on memory that was touched before.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "bench/lane.h"
#include "bench/machine.h"
#include "bench/sampler.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

constexpr double shortest_sample = 20e-6;  // the clock's own 25 ns are then under 0.2 %
constexpr std::uint8_t poison = 0xA5;      // a result that was not written must not look right

// Times runs of `run`. The first call is one run, whatever it takes; from its time the later ones learn how
// many runs make a sample long enough for the clock.
class Stopwatch {
  public:
    template <typename F>
    double time(F&& run) {
        const double start = steady_seconds();
        for (int i = 0; i < repeats_; ++i) run();
        const double each = (steady_seconds() - start) / repeats_;
        if (!calibrated_ || each * repeats_ < shortest_sample / 2)
            repeats_ = std::max(
                1, static_cast<int>(std::min(4096.0, std::ceil(shortest_sample / std::max(each, 1e-9)))));
        calibrated_ = true;
        return each;
    }

  private:
    int repeats_ = 1;
    bool calibrated_ = false;
};

class PreparedLoop : public Prepared {
  public:
    explicit PreparedLoop(const Task& task) : task_(task) {
        const Plan plan = task.algorithm->make_plan(task.parameters);
        const Buffer& buffer = plan[plan.output];
        output_ = Array(buffer.type, buffer.extent);
        std::memset(output_.bytes().data(), poison, output_.bytes().size());
        traffic_ = plan.traffic_bytes();
    }

    double time_once() override {
        return stopwatch_.time(
            [this] { task_.algorithm->run_on_cpu(task_.parameters, *task_.input, output_); });
    }
    CheckResult check() override {
        return check_result(*task_.algorithm, task_.parameters, *task_.input, output_);
    }
    std::int64_t traffic_bytes() const override { return traffic_; }

  private:
    Task task_;
    Array output_;
    std::int64_t traffic_ = 0;
    Stopwatch stopwatch_;
};

// Half of the payload is read and half is written, so that the copy moves as many bytes as the algorithms do.
class PreparedCopy : public Prepared {
  public:
    explicit PreparedCopy(std::int64_t payload)
        : from_(static_cast<std::size_t>(payload + 1) / 2), to_(from_.size(), poison) {
        for (std::size_t i = 0; i < from_.size(); ++i)
            from_[i] = static_cast<std::uint8_t>(i * 2654435761U >> 16);
    }

    double time_once() override {
        return stopwatch_.time([this] { std::memcpy(to_.data(), from_.data(), from_.size()); });
    }
    CheckResult check() override {
        CheckResult result;
        const auto difference = std::mismatch(from_.begin(), from_.end(), to_.begin());
        if (difference.first == from_.end()) return result;
        result.right = false;
        result.element = difference.first - from_.begin();
        result.message = "Byte " + std::to_string(result.element) + " of the copy differs.";
        return result;
    }
    std::int64_t traffic_bytes() const override { return 2 * static_cast<std::int64_t>(from_.size()); }

  private:
    std::vector<std::uint8_t> from_, to_;
    Stopwatch stopwatch_;
};

class CpuLane : public Lane {
  public:
    std::string_view name() const override { return "cpu"; }
    std::string refusal(const Algorithm& algorithm) const override {
        if (algorithm.run_on_cpu != nullptr) return {};
        return std::string(algorithm.title) + " is a GPU kernel; it has no loop for the CPU.";
    }
    std::int64_t bytes_needed(const Task& task) const override {
        const std::int64_t elements = task.parameters.extent.count();
        if (task.algorithm == nullptr) return payload_bytes(task.parameters);
        // The output, the reference that it is checked against, and for floats the reference in double.
        const bool floating = is_floating(task.parameters.types.output);
        return elements * (2 * size_of(task.parameters.types.output) + (floating ? 8 : 0));
    }
    std::int64_t bytes_free() const override { return available_memory(); }
    std::unique_ptr<Prepared> prepare(const Task& task) override {
        if (task.algorithm == nullptr) return std::make_unique<PreparedCopy>(payload_bytes(task.parameters));
        if (const std::string reason = refusal(*task.algorithm); !reason.empty())
            throw BackendMissing(reason);
        return std::make_unique<PreparedLoop>(task);
    }
};

}  // namespace

std::unique_ptr<Lane> make_cpu_lane() { return std::make_unique<CpuLane>(); }

std::int64_t payload_bytes(const Parameters& parameters) {
    return parameters.extent.count() * (size_of(parameters.types.input) + size_of(parameters.types.output));
}

}  // namespace upsweep::bench
