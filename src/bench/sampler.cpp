// The stop rule. Sorting after every run would cost more than short runs do, so it is looked at when a tenth
// more runs are in.
#include "bench/sampler.h"

#include <algorithm>
#include <utility>

namespace upsweep::bench {

Sampler::Sampler(StopRule rule, Clock clock)
    : rule_(rule), clock_(std::move(clock)), next_check_(rule.least_runs) {
    rule_.most_runs = std::max(rule_.most_runs, rule_.least_runs);
    seconds_.reserve(static_cast<std::size_t>(rule_.most_runs));
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
