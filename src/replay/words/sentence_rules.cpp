// Rules: what all writes of a statement have in common, in words.
#include <algorithm>
#include <optional>
#include <set>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

/// Column and row of an element. Where a shared array holds several in one, those of its own one, and which
/// one that is.
struct Place {
    int64_t x = 0, y = 0, part = 0;
    friend bool operator==(const Place&, const Place&) = default;
};
Place operator-(Place a, Place b) { return {a.x - b.x, a.y - b.y, a.part - b.part}; }

/// As the stage shows the array.
Extent extent_of(const Narration& narration, ArrayId array) {
    const StagedArray* staged = narration.staged != nullptr ? narration.staged->find(array) : nullptr;
    return staged != nullptr && !staged->is_shared() ? staged->extent : narration.trace.arrays[array].extent;
}

Place place_of(const Narration& narration, ArrayId array, int64_t element) {
    const ArrayInfo& info = narration.trace.arrays[array];
    int64_t first = 0;
    if (narration.staged != nullptr && info.space == Space::shared)
        for (const StagedArray& one : narration.staged->arrays())
            if (one.is_shared() && one.subject.shared == info.name && one.subject.count > 0 &&
                element >= one.subject.first && element < one.subject.first + one.subject.count)
                first = one.subject.first;
    const int64_t width = std::max<int64_t>(1, extent_of(narration, array).width);
    return {(element - first) % width, (element - first) / width, first};
}

Place place_of(const Narration& narration, const Flow& flow) {
    return place_of(narration, flow.array, flow.cell);
}
Place place_of(const Narration& narration, const Leaf& leaf) {
    return place_of(narration, leaf.array, leaf.element);
}

/// "four cells".
std::string in_words(size_t number, std::string_view noun) {
    const auto count = int64_t(number);
    return number_word(count) + " " + noun_of(count, noun);
}

size_t cells_of(const Writes& writes) {
    std::set<int64_t> cells;
    for (const Flow* flow : writes) cells.insert(flow->cell);
    return cells.size();
}

/// "four cells of `sums` each add", "cell `7` of `sums` adds"; of a buffer in it with that one's name.
std::string each_does(const Narration& narration, const Writes& writes, const std::string& plural,
                      const DiagramPlace* buffer = nullptr) {
    const size_t cells = cells_of(writes);
    const ArrayInfo& info = narration.trace.arrays[writes[0]->array];
    const std::string of = " of " + in_backticks(buffer != nullptr ? buffer->name : info.name);
    if (cells > 1) return in_words(cells, "cell") + of + " each " + plural;
    return cell_name(narration, writes[0]->array, writes[0]->cell) + of + " " + plural + "s";
}

/// "its left neighbour", "the cell `2` places to their left"; empty where it is in no straight line.
std::string beside(Place offset, bool many) {
    if (offset.part != 0 || (offset.x == 0) == (offset.y == 0)) return {};
    const auto far = std::abs(offset.x + offset.y);
    const std::string whose = many ? "their " : "its ";
    if (offset.y == 0) {
        const std::string side = offset.x < 0 ? "left" : "right";
        return far == 1 ? whose + side + " neighbour"
                        : "the cell " + in_backticks(far) + " places to " + whose + side;
    }
    return "the cell " + (far == 1 ? "" : in_backticks(far) + " rows ") +
           (offset.y < 0 ? "above " : "below ") + (many ? "them" : "it");
}

/// What each write takes from elsewhere, besides what its own place held.
std::optional<std::vector<Leaf>> others_of(const Narration& narration, const Writes& writes) {
    std::vector<Leaf> others;
    for (const Flow* flow : writes) {
        const Leaf* other = nullptr;
        bool own = flow->keeps;
        for (const Leaf& leaf : flow->sources) {
            const bool same =
                leaf.array == flow->array && place_of(narration, leaf) == place_of(narration, *flow);
            if (same && flow->operation && !own) {
                own = true;
            } else if (other != nullptr) {
                return {};
            } else {
                other = &leaf;
            }
        }
        if (other == nullptr || own != flow->operation) return {};
        others.push_back(*other);
    }
    return others;
}

