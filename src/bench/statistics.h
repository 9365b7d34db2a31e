// Median, percentiles and how sure the median is.
#pragma once

#include <span>
#include <vector>

namespace upsweep::bench {

/// What a set of runs says about one time. Seconds.
struct Summary {
    double median = 0;
    double low = 0;   ///< 5th percentile
    double high = 0;  ///< 95th percentile
    double error =
        0;  ///< half the 95 % confidence interval of the median, relative to it; infinite below 6 runs
    int runs = 0;
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

}  // namespace upsweep::bench
