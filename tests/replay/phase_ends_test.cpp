// Where "next phase" stops among blocks that run at once, and what is said there.
#include "replay/structure/passes.h"

#include <gmock/gmock.h>

#include <memory>
#include <regex>

#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/helpers/trace_builder.h"
#include "replay/position/position.h"
#include "replay/words/meaning.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::ElementsAre;

std::unique_ptr<StepPosition> opened(const char* slug) {
    return std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
}

/// Two warps in turns: a phase ends with the slower one, and each time that a loop comes back to it.
TEST(PhaseEnds, AreThoseOfTheSlowestWarp) {
    app::test::TraceBuilder build(2, 4, 4, "a\nb\n");
    const auto out = build.array("out", emulator::Space::shared, {4, 1});
    build.phase("load");
    build.phase("sum");
    const auto step = [&](int warp, uint32_t phase, bool writes = true) {
        build.step(warp, 3, 1);
        build.trace.steps.back().phase = phase;
        if (writes) build.write(0, out, warp, 1);
    };
    for (int pass = 0; pass < 2; ++pass) {
        step(0, 0);
        step(0, 1, false);
        step(1, 0);
        step(0, 1);
        step(1, 1);
    }
    EXPECT_THAT(phase_ends(build.trace), ElementsAre(3, 5, 8, 10));
    EXPECT_EQ(own_pass(build.trace, 9, Grain::phase), (StepRange{8, 10})) << "warp 1 was in the phase before";
}

TEST(PhaseEnds, ArePassedOverWhereNothingIsTouched) {
    app::test::TraceBuilder build(2, 4, 2, "a\nb\n");
    const auto out = build.array("out", emulator::Space::shared, {4, 1});
    build.phase("where");
    build.step(0, 3, 1);
    build.phase("store");
    build.step(0, 3, 2);
    build.write(0, out, 0, 1);
    EXPECT_THAT(phase_ends(build.trace), ElementsAre(2));
}

/// The scenes that open at phases: each stop is the end of a phase of the block that made the last step, and
/// that block is what the sentence is about.
TEST(PhaseEnds, AreToldOfTheBlockThatIsThrough) {
    for (const char* slug : {"scan_single_pass", "scan_lookback", "integral_image_one_pass"}) {
        const auto at = opened(slug);
        at->set_grain(Grain::phase);
        const emulator::Trace& trace = at->trace();
        int64_t stop = 0, told = 0;
        while ((stop = at->index().forward(stop, Grain::phase)) < at->step_count()) {
            at->seek(stop);
            const emulator::Step& last = trace.steps[stop - 1];
            const std::string said = plain(at->sentence());
            SCOPED_TRACE(std::string(slug) + " at " + std::to_string(stop) + ": " + said);
            if (last.kind == emulator::StepKind::host) continue;
            for (int64_t i = stop; i < at->step_count(); ++i) {
                const emulator::Step& next = trace.steps[i];
                if (next.operation != last.operation || next.block != last.block) continue;
                EXPECT_NE(next.phase, last.phase);
                break;
            }
            std::smatch who;
            ASSERT_TRUE(std::regex_search(said, who, std::regex("[Bb]lock (with blockIdx )?(\\d+)")));
            EXPECT_EQ(who[2],
                      std::to_string(who[1].matched ? last.block : at->staged().number_of(last.block)));
            EXPECT_THAT(said, testing::Not(testing::HasSubstr("in every lane"))) << "nothing but a register";
            ++told;
        }
        EXPECT_GE(told, 4 * at->staged().blocks() - 1);
    }
}

/// What a launch has made of what, where a step is a launch.
TEST(PhaseEnds, OfALaunchIsWhatItMade) {
    const auto at = opened("integral_image_bugetti");
    at->set_grain(Grain::launch);
    at->seek(at->index().forward(0, Grain::launch));
    EXPECT_EQ(plain(at->sentence()), "Launch 1 of 4 is done: four blocks have made row_sums from input.");
    const auto segmented = opened("scan_segmented");
    segmented->set_grain(Grain::launch);
    segmented->seek(segmented->index().forward(0, Grain::launch));
    segmented->seek(segmented->index().forward(segmented->step(), Grain::launch));
    EXPECT_EQ(plain(segmented->sentence()), "Launch 2 of 3 is done: one block has changed last_values.");
}

}  // namespace
}  // namespace upsweep::replay
