// Vector clocks: the later time of each place, whatever they share; what a chain of agents costs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "emulator/machine/detect/ordering.h"

namespace upsweep::emulator {
namespace {

using Times = std::map<uint64_t, uint32_t>;

TEST(Clock, HasTheLaterTimeOfEachPlace) {
    int64_t bytes = 0;
    Clocks clocks(bytes);
    std::mt19937 random(7);
    for (int spread : {6, 40, 1000, 1 << 30}) {
        std::vector<Clock> made(8);
        std::vector<Times> expected(8);
        for (int round = 0; round < 400; ++round) {
            const size_t to = random() % 8, from = random() % 8;
            if (random() % 3 == 0) {
                made[to] = clocks.joined(made[to], made[from]);
                for (const auto& [place, time] : expected[from])
                    expected[to][place] = std::max(expected[to][place], time);
            } else {
                const uint64_t place = random() % static_cast<unsigned>(spread);
                const uint32_t time = random() % 50 + 1;
                made[to] = clocks.with(made[to], place, time);
                expected[to][place] = std::max(expected[to][place], time);
            }
            for (const auto& [place, time] : expected[to]) ASSERT_EQ(made[to].at(place), time) << place;
            const uint64_t other = random() % static_cast<unsigned>(spread);
            ASSERT_EQ(made[to].at(other), expected[to].count(other) != 0 ? expected[to].at(other) : 0u);
        }
    }
    // Nothing is left of them, and nothing counts.
    EXPECT_EQ(bytes, 0);
}

/// Two that have the same are held once: a join of them makes nothing.
TEST(Clock, JoinsWhatIsTheSameForNothing) {
    int64_t bytes = 0;
    Clocks clocks(bytes);
    Clock one, other;
    for (uint64_t place = 0; place < 5000; ++place) {
        one = clocks.with(one, place, 3);
        other = clocks.with(other, 4999 - place, place == 99 ? 2 : 3);
    }
    const int64_t before = bytes;
    const Clock both = clocks.joined(one, other);
    EXPECT_EQ(bytes, before);
    EXPECT_EQ(both.tree, one.tree);
    const int64_t visits = clocks.visits();
    EXPECT_EQ(clocks.joined(both, one).tree, one.tree);
    EXPECT_EQ(clocks.visits(), visits);
}

enum class Chain { acquire_release, twice, fences, flags };

/// So many blocks of one warp do this one after another; what their clocks cost a block.
double visits_a_block(Chain chain, uint32_t blocks) {
    Ordering ordering;
    std::vector<BlockOrder> orders(blocks);
    constexpr uint64_t counter = 7, flags = 100;
    for (int round = 0; round < (chain == Chain::twice ? 2 : 1); ++round)
        for (uint32_t block = 0; block < blocks; ++block) {
            BlockOrder& order = orders[block];
            order.block = block;
            order.agents.resize(1);
            if (chain == Chain::fences) {
                ordering.fence(order, 0, true);
                ordering.strong_load(order, 0, counter, false);
                ordering.strong_store(order, 0, counter, false, true);
                ordering.fence(order, 0, true);
            } else if (chain == Chain::flags) {
                if (block > 0) ordering.strong_load(order, 0, flags + block - 1, false);
                if (block > 0) ordering.see_flag(order, 0, flags + block - 1);
                ordering.fence(order, 0, true);
                ordering.strong_store(order, 0, flags + block, false, false);
                ordering.raise_flag(order, 0, flags + block);
            } else {
                ordering.strong_load(order, 0, counter, true);
                ordering.strong_store(order, 0, counter, true, true);
            }
        }
    // The last block knows of all others.
    Stamp before, now;
    before.launch = now.launch = 1;
    now.block = blocks - 1;
    for (before.block = 0; before.block + 1U < blocks; ++before.block)
        EXPECT_TRUE(Ordering::ordered(before, orders.back(), now) || chain == Chain::fences);
    return double(ordering.visits()) / blocks;
}

/// Four times the blocks cost each of them two levels of a tree more.
TEST(Ordering, AChainOfBlocksCostsEachOfThemAPath) {
    for (Chain chain : {Chain::acquire_release, Chain::twice, Chain::fences, Chain::flags}) {
        const double of_some = visits_a_block(chain, 1024), of_more = visits_a_block(chain, 4096);
        EXPECT_LT(of_some, 20) << int(chain);
        EXPECT_LT(of_more, of_some + 8) << int(chain);
    }
}

}  // namespace
}  // namespace upsweep::emulator
