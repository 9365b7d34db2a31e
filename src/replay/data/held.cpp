// Follows origins back to the inputs.
#include "replay/data/held.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

/// A sum of more pieces is shown by what encloses it.
constexpr size_t most_ranges = 64;

/// Ranges with their borders cut so that each stretch is added up once.
std::vector<HeldRange> added(const std::vector<HeldRange>& a, const std::vector<HeldRange>& b, int sign) {
    if (sign > 0 && !a.empty() && !b.empty() && a.back().last < b.front().first) {
        std::vector<HeldRange> all = a;
        append(all, b);
        std::vector<HeldRange> joined;
        for (const HeldRange& one : all)
            if (!joined.empty() && joined.back().last + 1 == one.first && joined.back().times == one.times)
                joined.back().last = one.last;
            else
                joined.push_back(one);
        return joined;
    }
    std::map<int64_t, int32_t> change;
    for (const HeldRange& one : a) change[one.first] += one.times, change[one.last + 1] -= one.times;
    for (const HeldRange& one : b)
        change[one.first] += sign * one.times, change[one.last + 1] -= sign * one.times;
    std::vector<HeldRange> all;
    int32_t times = 0;
    int64_t from = 0;
    for (const auto& [at, by] : change) {
        if (times != 0 && at > from) {
            if (!all.empty() && all.back().last + 1 == from && all.back().times == times)
                all.back().last = at - 1;
            else
                all.push_back({from, at - 1, times});
        }
        times += by;
        from = at;
    }
    return all;
}

/// All that either holds, each once.
std::vector<HeldRange> united(const std::vector<HeldRange>& a, const std::vector<HeldRange>& b) {
    std::vector<HeldRange> all = a, joined;
    append(all, b);
    sort(all, [](const HeldRange& one, const HeldRange& other) { return one.first < other.first; });
    for (const HeldRange& one : all)
        if (!joined.empty() && one.first <= joined.back().last + 1)
            joined.back().last = std::max(joined.back().last, one.last);
        else
            joined.push_back({one.first, one.last, 1});
    return joined;
}

void shorten(Held& held) {
    if (held.ranges.size() <= most_ranges) return;
    held.ranges = {{held.ranges.front().first, held.ranges.back().last, 1}};
    held.exact = false;
}

/// One input alone, once.
bool is_input(const Held& held) {
    return held.ranges.size() == 1 && held.ranges[0].first == held.ranges[0].last &&
           held.ranges[0].times == 1;
}

uint64_t hash_of(const Held& held) {
    uint64_t hash = uint64_t(held.array) * 1099511628211U + uint8_t(held.symbol);
    for (const HeldRange& one : held.ranges) {
        hash = (hash ^ uint64_t(one.first)) * 1099511628211U;
        hash = (hash ^ uint64_t(one.last)) * 1099511628211U;
        hash = (hash ^ uint64_t(one.times)) * 1099511628211U;
    }
    return hash;
}

bool is_extreme(char symbol) { return symbol == '<' || symbol == '>'; }

/// One input, or a plain sum.
bool adds_up(const Held& held) { return held.symbol == '+' && held.exact; }

}  // namespace

bool Held::is_sum_of(int wanted, int64_t first, int64_t last) const {
    return array == wanted && symbol == '+' && exact && ranges.size() == 1 && ranges[0].first == first &&
           ranges[0].last == last && ranges[0].times == 1;
}

ElementBox Held::rectangle(int64_t width) const {
    if (!exact || symbol != '+' || ranges.empty() || width <= 0) return {};
    const int64_t left = ranges[0].first % width, top = ranges[0].first / width;
    const HeldRange& first = ranges[0];
    // Whole rows lie one behind the other.
    if (ranges.size() == 1) {
        const int64_t count = first.last - first.first + 1;
        if (first.times != 1) return {};
        if (left + count <= width) return {left, top, {count, 1}};
        if (left == 0 && count % width == 0) return {0, top, {width, count / width}};
        return {};
    }
    const int64_t wide = first.last - first.first + 1;
    for (size_t i = 0; i < ranges.size(); ++i) {
        const HeldRange& one = ranges[i];
        if (one.times != 1 || one.first != first.first + int64_t(i) * width ||
            one.last - one.first + 1 != wide)
            return {};
    }
    return left + wide <= width ? ElementBox{left, top, {wide, int64_t(ranges.size())}} : ElementBox{};
}

