// Lanes: what a step costs at sectors and banks, against the emulator's own counts and a formula of its own;
// who takes part, what lanes keep and hand each other.
#include "replay/data/lane_picture.h"

#include <gmock/gmock.h>

#include <bit>
#include <map>
#include <memory>
#include <set>

#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/helpers/trace_builder.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using app::test::TraceBuilder;
using emulator::Access;
using emulator::AccessKind;
using emulator::Player;
using emulator::Space;
using emulator::StepKind;
using emulator::Trace;
using testing::ElementsAre;

std::shared_ptr<const Trace> run(const std::string& slug,
                                 const std::vector<std::pair<std::string, int64_t>>& options = {},
                                 int lanes = 0) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    for (const auto& [name, value] : options) parameters.set_option(name, value);
    scene = scenes::with_parameters(scene, parameters);
    if (lanes > 0) scene.gpu.lanes = lanes;
    return scenes::run_scene(scene).trace;
}

/// Sectors of the plain loads or stores of a step, an expression at a time: from the addresses alone.
int64_t sectors_by_address(const Trace& trace, int64_t step, bool write) {
    std::set<std::tuple<uint32_t, emulator::ArrayId, int64_t>> sectors;
    const auto& at = trace.steps[step];
    for (int64_t i = at.first_access; i < trace.end_access(step); ++i) {
        const Access& access = trace.accesses[i];
        if (trace.arrays[access.array].space != Space::global) continue;
        if (access.kind != (write ? AccessKind::write : AccessKind::read)) continue;
        sectors.insert({access.operand, access.array, access.offset >> 5});
    }
    return int64_t(sectors.size());
}

struct LanePictureCost {
    int64_t sectors = 0, turns = 0;
};

LanePictureCost cost_of(const std::vector<LaneRequest>& requests, bool write) {
    LanePictureCost cost;
    for (const LaneRequest& request : requests) {
        if (request.write != write) continue;
        cost.sectors += int64_t(request.sectors.size());
        cost.turns += request.turns;
    }
    return cost;
}

TEST(LaneRequests, CostWhatTheEmulatorCounts) {
    int64_t with_sectors = 0, with_conflicts = 0;
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto trace = run(std::string(algorithm->slug));
        for (int64_t step = 0; step < std::min<int64_t>(trace->step_count(), 3000); ++step) {
            const auto requests = lane_requests(*trace, step);
            if (requests.empty()) continue;
            const emulator::StepCounts& counts = trace->counts_of(step);
            const LanePictureCost loads = cost_of(requests, false), stores = cost_of(requests, true);
            ASSERT_EQ(loads.sectors, counts.global_load_sectors) << "step " << step;
            ASSERT_EQ(stores.sectors, counts.global_store_sectors) << "step " << step;
            ASSERT_EQ(loads.turns, counts.shared_load_wavefronts) << "step " << step;
            ASSERT_EQ(stores.turns, counts.shared_store_wavefronts) << "step " << step;
            ASSERT_EQ(loads.sectors, sectors_by_address(*trace, step, false)) << "step " << step;
            ASSERT_EQ(stores.sectors, sectors_by_address(*trace, step, true)) << "step " << step;
            int64_t conflicts = 0;
            for (const LaneRequest& request : requests) conflicts += request.turns - request.least_turns;
            ASSERT_EQ(conflicts, counts.bank_conflicts) << "step " << step;
            with_sectors += loads.sectors + stores.sectors;
            with_conflicts += conflicts;
        }
    }
    EXPECT_GT(with_sectors, 1000);
    EXPECT_GT(with_conflicts, 10);
}

/// One address a turn, to all lanes that want it: a cascade's words cost one, a table that each lane looks
/// its own value up in as many as there are values.
TEST(LaneRequests, ConstantMemoryServesOneAddressATurn) {
    struct Case {
        std::vector<int> words;  ///< that lane 0, 1 … reads
        int turns;
        const char* sentence;
    };
    for (const Case& one :
         {Case{{5, 5, 5, 5}, 1, "4 lanes take 1 turn: all read the same word of constant memory."},
          Case{{0, 1, 0, 7}, 3, "4 lanes need 3 turns: constant memory serves one address a turn."},
          Case{{3}, 1, "1 lane takes 1 turn: a word of constant memory."}}) {
        TraceBuilder build(8, 8, 8, "kernel\n");
        const auto table = build.array("table", Space::constant, {8, 1});
        build.phase("Read");
        build.step(0, (1U << one.words.size()) - 1, 1);
        for (size_t lane = 0; lane < one.words.size(); ++lane) build.read(int(lane), table, one.words[lane]);
        const auto requests = lane_requests(build.trace, 0);
        ASSERT_EQ(requests.size(), 1U);
        EXPECT_EQ(requests[0].constant_turns, one.turns);
        EXPECT_EQ(requests[0].sentence, one.sentence);
        EXPECT_EQ(requests[0].costs(), one.turns > 1);
        EXPECT_EQ(requests[0].turns, 0) << "no bank is asked";
    }
}

