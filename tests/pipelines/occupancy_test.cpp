// Occupancy against the paper's table and against figures worked out by hand.
#include "pipelines/parts/occupancy.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep {
namespace {

Occupancy on(const char* capability, BlockNeeds needs) {
    return occupancy_of(needs, find_capability(capability));
}

/// Bilgic et al. 2010, table 1: 100 % each on a GTX 295.
TEST(Occupancy, OfBilgicsKernelsIsThatOfTheirTable) {
    EXPECT_EQ(on("1.3", {256, 11, 2224}).share, 1);
    EXPECT_EQ(on("1.3", {256, 5, 48}).share, 1);
    EXPECT_EQ(on("1.3", {256, 8, 1120}).share, 1);
    EXPECT_EQ(on("1.3", {256, 11, 2224}).limit, "warps");
}

/// Oro et al. 2011: 28² threads are 24.5 warps, and one block of 25 warps fits on a multiprocessor of a GTX
/// 470.
TEST(Occupancy, OfOrosBlockOf784) {
    const Occupancy occupancy = on("2.0", {784, 20, 52 * 52 * 4});
    EXPECT_EQ(occupancy.blocks, 1);
    EXPECT_EQ(occupancy.warps, 25);
    EXPECT_EQ(occupancy.limit, "warps");
}

TEST(Occupancy, IsLimitedByWhateverRunsOutFirst) {
    // 64 registers: 2048 a warp, 32 warps of 65 536.
    const Occupancy registers = on("9.0", {256, 64, 0});
    EXPECT_EQ(registers.blocks, 4);
    EXPECT_EQ(registers.share, 0.5);
    EXPECT_EQ(registers.limit, "registers");
    // 100 KiB and the system's one: two blocks of 228 KiB.
    const Occupancy shared = on("9.0", {256, 32, 100 * 1024});
    EXPECT_EQ(shared.blocks, 2);
    EXPECT_EQ(shared.limit, "shared memory");
    const Occupancy blocks = on("8.6", {32, 16, 0});
    EXPECT_EQ(blocks.blocks, 16);
    EXPECT_EQ(blocks.limit, "blocks");
    EXPECT_EQ(on("9.0", {1024, 32, 0}).share, 1);
}

/// Capability 1.3 gives registers to a block as to a whole number of pairs of warps: three warps of 40
/// registers a thread take 4 · 1280 of 16 384.
TEST(Occupancy, OfAnOddNumberOfWarpsCountsPairsOn13) {
    const Occupancy occupancy = on("1.3", {96, 40, 0});
    EXPECT_EQ(occupancy.blocks, 3);
    EXPECT_EQ(occupancy.warps, 9);
    EXPECT_EQ(occupancy.limit, "registers");
}

TEST(Occupancy, OfWhatDoesNotFitIsNone) {
    EXPECT_EQ(on("1.3", {1024, 8, 0}).blocks, 0);
    EXPECT_EQ(on("7.5", {256, 8, 100 * 1024}).limit, "the block size");
    EXPECT_THROW(on("9.0", {0, 8, 0}), UsageError);
    EXPECT_THROW(find_capability("4.2"), UsageError);
}

}  // namespace
}  // namespace upsweep