HeldValues::HeldValues(const Trace& trace) {
    all_.push_back({});
    if (int64_t(trace.accesses.size()) > most_accesses) return;
    at_.assign(trace.accesses.size(), 0);
    nodes_.assign(trace.operations.size(), 0);
    // What cells hold now; an input that no one has written is not in it.
    std::unordered_map<uint64_t, HeldId> cells;
    const auto key = [](uint32_t array, int64_t element) {
        return uint64_t(array) << 36 | uint64_t(element);
    };
    for (size_t i = 0; i < trace.accesses.size(); ++i) {
        const Access& access = trace.accesses[i];
        const ArrayInfo& info = trace.arrays[access.array];
        const int64_t element = element_of(trace, access), count = elements_of(trace, access);
        const bool data = info.role == BufferRole::data;
        if (is_read(access)) {
            HeldId held = 0;
            for (int64_t k = 0; k < count; ++k) {
                const auto at = cells.find(key(access.array, element + k));
                const bool input = at == cells.end() && data && access.array < trace.initial.size() &&
                                   trace.initial[access.array].count() > 0;
                const HeldId one = at != cells.end() ? at->second
                                   : input
                                       ? keep({int(access.array), '+', true, {{element + k, element + k, 1}}})
                                       : 0;
                held = k == 0 ? one : combine(held, one, 'f');
            }
            at_[i] = held;
        }
        if (!is_write(access)) continue;
        HeldId held = origin(trace, access.origin);
        if (access.kind == AccessKind::atomic && held == 0) held = at_[i];
        at_[i] = held;
        for (int64_t k = 0; k < count; ++k) cells[key(access.array, element + k)] = held;
    }
    by_hash_.clear();
    combined_.clear();
    nodes_.clear();
}

HeldId HeldValues::keep(Held held) {
    std::vector<HeldId>& same = by_hash_[hash_of(held)];
    for (const HeldId id : same)
        if (all_[id] == held) return id;
    same.push_back(HeldId(all_.size()));
    all_.push_back(std::move(held));
    return same.back();
}

HeldId HeldValues::origin(const Trace& trace, OriginId id) {
    const auto known = [&](OriginId one, HeldId& held) {
        if (one == 0) return held = 0, true;
        if ((one & emulator::cell_bit) != 0) {
            const size_t access = one & ~emulator::cell_bit;
            return held = access < at_.size() ? at_[access] : 0, true;
        }
        if (one >= nodes_.size()) return held = 0, true;
        return nodes_[one] != 0 && (held = nodes_[one] - 1, true);
    };
    HeldId held = 0;
    if (known(id, held)) return held;
    std::vector<OriginId> open = {id};
    while (!open.empty()) {
        const OriginId now = open.back();
        if (known(now, held)) {
            open.pop_back();
            continue;
        }
        const emulator::OperationNode& node = trace.operations[now];
        HeldId left = 0, right = 0;
        const bool has_left = known(node.left, left), has_right = known(node.right, right);
        if (!has_left) open.push_back(node.left);
        if (!has_right) open.push_back(node.right);
        if (!has_left || !has_right) continue;
        nodes_[now] = combine(left, right, node.symbol) + 1;
        open.pop_back();
    }
    known(id, held);
    return held;
}

