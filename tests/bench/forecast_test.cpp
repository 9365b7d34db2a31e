// Forecasts learn from what was measured.
#include "bench/race.h"

#include <gtest/gtest.h>

namespace upsweep::bench {
namespace {

RaceSettings two_sizes() {
    return {.competitors = {Competitor{}},
            .extents = {{100, 100}, {1000, 1000}},
            .types = {},
            .stop = {.least_runs = 10, .most_runs = 100, .error = 0.01, .budget_seconds = 0.5}};
}

TEST(Forecast, BeforeAnythingIsKnownItIsPositiveAndGrows) {
    const RaceSettings settings = two_sizes();
    const Forecast forecast(settings);
    EXPECT_GT(forecast.left(0), forecast.left(1));
    EXPECT_GT(forecast.left(1), 0);
    EXPECT_EQ(forecast.left(2), 0);
    EXPECT_GT(forecast.cell(0, {20000, 20000}), 10 * forecast.cell(0, {1000, 1000}));
}

TEST(Forecast, ScalesAMeasuredRunWithTheElements) {
    const RaceSettings settings = two_sizes();
    Forecast forecast(settings);
    forecast.note(0, {100, 100}, 0.01, 0.2);
    // A hundred times the elements: a run takes about a second, and there are at least ten.
    EXPECT_GT(forecast.cell(0, {1000, 1000}), 10);
    EXPECT_LT(forecast.cell(0, {1000, 1000}), 20);
}

/// What a call costs beside its elements is not known, so that less of them is not held to be quicker.
TEST(Forecast, FewerElementsAreNotTakenForQuicker) {
    const RaceSettings settings = two_sizes();
    Forecast forecast(settings);
    forecast.note(0, {1000, 1000}, 0.1, 2);
    EXPECT_DOUBLE_EQ(forecast.cell(0, {100, 100}), forecast.cell(0, {1000, 1000}));
}

TEST(Forecast, AQuickCellTakesAsLongAsTheOneBefore) {
    const RaceSettings settings = two_sizes();
    Forecast forecast(settings);
    forecast.note(0, {100, 100}, 1e-7, 0.2);
    EXPECT_DOUBLE_EQ(forecast.cell(0, {1000, 1000}), 0.2);
}

}  // namespace
}  // namespace upsweep::bench
