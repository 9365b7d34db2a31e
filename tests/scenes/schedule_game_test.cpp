// You are the scheduler: who may come next, and which order breaks a kernel that leaves something out.
#include <gmock/gmock.h>

#include <set>

#include "core/error.h"
#include "emulator/bytecode/statement.h"
#include "emulator/trace/trace.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"
#include "scenes/schedule_game.h"

namespace upsweep::scenes {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The single-pass scan of 24 elements in six blocks, two at a time, with one of its switches.
Scene single_pass(const std::string& option) {
    SceneWords words{.algorithm = "scan_single_pass", .n = 24};
    words.options = {"section=4", "inclusive=1"};
    if (!option.empty()) words.options.push_back(option);
    emulator::ToyGpu gpu;
    gpu.resident_blocks = 2;
    words.gpu = gpu;
    return scene_of(words);
}

TEST(ScheduleGame, OffersTheBlocksThatHaveNotStarted) {
    ScheduleGame game(single_pass("counted=0"), Turn::block);
    EXPECT_THAT(game.may_run(), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(game.broken(), "");
    game.pick(0);
    game.pick(3);
    EXPECT_THAT(game.may_run(), ElementsAre(1, 2, 4, 5));
    EXPECT_THAT(game.picked(), ElementsAre(0, 3));
    const auto& blocks = game.run().trace->launches.front().blocks;
    EXPECT_EQ(blocks[0].block, 0U);
    EXPECT_EQ(blocks[1].block, 3U);
    try {
        game.pick(3);
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "Block 3 cannot be next; choose from 1, 2, 4, 5.");
    }
    game.undo();
    EXPECT_THAT(game.may_run(), ElementsAre(1, 2, 3, 4, 5));
    EXPECT_LT(game.step(), game.run().trace->step_count());
}

/// Numbers from blockIdx: two blocks on the slots that both wait for one that has none.
TEST(ScheduleGame, StaticNumbersAreBrokenByPicks) {
    ScheduleGame game(single_pass("counted=0"), Turn::block);
    game.pick(5);
    game.pick(4);
    EXPECT_NE(game.broken(), "");
    EXPECT_FALSE(game.run().trace->complete);
    game.undo();
    game.undo();
    EXPECT_EQ(game.broken(), "");
}

TEST(ScheduleGame, AWarpThatIsPickedHasTheTurn) {
    ScheduleGame game(single_pass(""), Turn::warp);
    EXPECT_THAT(game.may_run(), ElementsAre(0, 1));  // of the two blocks that are resident, a warp each
    std::vector<int> picks;
    for (int i = 0; i < 6; ++i) {
        ASSERT_FALSE(game.may_run().empty());
        picks.push_back(game.may_run().back());
        game.pick(picks.back());
        const auto& steps = game.run().trace->steps;
        const int warps = game.run().trace->launches.front().warps_per_block;
        std::vector<int> turns;
        for (int64_t s = 0; s < game.step(); ++s) {
            const emulator::Step& step = steps[s];
            if (step.kind != emulator::StepKind::host && step.kind != emulator::StepKind::drain)
                turns.push_back(int(step.block) * warps + int(step.warp));
        }
        EXPECT_EQ(turns, picks);
    }
    // Two blocks are resident: no other can have a turn.
    for (const int warp : game.may_run())
        EXPECT_LT(warp, 2 * game.run().trace->launches.front().warps_per_block);
}

TEST(ScheduleGame, SaysWhereThereIsNothingToPick) {
    EXPECT_THROW(ScheduleGame(scene_of({.algorithm = "scan_loop", .n = 8}), Turn::block), UsageError);
    EXPECT_THROW(ScheduleGame(scene_of({.algorithm = "scan_segmented", .n = 64}), Turn::block), UsageError);
}

TEST(BreakingOrder, OfStaticNumbersIsFoundAndIsTheShortest) {
    const Scene scene = single_pass("counted=0");
    const ScheduleSearch search = find_breaking_order(scene, Turn::block);
    ASSERT_TRUE(search.failing);
    EXPECT_NE(search.why, "");
    EXPECT_EQ(breakage(run_scene(*search.failing)), search.why);
    // One shorter never breaks it.
    for (int block = 0; search.list.size() == 2 && block < 6; ++block)
        EXPECT_EQ(breakage(run_scene(with_order(scene, Turn::block, {block}))), "") << block;
    // It is kept as a file.
    const Scene again = parse_scene("s.toml", to_toml(*search.failing));
    EXPECT_EQ(again.gpu.schedule.blocks.list, search.list);
    EXPECT_EQ(breakage(run_scene(again)), search.why);
}

/// Four blocks: all 24 orders, each once.
TEST(BreakingOrder, OfFetchedNumbersThereIsNone) {
    Scene scene = single_pass("");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {16, 1};
    scene = with_parameters(scene, parameters);
    const ScheduleSearch search = find_breaking_order(scene, Turn::block);
    EXPECT_FALSE(search.failing);
    EXPECT_TRUE(search.all);
    EXPECT_EQ(search.tried, 24);
    const ScheduleSearch some = find_breaking_order(scene, Turn::block, 5);
    EXPECT_FALSE(some.all);
    EXPECT_EQ(some.tried, 5);
}

TEST(BreakingOrder, OfAMissingBarrierIsFoundAndShort) {
    // Two warps a block.
    SceneWords words{.algorithm = "scan_single_pass", .n = 24};
    words.options = {"section=8", "barrier=0"};
    const Scene scene = scene_of(words);
    const ScheduleSearch search = find_breaking_order(scene, Turn::warp, 100);
    ASSERT_TRUE(search.failing);
    EXPECT_THAT(search.why, HasSubstr("should be"));
    words.options = {"section=8"};
    EXPECT_FALSE(find_breaking_order(scene_of(words), Turn::warp, 40).failing);
    EXPECT_EQ(breakage(run_scene(*search.failing)), search.why);
    const auto steps = size_t(run_scene(*search.failing).trace->step_count());
    EXPECT_LT(search.list.size(), steps / 2);
}

TEST(BreakingOrder, OfAMissingFenceIsFoundWhereMemoryIsWeak) {
    Scene scene = single_pass("fence=0");
    scene.gpu.weak_memory = true;
    const ScheduleSearch search = find_breaking_order(scene, Turn::warp, 100);
    ASSERT_TRUE(search.failing);
    EXPECT_EQ(breakage(run_scene(*search.failing)), search.why);
}

}  // namespace
}  // namespace upsweep::scenes
