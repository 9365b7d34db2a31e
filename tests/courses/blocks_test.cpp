// Sorting and merging.
#include <algorithm>

#include "courses/helpers/course.h"

namespace upsweep::courses {
namespace {

void expect_sorted(const Course& course) {
    for (const CourseRun& run : run_everywhere(course)) {
        Numbers expected = run.before[0];
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(run.after[0], expected) << course.kernel << " " << run.machine;
    }
}

TEST(Sorting, ByNetworksAndBits) {
    expect_sorted({.file = "sort.cu",
                   .kernel = "bitonicSort",
                   .block = "64",
                   .arguments = {"random:64:3"},
                   .shared = 256});
    expect_sorted(
        {.file = "sort.cu", .kernel = "oddEvenSort", .block = "16", .arguments = {"random:31:4", "31"}});
    expect_sorted({.file = "sort.cu", .kernel = "splitSort", .block = "64", .arguments = {"random:64:5"}});
}

TEST(Merging, FindsEveryElementsRank) {
    for (const CourseRun& run : run_everywhere({.file = "sort.cu",
                                .kernel = "mergeByRank",
                                .grid = "2",
                                .block = "16",
                                .arguments = {"values:1,4,4,9,10,11,40,41,42,50",
                                              "values:0,4,5,6,10,10,39,60,61,62", "zeros:20", "10"}})) {
        Numbers expected(20);
        std::merge(run.before[0].begin(), run.before[0].end(), run.before[1].begin(), run.before[1].end(),
                   expected.begin());
        EXPECT_EQ(run.after[2], expected) << run.machine;
    }
}

TEST(Graphs, LevelsOfARingWithChords) {
    constexpr int n = 24;
    Numbers expected(n, -1);
    std::vector<int> queue = {0};
    expected[0] = 0;
    for (size_t i = 0; i < queue.size(); ++i)
        for (int next : {(queue[i] + 1) % n, (queue[i] + n - 1) % n, (queue[i] * 3 + 1) % n})
            if (expected[next] == -1) {
                expected[next] = expected[queue[i]] + 1;
                queue.push_back(next);
            }
    for (const CourseRun& run : run_everywhere({.file = "graph.cu",
                                .kernel = "bfs",
                                .block = "16",
                                .arguments = {"fill:24:-1", "zeros:48", "24"}}))
        EXPECT_EQ(run.after[0], expected) << run.machine;
}

TEST(Graphs, SparseMatrixTimesVector) {
    for (const CourseRun& run : run_everywhere({.file = "graph.cu",
                                .kernel = "multiplySparse",
                                .grid = "2",
                                .block = "4",
                                .arguments = {"5", "values:0,2,2,5,6,8", "values:0,3,1,2,4,0,3,4",
                                              "values:1,2,3,4,5,6,7,8", "values:1,2,3,4,5", "zeros:5"}}))
        EXPECT_EQ(run.after[5], (Numbers{1 + 8, 0, 6 + 12 + 25, 6, 28 + 40})) << run.machine;
}

}  // namespace
}  // namespace upsweep::courses
