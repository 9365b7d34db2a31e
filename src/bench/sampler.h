// Collects runs of one thing until its median is known well enough: median, percentiles and how sure the
// median is.
#pragma once

#include <cstdint>
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

/// When a machine has warmed up: when the medians of this many batches of runs in a row, each at least
/// `batch_seconds` long, lie within `tolerance` of their mean, or after `budget_seconds`. No batches: at
/// once.
struct SettleRule {
    int batches = 0;
    double batch_seconds = 0.02;
    double tolerance = 0.02;
    double budget_seconds = 1;
};

/// Three batches of a fiftieth of a second: a clock that ramps up and a core that wakes take about a tenth.
inline SettleRule usual_settling() { return {.batches = 3}; }

/// When to stop: after at least `least_runs`, as soon as the median is known to ± `error` with 95 %
/// confidence and `least_seconds` are over, or `budget_seconds` have passed, or there are `most_runs`.
struct StopRule {
    int least_runs = 10;
    int most_runs = 1000;
    double error = 0.01;
    double least_seconds = 0;  ///< short runs are many: one outlier must not be a twentieth of them
    double budget_seconds = 0.5;
    SettleRule settle = {};  ///< before the first run counts
};

/// Runs before those that count, until they are steady.
class Settler {
  public:
    explicit Settler(SettleRule rule, Clock clock = steady_seconds);

    /// One more run that took `seconds`.
    void add(double seconds);
    bool done() const { return steady_ || late_; }
    /// The batches agreed before the time was over.
    bool steady() const { return steady_; }

  private:
    SettleRule rule_;
    Clock clock_;
    double started_ = 0, batch_started_ = 0;
    bool steady_ = false, late_ = false;
    std::vector<double> batch_, medians_;
};

/// Why a sampler stopped: its median is known, or its runs or its time were over before.
enum class Stopped : uint8_t { median_known, runs, time };

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
    /// Of the runs so far; there must be one. Neighbouring runs are alike, so that the median's interval also
    /// covers the medians of six parts of the runs, one after another.
    Summary summary() const;
    Stopped stopped() const { return stopped_; }

  private:
    StopRule rule_;
    Clock clock_;
    double started_ = 0;
    int next_check_ = 0;
    bool done_ = false;
    Stopped stopped_ = Stopped::median_known;
    std::vector<double> seconds_;
};

}  // namespace upsweep::bench
