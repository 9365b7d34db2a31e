// The stop rule, by a clock that the test moves.
#include "bench/sampler.h"

#include <gtest/gtest.h>

namespace upsweep::bench {
namespace {

struct FakeClock {
    double now = 100;
    Clock clock() {
        return [this] { return now; };
    }
    void run(Sampler& sampler, double seconds) {
        now += seconds;
        sampler.add(seconds);
    }
};

int runs_until_done(Sampler& sampler, FakeClock& clock, const std::vector<double>& pattern) {
    for (size_t i = 0; !sampler.done() && i < 100000; ++i) clock.run(sampler, pattern[i % pattern.size()]);
    return sampler.runs();
}

TEST(Sampler, StopsAtTheLeastRunsWhereEveryRunIsEqual) {
    FakeClock clock;
    Sampler sampler({.least_runs = 10, .most_runs = 1000, .error = 0.01, .budget_seconds = 60},
                    clock.clock());
    EXPECT_EQ(runs_until_done(sampler, clock, {0.001}), 10);
    EXPECT_DOUBLE_EQ(sampler.summary().median, 0.001);
}

TEST(Sampler, GoesOnWhileTheMedianIsUncertain) {
    FakeClock clock;
    Sampler sampler({.least_runs = 10, .most_runs = 1000, .error = 0.01, .budget_seconds = 60},
                    clock.clock());
    EXPECT_GT(runs_until_done(sampler, clock, {0.9e-3, 1.1e-3, 1.0e-3, 0.95e-3, 1.05e-3}), 20);
    EXPECT_LE(sampler.summary().error, 0.01);
}

TEST(Sampler, TheBudgetEndsItButNotBeforeTheLeastRuns) {
    FakeClock clock;
    const StopRule rule{.least_runs = 10, .most_runs = 1000, .error = 0, .budget_seconds = 0.5};
    Sampler quick(rule, clock.clock());
    EXPECT_NEAR(runs_until_done(quick, clock, {0.009, 0.011}), 50, 1);
    Sampler slow(rule, clock.clock());
    EXPECT_EQ(runs_until_done(slow, clock, {2.0, 3.0}), 10);
}

TEST(Sampler, ShortRunsAreTakenForAWhile) {
    FakeClock clock;
    Sampler sampler(
        {.least_runs = 10, .most_runs = 1000, .error = 0.01, .least_seconds = 0.05, .budget_seconds = 60},
        clock.clock());
    EXPECT_NEAR(runs_until_done(sampler, clock, {1e-3}), 50, 6);
}

TEST(Sampler, NeverTakesMoreThanTheMostRuns) {
    FakeClock clock;
    Sampler sampler({.least_runs = 5, .most_runs = 40, .error = 0, .budget_seconds = 1e9}, clock.clock());
    EXPECT_EQ(runs_until_done(sampler, clock, {1e-3, 2e-3}), 40);
}

TEST(SteadySeconds, GoesForward) {
    const double before = steady_seconds();
    EXPECT_GE(steady_seconds(), before);
}

}  // namespace
}  // namespace upsweep::bench
