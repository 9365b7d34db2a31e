// Follows a cell's value back, from each read to the write that it found there.
#include "replay/data/cell_history.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"
#include "replay/structure/stops.h"
#include "scenes/stop.h"

namespace upsweep::replay {

namespace {

bool touches(const Trace& trace, const Access& access, CellPlace cell) {
    if (access.array != cell.first) return false;
    const int64_t first = element_of(trace, access);
    return cell.second >= first && cell.second < first + elements_of(trace, access);
}

CellWrite write_of(const Trace& trace, int64_t access, int64_t step) {
    const Access& one = trace.access_at(access);
    const Step& at = trace.step_at(step);
    return {.access = access,
            .step = step,
            .lane = int(one.lane),
            .warp = int(at.warp),
            .line = std::max(0, where(trace, at).line),
            .block = at.block,
            .was = one.old_value,
            .value = one.value,
            .had_value = one.was_defined != 0,
            .host = at.kind == StepKind::host};
}

/// Cells at the ends of an origin, left to right, each once; through registers of any length.
struct Flat {
    std::vector<Leaf> leaves;
    char symbol = ' ';
    bool whole = true;
};
Flat flattened(const Trace& trace, OriginId origin) {
    constexpr int most_looked = 6000;
    Flat flat;
    std::vector<OriginId> open = {origin};
    std::set<OriginId> seen;
    std::set<CellPlace> cells;
    int looked = 0;
    for (; !open.empty() && looked < most_looked; ++looked) {
        const OriginId id = open.back();
        open.pop_back();
        if (id == 0 || !seen.insert(id).second) continue;
        const Origin node = trace.origin(id);
        if (node.kind == Origin::Kind::operation) {
            if (flat.symbol == ' ') flat.symbol = node.symbol;
            open.push_back(node.right);
            open.push_back(node.left);
        } else if (node.kind == Origin::Kind::cell) {
            const Access& read = trace.access_at(node.access);
            const CellPlace cell{read.array, element_of(trace, read)};
            if (!is_local(trace, read.array) && cells.insert(cell).second)
                flat.leaves.push_back({cell.first, cell.second, node.access});
        }
    }
    flat.whole = open.empty();
    return flat;
}

/// Goes back through the accesses once; what is to be found waits by its cell.
class Walk {
  public:
    Walk(const Trace& trace, CellHistory& history, size_t most, const std::atomic<bool>* cancel)
        : trace_(trace), history_(history), most_(most), cancel_(cancel) {}

    void run(int64_t end) {
        want(0, end);
        for (int64_t i = end - 1; i >= 0 && (!pending_.empty() || !wanted_.empty()); --i) {
            if (cancel_ != nullptr && i % 4096 == 0 && *cancel_) throw Cancelled();
            while (!pending_.empty() && pending_.top().first > i) {
                const int node = pending_.top().second;
                wanted_[history_.nodes[node].cell].push_back(node);
                pending_.pop();
            }
            const Access& access = trace_.access_at(i);
            if (is_write(access)) found(i, access);
        }
    }

  private:
    /// The last write of the node's cell before that access.
    void want(int node, int64_t before) { pending_.emplace(before, node); }

    /// A store that others do not see yet counts for its own block alone.
    bool is_seen(const Access& access, int64_t step, const HistoryNode& node) const {
        if (access.kind != AccessKind::delayed || node.read < 0) return access.kind != AccessKind::delayed;
        const auto block_of = [&](int64_t of) { return trace_.step_at(of).block; };
        return block_of(step_of_access(trace_, node.read)) == block_of(step);
    }

    void found(int64_t index, const Access& access) {
        const int64_t first = element_of(trace_, access);
        for (int64_t k = 0; k < elements_of(trace_, access); ++k) {
            const auto waiting = wanted_.find({access.array, first + k});
            if (waiting == wanted_.end()) continue;
            const int64_t step = step_of_access(trace_, index);
            std::vector<int> still, nodes = std::move(waiting->second);
            wanted_.erase(waiting);
            for (const int node : nodes)
                if (is_seen(access, step, history_.nodes[node]))
                    make(node, index, step);
                else
                    still.push_back(node);
            if (!still.empty()) wanted_[{access.array, first + k}] = std::move(still);
        }
    }

