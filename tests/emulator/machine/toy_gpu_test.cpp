// The toy machine's settings: what is written can be read, what makes no sense is refused with a sentence.
#include "emulator/trace/toy_gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "core/error.h"
#include "emulator/machine/scheduler.h"

namespace upsweep::emulator {
namespace {

TEST(Schedule, ReadsWhatItWrites) {
    for (const char* text : {"in-order", "reversed", "round-robin", "random:7", "adversarial", "list:0,1,1,0",
                             "blocks reversed, warps round-robin", "blocks list:3,1, warps list:0,1",
                             "blocks random:7, warps random:8", "blocks adversarial, warps in-order"})
        EXPECT_EQ(to_string(parse_schedule(text)), text);
    for (const char* text : {"in-order", "reversed", "random:7", "adversarial", "list:0,2"}) {
        EXPECT_EQ(to_string(parse_block_order(text)), text);
        EXPECT_EQ(to_string(parse_warp_order(text)), text);
    }
    EXPECT_EQ(to_string(parse_warp_order("round-robin")), "round-robin");
    EXPECT_EQ(to_string(parse_schedule("random")), "random:1");
    EXPECT_EQ(to_string(parse_schedule("random", 5)), "random:5");
    EXPECT_EQ(to_string(parse_schedule("blocks random, warps random:2", 5)),
              "blocks random:5, warps random:2");
    EXPECT_EQ(to_string(Schedule{}), "round-robin");
}

/// What was saved and written down before there were two orders.
TEST(Schedule, ReadsOldSpellings) {
    EXPECT_EQ(to_string(parse_schedule("unkind")), "blocks reversed, warps round-robin");
    EXPECT_EQ(to_string(parse_schedule("by-hand:0,1,1,0")), "list:0,1,1,0");
    EXPECT_EQ(parse_schedule("by-hand:0,1,1,0").blocks.kind, Order::Kind::in_order);
    EXPECT_EQ(parse_schedule("round-robin").blocks.kind, Order::Kind::in_order);
    EXPECT_EQ(parse_schedule("reversed").blocks.kind, Order::Kind::reversed);
    EXPECT_EQ(parse_schedule("random:7").blocks.seed, 7u);
}

TEST(Schedule, RefusesWhatItDoesNotKnow) {
    for (const char* text :
         {"", "fair", "random:", "random:x", "by-hand", "by-hand:", "by-hand:1,", "by-hand:1,,2", "unkind:3",
          "by-hand:99999999999", "list", "list:", "adversarial:1", "blocks reversed",
          "blocks reversed, warps", "blocks round-robin, warps reversed", "blocks reversed warps reversed"})
        EXPECT_THROW(parse_schedule(text), UsageError) << text;
    for (const char* text : {"", "round-robin", "unkind", "fair"})
        EXPECT_THROW(parse_block_order(text), UsageError) << text;
    EXPECT_THROW(parse_warp_order("unkind"), UsageError);
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
    for (Order* order : {&gpu.schedule.blocks, &gpu.schedule.warps}) {
        gpu = {};
        order->kind = Order::Kind::list;
        EXPECT_THROW(check(gpu), UsageError);
        order->list = {1, -1};
        EXPECT_THROW(check(gpu), UsageError);
        order->list = {1, 0};
        EXPECT_NO_THROW(check(gpu));
    }
    gpu = {};
    gpu.schedule.blocks.kind = Order::Kind::round_robin;
    EXPECT_THROW(check(gpu), UsageError);
}

/// The warps that get the first turns when all of `count` can run.
std::vector<size_t> turns(const char* text, size_t count, int how_many) {
    Order order = parse_warp_order(text);
    Scheduler scheduler(order);
    std::vector<size_t> result;
    for (int i = 0; i < how_many; ++i)
        result.push_back(scheduler.next_warp(
            count, [](size_t) { return true; }, [](size_t warp) { return int(warp); }));
    return result;
}

TEST(Scheduler, GivesTurnsInItsOrder) {
    using Turns = std::vector<size_t>;
    EXPECT_EQ(turns("in-order", 3, 4), (Turns{0, 0, 0, 0}));
    EXPECT_EQ(turns("reversed", 3, 4), (Turns{2, 2, 2, 2}));
    EXPECT_EQ(turns("round-robin", 3, 4), (Turns{0, 1, 2, 0}));
    EXPECT_EQ(turns("by-hand:2,0,2", 3, 3), (Turns{2, 0, 2}));
    EXPECT_EQ(turns("random:5", 8, 50), turns("random:5", 8, 50));
    EXPECT_NE(turns("random:5", 8, 50), turns("random:6", 8, 50));
}

TEST(Scheduler, SkipsWarpsThatCannotRun) {
    Order order = parse_warp_order("round-robin");
    Scheduler scheduler(order);
    auto only_1 = [](size_t warp) { return warp == 1; };
    auto number = [](size_t warp) { return int(warp); };
    EXPECT_EQ(scheduler.next_warp(3, only_1, number), 1u);
    EXPECT_EQ(scheduler.next_warp(
                  3, [](size_t) { return false; }, number),
              3u);
}

/// It runs as far as it can; then the latest does.
TEST(Scheduler, AnAdversarialWarpKeepsItsTurnUntilItWaits) {
    Order order = parse_warp_order("adversarial");
    Scheduler scheduler(order);
    size_t waiting = 9;
    auto can_run = [&](size_t warp) { return warp != waiting; };
    auto number = [](size_t warp) { return int(warp); };
    auto next = [&] { return scheduler.next_warp(4, can_run, number); };
    EXPECT_EQ(next(), 3u);
    waiting = 3;
    EXPECT_EQ(next(), 2u);
    waiting = 9;
    EXPECT_EQ(next(), 2u);
    waiting = 2;
    EXPECT_EQ(next(), 3u);
}

/// All blocks of the grid, each once, whatever the order.
TEST(WaitingBlocks, GivesEachBlockOnce) {
    for (const char* text :
         {"in-order", "reversed", "adversarial", "random:3", "random:4", "list:7,2,2,90"}) {
        const Order order = parse_block_order(text);
        WaitingBlocks waiting(order, 50, 4);
        std::vector<int64_t> all;
        while (!waiting.empty()) all.push_back(waiting.take());
        std::sort(all.begin(), all.end());
        ASSERT_EQ(all.size(), 50u) << text;
        for (int64_t i = 0; i < 50; ++i) EXPECT_EQ(all[i], i) << text;
        EXPECT_EQ(waiting.bytes(), 0) << text;
    }
}

/// The first thousand of the largest grid: nothing is kept for those that only wait.
TEST(WaitingBlocks, KeepsNothingForBlocksThatWait) {
    for (const char* text : {"in-order", "reversed", "adversarial", "random:3", "list:7,2,2,90"}) {
        const Order order = parse_block_order(text);
        WaitingBlocks waiting(order, 2147483647, 4);
        for (int i = 0; i < 1000; ++i) waiting.take();
        EXPECT_LE(waiting.bytes(), 100000) << text;
    }
}

/// Every order of four blocks has about the same frequency.
TEST(WaitingBlocks, AtRandomEachOrderIsAsLikely) {
    std::map<std::vector<int64_t>, int> times;
    for (uint64_t seed = 0; seed < 2400; ++seed) {
        const Order order{Order::Kind::random, seed, {}};
        WaitingBlocks waiting(order, 4, 1);
        std::vector<int64_t> all;
        while (!waiting.empty()) all.push_back(waiting.take());
        ++times[all];
    }
    ASSERT_EQ(times.size(), 24u);
    for (const auto& [blocks, count] : times) {
        EXPECT_GT(count, 60);
        EXPECT_LT(count, 140);
    }
}

}  // namespace
}  // namespace upsweep::emulator
