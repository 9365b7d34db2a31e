// Collects runs of one thing until its median is known well enough.
#pragma once

#include <functional>
#include <vector>

#include "bench/statistics.h"
#include "core/clock.h"

namespace upsweep::bench {

/// Seconds on a clock that never goes back: steady_seconds, or a test's own.
using Clock = std::function<double()>;

/// When to stop: after at least `least_runs`, as soon as the median is known to ± `error` with 95 %
/// confidence and `least_seconds` are over, or `budget_seconds` have passed, or there are `most_runs`.
struct StopRule {
    int least_runs = 10;
    int most_runs = 1000;
    double error = 0.01;
    double least_seconds = 0;  ///< short runs are many: one outlier must not be a twentieth of them
    double budget_seconds = 0.5;
};

/// Takes times one by one. The clock starts with the first call of add.
class Sampler {
  public:
    explicit Sampler(StopRule rule, Clock clock = steady_seconds);

    /// One more run that took `seconds`.
    void add(double seconds);
    /// True when the stop rule is met.
    bool done() const { return done_; }
    int runs() const { return static_cast<int>(seconds_.size()); }
    /// Of the runs so far; there must be one.
    Summary summary() const { return summarise(seconds_); }

  private:
    StopRule rule_;
    Clock clock_;
    double started_ = 0;
    int next_check_ = 0;
    bool done_ = false;
    std::vector<double> seconds_;
};

}  // namespace upsweep::bench
