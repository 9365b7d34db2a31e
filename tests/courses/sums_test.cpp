// Reductions, scans, histograms, inner products.
#include <algorithm>
#include <numeric>

#include "courses/helpers/course.h"

namespace upsweep::courses {
namespace {

double sum_of(const Numbers& numbers, size_t first, size_t count) {
    return std::accumulate(numbers.begin() + ptrdiff_t(first), numbers.begin() + ptrdiff_t(first + count),
                           0.0);
}

/// Each block's sum of `each` elements.
void expect_block_sums(const Course& course, size_t each) {
    for (const CourseRun& run : run_everywhere(course))
        for (size_t b = 0; b < run.after[1].size(); ++b)
            EXPECT_EQ(run.after[1][b], sum_of(run.before[0], b * each, each))
                << course.kernel << " " << run.machine;
}

TEST(Reductions, GiveEachBlocksSum) {
    for (const char* kernel : {"reduceInterleaved", "reduceStrided", "reduceSequential"})
        expect_block_sums({.file = "reduce.cu",
                           .kernel = kernel,
                           .grid = "3",
                           .block = "64",
                           .arguments = {"random:192", "zeros:3"},
                           .shared = 256},
                          64);
    expect_block_sums({.file = "reduce.cu",
                       .kernel = "reduceFirstAdd",
                       .grid = "2",
                       .block = "32",
                       .arguments = {"random:128", "zeros:2"},
                       .shared = 128},
                      64);
}

TEST(Reductions, ByShufflesAtomicsAndTheLastBlock) {
    for (const CourseRun& run : run_everywhere({.file = "reduce.cu",
                                .kernel = "reduceShuffle",
                                .grid = "2",
                                .block = "64",
                                .arguments = {"random:300", "zeros:2", "300"},
                                // Halves the warp, and one warp adds up what at most as many have left.
                                                .warps = powers_of_two(8)}))
        EXPECT_EQ(run.after[1][0] + run.after[1][1], sum_of(run.before[0], 0, 300)) << run.machine;
    for (const CourseRun& run : run_everywhere({.file = "reduce.cu",
                                .kernel = "reduceAtomic",
                                .grid = "4",
                                .block = "32",
                                .arguments = {"random:100", "zeros:1", "100"}}))
        EXPECT_EQ(run.after[1][0], sum_of(run.before[0], 0, 100)) << run.machine;
    for (const CourseRun& run : run_everywhere({.file = "reduce.cu",
                                .kernel = "reduceLastBlock",
                                .grid = "4",
                                .block = "64",
                                .arguments = {"random:200", "zeros:4", "zeros:1", "200"}}))
        EXPECT_EQ(run.after[2][0], sum_of(run.before[0], 0, 200)) << run.machine;
}

TEST(Reductions, TheLastWarpWithoutBarriersReliesOnLockstep) {
    // Its offsets are those of 32 lanes. The twin meets at a __syncwarp before each of them.
    Course course = {.file = "reduce.cu",
                     .kernel = "reduceLastWarp",
                     .grid = "2",
                     .block = "128",
                     .arguments = {"random:256", "zeros:2"},
                     .shared = 512,
                     .warps = {32},
                     .relies_on_lockstep = true};
    expect_block_sums(course, 128);
    course.kernel = "reduceLastWarpSynced";
    course.relies_on_lockstep = false;
    expect_block_sums(course, 128);
}

TEST(Reductions, AsATemplate) {
    for (const CourseRun& run : run_everywhere({.file = "reduce_template.cu",
                                .kernel = "reduce<double, 64>",
                                .grid = "2",
                                .block = "64",
                                .arguments = {"random:500", "zeros:2", "500"}}))
        EXPECT_EQ(run.after[1][0] + run.after[1][1], sum_of(run.before[0], 0, 500)) << run.machine;
    for (const CourseRun& run : run_everywhere({.file = "reduce_template.cu",
                                .kernel = "reduce<int, 32>",
                                .block = "32",
                                .arguments = {"random:90", "zeros:1", "90"}}))
        EXPECT_EQ(run.after[1][0], sum_of(run.before[0], 0, 90)) << run.machine;
}

void expect_scan(const Course& course, size_t in, size_t out, bool inclusive, size_t each) {
    for (const CourseRun& run : run_everywhere(course)) {
        double sum = 0;
        for (size_t i = 0; i < run.before[in].size(); ++i) {
            if (i % each == 0) sum = 0;
            if (inclusive) sum += run.before[in][i];
            ASSERT_EQ(run.after[out][i], sum) << course.kernel << " " << i << " " << run.machine;
            if (!inclusive) sum += run.before[in][i];
        }
    }
}

TEST(Scans, OfABlock) {
    expect_scan({.file = "scan.cu",
                 .kernel = "scanHillisSteele",
                 .block = "64",
                 .arguments = {"zeros:64", "random:64", "64"},
                 .shared = 512},
                1, 0, false, 64);
    expect_scan({.file = "scan.cu",
                 .kernel = "scanTree",
                 .block = "32",
                 .arguments = {"zeros:64", "random:64", "64"},
                 .shared = 256,
                 .spare = 1},  // the last: a thread stores what it has written itself
                1, 0, false, 64);
    expect_scan({.file = "scan.cu", .kernel = "koggeStone", .block = "64", .arguments = {"random:64", "64"}},
                0, 0, true, 64);
    expect_scan({.file = "scan.cu",
                 .kernel = "scanShuffle",
                 .grid = "2",
                 .block = "64",
                 .arguments = {"random:128", "zeros:128"}},
                0, 1, true, 64);
}

TEST(Scans, OfAGridInOneLaunch) {
    expect_scan({.file = "decoupled_scan.cu",
                 .kernel = "chainedScan",
                 .grid = "7",
                 .block = "16",
                 .arguments = {"random:100", "zeros:100", "zeros:8", "zeros:8", "100"}},
                0, 1, true, 1000);
}

TEST(Histograms, CountEveryValue) {
    for (const char* kernel : {"histogramGlobal", "histogramShared"})
        for (const CourseRun& run : run_everywhere({.file = "histogram.cu",
                                    .kernel = kernel,
                                    .grid = "3",
                                    .block = "32",
                                    .arguments = {"random:250", "250", "zeros:16"}})) {
            Numbers expected(16);
            for (double value : run.before[0]) ++expected[size_t(value) % 16];
            EXPECT_EQ(run.after[2], expected) << kernel << " " << run.machine;
        }
}

TEST(DotProduct, AddsUp) {
    for (const CourseRun& run : run_everywhere({.file = "dot_product.cu",
                                .kernel = "dot",
                                .grid = "4",
                                .block = "16",
                                .arguments = {"iota:100", "iota:100:1", "zeros:4"}}))
        EXPECT_EQ(sum_of(run.after[2], 0, 4),
                  std::inner_product(run.before[0].begin(), run.before[0].end(), run.before[1].begin(), 0.0))
            << run.machine;
}

TEST(Compaction, KeepsThePositiveOnesInOrderWithinAWarp) {
    for (const CourseRun& run : run_everywhere({.file = "compact.cu",
                                .kernel = "compact",
                                .grid = "3",
                                .block = "32",
                                .arguments = {"iota:80:-30", "zeros:80", "zeros:1", "80"}})) {
        Numbers kept(run.after[1].begin(), run.after[1].begin() + 49);
        EXPECT_EQ(run.after[2][0], 49) << run.machine;
        std::sort(kept.begin(), kept.end());
        EXPECT_EQ(kept, iota(49, 1)) << run.machine;
    }
}

}  // namespace
}  // namespace upsweep::courses