/// The same offset from each write to its other source in the same array.
std::optional<Place> offset_of(const Narration& narration, const Writes& writes,
                               const std::vector<Leaf>& others) {
    std::optional<Place> offset;
    for (size_t i = 0; i < writes.size(); ++i) {
        if (others[i].array != writes[i]->array) return {};
        const Place now = place_of(narration, others[i]) - place_of(narration, *writes[i]);
        if (offset && *offset != now) return {};
        offset = now;
    }
    return offset;
}

std::string range_text(const std::string& one, int64_t first, int64_t last) {
    if (first == last) return one + " " + in_backticks(first);
    return one + "s " + in_backticks(first) + " to " + in_backticks(last);
}

/// "cells `4` to `7` of `input`", "rows `0` to `3`, columns `4` to `7` of `input`", "row `3` of
/// `input`" for a whole row, "four cells of `input`".
std::string stretch(const Narration& narration, ArrayId array, const std::vector<int64_t>& elements) {
    const ArrayInfo& info = narration.trace.arrays[array];
    const Extent extent = extent_of(narration, array);
    const int64_t width = std::max<int64_t>(1, extent.width);
    const std::set<int64_t> cells(elements.begin(), elements.end());
    ElementBox box;
    for (const int64_t element : cells) include(box, element, width);
    const std::string of = " of " + in_backticks(info.name);
    if (box.size.count() != std::ssize(cells)) return in_words(cells.size(), "cell") + of;
    if (extent.height <= 1) return range_text("cell", box.left, box.left + box.size.width - 1) + of;
    const std::string rows = range_text("row", box.top, box.top + box.size.height - 1),
                      columns = range_text("column", box.left, box.left + box.size.width - 1);
    if (box.size.width == width) return (box.size.height == extent.height ? "all" : rows) + of;
    if (box.size.height == extent.height) return columns + of;
    return rows + ", " + columns + of;
}

/// Whether what lay in a row lies in a column now.
bool is_turned(const Narration& narration, const Writes& writes, const std::vector<Leaf>& others) {
    bool moved = false;
    for (size_t i = 1; i < writes.size(); ++i) {
        const Place to = place_of(narration, *writes[i]) - place_of(narration, *writes[0]),
                    from = place_of(narration, others[i]) - place_of(narration, others[0]);
        if (to != Place{from.y, from.x, from.part}) return false;
        moved = moved || to.x != to.y;
    }
    return moved;
}

std::string who_of(const Narration& narration, const Writes& writes) {
    const Step& step = narration.trace.step_at(writes[0]->step);
    if (is_cpu_loop(narration.trace, narration.trace.launch_near(step.operation))) return "the loop";
    if (has_several_blocks(narration, step)) return block_name(narration, writes[0]->step);
    std::set<std::pair<int, int>> lanes;
    for (const Flow* flow : writes) lanes.insert({flow->warp, flow->lane});
    return in_words(lanes.size(), "lane");
}

/// "four lanes load", "block `3` loads".
std::string does(const std::string& who, const std::string& plural) {
    const bool many = who.substr(0, 3) != "one" && who.find(" lanes") != std::string::npos;
    return who + " " + (many ? plural : plural == "copy" ? "copies" : plural + "s");
}

