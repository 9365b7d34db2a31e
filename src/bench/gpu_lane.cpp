// The GPU lane: plans on the device, timed by events there.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "bench/lanes.h"
#include "device/device.h"

namespace upsweep::bench {
namespace {

constexpr double shortest_sample = 50e-6;  // events tick every half microsecond: then within 1 %

device::Options device_options() {
    device::Options options;
    options.sources = kernel_text;
    return options;
}

// Seconds of one run. Short runs are queued one behind the other and the mean is taken, so that neither the
// events' ticks nor the host's launching count.
template <typename Timed>
double time_batch(Timed& timed, int& repeats) {
    const double each = timed.time_once(repeats) * 1e-3;
    if (each * repeats < shortest_sample / 2)
        repeats =
            std::max(1, static_cast<int>(std::min(64.0, std::ceil(shortest_sample / std::max(each, 1e-7)))));
    return each;
}

class PreparedKernels : public Prepared {
  public:
    explicit PreparedKernels(const Task& task)
        : task_(task),
          plan_(task.algorithm->make_plan(task.parameters)),
          runner_(plan_, *task.input, device_options()) {}

    double time_once() override {
        if (!task_.with_transfers) return time_batch(runner_, repeats_);
        const device::Result result = runner_.run();
        return (result.upload_ms + result.kernels_ms + result.download_ms) * 1e-3;
    }
    CheckResult check() override {
        Array output = runner_.output();
        // The reference of a large array takes a minute: what equals a result that was right is right.
        if (right_ && output == *right_) return {};
        const CheckResult result = compare(output);
        if (result.right) right_ = std::move(output);
        if (result.right || runner_.buffer(plan_.input) == *task_.input) return result;
        // The plan works in place, so that its second run had another input: look at a run of its own.
        return compare(runner_.run().output);
    }
    std::int64_t traffic_bytes() const override { return plan_.traffic_bytes(); }

  private:
    CheckResult compare(const Array& output) const {
        return check_result(*task_.algorithm, task_.parameters, *task_.input, output);
    }

    Task task_;
    Plan plan_;
    device::Runner runner_;
    std::optional<Array> right_;  ///< an output that equalled the reference
    int repeats_ = 1;
};

class PreparedCopy : public Prepared {
  public:
    explicit PreparedCopy(const Parameters& parameters)
        : bytes_(payload_bytes(parameters)),
          runner_(
              parameters.extent.count() * parameters.types.components * size_of(parameters.types.input),
              parameters.extent.count() * parameters.types.components * size_of(parameters.types.output)) {}
    double time_once() override { return time_batch(runner_, repeats_); }
    CheckResult check() override {
        CheckResult result;
        result.element = runner_.first_difference();
        result.right = result.element < 0;
        if (!result.right) result.message = fmt::format("Word {} of the copy differs.", result.element);
        return result;
    }
    std::int64_t traffic_bytes() const override { return bytes_; }

  private:
    std::int64_t bytes_;
    device::CopyRunner runner_;
    int repeats_ = 1;
};

class GpuLane : public Lane {
  public:
    GpuLane() { device::require_device(); }
    std::string_view name() const override { return "gpu"; }
    std::string refusal(const Algorithm& algorithm) const override {
        if (!algorithm.cpu_loop) return {};
        return std::string(algorithm.title) + " is a loop for the CPU; it does not run on the GPU.";
    }
    std::int64_t bytes_needed(const Task& task) const override {
        if (task.algorithm == nullptr) return payload_bytes(task.parameters);
        return device::bytes_needed(task.algorithm->make_plan(task.parameters));
    }
    std::int64_t bytes_free() const override { return device::free_bytes(); }
    std::unique_ptr<Prepared> prepare(const Task& task) override {
        if (task.algorithm == nullptr) return std::make_unique<PreparedCopy>(task.parameters);
        return std::make_unique<PreparedKernels>(task);
    }
};

}  // namespace

std::unique_ptr<Lane> make_gpu_lane() { return std::make_unique<GpuLane>(); }

}  // namespace upsweep::bench
