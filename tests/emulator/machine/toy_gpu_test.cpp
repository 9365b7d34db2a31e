// The toy machine's settings: what is written can be read, what makes no sense is refused with a sentence.
#include "emulator/trace/toy_gpu.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/machine/scheduler.h"

namespace upsweep::emulator {
namespace {

TEST(Schedule, ReadsWhatItWrites) {
    for (const char* text : {"in-order", "reversed", "round-robin", "random:7", "unkind", "by-hand:0,1,1,0"})
        EXPECT_EQ(to_string(parse_schedule(text)), text);
    EXPECT_EQ(to_string(parse_schedule("random")), "random:1");
}

TEST(Schedule, RefusesWhatItDoesNotKnow) {
    for (const char* text : {"", "fair", "random:", "random:x", "by-hand", "by-hand:", "by-hand:1,",
                             "by-hand:1,,2", "unkind:3", "by-hand:99999999999"})
        EXPECT_THROW(parse_schedule(text), UsageError) << text;
}

TEST(ToyGpu, IsChecked) {
    EXPECT_NO_THROW(check(ToyGpu{}));
    ToyGpu gpu;
    gpu.lanes = 1;
    EXPECT_THROW(check(gpu), UsageError);
    gpu = {};
    gpu.banks = 33;
    EXPECT_THROW(check(gpu), UsageError);
    gpu = {};
    gpu.resident_blocks = 0;
    EXPECT_THROW(check(gpu), UsageError);
    gpu = {};
    gpu.schedule.kind = Schedule::Kind::by_hand;
    EXPECT_THROW(check(gpu), UsageError);
}

/// The warps that get the first turns when all of `count` can run.
std::vector<std::size_t> turns(const char* text, std::size_t count, int how_many) {
    Schedule schedule = parse_schedule(text);
    Scheduler scheduler(schedule);
    std::vector<std::size_t> result;
    for (int i = 0; i < how_many; ++i)
        result.push_back(scheduler.next_warp(
            count, [](std::size_t) { return true; },
            [](std::size_t warp) { return static_cast<int>(warp); }));
    return result;
}

TEST(Scheduler, GivesTurnsInItsOrder) {
    using Turns = std::vector<std::size_t>;
    EXPECT_EQ(turns("in-order", 3, 4), (Turns{0, 0, 0, 0}));
    EXPECT_EQ(turns("reversed", 3, 4), (Turns{2, 2, 2, 2}));
    EXPECT_EQ(turns("round-robin", 3, 4), (Turns{0, 1, 2, 0}));
    EXPECT_EQ(turns("by-hand:2,0,2", 3, 3), (Turns{2, 0, 2}));
    EXPECT_EQ(turns("random:5", 8, 50), turns("random:5", 8, 50));
    EXPECT_NE(turns("random:5", 8, 50), turns("random:6", 8, 50));
}

TEST(Scheduler, SkipsWarpsThatCannotRun) {
    Schedule schedule = parse_schedule("round-robin");
    Scheduler scheduler(schedule);
    auto only_1 = [](std::size_t warp) { return warp == 1; };
    auto number = [](std::size_t warp) { return static_cast<int>(warp); };
    EXPECT_EQ(scheduler.next_warp(3, only_1, number), 1u);
    EXPECT_EQ(scheduler.next_warp(
                  3, [](std::size_t) { return false; }, number),
              3u);
}

}  // namespace
}  // namespace upsweep::emulator