/// Each lane keeps its window, and all that are left ask the same stump.
TEST(LaneRequests, ACascadesWordsServeEveryLaneAtOnce) {
    const auto trace = run("haar_cascade");
    int reads = 0;
    for (int64_t step = 0; step < trace->step_count(); ++step)
        for (const LaneRequest& request : lane_requests(*trace, step))
            if (request.space == Space::constant) {
                ++reads;
                ASSERT_EQ(request.constant_turns, 1) << "step " << step;
            }
    EXPECT_GT(reads, 100);
}

/// Lane i reads the first word of row i.
std::unique_ptr<TraceBuilder> column(int stride) {
    auto build = std::make_unique<TraceBuilder>(8, 8, 8, "kernel\n");
    const auto tile = build->array("tile", Space::shared, {stride, 8});
    build->phase("Read");
    build->step(0, 0xff, 1);
    for (int lane = 0; lane < 8; ++lane) build->read(lane, tile, lane * stride);
    return build;
}

TEST(LaneRequests, AColumnOfATileTakesATurnALaneUnlessItIsPadded) {
    const auto plain = column(8), padded = column(9);
    const auto slow = lane_requests(plain->trace, 0), fast = lane_requests(padded->trace, 0);
    ASSERT_EQ(slow.size(), 1U);
    EXPECT_EQ(slow[0].sentence, "8 lanes need 8 turns at bank 0.");
    for (const LaneWord& word : slow[0].words) {
        EXPECT_EQ(word.bank, 0);
        EXPECT_THAT(word.lanes, ElementsAre(word.turn));
    }
    ASSERT_EQ(fast.size(), 1U);
    EXPECT_EQ(fast[0].sentence, "8 lanes take 1 turn: 8 words in 8 banks.");
    for (const LaneWord& word : fast[0].words) EXPECT_THAT(word.lanes, ElementsAre(word.bank));
    EXPECT_TRUE(slow[0].costs());
    EXPECT_FALSE(fast[0].costs());
}

/// Of eight lanes with eight bytes each, four are served at a time: the others' words come a turn later.
TEST(LaneRequests, TheSecondHalfOfWideAccessesComesALaterTurn) {
    TraceBuilder build(8, 8, 8, "kernel\n");
    const auto tile = build.array("tile", Space::shared, {16, 1});
    build.phase("Read");
    build.step(0, 0xff, 1);
    for (int lane = 0; lane < 8; ++lane)
        for (const int half : {0, 1}) build.read(lane, tile, 2 * lane + half);
    const auto requests = lane_requests(build.trace, 0);
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].turns, 2);
    ASSERT_EQ(requests[0].words.size(), 16U);
    for (const LaneWord& word : requests[0].words) {
        ASSERT_EQ(word.lanes.size(), 1U);
        EXPECT_EQ(word.turn, word.lanes[0] / 4) << word.lanes[0];
    }
}

TEST(LaneRequests, NeighboursShareASectorAndRowsDoNot) {
    for (const int stride : {1, 8}) {
        TraceBuilder build(8, 8, 8, "kernel\n");
        const auto input = build.array("input", Space::global, {8, 8});
        build.phase("Read");
        build.step(0, 0xff, 1);
        for (int lane = 0; lane < 8; ++lane) build.read(lane, input, lane * stride);
        const auto requests = lane_requests(build.trace, 0);
        ASSERT_EQ(requests.size(), 1U);
        EXPECT_EQ(requests[0].sentence, stride == 1
                                            ? "8 lanes reach 1 sector of 32 bytes: 32 of 32 bytes used."
                                            : "8 lanes reach 8 sectors of 32 bytes: 32 of 256 bytes used.");
        EXPECT_EQ(requests[0].costs(), stride == 8);
    }
}