std::string copies(const Narration& narration, const Writes& writes, const std::vector<Leaf>& others) {
    std::vector<int64_t> from;
    for (const Leaf& leaf : others) {
        if (leaf.array != others[0].array) return {};
        from.push_back(leaf.element);
    }
    const ArrayInfo& to = narration.trace.arrays[writes[0]->array];
    const bool load = to.space == Space::shared;
    if (others[0].array == writes[0]->array)
        return does(who_of(narration, writes), "copy") + " " + stretch(narration, others[0].array, from) +
               " to " + in_words(writes.size(), writes.size() == 1 ? "other cell" : "cell");
    std::set<int64_t> read(from.begin(), from.end()), written;
    for (const Flow* flow : writes) written.insert(flow->cell);
    // One value goes to several cells: how many they are, no stretch of what is read can say.
    if (!load && read.size() > 1 && read.size() < written.size())
        return does(who_of(narration, writes), "store") + " values of " +
               in_backticks(narration.trace.arrays[others[0].array].name) + " to " +
               stretch(narration, writes[0]->array, {written.begin(), written.end()});
    std::string text = does(who_of(narration, writes), load ? "load" : "store") + " " +
                       stretch(narration, others[0].array, from) + (load ? " into " : " to ") +
                       in_backticks(to.name);
    return text + (is_turned(narration, writes, others) ? ", turning rows into columns" : "");
}

/// Two buffers, one that the block reads and one that it writes: "seven cells of `buffer 1` each get the sum
/// of the same cell of `buffer 0` and the cell `2` places to its left"; else empty.
std::string between_buffers(const Narration& narration, const Writes& writes) {
    const auto buffer_of = [&](ArrayId array, int64_t element) -> const DiagramPlace* {
        for (const DiagramPlace& buffer : narration.buffers)
            if (buffer.holds(array, element)) return &buffer;
        return nullptr;
    };
    if (narration.buffers.size() < 2) return {};
    const bool adds = writes[0]->operation;
    const DiagramPlace *to = buffer_of(writes[0]->array, writes[0]->cell), *from = nullptr;
    std::optional<int64_t> offset;
    for (const Flow* flow : writes) {
        if (to == nullptr || buffer_of(flow->array, flow->cell) != to || flow->keeps) return {};
        if (flow->operation != adds || (adds && flow->symbol != '+')) return {};
        if (flow->sources.size() != (adds ? 2U : 1U)) return {};
        bool own = false;
        for (const Leaf& leaf : flow->sources) {
            const DiagramPlace* buffer = buffer_of(leaf.array, leaf.element);
            if (buffer == nullptr || buffer == to || (from != nullptr && buffer != from)) return {};
            from = buffer;
            const int64_t now = (leaf.element - from->first) - (flow->cell - to->first);
            if (adds && now == 0 && !own) {
                own = true;
            } else {
                if (offset && *offset != now) return {};
                offset = now;
            }
        }
        if (own != adds) return {};
    }
    const std::string in_other = "the same cell of " + in_backticks(from->name);
    const int64_t far = std::abs(*offset);
    if (adds && far == 0) return {};
    const std::string each = each_does(narration, writes, "get", to) + " ";
    if (adds) return each + "the sum of " + in_other + " and " + beside({*offset, 0, 0}, false);
    return each + "a copy of " +
           (far == 0 ? in_other
                     : beside({*offset, 0, 0}, cells_of(writes) > 1) + " in " + in_backticks(from->name));
}

/// Lanes that change the same memory, and wait for one another where they meet.
std::string atomics(const Narration& narration, const Writes& writes) {
    std::set<int64_t> cells;
    for (const Flow* flow : writes) {
        if (!is_atomic(narration.trace, *flow)) return {};
        cells.insert(flow->cell);
    }
    const bool adds = adds_atomically(narration.trace, *writes[0]);
    const ArrayInfo& info = narration.trace.arrays[writes[0]->array];
    const std::string what = cells.size() == 1 ? cell_name(narration, writes[0]->array, writes[0]->cell)
                                               : in_words(cells.size(), "cell");
    return does(who_of(narration, writes), adds ? "add" : "write") + " to " + what + " of " +
           in_backticks(info.name) +
           (writes.size() > cells.size() ? ", one lane at a time where they share a cell"
                                         : " in one atomic turn");
}

/// "four cells of `sums` each add the `11` in cell `0` of `last_values`".
std::string adds_one(const Narration& narration, const Writes& writes, const std::vector<Leaf>& others) {
    for (const Leaf& leaf : others)
        if (leaf.array != others[0].array || leaf.element != others[0].element) return {};
    const ArrayInfo& info = narration.trace.arrays[others[0].array];
    return each_does(narration, writes, "add") + " the " +
           in_backticks(shown_value(narration, others[0].access)) + " in " +
           cell_name(narration, others[0].array, others[0].element) + " of " + in_backticks(info.name);
}

