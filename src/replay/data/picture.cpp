// Gathers the cells and flows of a range of steps.
#include "replay/data/picture.h"

#include "core/ranges.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <map>

namespace upsweep::replay {

namespace {

/// A range of a whole phase can be long; what one picture can show is not.
constexpr int64_t picture_most_accesses = 20'000;

void touch(std::map<int64_t, CellTouch>& cells, int64_t cell, const Access& access, const Step& step,
           int64_t index) {
    const auto [at, fresh] = cells.try_emplace(cell);
    CellTouch& touch = at->second;
    if (fresh) {
        touch.cell = cell;
        touch.access = index;
    }
    if (is_write(access) && !touch.written) {
        touch.was = access.old_value;
        touch.had_value = access.was_defined;
    }
    touch.read |= is_read(access);
    touch.delayed |= access.kind == AccessKind::delayed;
    touch.written |= is_write(access) && access.kind != AccessKind::delayed;
    touch.lane = access.lane;
    touch.warp = int(step.warp);
}

}  // namespace

const CellTouch* ArrayTouches::find(int64_t cell) const {
    const auto at =
        std::lower_bound(cells.begin(), cells.end(), cell,
                         [](const CellTouch& touch, int64_t wanted) { return touch.cell < wanted; });
    return at != cells.end() && at->cell == cell ? &*at : nullptr;
}

const ArrayTouches* StepPicture::touches(ArrayId array) const {
    return find_by(arrays, &ArrayTouches::array, array);
}

int64_t view_of(const ArrayTouches* touches, int64_t first, int64_t shown, int64_t align) {
    if (touches == nullptr || touches->cells.empty()) return first;
    int64_t low = touches->cells.front().cell, high = touches->cells.back().cell;
    if (high - low >= shown) {
        const auto writes = [](const CellTouch& touch) { return touch.written || touch.delayed; };
        const auto begin = find_if(touches->cells, writes);
        const auto end = std::find_if(touches->cells.rbegin(), touches->cells.rend(), writes);
        if (begin != touches->cells.end()) {
            low = begin->cell;
            high = end->cell;
        }
        high = std::min(high, low + shown - 1);
    }
    if (low >= first && high < first + shown) return first;
    const int64_t aligned = low / align * align;
    return high < aligned + shown ? aligned : high - shown + 1;
}

std::optional<int64_t> shift_of(const Flow& flow, ArrayId followed, int partner) {
    for (const Leaf& leaf : flow.sources) {
        if (flow.array == followed && int(leaf.array) == partner) return leaf.element - flow.cell;
        if (int(flow.array) == partner && leaf.array == followed) return flow.cell - leaf.element;
    }
    return {};
}

Flow flow_of(const Trace& trace, int64_t step, int64_t index) {
    const Access& access = trace.access_at(index);
    const Source source = source_of(trace, access.origin);
    Flow flow;
    flow.array = access.array;
    flow.cell = element_of(trace, access);
    flow.step = step;
    flow.access = index;
    flow.lane = access.lane;
    flow.warp = int(trace.step_at(step).warp);
    flow.operation = source.operation;
    flow.symbol = source.symbol;
    for (const Leaf& leaf : source.leaves) {
        if (leaf.array == flow.array && leaf.element == flow.cell) {
            flow.keeps = true;
        } else {
            flow.sources.push_back(leaf);
        }
    }
    return flow;
}

namespace {

/// A running sum in a register has come from every element before: of such a long list only what the range
/// itself reads is shown.
void keep_recent_sources(Flow& flow, int64_t first_access) {
    constexpr size_t few = 2;
    if (flow.sources.size() <= few) return;
    const auto old = [&](const Leaf& leaf) { return leaf.access < first_access; };
    std::erase_if(flow.sources, old);
}

/// Nothing but addresses are kept of it: it is reported with the step that goes there.
bool only_moves_pointers(const Trace& trace, int64_t index) {
    bool moves = false;
    for (const Access& access : trace.accesses_of(index)) {
        if (!is_write(access)) continue;
        if (!is_local(trace, access.array) || !trace.arrays[access.array].pointer) return false;
        moves = true;
    }
    return moves;
}

}  // namespace

namespace {

/// How far the partner is moved in all flows alike; nothing where they differ, as where values are scattered.
std::optional<int64_t> common_shift(const StepPicture& picture, ArrayId followed) {
    std::optional<int64_t> common;
    for (const Flow& flow : picture.flows) {
        const auto shift = shift_of(flow, followed, picture.partner);
        if (shift && common && *shift != *common) return {};
        if (shift) common = shift;
    }
    return common;
}

}  // namespace

StepPicture make_picture(const Trace& trace, StepRange range, ArrayId followed,
                         const std::vector<int64_t>& earlier, std::optional<uint32_t> block) {
    StepPicture picture;
    picture.range = range;
    picture.followed = followed;
    picture.focus = range.end > range.first ? focus_of(trace, range, followed, block) : -1;
    std::map<ArrayId, std::map<int64_t, CellTouch>> touched;
    std::map<ArrayId, int> partners;
    int64_t seen = 0;
    // Of blocks that run at once, only the present one's own arrays are beside the followed one.
    const uint32_t present = range.end > range.first ? trace.step_at(range.end - 1).block : 0;
    for (int64_t index = range.first; index < range.end && seen < picture_most_accesses; ++index) {
        const Step& step = trace.step_at(index);
        if (block && step.block != *block) continue;
        for (int64_t i = step.first_access; i < trace.end_access(index); ++i, ++seen) {
            const Access& access = trace.access_at(i);
            if (is_local(trace, access.array)) continue;
            const int64_t first = element_of(trace, access);
            for (int64_t k = 0; k < elements_of(trace, access); ++k)
                touch(touched[access.array], first + k, access, step, i);
            if (step.block == present && access.array != followed &&
                trace.arrays[access.array].role == BufferRole::data)
                ++partners[access.array];
            if (!is_write(access)) continue;
            picture.flows.push_back(flow_of(trace, index, i));
            keep_recent_sources(picture.flows.back(), trace.step_at(range.first).first_access);
            for (const Leaf& leaf : picture.flows.back().sources)
                if (step.block == present && leaf.array != followed) ++partners[leaf.array];
        }
    }
    for (auto& [array, cells] : touched) {
        picture.arrays.push_back({array, {}});
        for (auto& [cell, one] : cells) picture.arrays.back().cells.push_back(one);
    }
    int most = 0;
    for (const auto& [array, times] : partners)
        if (times > most) {
            most = times;
            picture.partner = int(array);
        }
    picture.partner_shift = common_shift(picture, followed).value_or(0);
    for (const int64_t step : earlier) {
        const Step& before = trace.step_at(step);
        for (int64_t i = before.first_access; i < trace.end_access(step); ++i) {
            const Access& access = trace.access_at(i);
            if (access.array != followed || !is_write(access)) continue;
            Flow flow = flow_of(trace, step, i);
            const bool inside =
                any_of(flow.sources, [&](const Leaf& leaf) { return leaf.array == followed; });
            if (inside) picture.earlier.push_back(std::move(flow));
        }
    }
    return picture;
}

void show_running_sums(const Trace& trace, const Diagram& diagram, StepPicture& picture) {
    if (!diagram.serial) return;
    for (Flow& flow : picture.flows) {
        if (flow.array != diagram.array || !flow.operation) continue;
        const auto node =
            find_if(diagram.nodes, [&](const DiagramNode& one) { return one.access == flow.access; });
        if (node == diagram.nodes.end() || node->sources.empty()) continue;
        std::vector<Leaf> sources;
        for (const int64_t cell : node->sources) {
            // The newest write of the cell before this one.
            const auto before =
                std::find_if(std::make_reverse_iterator(node), diagram.nodes.rend(),
                             [&](const DiagramNode& one) { return one.cell == cell && one.access >= 0; });
            if (before != diagram.nodes.rend()) sources.push_back({flow.array, cell, before->access});
        }
        const Access& write = trace.access_at(flow.access);
        for (const Leaf& leaf : source_of(trace, write.origin).leaves) {
            const bool added = contains(node->outside, leaf.element);
            if (leaf.array != flow.array && added) sources.push_back(leaf);
        }
        flow.sources = std::move(sources);
        flow.running = true;
    }
}

ArrayTouches touched_with_sources(const StepPicture& picture) {
    const ArrayTouches* own = picture.touches(picture.followed);
    ArrayTouches all = own != nullptr ? *own : ArrayTouches{picture.followed, {}};
    for (const Flow& flow : picture.flows) {
        if (!flow.running || flow.array != picture.followed) continue;
        for (const Leaf& leaf : flow.sources) {
            if (all.find(leaf.element) != nullptr) continue;
            CellTouch touch;
            touch.cell = leaf.element;
            touch.read = true;
            all.cells.push_back(touch);
            sort(all.cells, [](const CellTouch& a, const CellTouch& b) { return a.cell < b.cell; });
        }
    }
    return all;
}

int64_t focus_of(const Trace& trace, StepRange range, ArrayId followed, std::optional<uint32_t> block) {
    int64_t other = -1, reader = -1, last = -1, telling = -1;
    const int64_t lowest = std::max(range.first, range.end - picture_most_accesses);
    for (int64_t index = range.end - 1; index >= lowest; --index) {
        const Step& step = trace.step_at(index);
        if (block && step.block != *block) continue;
        if (last < 0) last = index;
        if (only_moves_pointers(trace, index)) continue;
        if (telling < 0) telling = index;
        for (const Access& access : trace.accesses_of(index)) {
            if (is_local(trace, access.array)) continue;
            if (reader < 0) reader = index;
            if (!is_write(access)) continue;
            if (access.array == followed) return index;
            if (other < 0) other = index;
        }
    }
    if (other >= 0) return other;
    for (const int64_t found : {reader, telling, last})
        if (found >= 0) return found;
    return range.end - 1;
}

}  // namespace upsweep::replay
