// The operations of plans, and their modelled clock.
#include "replay/structure/plan.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

std::shared_ptr<const emulator::Trace> trace_of(const std::string& slug) {
    return scenes::run_scene(scenes::initial_scene(slug)).trace;
}

TEST(PlanOperations, AreThoseOfEveryPlanInTheirOrderWithAllSteps) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto trace = trace_of(std::string(algorithm->slug));
        const PlanOperations plan(trace);
        ASSERT_EQ(plan.all().size(), trace->plan.operations.size());
        int64_t steps = 0;
        for (const PlanOperation& one : plan.all()) {
            steps += one.steps.end - one.steps.first;
            EXPECT_TRUE(one.ran());
            for (int64_t i = one.steps.first; i < one.steps.end; ++i)
                ASSERT_EQ(plan.operation_at(i), one.operation);
            if (one.kind != PlanKind::launch) continue;
            EXPECT_GE(one.from, 0) << one.name;
            EXPECT_GE(one.to, 0) << one.name;
        }
        EXPECT_EQ(steps, trace->step_count()) << "every step belongs to one operation";
    }
}

TEST(PlanOperations, ALaunchTakesWhatTheOneBeforeLeft) {
    const auto trace = trace_of("integral_image_bugetti");
    const PlanOperations plan(trace);
    int left = trace->plan.input.index;
    for (const PlanOperation& one : plan.all()) {
        if (one.kind != PlanKind::launch) continue;
        EXPECT_EQ(one.from, left) << one.name;
        left = one.to;
        const ArrayMoment *found = plan.found(one.operation, one.from),
                          *after = plan.left(one.operation, one.to);
        ASSERT_NE(found, nullptr);
        ASSERT_NE(after, nullptr);
        EXPECT_EQ(std::count(found->defined.begin(), found->defined.end(), true), found->extent.count());
        EXPECT_EQ(std::count(after->defined.begin(), after->defined.end(), true), after->extent.count());
    }
    EXPECT_EQ(left, trace->plan.output.index);
    EXPECT_EQ(plan.launches(), 4);
    const Array output = trace->output();
    const ArrayMoment* end = plan.left(trace->launches.back().operation, left);
    ASSERT_NE(end, nullptr);
    for (int64_t i = 0; i < output.count(); ++i)
        EXPECT_EQ(bits_to_text(end->type, end->bits[i]), output.text(i));
}

TEST(PlanOperations, StreamsRunSideBySideAndWaitsKeepTheirOrder) {
    const auto trace = trace_of("integral_histogram_stream");
    PlanOperations plan(trace);
    ASSERT_EQ(plan.streams(), 3);
    std::vector<double> end(3, 0);
    double alone = 0;
    for (const PlanOperation& one : plan.all()) {
        auto& stream = end[one.stream];
        EXPECT_GE(one.begin, stream) << one.name;
        stream = one.end;
        if (const auto* wait = std::get_if<Wait>(&trace->plan.operations[one.operation].what))
            EXPECT_GE(one.end, plan.all()[wait->operation].end);
        else
            alone += one.end - one.begin;
    }
    EXPECT_LT(plan.ticks(), alone) << "something runs beside something else";
    const double before = plan.ticks();
    plan.set_rates({2 * plan.rates().bytes, 2 * plan.rates().lane_statements});
    EXPECT_DOUBLE_EQ(plan.ticks(), before / 2) << "twice the rates, half the time";
    EXPECT_THROW(plan.set_rates({0, 1}), UsageError);
}

std::shared_ptr<const emulator::Trace> cascade_of_levels(int streams, int multiprocessors) {
    scenes::Scene scene = scenes::initial_scene("haar_cascade");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("streams", streams);
    parameters.set_option("scales", 3);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    scene.gpu.multiprocessors = multiprocessors;
    return scenes::run_scene(scene).trace;
}

