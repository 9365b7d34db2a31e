// Passes: the lessons' "pass 2 of Up-sweep" and the timeline's stops are the same passes.
#include "replay/structure/passes.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/structure/index.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::replay {
namespace {

scenes::RunScene run_of(const char* slug, int64_t n) {
    return scenes::run_scene(scenes::scene_of({.algorithm = slug, .n = n}));
}

std::vector<Pass> all_passes(const emulator::Trace& trace) {
    std::vector<Pass> all;
    for (uint32_t phase = 0; phase < trace.phases.size(); ++phase)
        for (const Pass& pass : passes_of(trace, phase)) all.push_back(pass);
    return all;
}

TEST(Passes, AreCountedAsThePaperDoes) {
    const scenes::RunScene made = run_of("scan_blelloch", 16);
    const emulator::Trace& trace = *made.trace;
    EXPECT_EQ(passes_of(trace, find_phase(trace, "Up-sweep")).size(), 4U);
    EXPECT_EQ(passes_of(trace, find_phase(trace, "Down-sweep")).size(), 4U);
    EXPECT_EQ(passes_of(trace, find_phase(trace, "Clear")).size(), 1U);
    try {
        (void)find_phase(trace, "Sideways");
        ADD_FAILURE() << "there is such a phase";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("no phase \"Sideways\"; this run has "));
        EXPECT_THAT(error.what(), testing::HasSubstr("Up-sweep, Clear, Down-sweep"));
    }
}

/// One block: from the end of each pass the timeline's next stop lies within the next.
TEST(Passes, AreTheStopsOfTheTimeline) {
    for (const char* slug : {"scan_blelloch", "scan_kogge_stone", "scan_hillis_steele"}) {
        const scenes::RunScene made = run_of(slug, 16);
        const TraceIndex index(*made.trace);
        int64_t at = 0;
        for (const Pass& pass : all_passes(*made.trace)) {
            at = index.forward(at, Grain::barrier);
            EXPECT_GE(at, pass.end) << slug << " from " << pass.begin;
        }
        EXPECT_FALSE(index.writes_between(at, made.trace->step_count())) << slug;
    }
}

TEST(Passes, WriteWhatOthersSee) {
    const scenes::RunScene made = run_of("scan_blelloch", 8);
    const emulator::Trace& trace = *made.trace;
    const TraceIndex index(trace);
    for (int64_t step = 0; step < trace.step_count(); ++step)
        EXPECT_EQ(writes_memory(trace, step), index.writes_between(step, step + 1)) << step;
    for (const Pass& pass : all_passes(trace)) {
        EXPECT_TRUE(writes_memory(trace, pass.end - 1));
        EXPECT_EQ(pass_of(trace.steps[pass.begin]), pass.key);
    }
}

}  // namespace
}  // namespace upsweep::replay
