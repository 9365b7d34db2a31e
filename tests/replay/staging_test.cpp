// The arrays on the stage: declared and derived subjects, the same at every step.
#include "replay/structure/staging.h"

#include <gmock/gmock.h>

#include <memory>

#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/position/position.h"
#include "replay/trace.h"
#include "scenes/helpers/single_pass.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

std::unique_ptr<StepPosition> staging_opened(const scenes::Scene& scene) {
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

std::vector<std::string> names_of(const StagedLaunch& staged) {
    std::vector<std::string> names;
    for (const StagedArray& one : staged.arrays()) names.push_back(one.name);
    return names;
}

TEST(Staging, HillisAndSteeleHaveTwoBuffersInOneArray) {
    const auto at = staging_opened(scenes::initial_scene("scan_hillis_steele"));
    EXPECT_THAT(names_of(at->staged(0)), testing::ElementsAre("input", "buffers", "buffers", "output"));
    const StagedArray& second = at->staged(0).arrays()[2];
    EXPECT_EQ(at->staged(0).part(second, 0), (ElementBox{8, 0, {8, 1}}));
}

TEST(Staging, ASectionOfASecondRowLiesInTheSecondRow) {
    scenes::Scene scene = scenes::initial_scene("scan_single_pass");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {8, 2};
    const auto at = staging_opened(scenes::with_parameters(scene, parameters));
    const StagedLaunch& staged = at->staged(0);
    const StagedArray& input = staged.arrays().front();
    // Block b takes section b / rows of row b % rows.
    EXPECT_EQ(staged.part(input, 0), (ElementBox{0, 0, {4, 1}}));
    EXPECT_EQ(staged.part(input, 1), (ElementBox{0, 1, {4, 1}}));
    EXPECT_EQ(staged.part(input, 2), (ElementBox{4, 0, {4, 1}}));
    EXPECT_EQ(staged.part_of(input, 13), 3);
    const StagedArray* flags = staged.find(SubjectRole::flag);
    ASSERT_NE(flags, nullptr);
    // A block raises the flag a row of flags behind the one that it waits for.
    EXPECT_EQ(staged.part(*flags, 0).first(flags->extent.width), 2);
    EXPECT_EQ(staged.part(*flags, 3).first(flags->extent.width), 5);
}

TEST(Staging, BlocksThatFetchTheirNumbersAreKnownByThem) {
    scenes::Scene scene = scenes::initial_scene("scan_single_pass");
    scene.gpu.resident_blocks = 1;
    scene.gpu.schedule = emulator::parse_schedule("blocks reversed, warps in-order");
    const auto at = staging_opened(scene);
    const StagedLaunch& staged = at->staged(0);
    ASSERT_TRUE(staged.fetches_numbers());
    ASSERT_EQ(staged.blocks(), 6);
    // The first to start has number 0: of the blocks that start, the last.
    EXPECT_EQ(staged.block_of(0), 5);
    EXPECT_EQ(staged.number_of(0), 5);
    EXPECT_GE(staged.numbered_at(5), 0);
}

TEST(Staging, WithoutACounterNumbersAreBlockIdx) {
    const scenes::Scene scene = scenes::single_pass_without_counter("blocks in-order, warps in-order");
    const auto at = staging_opened(scene);
    EXPECT_FALSE(at->staged(0).fetches_numbers());
    for (int64_t block = 0; block < 6; ++block) EXPECT_EQ(at->staged(0).number_of(block), block);
}

TEST(Staging, DeclaredPartsHoldAllThatABlockTouches) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = staging_opened(scenes::initial_scene(std::string(algorithm->slug)));
        const emulator::Trace& trace = at->trace();
        for (size_t l = 0; l < trace.launches.size(); ++l) {
            const StagedLaunch& staged = at->staged(l);
            ASSERT_FALSE(staged.arrays().empty());
            const emulator::LaunchInfo& launch = trace.launches[l];
            for (int64_t step = launch.first_step; step < launch.end_step; ++step) {
                const emulator::Step& one = trace.steps[step];
                for (int64_t i = one.first_access; i < trace.end_access(step); ++i) {
                    const emulator::Access& access = trace.accesses[i];
                    const StagedArray* array = staged.find(access.array);
                    if (array == nullptr || array->is_shared() || !array->is_data() ||
                        !array->subject.parts.known())
                        continue;
                    const ElementBox part = staged.part(*array, staged.number_of(one.block));
                    EXPECT_TRUE(part.contains(element_of(trace, access), array->extent.width))
                        << array->name << ", launch " << launch.name << ", step " << step;
                }
            }
        }
    }
}

/// The extents of `from` and `to`, as a block of 4 × 4 threads shows them that runs `statement`.
std::pair<Extent, Extent> extents_of(const std::string& statement) {
    scenes::Scene scene = scenes::scene_of_text(
        "__global__ void turn(const unsigned* from, unsigned* to) {\n    int x = threadIdx.x, y = "
        "threadIdx.y;\n"
        "    " +
        statement + "\n}\n");
    scene.program()->grid = "1";
    scene.program()->block = "4,4";
    scene.program()->arguments = {"iota:24", "zeros:24"};
    const auto at = staging_opened(scene);
    return {at->staged(0).arrays()[0].extent, at->staged(0).arrays()[1].extent};
}

TEST(Staging, RowsOfABarePointerAreFoundByThreadsBelowEachOtherAndByThoseThatTakeColumns) {
    const auto [rows, columns] = extents_of("to[x * 6 + y] = from[y * 6 + x];");
    EXPECT_EQ(rows, (Extent{6, 4}));
    EXPECT_EQ(columns, (Extent{6, 4}));
    const auto [same, none] = extents_of("if (x == 0) to[y] = from[y];");
    EXPECT_EQ(same, (Extent{24, 1}));
    EXPECT_EQ(none, (Extent{24, 1}));
}

TEST(Staging, EveryArrayThatALaunchTouchesStandsThere) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = staging_opened(scenes::initial_scene(std::string(algorithm->slug)));
        const emulator::Trace& trace = at->trace();
        for (size_t l = 0; l < trace.launches.size(); ++l) {
            const emulator::LaunchInfo& launch = trace.launches[l];
            for (int64_t step = launch.first_step; step < launch.end_step; ++step)
                for (int64_t i = trace.steps[step].first_access; i < trace.end_access(step); ++i) {
                    const emulator::ArrayInfo& info = trace.arrays[trace.accesses[i].array];
                    if (info.space != emulator::Space::global && info.space != emulator::Space::shared)
                        continue;
                    ASSERT_NE(at->staged(l).find(trace.accesses[i].array), nullptr)
                        << info.name << " of " << launch.name;
                }
        }
    }
}

}  // namespace
}  // namespace upsweep::replay
