// Order statistics: nothing here assumes that times are normally distributed, because they are not. And the
// stop rule: sorting after every run would cost more than short runs do, so it is looked at when a tenth more
// runs are in.
#include "bench/sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/ranges.h"

namespace upsweep::bench {

namespace {

// P(Binomial(n, 1/2) = k), by logarithms so that n may be large.
double binomial_half(int n, int k) {
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                    n * std::log(2.0));
}

}  // namespace

double percentile(std::span<const double> sorted, double fraction) {
    assert(!sorted.empty());
    const double position = fraction * double(sorted.size() - 1);
    const auto below = size_t(position);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], position - double(below));
}

Interval median_interval(int runs) {
    double tail = 0;
    int k = 0;
    while (k < runs && tail + binomial_half(runs, k) <= 0.025) tail += binomial_half(runs, k++);
    if (k == 0) return {};
    return {k - 1, runs - k};
}

Summary summarise(std::vector<double> seconds) {
    assert(!seconds.empty());
    sort(seconds);
    Summary summary;
    summary.runs = int(seconds.size());
    summary.median = percentile(seconds, 0.5);
    for (const double one : seconds) summary.mean += one / summary.runs;
    summary.low = percentile(seconds, 0.05);
    summary.high = percentile(seconds, 0.95);
    const Interval interval = median_interval(summary.runs);
    summary.most = summary.error = std::numeric_limits<double>::infinity();
    if (interval.lower >= 0 && summary.median > 0) {
        summary.least = seconds[interval.lower];
        summary.most = seconds[interval.upper];
        summary.error = (summary.most - summary.least) / 2 / summary.median;
    }
    return summary;
}

Sampler::Sampler(StopRule rule, Clock clock)
    : rule_(rule), clock_(std::move(clock)), next_check_(rule.least_runs) {
    rule_.most_runs = std::max(rule_.most_runs, rule_.least_runs);
    seconds_.reserve(size_t(rule_.most_runs));
}

void Sampler::add(double seconds) {
    if (seconds_.empty()) started_ = clock_() - seconds;
    seconds_.push_back(seconds);
    if (runs() < rule_.least_runs) return;
    const double elapsed = clock_() - started_;
    done_ = runs() >= rule_.most_runs || elapsed >= rule_.budget_seconds;
    if (done_ || runs() < next_check_ || elapsed < rule_.least_seconds) return;
    next_check_ = runs() + runs() / 10 + 1;
    done_ = summary().error <= rule_.error;
}

}  // namespace upsweep::bench
