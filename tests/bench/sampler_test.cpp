// The stop rule, by a clock that the test moves.
#include "bench/sampler.h"

#include <gtest/gtest.h>

#include <functional>

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

TEST(Sampler, SaysWhyItStopped) {
    FakeClock clock;
    const StopRule rule{.least_runs = 10, .most_runs = 40, .error = 0.01, .budget_seconds = 1};
    Sampler known(rule, clock.clock()), many(rule, clock.clock()), late(rule, clock.clock());
    runs_until_done(known, clock, {1e-3});
    EXPECT_EQ(known.stopped(), Stopped::median_known);
    runs_until_done(many, clock, {1e-3, 2e-3});
    EXPECT_EQ(many.stopped(), Stopped::runs);
    runs_until_done(late, clock, {0.05, 0.1});
    EXPECT_EQ(late.stopped(), Stopped::time);
}

/// A machine that gets slower step by step: neighbours agree, and the median of all is still not known.
TEST(Sampler, RunsThatDriftAreNotAKnownMedian) {
    FakeClock clock;
    Sampler sampler({.least_runs = 600, .most_runs = 600, .error = 0.01, .budget_seconds = 60},
                    clock.clock());
    for (int run = 0; run < 600; ++run) clock.run(sampler, run < 300 ? 1.0e-3 : 1.2e-3);
    EXPECT_LE(sampler.summary().least, 1.0e-3);
    EXPECT_GE(sampler.summary().most, 1.2e-3);
    EXPECT_GT(sampler.summary().error, 0.05);
    EXPECT_EQ(sampler.stopped(), Stopped::runs);
}

int runs_until_settled(Settler& settler, FakeClock& clock, const std::function<double(double)>& seconds_at) {
    const double start = clock.now;
    for (int runs = 0;; ++runs) {
        if (settler.done() || runs == 100000) return runs;
        const double seconds = seconds_at(clock.now - start);
        clock.now += seconds;
        settler.add(seconds);
    }
}

TEST(Settler, WaitsUntilThreeBatchesAgree) {
    FakeClock clock;
    Settler even(usual_settling(), clock.clock());
    EXPECT_NEAR(runs_until_settled(even, clock, [](double) { return 1e-3; }), 60, 3);
    EXPECT_TRUE(even.steady());
    // A clock that reaches its frequency after a fifth of a second.
    Settler ramp(usual_settling(), clock.clock());
    const double start = clock.now;
    runs_until_settled(ramp, clock, [](double at) { return at < 0.2 ? 2e-3 - 5e-3 * at : 1e-3; });
    EXPECT_TRUE(ramp.steady());
    EXPECT_GT(clock.now - start, 0.2);
    EXPECT_LT(clock.now - start, 0.4);
}

TEST(Settler, GivesUpWhenItsTimeIsOverAndSaysSo) {
    FakeClock clock;
    Settler settler(usual_settling(), clock.clock());
    const double start = clock.now;
    bool slow = false;
    double changed = 0;
    runs_until_settled(settler, clock, [&](double at) {
        if (at - changed > 0.021) slow = !slow, changed = at;
        return slow ? 2e-3 : 1e-3;
    });
    EXPECT_TRUE(settler.done());
    EXPECT_FALSE(settler.steady());
    EXPECT_NEAR(clock.now - start, usual_settling().budget_seconds, 0.05);
}

TEST(Settler, TakesLongRunsAsBatches) {
    FakeClock clock;
    Settler settler(usual_settling(), clock.clock());
    EXPECT_EQ(runs_until_settled(settler, clock, [](double) { return 0.15; }), 3);
    Settler none(SettleRule{}, clock.clock());
    EXPECT_TRUE(none.done());
}

TEST(SteadySeconds, GoesForward) {
    const double before = steady_seconds();
    EXPECT_GE(steady_seconds(), before);
}

}  // namespace
}  // namespace upsweep::bench
