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

Settler::Settler(SettleRule rule, Clock clock)
    : rule_(rule), clock_(std::move(clock)), steady_(rule.batches <= 0) {}

void Settler::add(double seconds) {
    if (done()) return;
    const double now = clock_();
    if (batch_.empty()) batch_started_ = now - seconds;
    if (batch_.empty() && medians_.empty()) started_ = batch_started_;
    batch_.push_back(seconds);
    if (now - batch_started_ < rule_.batch_seconds) return;
    sort(batch_);
    medians_.push_back(percentile(batch_, 0.5));
    batch_.clear();
    late_ = now - started_ >= rule_.budget_seconds;
    if (int(medians_.size()) < rule_.batches) return;
    const std::span<const double> latest = std::span(medians_).last(size_t(rule_.batches));
    const auto [least, most] = std::minmax_element(latest.begin(), latest.end());
    steady_ = *most - *least <= 2 * rule_.tolerance * (*most + *least) / 2;
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
    if (done_) {
        const bool known = summary().error <= rule_.error;
        stopped_ = known                             ? Stopped::median_known
                   : elapsed >= rule_.budget_seconds ? Stopped::time
                                                     : Stopped::runs;
        return;
    }
    if (runs() < next_check_ || elapsed < rule_.least_seconds) return;
    next_check_ = runs() + runs() / 10 + 1;
    done_ = summary().error <= rule_.error;
}

Summary Sampler::summary() const {
    constexpr size_t parts = 6;  // of six medians the true one is outside of all in 2 · 2⁻⁶ = 3 % of cases
    Summary summary = summarise(seconds_);
    if (seconds_.size() < 2 * parts || summary.median <= 0) return summary;
    for (size_t part = 0; part < parts; ++part) {
        const auto at = [&](size_t number) {
            return seconds_.begin() + ptrdiff_t(seconds_.size() * number / parts);
        };
        std::vector<double> some(at(part), at(part + 1));
        sort(some);
        const double median = percentile(some, 0.5);
        summary.least = std::min(summary.least, median);
        summary.most = std::max(summary.most, median);
    }
    summary.error = (summary.most - summary.least) / 2 / summary.median;
    return summary;
}

}  // namespace upsweep::bench
