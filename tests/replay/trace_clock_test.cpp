// Clocks over real traces, against what the steps themselves say.
#include "replay/position/trace_clock.h"

#include <gtest/gtest.h>

#include <memory>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using emulator::Trace;

scenes::Scene scene_of(const std::string& slug, Extent extent) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = extent;
    return scenes::with_parameters(scene, parameters);
}

TEST(TraceClock, NeverGoesBackAndFindsTheLastStepOfAReading) {
    for (const char* slug : {"scan_blelloch", "scan_lookback", "integral_image_bugetti"}) {
        const auto run = scenes::run_scene(scenes::initial_scene(slug));
        const Trace& trace = *run.trace;
        for (const ClockName& name : clock_names()) {
            const TraceClock clock(trace, name.clock);
            ASSERT_EQ(clock.at(0), 0);
            for (int64_t step = 1; step <= trace.step_count(); ++step) {
                ASSERT_GE(clock.at(step), clock.at(step - 1)) << slug << " " << name.key << " " << step;
                const int64_t found = clock.step_at(clock.at(step));
                ASSERT_GE(found, step);
                ASSERT_NEAR(clock.at(found), clock.at(step), 1e-9);
                if (found < trace.step_count()) {
                    ASSERT_GT(clock.at(found + 1), clock.at(step));
                }
            }
            EXPECT_EQ(clock.end(), clock.at(trace.step_count()));
        }
    }
}

TEST(TraceClock, EndsAtTheCountsOfTheRun) {
    const auto run = scenes::run_scene(scene_of("scan_blelloch", {16, 1}));
    const emulator::Counts& counts = run.trace->counts;
    EXPECT_EQ(TraceClock(*run.trace, Clock::barrier).end(), double(counts.barriers));
    EXPECT_EQ(TraceClock(*run.trace, Clock::additions).end(), double(counts.depth));
    EXPECT_EQ(TraceClock(*run.trace, Clock::wavefronts).end(),
              double(counts.shared_load_wavefronts + counts.shared_store_wavefronts +
                     counts.global_load_sectors + counts.global_store_sectors));
    EXPECT_EQ(TraceClock(*run.trace, Clock::phase).end(), double(run.trace->phases.size()));
}

/// In shared memory, without any output yet, as well: each pass of the network is one addition further.
TEST(TraceClock, AdditionsGoOnWithEachPass) {
    for (const char* slug : {"scan_kogge_stone", "scan_hillis_steele"}) {
        const auto run = scenes::run_scene(scene_of(slug, {8, 1}));
        const Trace& trace = *run.trace;
        const TraceClock clock(trace, Clock::additions);
        ASSERT_EQ(clock.end(), 3);
        int64_t additions = 0;
        for (int64_t step = 0; step < trace.step_count(); ++step) {
            additions += trace.counts_of(step).additions;
            EXPECT_EQ(clock.at(step + 1) == clock.end(), additions > 7 + 6) << slug << " " << step;
        }
    }
}

TEST(TraceClock, ModelTimeOfOneMultiprocessorIsASumOverItsSteps) {
    scenes::Scene scene = scene_of("scan_blelloch", {16, 1});
    const auto run = scenes::run_scene(scene);
    double ticks = 0;
    for (int64_t step = 0; step < run.trace->step_count(); ++step) {
        const auto& counts = run.trace->counts_of(step);
        const int waves = counts.shared_load_wavefronts + counts.shared_store_wavefronts;
        ticks += 1 + (waves > 1 ? waves - 1 : 0) + counts.global_load_sectors + counts.global_store_sectors;
    }
    EXPECT_EQ(TraceClock(*run.trace, Clock::model).end(), ticks);
}

TEST(TraceClock, TwoMultiprocessorsTakeLessModelTimeThanOne) {
    scenes::Scene scene = scene_of("scan_segmented", {16, 1});
    scene.gpu.multiprocessors = 1;
    const double one = TraceClock(*scenes::run_scene(scene).trace, Clock::model).end();
    scene.gpu.multiprocessors = 2;
    const double two = TraceClock(*scenes::run_scene(scene).trace, Clock::model).end();
    EXPECT_LT(two, 0.8 * one);
    EXPECT_GT(two, 0.4 * one);
}

TEST(TraceClock, RefusesAWordThatIsNoClock) {
    EXPECT_EQ(parse_clock("barrier"), Clock::barrier);
    try {
        parse_clock("tick");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "There is no clock \"tick\"; there are phase, barrier, additions, wavefronts, model.");
    }
}

}  // namespace
}  // namespace upsweep::replay