/// The line of the lane's next step, by a plain search; 0: no such line.
int next_line(const Trace& trace, int64_t step, int lane) {
    const auto& at = trace.steps[step];
    for (int64_t i = step + 1; i < trace.step_count(); ++i) {
        const auto& after = trace.steps[i];
        if (after.operation == at.operation && after.block == at.block && after.warp == at.warp &&
            (after.active >> lane & 1U) != 0)
            return trace.statements[after.statement].where.line;
    }
    return 0;
}

TEST(LanePicture, SaysWhereEachLaneStands) {
    int apart = 0, waiting = 0;
    for (const char* slug : {"scan_blelloch", "scan_warps"}) {
        const auto trace = run(slug, {}, 4);
        Player player(trace);
        for (int64_t step = 0; step < trace->step_count(); ++step) {
            const auto& at = trace->steps[step];
            if (at.kind == StepKind::host) continue;
            player.seek(step + 1);
            const LanePicture picture = make_lanes(*trace, player, step, step);
            ASSERT_EQ(picture.lanes.size(), 4U);
            for (int lane = 0; lane < 4; ++lane) {
                const LanePlace& place = picture.lanes[lane];
                if (place.part == LanePart::absent) continue;
                const int next = next_line(*trace, step, lane);
                if (place.part == LanePart::active && at.kind != StepKind::condition) {
                    EXPECT_EQ(place.line, trace->statements[at.statement].where.line);
                    continue;
                }
                EXPECT_EQ(place.line, next) << slug << ", step " << step << ", lane " << lane;
                EXPECT_EQ(place.part == LanePart::returned, next == 0 && place.part != LanePart::active);
                apart += place.part == LanePart::diverged ? 1 : 0;
            }
            if (at.kind == StepKind::arrive) {
                EXPECT_EQ(picture.warps[at.warp], WarpPlace::at_barrier);
                ++waiting;
            }
            if (at.kind == StepKind::barrier) {
                EXPECT_THAT(picture.warps, testing::Not(testing::Contains(WarpPlace::at_barrier)));
            }
        }
    }
    EXPECT_GT(apart, 0);
    EXPECT_GT(waiting, 0);
}

/// Every lane's part and variables, against the steps and the player themselves.
TEST(LanePicture, AgreesWithStepsAndPlayer) {
    for (const char* slug : {"scan_warps", "scan_blelloch", "scan_lookback"}) {
        SCOPED_TRACE(slug);
        const auto trace = run(slug);
        Player player(trace);
        int values = 0;
        for (int i = 1; i <= 40; ++i) {
            const int64_t step = (trace->step_count() - 1) * i / 40;
            const auto& at = trace->steps[step];
            if (at.kind == StepKind::host) continue;
            player.seek(step + 1);
            const LanePicture picture = make_lanes(*trace, player, step, step);
            ASSERT_EQ(picture.step, step);
            for (size_t lane = 0; lane < picture.lanes.size(); ++lane)
                EXPECT_EQ(picture.lanes[lane].part == LanePart::active, (at.active >> lane & 1U) != 0);
            std::set<std::string> written;
            for (int64_t a = at.first_access; a < trace->end_access(step); ++a) {
                const Access& access = trace->accesses[a];
                const emulator::ArrayInfo& info = trace->arrays[access.array];
                if (info.space != Space::local || info.pointer || access.kind == AccessKind::read) continue;
                if (info.extent.width != 1) continue;
                for (const LaneVariable& variable : picture.variables) {
                    if (variable.name != info.name) continue;
                    ++values;
                    EXPECT_TRUE(variable.written) << variable.name << " at step " << step;
                    EXPECT_EQ(variable.lanes[access.lane].text,
                              bits_to_text(info.type, player.bits(access.array, element_of(*trace, access))));
                }
            }
        }
        EXPECT_GT(values, 10);
    }
}