HeldId HeldValues::combine(HeldId left, HeldId right, char symbol) {
    if (left == 0 && right == 0) return 0;
    // Zeros that are added, conversions, a state that is packed beside a value: what is held stays the same.
    const bool same = symbol == '+' || symbol == '|' || symbol == 'f' || symbol == '&' || is_extreme(symbol);
    if (right == 0 && (same || symbol == '-')) return left;
    if (left == 0 && same) return right;
    const uint64_t key = (uint64_t(left) << 32 | right) * 256 + uint8_t(symbol);
    if (const auto at = combined_.find(key); at != combined_.end()) return at->second;
    const Held &a = all_[left], &b = all_[right];
    Held made;
    made.array = left != 0 ? a.array : b.array;
    if (left == 0 || right == 0 || a.array != b.array) {
        made = left != 0 ? a : b;
        made.symbol = 'f';
        made.exact = made.exact && (left == 0 || right == 0);
    } else if ((symbol == '+' || symbol == '-') && adds_up(a) && adds_up(b)) {
        made.ranges = added(a.ranges, b.ranges, symbol == '+' ? 1 : -1);
    } else if (is_extreme(symbol) && (a.symbol == symbol || is_input(a)) &&
               (b.symbol == symbol || is_input(b))) {
        // One input alone is also its own maximum.
        made.symbol = symbol;
        made.exact = a.exact && b.exact;
        made.ranges = united(a.ranges, b.ranges);
    } else {
        made.symbol = symbol == '+' && a.symbol == '+' && b.symbol == '+' ? '+' : 'f';
        made.exact = false;
        made.ranges = united(a.ranges, b.ranges);
    }
    shorten(made);
    const HeldId id = made.ranges.empty() ? 0 : keep(std::move(made));
    combined_[key] = id;
    return id;
}

namespace {

std::string range_text(const HeldRange& one) {
    std::string text = std::to_string(one.first);
    if (one.last > one.first) text += "…" + std::to_string(one.last);
    if (one.times != 1)
        text = std::to_string(one.times) + "·" + (one.last > one.first ? "(" + text + ")" : text);
    return text;
}

std::string place_text(int64_t x, int64_t y) { return fmt::format("({},{})", x, y); }

}  // namespace

namespace {

/// Who wrote a cell last in a launch.
struct LastWrite {
    int64_t access = -1, step = 0;  ///< −1: it was only read
    bool read = false;              ///< since
};

int64_t inputs_in(const Held& held) {
    int64_t count = 0;
    for (const HeldRange& range : held.ranges) count += range.last - range.first + 1;
    return count;
}

/// The cells that one launch wrote, and what becomes of what they hold.
class Results {
  public:
    Results(const Trace& trace, const HeldValues& held, int32_t launch)
        : trace_(trace), held_(held), launch_(launch) {
        const LaunchInfo& info = trace.launches[size_t(launch)];
        for (int64_t step = info.first_step; step < info.end_step; ++step) {
            int64_t at = trace.step_at(step).first_access;
            for (const Access& access : trace.accesses_of(step)) {
                LastWrite& cell = cells_[{access.array, access.offset}];
                if (access.kind == emulator::AccessKind::read)
                    cell.read = true;
                else
                    cell = {at, step, access.kind == emulator::AccessKind::atomic && cell.read};
                ++at;
            }
        }
    }

