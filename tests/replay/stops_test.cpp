// Where breakpoints stop, held against an independent look at the trace.
#include "replay/structure/stops.h"

#include <gmock/gmock.h>

#include <memory>
#include <set>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::shared_ptr<const emulator::Trace> traced(const std::string& slug) {
    return scenes::run_scene(scenes::initial_scene(slug)).trace;
}

StopPlaces places(const emulator::Trace& trace, const std::string& text) {
    return places_of(trace, scenes::parse_stop(text));
}

TEST(Stops, OfALineAreItsSteps) {
    const auto trace = traced("scan_blelloch");
    std::set<int> lines;
    for (int64_t step = 0; step < trace->step_count(); ++step)
        if (const auto place = where(*trace, trace->steps[step]); place.line > 0) lines.insert(place.line);
    size_t all = 0;
    for (const int line : lines) {
        const StopPlaces found = places(*trace, "line " + std::to_string(line));
        ASSERT_FALSE(found.steps.empty());
        all += found.steps.size();
        for (const int64_t step : found.steps) EXPECT_EQ(where(*trace, trace->steps[step - 1]).line, line);
    }
    size_t with_text = 0;
    for (const emulator::Step& step : trace->steps) with_text += where(*trace, step).line > 0 ? 1 : 0;
    EXPECT_EQ(all, with_text);
    EXPECT_THAT(places(*trace, "line 1").missing, HasSubstr("runs no code"));
    EXPECT_THAT(places(*trace, "line 1 of other.cu").missing, HasSubstr("no file"));
}

TEST(Stops, OfAConditionAreWhereItBecomesTrueForALane) {
    const auto trace = traced("scan_blelloch");
    const StopPlaces found = places(*trace, "stride == 4 && lane == 2");
    ASSERT_FALSE(found.steps.empty());
    // `stride` is written by that lane in each of these steps, or the lane just got there.
    for (const int64_t step : found.steps) {
        const emulator::Step& one = trace->steps[step - 1];
        EXPECT_NE(one.active >> 2 & 1U, 0U) << step;
    }
    // On a line it holds at every step of the line by such a lane.
    const int line = [&] {
        for (const emulator::Operand& operand : trace->operands)
            if (text_of(*trace, operand.where) == "sums[right - stride]") return operand.where.line;
        return 0;
    }();
    if (line > 0) {
        const StopPlaces on_line = places(*trace, "line " + std::to_string(line) + " if stride == 4");
        EXPECT_LT(on_line.steps.size(), places(*trace, "line " + std::to_string(line)).steps.size());
    }
    EXPECT_THAT(places(*trace, "stryde == 4").missing, HasSubstr("This run has no variable `stryde`"));
    EXPECT_THAT(places(*trace, "stride == 4000").steps, SizeIs(0));
    EXPECT_THAT(places(*trace, "step == 5").steps, ElementsAre(5));
    EXPECT_THAT(places(*trace, "threadIdx.x == 3 && blockDim.x > 100").steps, SizeIs(0));
}

TEST(Stops, OfALaneAreTheStepsItTakesPartIn) {
    const auto trace = traced("scan_blelloch");
    for (const int lane : {0, 1, 2, 3}) {
        std::vector<int64_t> expected;
        for (int64_t step = 0; step < trace->step_count(); ++step) {
            const emulator::Step& one = trace->steps[step];
            if (one.kind != emulator::StepKind::host && (one.active >> lane & 1U) != 0)
                expected.push_back(step + 1);
        }
        ASSERT_FALSE(expected.empty());
        EXPECT_EQ(places(*trace, "lane " + std::to_string(lane)).steps, expected) << lane;
    }
    EXPECT_LT(places(*trace, "lane 3").steps.size(), places(*trace, "lane 0").steps.size());
}