/// `left = __shfl_up_sync(mask, sum, stride)`, then `if (lane >= stride) sum += left`: worked out beside the
/// trace.
TEST(LaneMoves, TheReceiverHasWhatTheSourceKept) {
    for (const int lanes : {4, 8}) {
        const auto trace = run("scan_warps", {{"shuffle", 1}}, lanes);
        Player player(trace);
        std::map<std::pair<uint32_t, uint32_t>, std::vector<int64_t>> sums;  // by block and warp
        std::map<std::pair<uint32_t, uint32_t>, int> strides;
        int moved = 0;
        for (int64_t step = 0; step < trace->step_count(); ++step) {
            const auto moves = lane_moves(*trace, step);
            if (moves.empty()) continue;
            const auto& at = trace->steps[step];
            const auto warp = std::pair(at.block, at.warp);
            int& stride = strides.try_emplace(warp, 1).first->second;
            EXPECT_EQ(int(moves.size()), std::popcount(at.active)) << "step " << step;
            player.seek(step + 1);
            const LanePicture picture = make_lanes(*trace, player, step, step);
            const LaneVariable *left = nullptr, *sum = nullptr, *lane_of = nullptr;
            for (const LaneVariable& one : picture.variables) {
                if (one.name == "lane") lane_of = &one;
                if (one.name == "left") left = &one;
                if (one.name == "sum") sum = &one;
            }
            ASSERT_TRUE(left != nullptr && sum != nullptr && lane_of != nullptr);
            if (stride >= lanes) {  // the scan of the warps' sums, one cell for each lane
                for (const LaneVariable::Value& value : sum->lanes) EXPECT_EQ(value.text, "");
                continue;
            }
            if (stride == 1)
                for (const emulator::ArrayId id : trace->launches[0].local_arrays) {
                    const emulator::ArrayInfo& info = trace->arrays[id];
                    if (info.name != "sum" || info.block != int(at.block)) continue;
                    for (int lane = 0; lane < lanes; ++lane)
                        sums[warp].push_back(int64_t(player.bits(id, int(at.warp) * lanes + lane)));
                }
            std::vector<int64_t>& kept = sums[warp];
            ASSERT_EQ(int(kept.size()), lanes);
            // A lane that has added has another sum than it was given, which the trace does not record.
            for (size_t lane = 0; lane < kept.size(); ++lane) {
                const bool added = stride > 1 && lane > 0;
                EXPECT_EQ(sum->lanes[lane].text, added ? "" : std::to_string(kept[lane]))
                    << "step " << step << ", lane " << lane;
                EXPECT_EQ(lane_of->lanes[lane].text, std::to_string(lane)) << "step " << step;
            }
            std::vector<int64_t> next = kept;
            for (const LaneMove& move : moves) {
                EXPECT_EQ(move.from, move.to >= stride ? move.to - stride : move.to);
                EXPECT_EQ(left->lanes[move.to].text, std::to_string(kept[move.from]))
                    << "step " << step << ", lane " << move.to;
                if (move.to >= stride) next[move.to] += kept[move.from];
                ++moved;
            }
            kept = next;
            stride *= 2;
        }
        EXPECT_GE(moved, 16);
    }
}

/// `scan_lanes(own, lane)` inside of `sum_chunk(values, before, lane)`: its `sum` is the caller's `own`.
TEST(LanePicture, AParameterHasTheValueOfTheCallersVariable) {
    const auto trace = run("scan_raking", {{"each", 2}}, 4);
    Player player(trace);
    int seen = 0;
    for (int64_t step = 0; step < trace->step_count() && seen == 0; ++step) {
        if (lane_moves(*trace, step).empty()) continue;
        player.seek(step + 1);
        const LanePicture picture = make_lanes(*trace, player, step, step);
        const auto texts = [&](const std::string& name) {
            std::vector<std::string> all;
            for (const LaneVariable& one : picture.variables)
                if (one.name == name)
                    for (const LaneVariable::Value& value : one.lanes) all.push_back(value.text);
            return all;
        };
        EXPECT_THAT(texts("lane"), ElementsAre("0", "1", "2", "3"));
        EXPECT_THAT(texts("sum"), testing::Each(testing::Ne("")));
        EXPECT_EQ(texts("sum"), texts("own[0]"));
        // What arrives over one lane is what that lane keeps.
        EXPECT_EQ(texts("before").at(1), texts("sum").at(0));
        ++seen;
    }
    EXPECT_EQ(seen, 1);
}

TEST(LaneLaunch, KnowsThePaddingThatNobodyTouches) {
    const auto trace = run("transpose_tiled", {{"padding", 1}});
    const LaneLaunch launch = lane_launch(*trace, 0);
    EXPECT_TRUE(launch.uses_shared);
    EXPECT_EQ(launch.most_turns, 1);
    ASSERT_FALSE(trace->launches[0].shared_arrays.empty());
    const emulator::ArrayId tile = trace->launches[0].shared_arrays[0];
    const int64_t width = trace->arrays[tile].extent.width;
    for (int64_t i = 0; i < trace->arrays[tile].extent.count(); ++i)
        EXPECT_EQ(launch.is_unused(tile, i), i % width == width - 1) << i;
}

}  // namespace
}  // namespace upsweep::replay
