// A cell's history in words.
#include "replay/position/history_words.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/words/sentence.h"

namespace upsweep::replay {

namespace {

const ArrayInfo& info_of(const StepPosition& at, CellPlace cell) { return at.trace().arrays[cell.first]; }

std::string cell_words(const StepPosition& at, CellPlace cell) {
    const ArrayInfo& info = info_of(at, cell);
    if (info.extent.height <= 1) return fmt::format("{}[{}]", info.name, cell.second);
    return fmt::format("{}[{}][{}]", info.name, cell.second / info.extent.width,
                       cell.second % info.extent.width);
}

bool is_of_several(const StepPosition& at, CellPlace cell) {
    const ArrayInfo& info = info_of(at, cell);
    if (info.block < 0) return false;
    const auto& all = at.trace().arrays;
    return any_of(all, [&](const ArrayInfo& other) {
        return other.name == info.name && other.block >= 0 && other.block != info.block;
    });
}

std::string owner_name(const StepPosition& at, const ArrayInfo& info, int64_t steps) {
    return block_name(at.staged(size_t(std::max(0, info.launch))), info.block, steps);
}

}  // namespace

CellHistoryView cell_history(const Trace& trace, CellPlace cell, int64_t step) {
    CellHistoryView view;
    view.writes = writes_of(trace, cell);
    view.tree = history_of(trace, cell, step);
    return view;
}

std::string cell_title(const StepPosition& at, CellPlace cell) {
    return cell_words(at, cell) +
           (is_of_several(at, cell) ? " of " + owner_name(at, info_of(at, cell), at.step()) : "");
}

HistoryWords::HistoryWords(const StepPosition& at, const CellHistoryView& view) : at_(at) {
    std::set<int32_t> blocks;
    for (const HistoryNode& node : view.tree.nodes) {
        blocks.insert(info_of(at, node.cell).block);
        longest_ = std::max(longest_, value(node).size());
    }
    blocks.erase(-1);
    blocks_ = at.staged().blocks() > 1 || at.trace().launches.size() > 1 || blocks.size() > 1;
    for (const LaunchInfo& launch : at.trace().launches) warps_ = warps_ || launch.warps_per_block > 1;
}

std::string HistoryWords::name(CellPlace cell) const { return cell_words(at_, cell); }

std::string HistoryWords::text_of(CellPlace cell, uint64_t bits) const {
    return bits_to_text(info_of(at_, cell).type, bits);
}

std::string HistoryWords::value(const HistoryNode& node) const {
    return node.known || node.written ? text_of(node.cell, node.bits) : "?";
}

std::string HistoryWords::change(const CellWrite& write) const {
    const Access& access = at_.trace().access_at(write.access);
    const CellPlace cell{access.array, element_of(at_.trace(), access)};
    const std::string now = text_of(cell, write.value);
    return write.had_value ? text_of(cell, write.was) + " → " + now : now;
}

std::string HistoryWords::block_of(const CellWrite& write) const {
    const int64_t launch = at_.trace().launch_of(at_.trace().step_at(write.step));
    return block_name(at_.staged(size_t(std::max<int64_t>(0, launch))), write.block, write.step + 1);
}

std::string HistoryWords::who(const CellWrite& write) const {
    if (write.host) return fmt::format("step {}, the host", write.step + 1);
    std::string text = fmt::format("step {}, line {}", write.step + 1, write.line);
    if (blocks_) text += ", " + block_of(write);
    if (warps_) text += fmt::format(", warp {}", write.warp);
    return text + fmt::format(", lane {}", write.lane);
}

std::string HistoryWords::about(const HistoryNode& node, bool roomy) const {
    if (!node.written) return node.known ? (roomy ? "before the run" : "") : "never written";
    const CellWrite& write = node.write;
    if (write.host) return "the host";
    if (!roomy) return fmt::format("step {}", write.step + 1);
    return fmt::format("step {}, {}lane {}", write.step + 1, blocks_ ? block_of(write) + " " : "",
                       write.lane);
}

std::string history_sentence(const StepPosition& at, const CellHistoryView& view) {
    const HistoryNode& root = view.tree.nodes[view.root];
    const HistoryWords words(at, view);
    const std::string name = "`" + cell_title(at, root.cell) + "`";
    if (!root.written)
        return root.known ? fmt::format("{} is {} from before the run; no step so far has written it.", name,
                                        words.value(root))
                          : fmt::format("{} holds nothing yet: no step so far has written it.", name);
    std::set<int64_t> steps;
    std::set<CellPlace> inputs;
    bool cut = false;
    std::vector<int> open = {view.root};
    while (!open.empty()) {
        const HistoryNode& node = view.tree.nodes[open.back()];
        open.pop_back();
        cut = cut || node.cut;
        if (node.written) steps.insert(node.write.step);
        if (!node.written && node.known) inputs.insert(node.cell);
        append(open, node.children);
    }
    const std::string value =
        fmt::format("{} is {} since step {}", name, words.value(root), root.write.step + 1);
    if (inputs.empty() && !cut) return value + ": a constant that comes from no cell.";
    return fmt::format("{}: computed from {}{} in {}.", value, cut ? "more than " : "",
                       counted(int64_t(inputs.size()), "input"), counted(int64_t(steps.size()), "step"));
}

std::string history_text(const StepPosition& at, const CellHistoryView& view) {
    const HistoryWords words(at, view);
    std::string text = cell_title(at, view.tree.cell) + "\n\nEvery write:\n";
    for (const CellWrite& write : view.writes)
        text += fmt::format("  {}: {}\n", words.who(write), words.change(write));
    if (view.writes.empty()) text += "  none\n";
    text += "\n" + plain(history_sentence(at, view)) + "\n";
    constexpr size_t most_children = 16;
    struct Open {
        int node;
        int depth;
        std::string sign;
    };
    std::vector<Open> open = {{view.root, 0, ""}};
    while (!open.empty()) {
        const Open one = open.back();
        open.pop_back();
        const std::string indent(size_t(2 * one.depth), ' ');
        if (one.node < 0) {
            text += fmt::format("{}  … {} more\n", indent, -one.node);
            continue;
        }
        const HistoryNode& node = view.tree.nodes[one.node];
        const std::string from =
            !node.written ? (node.known ? "before the run" : "never written") : words.who(node.write);
        text += fmt::format("{}  {}{} = {}  ({})\n", indent, one.sign, cell_title(at, node.cell),
                            words.value(node), from);
        if (node.cut) text += indent + "    … and more steps than this list follows\n";
        const size_t shown = std::min(node.children.size(), most_children);
        const auto hidden = int(node.children.size() - shown);
        if (hidden > 0) open.push_back({-hidden, one.depth + 1, ""});
        const std::string sign = node.symbol != ' ' && node.children.size() > 1
                                     ? std::string(operation_sign(node.symbol)) + " "
                                     : "";
        for (size_t i = shown; i > 0; --i)
            open.push_back({node.children[i - 1], one.depth + 1, i > 1 ? sign : ""});
    }
    return text;
}

}  // namespace upsweep::replay