/// Oro's Figure 2: what a small launch leaves free, launches of other streams take.
TEST(PlanOperations, LaunchesOfSeveralStreamsShareTheMultiprocessors) {
    constexpr int multiprocessors = 16;
    const auto trace = cascade_of_levels(1, multiprocessors);
    const PlanOperations plan(trace);
    ASSERT_EQ(plan.streams(), 3);
    EXPECT_LT(plan.ticks(), 0.9 * plan.ticks_one_by_one());
    EXPECT_TRUE(launches_overlap(plan));
    const auto busy = [&](const PlanOperation& one) {
        return std::min<int64_t>(multiprocessors, trace->launches[one.launch].grid.count());
    };
    bool beside = false;
    for (const PlanOperation& one : plan.all()) {
        if (one.kind != PlanKind::launch) continue;
        const double share = double(busy(one)) / multiprocessors;
        EXPECT_NEAR(one.end - one.begin, double(one.lane_statements) / plan.rates().lane_statements / share,
                    1e-6);
        int64_t all = 0;
        for (const PlanOperation& other : plan.all())
            if (other.kind == PlanKind::launch && other.begin <= one.begin && one.begin < other.end) {
                all += busy(other);
                beside = beside || other.operation != one.operation;
            }
        EXPECT_LE(all, multiprocessors) << one.name;
    }
    EXPECT_TRUE(beside);
}

TEST(PlanOperations, OneMultiprocessorOrOneStreamRunsLaunchAfterLaunch) {
    const PlanOperations narrow(cascade_of_levels(1, 1)), serial(cascade_of_levels(0, 16));
    double last = 0;
    for (const PlanOperation& one : narrow.all()) last = std::max(last, one.end);
    EXPECT_DOUBLE_EQ(narrow.ticks(), last);
    EXPECT_GT(narrow.ticks(), 0.95 * narrow.ticks_one_by_one()) << "only transfers run beside something";
    EXPECT_DOUBLE_EQ(serial.ticks(), serial.ticks_one_by_one());
    EXPECT_FALSE(launches_overlap(narrow));
    EXPECT_FALSE(launches_overlap(serial));
}

/// Who chooses streams where Step opens sees them side by side.
TEST(PlanOperations, StreamsThatAreChosenInStepRunSideBySide) {
    scenes::Scene scene = scenes::initial_scene("haar_cascade");
    EXPECT_EQ(scene.gpu.multiprocessors, 1);
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("streams", 1);
    scene = scenes::with_parameters(std::move(scene), parameters);
    EXPECT_EQ(scene.gpu.multiprocessors, 16);
    const PlanOperations plan(scenes::run_scene(scene).trace);
    EXPECT_EQ(plan.streams(), 3);
    EXPECT_TRUE(launches_overlap(plan));
    EXPECT_LT(plan.ticks(), 0.9 * plan.ticks_one_by_one());
    // A setting by hand stays, and back in one stream the toy is as it was.
    emulator::ToyGpu by_hand = scene.gpu;
    by_hand.multiprocessors = 1;
    EXPECT_EQ(scenes::with_gpu(scene, by_hand).gpu.multiprocessors, 1);
    parameters.set_option("streams", 0);
    EXPECT_EQ(scenes::with_parameters(std::move(scene), parameters).gpu.multiprocessors, 1);
}

/// A device has one engine for what comes up and one for what goes down.
TEST(PlanOperations, ATransferDownRunsBesideOneUpAndTwoUpDoNot) {
    auto trace = std::make_shared<emulator::Trace>();
    const BufferId buffer = trace->plan.add_buffer({"input", ScalarType::u32, {8, 1}});
    trace->plan.operations = {{Upload{0, buffer}, 0}, {Download{buffer, 1}, 1}, {Upload{0, buffer}, 2}};
    const PlanOperations plan(trace);
    const double length = 8 * 4 / plan.rates().bytes;
    EXPECT_DOUBLE_EQ(plan.all()[0].end, length);
    EXPECT_DOUBLE_EQ(plan.all()[1].begin, 0);
    EXPECT_DOUBLE_EQ(plan.all()[2].begin, length);
}

}  // namespace
}  // namespace upsweep::replay