/// Values that come from nowhere: constants, and what registers held.
std::string sets(const Narration& narration, const Writes& writes) {
    std::vector<int64_t> cells;
    for (const Flow* flow : writes) {
        if (flow->operation || flow->keeps || !flow->sources.empty() ||
            narration.trace.access_at(flow->access).value !=
                narration.trace.access_at(writes[0]->access).value)
            return {};
        cells.push_back(flow->cell);
    }
    return does(who_of(narration, writes), "set") + " " + stretch(narration, writes[0]->array, cells) +
           " to " + in_backticks(value_text(narration.trace, narration.trace.access_at(writes[0]->access)));
}

/// The offset of a statement whose writes all add, or all copy, what is so far away in the same array.
std::optional<Place> offset_of(const Narration& narration, const Writes& writes, bool adds) {
    const auto others = others_of(narration, writes);
    if (!others) return {};
    for (const Flow* flow : writes)
        if (flow->operation != adds || (adds && flow->symbol != '+')) return {};
    return offset_of(narration, writes, *others);
}

}  // namespace

bool is_atomic(const Trace& trace, const Flow& flow) {
    return trace.access_at(flow.access).kind == AccessKind::atomic;
}

bool adds_atomically(const Trace& trace, const Flow& flow) {
    if (!is_atomic(trace, flow)) return false;
    const std::string text = text_of(trace, where(trace, trace.step_at(flow.step)));
    return flow.symbol == '+' || text.find("dd(") != std::string::npos ||
           text.find("_add") != std::string::npos;
}

std::string origin_of_sum(const Narration& narration, const Flow& flow) {
    if (!flow.operation || !flow.sources.empty()) return {};
    const DeepSources sources = deep_sources(narration.trace, flow.access);
    if (!sources.complete) return {};
    std::map<ArrayId, std::vector<int64_t>> elements;
    for (const Leaf& leaf : sources.leaves) elements[leaf.array].push_back(leaf.element);
    std::string text;
    for (auto& [array, cells] : elements) {
        sort(cells);
        if (cells.size() < 2 || elements.size() > 2) return {};
        text += (text.empty() ? " from " : " and ") + stretch(narration, array, cells);
    }
    return text;
}

std::string rule_of(const Narration& narration, const Writes& writes) {
    if (std::string text = atomics(narration, writes); !text.empty()) return text;
    if (std::string text = sets(narration, writes); !text.empty()) return text;
    if (std::string text = between_buffers(narration, writes); !text.empty()) return text;
    const auto others = others_of(narration, writes);
    if (!others) return {};
    const bool operation = writes[0]->operation;
    for (const Flow* flow : writes)
        if (flow->operation != operation || (operation && flow->symbol != '+')) return {};
    if (const auto offset = offset_of(narration, writes, *others)) {
        const bool many = cells_of(writes) > 1;
        if (*offset == Place{} && !operation)
            return each_does(narration, writes, "keep") + (many ? " their value" : " its value");
        const std::string where = beside(*offset, many);
        if (!where.empty())
            return each_does(narration, writes, operation ? "add" : "take") +
                   (operation ? " " : " the value of ") + where;
    }
    return operation ? adds_one(narration, writes, *others) : copies(narration, writes, *others);
}

std::string pair_rule(const Narration& narration, const Writes& copies, const Writes& adds) {
    const auto taken = offset_of(narration, copies, false), added = offset_of(narration, adds, true);
    if (!taken || !added || *taken != Place{-added->x, -added->y, -added->part} || taken->part != 0 ||
        taken->y != 0 || taken->x <= 0)
        return {};
    return (copies.size() == 1 ? "the left of two cells " : "the left cell of each pair ") +
           in_backticks(taken->x) +
           " apart takes the right cell's value; the right one adds the left's old value";
}

}  // namespace upsweep::replay