    void add_lost(std::vector<LostSum>& all) {
        if (!find_reached()) return;
        std::map<std::pair<uint32_t, int>, std::pair<LostSum, std::set<int64_t>>> by_statement;
        for (const auto& [place, cell] : cells_) {
            const ArrayInfo& info = trace_.arrays[place.first];
            if (info.space != emulator::Space::shared || cell.read || cell.access < 0) continue;
            const Held& held = held_.of(cell.access);
            if (!held.exact || held.symbol != '+' || held.array < 0 || inputs_in(held) < 2) continue;
            const std::set<int64_t>& reached = reached_[held.array];
            // What is summed over windows leaves sums of its edges unread: a tree has few results.
            if (sums_ == 0 || 2 * sums_ > std::ssize(reached)) continue;
            auto& [lost, elements] = by_statement[{trace_.step_at(cell.step).statement, held.array}];
            for (const HeldRange& range : held.ranges)
                for (int64_t k = range.first; k <= range.last; ++k)
                    if (!reached.contains(k)) elements.insert(k);
            if (elements.empty()) continue;
            if (lost.cells++ == 0) {
                lost.launch = launch_;
                lost.array = place.first;
                lost.element = place.second / size_of(info.type);
                lost.block = info.block;
                lost.line = trace_.statements[trace_.step_at(cell.step).statement].where.line;
                lost.inputs = ArrayId(held.array);
                lost.reached = std::ssize(reached);
            }
            lost.lost = std::ssize(elements);
        }
        for (auto& [statement, found] : by_statement)
            if (found.first.lost > 0) all.push_back(found.first);
    }

  private:
    /// False where a result may hold anything.
    bool find_reached() {
        for (const auto& [place, cell] : cells_) {
            if (trace_.arrays[place.first].space != emulator::Space::global || cell.access < 0) continue;
            const Held& held = held_.of(cell.access);
            if (!held.exact) return false;
            if (held.array < 0) continue;
            sums_ += inputs_in(held) > 1 ? 1 : 0;
            for (const HeldRange& range : held.ranges)
                for (int64_t k = range.first; k <= range.last; ++k) reached_[held.array].insert(k);
        }
        return true;
    }

    const Trace& trace_;
    const HeldValues& held_;
    int32_t launch_;
    std::map<std::pair<ArrayId, uint32_t>, LastWrite> cells_;
    std::map<int, std::set<int64_t>> reached_;  ///< elements of each array that are in a result
    int64_t sums_ = 0;                          ///< results that hold several
};

}  // namespace

std::vector<LostSum> lost_sums(const Trace& trace) {
    std::vector<LostSum> all;
    const HeldValues held(trace);
    if (!held.known()) return all;
    for (size_t launch = 0; launch < trace.launches.size(); ++launch)
        Results(trace, held, int32_t(launch)).add_lost(all);
    return all;
}

std::string sentence_of(const Trace& trace, const LostSum& lost) {
    const std::string& inputs = trace.arrays[lost.inputs].name;
    std::string text = fmt::format(
        "no thread reads {}[{}] of block {} (line {}) again{}: {} of the {} elements of {} that were added "
        "reach no result.",
        trace.arrays[lost.array].name, lost.element, lost.block, lost.line,
        lost.cells > 1 ? fmt::format(", like {} cells in all", lost.cells) : "", lost.lost,
        lost.lost + lost.reached, inputs);
    const int64_t threads = trace.launches[size_t(lost.launch)].block.count();
    if (!std::has_single_bit(uint64_t(threads)))
        text += fmt::format(
            " {} threads are not a power of two, so halving rounds down: begin at {} and add only elements "
            "below {}.",
            threads, std::bit_floor(uint64_t(threads)) * 2, threads);
    return text;
}

std::string text_of(const Held& held, int64_t width) {
    if (held.nothing()) return {};
    std::string text;
    if (const ElementBox box = width > 1 ? held.rectangle(width) : ElementBox{}; !box.empty()) {
        text = place_text(box.left, box.top);
        if (box.size.count() > 1)
            text += "…" + place_text(box.left + box.size.width - 1, box.top + box.size.height - 1);
    } else if (is_input(held)) {
        // A number alone would be a value.
        text = "in[" + std::to_string(held.ranges[0].first) + "]";
    } else {
        for (const HeldRange& one : held.ranges) text += (text.empty() ? "" : ", ") + range_text(one);
    }
    if (held.symbol == '<') text = "min " + text;
    if (held.symbol == '>') text = "max " + text;
    if (held.symbol == 'f' && held.exact) text = "f(" + text + ")";
    return held.exact ? text : "≈ " + text;
}

}  // namespace upsweep::replay