    void make(int id, int64_t index, int64_t step) {
        const Access& access = trace_.access_at(index);
        const Flat flat = flattened(trace_, access.origin);
        std::vector<Leaf> leaves = flat.leaves;
        const CellPlace cell = history_.nodes[id].cell;
        const auto is_itself = [&](const Leaf& leaf) { return CellPlace(leaf.array, leaf.element) == cell; };
        // An atomic operation reads what was there.
        if (access.kind == AccessKind::atomic && flat.symbol != ' ' && none_of(leaves, is_itself))
            leaves.insert(leaves.begin(), {cell.first, cell.second, index});
        const bool cut = !flat.whole || history_.nodes.size() + leaves.size() > most_;
        {
            HistoryNode& node = history_.nodes[id];
            node.written = true;
            node.write = write_of(trace_, index, step);
            node.symbol = flat.symbol;
            node.cut = cut && !leaves.empty();
            if (node.read < 0) node.bits = access.value;
            history_.complete = history_.complete && !node.cut;
        }
        if (cut) return;
        for (const Leaf& leaf : leaves) {
            const auto child = int(history_.nodes.size());
            HistoryNode made;
            made.cell = {leaf.array, leaf.element};
            made.parent = id;
            made.read = leaf.access;
            made.bits = trace_.access_at(leaf.access).old_value;
            history_.nodes.push_back(std::move(made));
            history_.nodes[id].children.push_back(child);
            want(child, leaf.access);
        }
    }

    const Trace& trace_;
    CellHistory& history_;
    size_t most_;
    const std::atomic<bool>* cancel_;
    std::priority_queue<std::pair<int64_t, int>> pending_;  // by the access before which it is, newest first
    std::map<CellPlace, std::vector<int>> wanted_;
};

/// The value before any access: what was uploaded before the first step.
void take_initial(const Trace& trace, HistoryNode& node) {
    const auto array = size_t(node.cell.first);
    node.known = false;
    if (array >= trace.initial.size() || node.cell.second >= trace.initial[array].count()) return;
    node.known = true;
    if (node.read >= 0) return;  // that is what was read
    const int size = size_of(trace.initial[array].type());
    node.bits = emulator::read_bits(trace.initial[array].bytes().data() + node.cell.second * size, size);
}

}  // namespace

int64_t step_of_access(const Trace& trace, int64_t access) {
    const auto behind =
        std::upper_bound(trace.steps.begin(), trace.steps.end(), access,
                         [](int64_t one, const Step& step) { return one < step.first_access; });
    return behind - trace.steps.begin() - 1;
}

std::vector<CellWrite> writes_of(const Trace& trace, CellPlace cell) {
    std::vector<CellWrite> writes;
    for (int64_t step = 0; step < trace.step_count(); ++step)
        for (int64_t i = trace.step_at(step).first_access; i < trace.end_access(step); ++i) {
            const Access& access = trace.access_at(i);
            if (is_write(access) && touches(trace, access, cell)) writes.push_back(write_of(trace, i, step));
        }
    return writes;
}

CellHistory history_of(const Trace& trace, CellPlace cell, int64_t step, size_t most,
                       const std::atomic<bool>* cancel) {
    CellHistory history;
    history.cell = cell;
    history.step = step;
    history.nodes.emplace_back().cell = cell;
    const int64_t end = step < trace.step_count() ? int64_t(trace.step_at(step).first_access)
                                                  : int64_t(trace.accesses.size());
    Walk(trace, history, most, cancel).run(end);
    for (HistoryNode& node : history.nodes)
        if (!node.written) take_initial(trace, node);
    for (size_t i = history.nodes.size(); i > 0; --i) {
        HistoryNode& node = history.nodes[i - 1];
        if (node.children.empty() && (node.cut || (!node.written && node.known))) node.inputs = 1;
        if (node.parent >= 0) history.nodes[node.parent].inputs += node.inputs;
    }
    return history;
}

CellPlace parse_cell(const Trace& trace, std::string_view text, uint32_t launch, uint32_t block) {
    std::string written(text);
    const size_t colon = written.find(':');
    if (colon != std::string::npos)
        written = written.substr(0, colon) + "[" + written.substr(colon + 1) + "]";
    scenes::Stop stop;
    try {
        stop = scenes::parse_stop(written);
    } catch (const UsageError&) {
        // Said below.
    }
    if (stop.kind != scenes::Stop::Kind::cell || !stop.value.empty())
        throw UsageError(in_quotes(text) +
                         " is not a cell; write sums[3], table[2][5] or sums[3] of block 1.");
    int best = -1, rank = -1;
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        const ArrayInfo& info = trace.arrays[i];
        if (info.name != stop.name || info.space == Space::local) continue;
        if (info.space == Space::text || (stop.block >= 0 && info.block != stop.block)) continue;
        const bool here = info.launch == int(launch) && (stop.block >= 0 || info.block == int(block));
        const int now = info.launch < 0 ? 1 : here ? 2 : 0;
        if (now > rank) rank = now, best = int(i);
    }
    if (best >= 0) {
        const Extent extent = trace.arrays[best].extent;
        const int64_t element = stop.column < 0 ? stop.number : stop.number * extent.width + stop.column;
        if (element < extent.count() && stop.column < extent.width) return {ArrayId(best), element};
    }
    const std::string why = places_of(trace, stop).missing;
    throw UsageError(why.empty() ? in_quotes(text) + " is not a cell of this run." : why);
}

}  // namespace upsweep::replay
