// The blocks of a launch at every step: states, sums, messages, and a deadlock as a loop.
#include "replay/data/blocks.h"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>

#include "emulator/trace/trace.h"
#include "replay/position/position.h"
#include "replay/structure/tracks.h"
#include "replay/words/sentence.h"
#include "scenes/helpers/single_pass.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

std::unique_ptr<StepPosition> opened(const scenes::Scene& scene) {
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

/// Sums of the input's sections, by number.
std::vector<int64_t> section_sums(const StepPosition& at, int64_t section) {
    const Array& input = *at.run().scene.catalog().input;
    std::vector<int64_t> sums;
    for (int64_t first = 0; first < input.count(); first += section) {
        int64_t sum = 0;
        for (int64_t i = first; i < first + section; ++i) sum += int64_t(input.number(i));
        sums.push_back(sum);
    }
    return sums;
}

/// Single pass and look-back, at every step: what a card says is what the input adds up to, a block is on one
/// slot at a time, and states go one way.
TEST(Blocks, CardsSayWhatTheInputAddsUpTo) {
    for (const char* slug : {"scan_single_pass", "scan_lookback"}) {
        SCOPED_TRACE(slug);
        const auto at = opened(scenes::initial_scene(slug));
        const std::vector<int64_t> own = section_sums(*at, 4);
        std::vector<BlockState> before(own.size(), BlockState::waiting);
        size_t spun = 0, told = 0;
        for (int64_t step = 0; step <= at->step_count(); ++step) {
            at->seek(step);
            const BlocksPicture& picture = at->blocks();
            ASSERT_EQ(picture.cards.size(), own.size());
            EXPECT_LE(picture.running, picture.slots);
            for (size_t n = 0; n < own.size(); ++n) {
                const BlockCard& card = picture.cards[n];
                if (!card.own.empty()) {
                    EXPECT_EQ(card.own, std::to_string(own[n])) << n << " at " << step;
                }
                if (!card.before.empty()) {
                    ++told;
                    EXPECT_EQ(card.before, std::to_string(std::accumulate(
                                               own.begin(), own.begin() + ptrdiff_t(n), int64_t{0})))
                        << n << " at " << step;
                }
                EXPECT_GE(int(card.state == BlockState::done), int(before[n] == BlockState::done))
                    << "what is done stays done";
                before[n] = card.state;
                spun += card.state == BlockState::spinning;
            }
        }
        EXPECT_EQ(at->blocks().done, int64_t(own.size()));
        EXPECT_GT(told, 0U);
        EXPECT_GT(spun, 0U) << "somebody waits";
    }
}

/// Words go from nothing by the own sum to the prefix; the first block's is a prefix at once.
TEST(Blocks, WordsGoFromNothingToThePrefix) {
    const auto at = opened(scenes::initial_scene("scan_lookback"));
    const std::vector<int64_t> own = section_sums(*at, 4);
    std::vector<MessageState> before(own.size(), MessageState::nothing);
    for (int64_t step = 0; step <= at->step_count(); ++step) {
        at->seek(step);
        const BlocksPicture& picture = at->blocks();
        ASSERT_FALSE(picture.messages.empty());
        int64_t through = 0;
        for (size_t n = 0; n < own.size(); ++n) {
            const Message& word = picture.messages[0][n];
            through += own[n];
            EXPECT_GE(int(word.state), int(before[n])) << n << " at " << step;
            if (word.state == MessageState::own_sum) {
                EXPECT_EQ(word.value, std::to_string(own[n]));
            }
            if (word.state == MessageState::prefix) {
                EXPECT_EQ(word.value, std::to_string(through));
            }
            before[n] = word.state;
        }
        EXPECT_NE(before[0], MessageState::own_sum);
    }
    // No block looks back at the last one.
    EXPECT_EQ(before[4], MessageState::prefix);
}

/// The same of doubles, whose words have two halves.
TEST(Blocks, WordsOfDoublesGoFromNothingToThePrefix) {
    scenes::Scene scene = scenes::initial_scene("scan_lookback");
    Parameters parameters = scene.catalog().parameters;
    parameters.types = {ScalarType::f64, ScalarType::f64};
    const auto at = opened(scenes::with_parameters(scene, parameters));
    at->seek(at->step_count());
    const std::vector<int64_t> own = section_sums(*at, 4);
    int64_t through = 0;
    int told = 0;
    for (size_t n = 0; n + 1 < own.size(); ++n) {
        through += own[n];
        const Message& word = at->blocks().messages[0][n];
        if (word.state != MessageState::prefix) continue;
        ++told;
        EXPECT_EQ(word.value, std::to_string(through)) << n;
    }
    EXPECT_GT(told, 2);
}

/// In the opening scene a block meets own sums and a prefix on its way back, as the picture of the papers
/// shows.
TEST(Blocks, TheOpeningSceneOfLookBackMeetsBothKinds) {
    const auto at = opened(scenes::initial_scene("scan_lookback"));
    bool both = false;
    for (int64_t step = 0; step <= at->step_count() && !both; ++step) {
        at->seek(step);
        std::map<int, std::set<MessageState>> seen;  // by who looks
        for (const Message& word : at->blocks().messages[0])
            if (word.read && word.reader != int(word.number)) seen[word.reader].insert(word.state);
        both = any_of(seen, [](const auto& one) {
            return one.second.contains(MessageState::own_sum) && one.second.contains(MessageState::prefix);
        });
    }
    EXPECT_TRUE(both);
}

/// Whatever a sentence says of a block's sums is what the input adds up to, at every step and every size of
/// step.
TEST(Blocks, SentencesSayWhatTheInputAddsUpTo) {
    const std::regex found("Block (\\d+) .*?(\\d+) is the sum before it.*"),
        own("Block (\\d+) publishes its aggregate, (\\d+):.*"),
        passes("Block (\\d+) takes (\\d+) from block (\\d+), adds its own (\\d+) and passes on (\\d+)."),
        prefix("Block (\\d+) publishes (\\d+) as its inclusive prefix."),
        sum("Block (\\d+) adds up its section: .* = (\\d+)."),
        stores("Block (\\d+) stores its part of output, with the (\\d+) before it added: .*"),
        publishes("Block (\\d+) adds its own (\\d+) to the (\\d+) before it and publishes (\\d+) as .*");
    struct Row {
        const char* slug;
        ScalarType sums = {};
    };
    for (const Row& row : {Row{"scan_single_pass", ScalarType::u32}, Row{"scan_lookback", ScalarType::u32},
                           Row{"scan_lookback", ScalarType::f64}}) {
        const std::string slug = row.slug;
        scenes::Scene scene = scenes::initial_scene(slug);
        if (row.sums == ScalarType::f64) {
            Parameters parameters = scene.catalog().parameters;
            parameters.types = {ScalarType::f64, ScalarType::f64};
            scene = scenes::with_parameters(scene, parameters);
        }
        const auto at = opened(scene);
        const std::vector<int64_t> sums = section_sums(*at, 4);
        const auto before = [&](const std::string& block) {
            return std::to_string(std::accumulate(sums.begin(), sums.begin() + std::stol(block), int64_t{0}));
        };
        const auto through = [&](const std::string& block) {
            return before(std::to_string(std::stol(block) + 1));
        };
        const auto own_of = [&](const std::string& block) {
            return std::to_string(sums.at(std::stoul(block)));
        };
        std::set<int> seen;
        for (const Grain grain : {Grain::statement, Grain::barrier, Grain::phase}) {
            at->set_grain(grain);
            for (int64_t step = 0; step <= at->step_count(); ++step) {
                at->seek(step);
                const std::string said = plain(at->sentence());
                SCOPED_TRACE(slug + " at " + std::to_string(step) + ": " + said);
                std::smatch m;
                if (std::regex_match(said, m, passes)) {
                    seen.insert(0);
                    EXPECT_EQ(m[2], before(m[1]));
                    EXPECT_EQ(std::stol(m[3]) + 1, std::stol(m[1]));
                    EXPECT_EQ(m[4], own_of(m[1]));
                    EXPECT_EQ(m[5], through(m[1]));
                } else if (std::regex_match(said, m, own)) {
                    seen.insert(1);
                    EXPECT_EQ(m[2], own_of(m[1]));
                } else if (std::regex_match(said, m, publishes)) {
                    seen.insert(2);
                    EXPECT_EQ(m[2], own_of(m[1]));
                    EXPECT_EQ(m[3], before(m[1]));
                    EXPECT_EQ(m[4], through(m[1]));
                } else if (std::regex_match(said, m, prefix)) {
                    seen.insert(4);
                    EXPECT_EQ(m[2], through(m[1]));
                } else if (std::regex_match(said, m, sum)) {
                    seen.insert(5);
                    EXPECT_EQ(m[2], own_of(m[1]));
                } else if (std::regex_match(said, m, stores)) {
                    seen.insert(6);
                    EXPECT_EQ(m[2], before(m[1]));
                } else if (std::regex_match(said, m, found)) {
                    seen.insert(3);
                    if (said.find(" = ") != std::string::npos) {
                        EXPECT_EQ(m[2], before(m[1]));
                    }
                }
            }
        }
        // What a double's word is made of is lost on the way through its halves.
        EXPECT_EQ(seen, row.sums == ScalarType::f64 ? (std::set<int>{0, 1, 3, 4, 5})
                        : slug == "scan_lookback"   ? (std::set<int>{0, 1, 2, 3, 5, 6})
                                                    : (std::set<int>{0, 3, 6}));
    }
}

TEST(Blocks, ADeadlockIsAClosedLoop) {
    const auto at = opened(scenes::single_pass_without_counter());
    ASSERT_FALSE(at->trace().complete);
    at->seek(at->step_count() / 2);
    EXPECT_TRUE(at->blocks().deadlock.empty()) << "not yet";
    at->seek(at->step_count());
    const BlocksPicture& picture = at->blocks();
    EXPECT_EQ(picture.done, 2);
    EXPECT_EQ(picture.spinning, 2);
    ASSERT_EQ(picture.deadlock.size(), 4U);
    EXPECT_EQ(picture.deadlock[0].from, 5);
    EXPECT_EQ(picture.deadlock[0].to, 4);
    EXPECT_EQ(picture.deadlock[1].to, 3);
    EXPECT_EQ(picture.deadlock[2].array, -1) << "block 3 needs a slot";
    EXPECT_EQ(deadlock_sentence(picture),
              "Block 5 waits for 4, 4 waits for 3, and 3 cannot start: waiting blocks hold both slots.");
    EXPECT_EQ(picture.cards[2].state, BlockState::waiting);
    ASSERT_EQ(picture.cards[4].waits.size(), 1U);
    EXPECT_EQ(picture.cards[4].waits[0].of, 3);
    EXPECT_TRUE(picture.cards[4].waits[0].for_ever);
}

TEST(Blocks, WordsOfDoublesComeInTwoHalves) {
    const uint64_t bits = 0x400921fb54442d18;
    const uint64_t low = (uint64_t{3} << 32) | (bits & 0xffffffff), high = (uint64_t{3} << 32) | bits >> 32;
    EXPECT_EQ(read_word(low, high, ScalarType::f64).bits, bits);
    EXPECT_EQ(read_word(low, high, ScalarType::f64).state, MessageState::prefix);
    EXPECT_EQ(read_word(low, high - (uint64_t{1} << 32), ScalarType::f64).state, MessageState::nothing)
        << "halves of two states do not belong together";
    EXPECT_EQ(read_word(uint64_t{2} << 32 | 7, 0, ScalarType::u32).state, MessageState::own_sum);
    EXPECT_EQ(read_word(7, 0, ScalarType::u32).state, MessageState::nothing);
}

TEST(Tracks, ASlotHasOneBlockAtATime) {
    for (const scenes::Scene& scene :
         {scenes::initial_scene("scan_lookback"), scenes::single_pass_without_counter()}) {
        const auto at = opened(scene);
        size_t blocks = 0, waits = 0;
        for (const SlotTrack& track : at->tracks()) {
            for (size_t i = 0; i < track.blocks.size(); ++i) {
                const TrackBlock& one = track.blocks[i];
                ++blocks;
                waits += one.waits.size();
                if (i + 1 < track.blocks.size()) {
                    EXPECT_LE(one.steps.end, track.blocks[i + 1].steps.first);
                }
                for (const TrackWait& wait : one.waits) EXPECT_GE(wait.steps.first, one.steps.first);
            }
        }
        EXPECT_EQ(at->tracks().size(), size_t(scene.gpu.slots()));
        EXPECT_EQ(blocks, at->trace().complete ? 6U : 4U);
        EXPECT_EQ(waits > 0, !at->trace().complete);
    }
}

/// The step that ends a wait is the last one waited: the block continues with the next.
TEST(Tracks, AWaitEndsBehindTheStepThatEndedIt) {
    emulator::Trace trace;
    trace.steps.resize(10);
    emulator::LaunchInfo launch;
    launch.blocks = {{0, 0, 0, 0, 9}, {1, 0, 1, 1, 4}};
    trace.launches.push_back(launch);
    trace.waits = {{0, 0, 0, 2, 5, 5, 7},    // a wait of three steps
                   {0, 0, 0, 2, 4, 1, 2},    // and one of two before it
                   {0, 0, 0, 2, 4, 4, 4},    // too short to be shown
                   {0, 0, 0, -1, 0, 2, 4},   // at a barrier
                   {0, 1, 0, 2, 6, 3, -1}};  // that never ends
    const std::vector<SlotTrack> tracks = slot_tracks(trace);
    ASSERT_EQ(tracks.size(), 2U);
    const TrackBlock &ends = tracks[0].blocks.at(0), &stuck = tracks[1].blocks.at(0);
    ASSERT_EQ(ends.waits.size(), 2U);
    EXPECT_EQ(ends.waits[0].steps, (StepRange{1, 3}));
    EXPECT_EQ(ends.waits[1].steps, (StepRange{5, 8}));
    EXPECT_EQ(ends.waits[1].element, 5);
    EXPECT_TRUE(ends.ends);
    ASSERT_EQ(stuck.waits.size(), 1U);
    EXPECT_EQ(stuck.waits[0].steps, (StepRange{3, 10}));
    EXPECT_FALSE(stuck.ends);
    EXPECT_EQ(stuck.steps, (StepRange{1, 10}));
}

}  // namespace
}  // namespace upsweep::replay
