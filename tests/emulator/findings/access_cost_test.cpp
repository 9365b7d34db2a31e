// Wavefronts, conflicts and sectors of single access instructions, against cases worked out by hand.
#include "emulator/trace/access_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "emulator/findings/finding_table.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::ElementsAre;

/// Lane i touches element index(i) of `size` bytes.
template <typename Index>
WarpAccess access_of(int lanes, int size, Index index) {
    WarpAccess access;
    access.size = size;
    for (int lane = 0; lane < lanes; ++lane) access.add(lane, 0, int64_t(index(lane)) * size);
    return access;
}

TEST(Banks, NeighboursNeedOneTurn) {
    WarpAccess access = access_of(32, 4, [](int lane) { return lane; });
    EXPECT_EQ(bank_cost(access, 32).wavefronts, 1);
    EXPECT_EQ(bank_cost(access, 32).conflicts(), 0);
}

TEST(Banks, FewerBanksThanLanesNeedMoreTurnsButConflictNot) {
    BankCost cost = bank_cost(access_of(32, 4, [](int lane) { return lane; }), 16);
    EXPECT_EQ(cost.wavefronts, 2);
    EXPECT_EQ(cost.conflicts(), 0);
}

TEST(Banks, TheSameWordIsABroadcast) {
    BankCost cost = bank_cost(access_of(32, 4, [](int) { return 7; }), 32);
    EXPECT_EQ(cost.wavefronts, 1);
    EXPECT_EQ(cost.conflicts(), 0);
}

TEST(Banks, StridesOfPowersOfTwoConflict) {
    for (int stride = 1; stride <= 32; stride *= 2) {
        BankCost cost = bank_cost(access_of(32, 4, [=](int lane) { return lane * stride; }), 32);
        EXPECT_EQ(cost.wavefronts, stride) << stride;
        EXPECT_EQ(cost.conflicts(), stride - 1) << stride;
    }
}

TEST(Banks, AColumnOfAPaddedTileIsFree) {
    EXPECT_EQ(bank_cost(access_of(32, 4, [](int lane) { return lane * 32; }), 32).wavefronts, 32);
    EXPECT_EQ(bank_cost(access_of(32, 4, [](int lane) { return lane * 33; }), 32).wavefronts, 1);
}

TEST(Banks, BytesOfOneWordShareATurn) {
    EXPECT_EQ(bank_cost(access_of(32, 1, [](int lane) { return lane; }), 32).wavefronts, 1);
}

TEST(Banks, EightBytesGoByHalfWarpsSixteenByQuarters) {
    BankCost eight = bank_cost(access_of(32, 8, [](int lane) { return lane; }), 32);
    EXPECT_EQ(eight.wavefronts, 2);
    EXPECT_EQ(eight.conflicts(), 0);
    BankCost sixteen = bank_cost(access_of(32, 16, [](int lane) { return lane; }), 32);
    EXPECT_EQ(sixteen.wavefronts, 4);
    EXPECT_EQ(sixteen.conflicts(), 0);
    // Every other double: the 16 lanes of a half meet two by two in each bank.
    EXPECT_EQ(bank_cost(access_of(32, 8, [](int lane) { return 2 * lane; }), 32).wavefronts, 4);
}

TEST(Banks, AgreeWithACountOfDistinctWordsOnRandomAccesses) {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        int banks = 2 << random() % 5;
        int lanes = 1 + int(random() % 32);
        int range = 1 + int(random() % 200);
        WarpAccess access = access_of(lanes, 4, [&](int) { return random() % static_cast<unsigned>(range); });
        std::map<int64_t, std::set<int64_t>> words;
        std::set<int64_t> all;
        for (int i = 0; i < lanes; ++i) {
            int64_t word = access.offset[i] / 4;
            words[word % banks].insert(word);
            all.insert(word);
        }
        size_t most = 0;
        for (const auto& [bank, set] : words) most = std::max(most, set.size());
        BankCost cost = bank_cost(access, banks);
        EXPECT_EQ(cost.wavefronts, int(most));
        EXPECT_EQ(cost.least, (int(all.size()) + banks - 1) / banks);
    }
}

/// Of a load from an array without a name, in a launch of one warp.
std::string sentence_of_conflict(const WarpAccess& access, int banks) {
    Trace trace;
    trace.gpu.banks = banks;
    trace.arrays.resize(1);
    trace.launches.resize(1);
    Finding finding;
    finding.array = 0;
    finding.lanes.assign(access.lane.begin(), access.lane.begin() + access.lanes);
    finding.facts = bank_conflict_of(access, bank_cost(access, banks), false);
    return sentence_of(trace, finding);
}

TEST(Banks, CollisionsNameLanesBanksAndWords) {
    WarpAccess access = access_of(4, 4, [](int lane) { return 2 * lane + 1; });
    std::vector<Collision> groups = collisions(access, 4);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_THAT(groups[0].lanes, ElementsAre(0, 2));
    EXPECT_THAT(groups[0].banks, ElementsAre(1));
    EXPECT_THAT(groups[0].words, ElementsAre(1, 5));
    EXPECT_EQ(sentence_of_conflict(access, 4),
              "Lanes 0 and 2 share bank 1 (words 1 and 5), lanes 1 and 3 share bank 3 (words 3 and 7): "
              "this load takes 2 turns instead of 1.");
}

TEST(Sectors, CountDistinctStretchesOf32Bytes) {
    EXPECT_EQ(sectors(access_of(32, 4, [](int lane) { return lane; })), 4);
    EXPECT_EQ(sectors(access_of(32, 4, [](int lane) { return lane + 1; })), 5);
    EXPECT_EQ(sectors(access_of(32, 4, [](int lane) { return 8 * lane; })), 32);
    EXPECT_EQ(sectors(access_of(32, 4, [](int) { return 3; })), 1);
    EXPECT_EQ(sectors(access_of(32, 1, [](int lane) { return lane; })), 1);
    EXPECT_EQ(sectors(access_of(32, 16, [](int lane) { return lane; })), 16);
    EXPECT_EQ(sectors(access_of(32, 4, [](int lane) { return (lane * 7) % 32; })), 4);
}

/// What several lanes share is needed once.
TEST(Sectors, AtLeastAsManyAsTheDistinctBytesFill) {
    EXPECT_EQ(least_sectors(access_of(32, 4, [](int lane) { return 100 * lane; })), 4);
    EXPECT_EQ(least_sectors(access_of(32, 4, [](int lane) { return 100 * (lane / 2); })), 2);
    EXPECT_EQ(least_sectors(access_of(32, 4, [](int) { return 3; })), 1);
    EXPECT_EQ(least_sectors(access_of(9, 4, [](int lane) { return lane; })), 2);
    EXPECT_EQ(least_sectors(access_of(32, 16, [](int lane) { return lane % 3; })), 2);
}

}  // namespace
}  // namespace upsweep::emulator
