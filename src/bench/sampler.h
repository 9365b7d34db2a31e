// Collects runs of one thing until its median is known well enough: median, percentiles and how sure the
// median is.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/clock.h"

namespace upsweep::bench {

/// What a set of runs says about one time. Seconds.
struct Summary {
    double median = 0;
    double low = 0;              ///< 5th percentile
    double high = 0;             ///< 95th percentile
    double least = 0, most = 0;  ///< the 95 % confidence interval of the median; 0 … ∞ below 6 runs
    double error = 0;            ///< half of it, relative to the median; infinite below 6 runs
    int runs = 0;
    double mean = 0;  ///< the statistic of many papers
};

/// The value below which `fraction` (0…1) of the sorted values lie, interpolated linearly between neighbours.
double percentile(std::span<const double> sorted, double fraction);

/// Positions (from 0) of the sorted runs between which the true median lies with 95 % confidence, whatever
/// the distribution: the largest k with P(Binomial(runs, 1/2) < k) <= 2.5 %. {-1, -1} below 6 runs: no such
/// pair.
struct Interval {
    int lower = -1, upper = -1;
};
Interval median_interval(int runs);

/// Summary of at least one run. Takes a copy, because it sorts.
Summary summarise(std::vector<double> seconds);

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
    int runs() const { return int(seconds_.size()); }
    /// Every run so far, in the order they came.
    const std::vector<double>& seconds() const { return seconds_; }
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