TEST(Stops, OfACellAreItsWrites) {
    const auto trace = traced("scan_blelloch");
    const auto array = [&](const std::string& name) {
        for (size_t i = 0; i < trace->arrays.size(); ++i)
            if (trace->arrays[i].name == name) return static_cast<emulator::ArrayId>(i);
        return emulator::ArrayId{0};
    };
    std::vector<int64_t> steps;
    std::vector<std::string> values;
    for (int64_t step = 0; step < trace->step_count(); ++step)
        for (int64_t i = trace->steps[step].first_access; i < trace->end_access(step); ++i) {
            const emulator::Access& access = trace->accesses[i];
            if (access.array != array("sums") || !is_write(access) || element_of(*trace, access) != 3)
                continue;
            steps.push_back(step + 1);
            values.push_back(bits_to_text(trace->arrays[access.array].type, access.value));
        }
    ASSERT_GT(steps.size(), 2U);
    EXPECT_EQ(places(*trace, "sums[3]").steps, steps);
    EXPECT_EQ(places(*trace, "sums[3] of block 0").steps, steps);
    EXPECT_THAT(places(*trace, "sums[3] = " + values[1]).steps, testing::Contains(steps[1]));
    EXPECT_THAT(places(*trace, "sums[3] = 99999").steps, SizeIs(0));
    EXPECT_THAT(places(*trace, "sum[3]").missing, HasSubstr("There is no array `sum`; there are"));
    EXPECT_THAT(places(*trace, "sums[9999]").missing, HasSubstr("has cells 0 to"));
}

TEST(Stops, OfBlocksPhasesBarriersAndFindings) {
    const auto trace = traced("scan_single_pass");
    const StopPlaces begins = places(*trace, "block 2 starts"), ends = places(*trace, "block 2 ends");
    ASSERT_THAT(begins.steps, SizeIs(1));
    ASSERT_THAT(ends.steps, SizeIs(1));
    EXPECT_EQ(trace->steps[begins.steps[0] - 1].block, 2U);
    for (int64_t step = ends.steps[0]; step < trace->step_count(); ++step) {
        const emulator::Step& one = trace->steps[step];
        EXPECT_FALSE(one.block == 2 && one.kind != emulator::StepKind::host && trace->launch_of(one) == 0)
            << step;
    }
    EXPECT_THAT(places(*trace, "block 77 starts").missing, HasSubstr("There is no block 77"));
    size_t barriers = 0;
    for (const emulator::Step& step : trace->steps)
        barriers += step.kind == emulator::StepKind::barrier ? 1 : 0;
    EXPECT_THAT(places(*trace, "barrier").steps, SizeIs(barriers));
    const emulator::Phase& phase = trace->phases.back();
    EXPECT_THAT(places(*trace, "phase " + short_phase_name(phase.name)).steps,
                testing::Contains(phase.first_step + 1));
    EXPECT_THAT(places(*trace, "phase nonsense").missing, HasSubstr("There is no phase"));
    const auto conflicts = traced("transpose_tiled");
    EXPECT_EQ(places(*conflicts, "finding").steps.empty(), conflicts->findings.empty());
}

TEST(Stops, GoOnAndBackAndSayWhereThereIsNone) {
    const std::vector<int64_t> all = {5, 9, 14};
    EXPECT_EQ(place_beside(all, 0, true), 5);
    EXPECT_EQ(place_beside(all, 5, true), 9);
    EXPECT_EQ(place_beside(all, 14, true), std::nullopt);
    EXPECT_EQ(place_beside(all, 14, false), 9);
    EXPECT_EQ(place_beside(all, 5, false), std::nullopt);
    EXPECT_EQ(never_sentence({all, ""}, "line 16", 14, true),
              "`line 16` does not happen after step 14; the last time is step 14.");
    EXPECT_EQ(never_sentence({all, ""}, "line 16", 2, false),
              "`line 16` does not happen before step 2; the first time is step 5.");
    EXPECT_EQ(never_sentence({{}, ""}, "sums[3] = 99", 2, true), "`sums[3] = 99` never happens in this run.");
    EXPECT_EQ(never_sentence({{}, "Why."}, "x", 2, true), "Why.");
}

TEST(Stops, OfALongRunCanBeCancelled) {
    const auto trace = traced("scan_blelloch");
    const std::atomic<bool> cancel = true;
    EXPECT_THROW(places_of(*trace, scenes::parse_stop("barrier"), &cancel), Cancelled);
}

}  // namespace
}  // namespace upsweep::replay
