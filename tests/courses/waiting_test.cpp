// Locks, flags, barriers of the whole grid.

#include "courses/helpers/course.h"

namespace upsweep::courses {
namespace {

TEST(Locks, OneThreadOfEachBlock) {
    for (const CourseRun& run : run_everywhere({.file = "locks.cu",
                                .kernel = "spinLock",
                                .grid = "5",
                                .block = "16",
                                .arguments = {"zeros:1", "iota:80", "zeros:1"}})) {
        EXPECT_EQ(run.after[2][0], 79 * 80 / 2) << run.machine;
        EXPECT_EQ(run.after[0][0], 0) << run.machine;
    }
}

TEST(Locks, EveryThread) {
    for (const CourseRun& run : run_everywhere({.file = "locks.cu",
                                .kernel = "lockEveryThread",
                                .grid = "2",
                                .block = "16",
                                .arguments = {"zeros:1", "zeros:1"}}))
        EXPECT_EQ(run.after[1][0], 32) << run.machine;
}

TEST(Flags, AProducerAndAConsumer) {
    for (const CourseRun& run : run_everywhere({.file = "locks.cu",
                                .kernel = "producerConsumer",
                                .grid = "2",
                                .block = "16",
                                .arguments = {"iota:40", "unset:40", "zeros:1", "zeros:40", "40"},
                                .waits_for_blocks = true}))
        for (int i = 0; i < 40; ++i) EXPECT_EQ(run.after[3][i], (39 - i) * (39 - i) + 1) << run.machine;
}

TEST(Barriers, OfTheWholeGrid) {
    for (const CourseRun& run : run_everywhere({.file = "locks.cu",
                                .kernel = "rotateBlocks",
                                .grid = "4",
                                .block = "8",
                                .arguments = {"iota:32", "unset:32", "zeros:32"},
                                .waits_for_blocks = true}))
        for (int i = 0; i < 32; ++i) EXPECT_EQ(run.after[2][i], ((i + 8) % 32 + 1) * 2) << run.machine;
}

}  // namespace
}  // namespace upsweep::courses
