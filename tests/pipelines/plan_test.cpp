// The shapes of the plans and the counts they promise.
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"

namespace upsweep {
namespace {

using test::expected_count;
using test::parameters_of;

const MachineShape toy{4, 8};

std::vector<Launch> launches_of(const Plan& plan) {
    std::vector<Launch> launches;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what)) launches.push_back(*launch);
    return launches;
}

std::vector<std::string> launch_names(const Plan& plan) {
    std::vector<std::string> names;
    for (const Launch& launch : launches_of(plan)) names.push_back(launch.name);
    return names;
}

int64_t expected(std::string_view slug, Extent extent, std::string_view count,
                 std::vector<OptionValue> options = {}, MachineShape machine = toy) {
    const Algorithm& algorithm = find_algorithm(slug);
    return expected_count(algorithm, parameters_of(algorithm, extent, std::move(options), machine), count);
}

TEST(ScanPlan, OneSegmentIsOneLaunch) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    for (int64_t n : {1, 2, 8, 511, 512}) {
        const auto launches = launches_of(scan.make_plan(parameters_of(scan, {n, 3})));
        ASSERT_EQ(launches.size(), 1U) << n;
        EXPECT_EQ(launches[0].grid.x, 3);
    }
}

TEST(ScanPlan, LongRowsAddBlockTotals) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const Plan plan = scan.make_plan(parameters_of(scan, {16, 1}, {{"segment", 4}}));
    EXPECT_EQ(launch_names(plan),
              (std::vector<std::string>{"scan rows", "scan block totals", "add block sums"}));
    ASSERT_EQ(plan.buffers.size(), 4U);
    EXPECT_EQ(plan.buffers[2].name, "block_totals");
    EXPECT_EQ(plan.buffers[2].extent, (Extent{4, 1}));
    const Plan deep = scan.make_plan(parameters_of(scan, {64, 1}, {{"segment", 4}}));
    EXPECT_EQ(launches_of(deep).size(), 5U);
    EXPECT_EQ(deep.buffers[4].name, "block_totals_2");
}

TEST(ScanPlan, ManyRowsFitTheGrid) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const auto launches = launches_of(scan.make_plan(parameters_of(scan, {1000, 70000})));
    EXPECT_EQ(launches[0].grid, (Dim3{140000, 1, 1}));
    EXPECT_THROW(scan.make_plan(parameters_of(scan, {1000, 1 << 30}, {{"segment", 2}})), UsageError);
    EXPECT_THROW(parameters_of(scan, {1 << 30, 1 << 30}), UsageError);
}

TEST(ScanPlan, DefinesBanksOnlyForOtherMachines) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    EXPECT_EQ(launches_of(scan.make_plan(parameters_of(scan, {8, 1})))[0].kernel.definitions.size(), 2U);
    const Definitions toys =
        launches_of(scan.make_plan(parameters_of(scan, {8, 1}, {}, toy)))[0].kernel.definitions;
    ASSERT_EQ(toys.size(), 3U);
    EXPECT_EQ(toys[2], (std::pair<std::string, std::string>{"BANKS", "8"}));
}

TEST(ScanPlan, TrafficIsTheBytesOfEachLaunch) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    // Scan: 16 read, 16 written and 4 totals; totals: 4 read and written; increment: 12 and 3 sums read, 12
    // written.
    EXPECT_EQ(scan.make_plan(parameters_of(scan, {16, 1}, {{"segment", 4}})).traffic_bytes(),
              4 * (16 + 16 + 4 + 4 + 4 + 12 + 3 + 12));
}

TEST(ScanCost, MeetsThePapersFormulas) {
    for (int64_t n : {8, 16, 64, 512}) {
        EXPECT_EQ(expected("scan_blelloch", {n, 1}, "additions"), 2 * (n - 1));
        EXPECT_EQ(expected("scan_blelloch", {n, 1}, "copies"), n - 1);
    }
    EXPECT_EQ(expected("scan_blelloch", {16, 1}, "barriers"), 9);
    EXPECT_EQ(expected("scan_blelloch", {16, 1}, "rounds"), 8);
    // Four trees of 4, one over their totals, 12 elements added to.
    EXPECT_EQ(expected("scan_blelloch", {16, 1}, "additions", {{"segment", 4}}), 4 * 6 + 6 + 12);
    // n is the padded length: five elements and three zeros make a tree of eight.
    EXPECT_EQ(expected("scan_blelloch", {5, 1}, "additions"), 14);
}

TEST(ScanCost, PaddingFreesTheBanksUpToBanksSquared) {
    const std::vector<OptionValue> off = {{"padding", 0}}, on = {{"padding", 1}};
    EXPECT_GT(expected("scan_blelloch", {16, 1}, "bank_conflicts", off), 0);
    EXPECT_EQ(expected("scan_blelloch", {8, 1}, "bank_conflicts", on, {4, 4}), 0);
    EXPECT_EQ(expected("scan_blelloch", {1024, 1}, "bank_conflicts", {{"segment", 1024}}, {32, 32}), 0);
    EXPECT_GT(expected("scan_blelloch", {2048, 1}, "bank_conflicts", {{"segment", 2048}}, {32, 32}), 0);
}

TEST(TransposePlan, OneTileABlock) {
    const Algorithm& transpose = find_algorithm("transpose_tiled");
    const Plan plan = transpose.make_plan(parameters_of(transpose, {33, 65}));
    const Launch launch = launches_of(plan)[0];
    EXPECT_EQ(launch.grid.x, 2 * 3);
    EXPECT_EQ(launch.block, (Dim3{32, 8, 1}));
    EXPECT_EQ(launch.kernel.definitions.size(), 2U);
    EXPECT_EQ(plan.buffers[1].extent, (Extent{65, 33}));
}

TEST(TransposeCost, PaddingFreesTheColumns) {
    EXPECT_EQ(expected("transpose_tiled", {64, 64}, "bank_conflicts", {}, {32, 32}), 0);
    EXPECT_EQ(expected("transpose_tiled", {64, 64}, "bank_conflicts", {{"padding", 0}}, {32, 32}),
              4 * 32 * 31);
}

TEST(IntegralImagePlan, ScansTurnsAndScans) {
    const Algorithm& integral = find_algorithm("integral_image_blelloch");
    const Plan turned = integral.make_plan(parameters_of(integral, {8, 4}));
    EXPECT_EQ(launch_names(turned), (std::vector<std::string>{"scan rows", "transpose", "scan columns"}));
    EXPECT_EQ(turned[turned.output].extent, (Extent{4, 8}));
    const Plan upright = integral.make_plan(parameters_of(integral, {8, 4}, {{"upright", 1}}));
    EXPECT_EQ(launch_names(upright).back(), "transpose back");
    EXPECT_EQ(upright[upright.output].extent, (Extent{8, 4}));
}

}  // namespace
}  // namespace upsweep
