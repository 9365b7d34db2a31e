// The history of a cell: every write, and a tree whose values add up and whose inputs are those that the
// value holds.
#include "replay/data/cell_history.h"

#include <gmock/gmock.h>

#include <memory>
#include <set>

#include "core/error.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/held.h"
#include "replay/position/history_words.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::HasSubstr;

std::unique_ptr<StepPosition> cell_history_opened(const std::string& slug) {
    auto at = std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
    at->seek(at->step_count());
    return at;
}

CellPlace output_cell(const StepPosition& at, int64_t element) {
    return {static_cast<emulator::ArrayId>(at.trace().plan.output.index), element};
}

/// Cells of inputs at the tree's ends.
std::set<int64_t> inputs_of(const CellHistory& tree) {
    std::set<int64_t> inputs;
    for (const HistoryNode& node : tree.nodes)
        if (!node.written && node.known) inputs.insert(node.cell.second);
    return inputs;
}

TEST(CellHistory, HasEveryWriteOfTheCell) {
    const auto at = cell_history_opened("scan_blelloch");
    const CellPlace cell = parse_cell(at->trace(), "sums[3]", 0, 0);
    const std::vector<CellWrite> writes = writes_of(at->trace(), cell);
    ASSERT_GT(writes.size(), 2U);
    for (size_t i = 0; i < writes.size(); ++i) {
        const emulator::Access& access = at->trace().accesses[writes[i].access];
        EXPECT_EQ(access.array, cell.first);
        EXPECT_EQ(step_of_access(at->trace(), writes[i].access), writes[i].step);
        EXPECT_EQ(writes[i].value, access.value);
        if (i > 0) {
            EXPECT_EQ(writes[i].was, writes[i - 1].value);
        }
    }
    at->seek(writes[1].step + 1);
    EXPECT_EQ(at->player().last_write(cell.first, cell.second), writes[1].step);
    at->seek(writes[2].step);
    EXPECT_EQ(at->player().last_write(cell.first, cell.second), writes[1].step);
}

/// Over blocks and launches: the ends of the tree are what HeldValues, which goes forwards, says it holds.
TEST(CellHistory, EndsAtTheInputsThatTheValueHolds) {
    for (const char* slug : {"scan_blelloch", "scan_hillis_steele", "scan_kogge_stone", "scan_segmented",
                             "scan_single_pass", "scan_lookback", "transpose_tiled"}) {
        const auto at = cell_history_opened(slug);
        const int64_t count = at->trace().arrays[at->trace().plan.output.index].extent.count();
        for (int64_t element = 0; element < count; element += std::max<int64_t>(1, count / 7)) {
            const CellPlace cell = output_cell(*at, element);
            const CellHistory tree = history_of(at->trace(), cell, at->step_count());
            ASSERT_TRUE(tree.complete) << slug << " " << element;
            const HistoryNode& root = tree.nodes.front();
            ASSERT_TRUE(root.written) << slug << " " << element;
            EXPECT_EQ(root.bits, at->player().bits(cell.first, element)) << slug;
            std::set<int64_t> held;
            for (const HeldRange& range : at->held().of(root.write.access).ranges)
                for (int64_t i = range.first; i <= range.last; ++i) held.insert(i);
            EXPECT_EQ(inputs_of(tree), held) << slug << " " << element;
        }
    }
}

TEST(CellHistory, EverySumIsTheSumOfItsChildren) {
    for (const char* slug : {"scan_blelloch", "scan_hillis_steele", "scan_kogge_stone", "scan_segmented"}) {
        const auto at = cell_history_opened(slug);
        const int64_t last = at->trace().arrays[at->trace().plan.output.index].extent.count() - 1;
        const CellHistory tree = history_of(at->trace(), output_cell(*at, last), at->step_count());
        const auto number = [&](const HistoryNode& node) {
            return bits_to_number(at->trace().arrays[node.cell.first].type, node.bits);
        };
        int sums = 0;
        for (const HistoryNode& node : tree.nodes) {
            if (node.symbol != '+') continue;
            double sum = 0;
            for (const int child : node.children) sum += number(tree.nodes[child]);
            EXPECT_EQ(sum, number(node)) << slug;
            ++sums;
        }
        EXPECT_GT(sums, 2) << slug;
        for (const HistoryNode& node : tree.nodes) {
            if (node.parent < 0) continue;
            const HistoryNode& parent = tree.nodes[node.parent];
            EXPECT_LT(node.read, parent.write.access);
            if (!node.written) continue;
            EXPECT_LT(node.write.access, node.read);
            EXPECT_EQ(node.write.value, node.bits) << "what was read is what had been written";
        }
    }
}

TEST(CellHistory, SaysWhatIsNotThere) {
    const auto at = cell_history_opened("scan_blelloch");
    const CellHistory before = history_of(at->trace(), parse_cell(at->trace(), "sums:3", 0, 0), 0);
    EXPECT_FALSE(before.nodes.front().written);
    EXPECT_FALSE(before.nodes.front().known);
    for (const auto& [text, says] : {std::pair{"sums[999]", "has cells"},
                                     {"sum[3]", "There is no array"},
                                     {"line 3", "is not a cell"},
                                     {"sums[3] of block 7", "has no array"}})
        try {
            parse_cell(at->trace(), text, 0, 0);
            ADD_FAILURE() << text;
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr(says));
        }
}

TEST(CellHistory, StopsWhereThereWouldBeTooMuch) {
    const auto at = cell_history_opened("scan_kogge_stone");
    const int64_t last = at->trace().arrays[at->trace().plan.output.index].extent.count() - 1;
    const CellHistory tree = history_of(at->trace(), output_cell(*at, last), at->step_count(), 6);
    EXPECT_FALSE(tree.complete);
    EXPECT_LE(tree.nodes.size(), 7U);
}

TEST(CellHistory, IsToldAsText) {
    const auto at = cell_history_opened("scan_blelloch");
    const CellPlace cell = parse_cell(at->trace(), "sums[3]", 0, 0);
    const int64_t step = writes_of(at->trace(), cell)[2].step + 1;
    at->seek(step);
    const std::string text = history_text(*at, cell_history(at->trace(), cell, step));
    EXPECT_THAT(text, HasSubstr("Every write:"));
    EXPECT_THAT(text, HasSubstr("computed from 4 inputs"));
    EXPECT_THAT(text, HasSubstr("input[0] = "));
    EXPECT_THAT(text, HasSubstr("(before the run)"));
}

}  // namespace
}  // namespace upsweep::replay
