// A backend whose runs take as long as the test says, on a clock that only runs move.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backends/backend.h"
#include "bench/sampler.h"
#include "core/error.h"

namespace upsweep::bench {

struct FakeTime {
    std::atomic<double> now{0};
    Clock clock() {
        return [this] { return now.load(); };
    }
};

class FakePrepared : public backends::Prepared {
  public:
    FakePrepared(FakeTime& time, double seconds, const bool& right, std::function<void()> on_run,
                 std::function<double()> more, std::optional<backends::FrameParts> parts)
        : time_(&time),
          seconds_(seconds),
          right_(&right),
          on_run_(std::move(on_run)),
          more_(std::move(more)),
          parts_(parts) {}
    std::optional<backends::FrameParts> parts() const override { return parts_; }
    double time_once() override {
        if (on_run_) on_run_();
        const double seconds = seconds_ + (more_ ? more_() : 0);
        time_->now = time_->now + seconds;
        return seconds;
    }
    CheckResult check() override {
        CheckResult result;
        result.right = *right_;
        if (!result.right) result.message = "Element 17 should be 12, but is 9.";
        return result;
    }
    int64_t traffic_bytes() const override { return 1000; }

  private:
    FakeTime* time_;
    double seconds_;
    const bool* right_;
    std::function<void()> on_run_;
    std::function<double()> more_;
    std::optional<backends::FrameParts> parts_;
};

/// Copies and algorithms alike take `seconds_fixed` and `seconds_per_element`.
class FakeBackend : public backends::Backend {
  public:
    explicit FakeBackend(FakeTime& time, std::string name = "cpu") : time_(&time), name_(std::move(name)) {}
    double seconds_per_element = 1e-6;
    double seconds_fixed = 0;
    int64_t free = int64_t{1} << 40;
    bool right = true;  ///< what a check says, at the time it is made
    mutable std::atomic<int> prepared{0};
    std::function<void()> on_run;
    std::function<double()> more;  ///< seconds that a run takes besides
    std::function<void()> on_prepare;
    backends::FrameParts frame;      ///< of a task with transfers
    mutable std::vector<bool> cold;  ///< of each task, in order

    std::string_view name() const override { return name_; }
    std::string_view title() const override { return name_; }
    std::string refusal(const Algorithm&) const override { return {}; }
    backends::Result run(const backends::Task&, const backends::RunOptions&) const override {
        throw Error("A pretended backend has no results.");
    }
    int64_t bytes_needed(const backends::Task& task) const override {
        return backends::payload_bytes(task.parameters);
    }
    int64_t bytes_free() const override { return free; }
    std::unique_ptr<backends::Prepared> prepare(const backends::Task& task) const override {
        ++prepared;
        if (on_prepare) on_prepare();
        const double seconds = seconds_fixed + seconds_per_element * double(task.parameters.extent.count());
        cold.push_back(task.cold);
        std::optional<backends::FrameParts> parts;
        if (task.with_transfers) parts = frame;
        return std::make_unique<FakePrepared>(*time_, seconds, right, on_run, more, parts);
    }

  private:
    FakeTime* time_;
    std::string name_;
};

}  // namespace upsweep::bench
