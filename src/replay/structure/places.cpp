// Finds what a block keeps, reads and writes.
#include "replay/structure/places.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/structure/passes.h"

namespace upsweep::replay {

namespace {

/// Elements first … last of an array, and how often they took part.
struct Use {
    int64_t first = 0, last = -1, times = 0;
    void note(int64_t element) {
        first = times == 0 ? element : std::min(first, element);
        last = times == 0 ? element : std::max(last, element);
        ++times;
    }
};

/// A part of a kept array as one of two buffers would be: 0 or 1 of an array with two halves, else 0.
struct Side {
    ArrayId array = 0;
    int half = 0;
    friend auto operator<=>(const Side&, const Side&) = default;
};

/// What a block does with its kept arrays.
struct Facts {
    std::map<Side, Use> written;
    std::vector<Side> order;                         ///< in the order of their first writes
    std::map<std::pair<Side, Side>, int> flows;      ///< from, to; not from a cell to itself
    std::map<PassKey, std::set<Side>> passes;        ///< what each writes
    std::map<ArrayId, Use> into;                     ///< global arrays by what kept values came from
    std::map<ArrayId, Use> out_of_kept, out_of_any;  ///< global arrays by what was written to them
};

class PlacesReader {
  public:
    PlacesReader(const Trace& trace, const std::map<ArrayId, bool>& kept) : trace_(trace), kept_(kept) {}

    Facts read(const LaunchInfo& launch, uint32_t block) {
        for (int64_t i = launch.first_step; i < std::min(launch.end_step, trace_.step_count()); ++i) {
            const Step& step = trace_.step_at(i);
            if (step.block != block) continue;
            for (const Access& access : trace_.accesses_of(i)) note(step, access);
        }
        return std::move(facts_);
    }

  private:
    bool is_kept(ArrayId array) const { return kept_.contains(array); }
    Side side_of(ArrayId array, int64_t element) const {
        const auto at = kept_.find(array);
        const bool halves = at != kept_.end() && at->second;
        return {array, halves && element >= trace_.arrays[array].extent.count() / 2 ? 1 : 0};
    }
    bool is_global_data(ArrayId array) const {
        return trace_.arrays[array].space == Space::global && trace_.arrays[array].role == BufferRole::data;
    }

    void note(const Step& step, const Access& access) {
        if (!is_write(access)) return;
        const bool kept = is_kept(access.array);
        if (!kept && !is_global_data(access.array)) return;
        const int64_t element = element_of(trace_, access);
        const std::vector<Leaf> leaves = source_of(trace_, access.origin).leaves;
        if (!kept) {
            const bool from_kept = any_of(leaves, [&](const Leaf& leaf) { return is_kept(leaf.array); });
            facts_.out_of_any[access.array].note(element);
            if (from_kept) facts_.out_of_kept[access.array].note(element);
            return;
        }
        const Side to = side_of(access.array, element);
        if (facts_.written[to].times == 0) facts_.order.push_back(to);
        facts_.written[to].note(element);
        facts_.passes[pass_of(step)].insert(to);
        for (const Leaf& leaf : leaves) {
            if (is_kept(leaf.array)) {
                if (leaf.array == access.array && leaf.element == element) continue;
                ++facts_.flows[{side_of(leaf.array, leaf.element), to}];
            } else if (is_global_data(leaf.array)) {
                facts_.into[leaf.array].note(leaf.element);
            }
        }
    }

    const Trace& trace_;
    const std::map<ArrayId, bool>& kept_;  ///< and whether it is taken as two halves
    Facts facts_;
};

/// Whether each pass writes one of two sides, with values of the other.
bool take_turns(const Facts& facts, Side a, Side b) {
    const auto flow = [&](Side from, Side to) { return found_or(facts.flows, {from, to}, 0); };
    if (flow(a, b) == 0 || flow(b, a) == 0) return false;
    if (4 * (flow(a, a) + flow(b, b)) > flow(a, b) + flow(b, a)) return false;
    return none_of(facts.passes,
                   [&](const auto& pass) { return pass.second.contains(a) && pass.second.contains(b); });
}

/// "buffers" holds "buffer 0" and "buffer 1".
std::string name_of_part(std::string name, size_t number) {
    if (name.size() > 1 && name.back() == 's' && name[name.size() - 2] != 's') name.pop_back();
    return name + " " + std::to_string(number);
}

std::vector<DiagramPlace> parts_of(const Trace& trace, ArrayId array,
                                   std::vector<std::pair<int64_t, int64_t>> parts) {
    std::vector<DiagramPlace> places;
    for (const auto& [first, count] : parts)
        places.push_back({array, first, count, name_of_part(trace.arrays[array].name, places.size())});
    return places;
}

/// The rows of data that a block keeps: by array, and which parts of it are declared. Empty where it keeps
/// tables.
std::map<ArrayId, std::vector<std::pair<int64_t, int64_t>>> kept_rows(const Trace& trace,
                                                                      const StagedLaunch& staged,
                                                                      uint32_t block) {
    std::map<ArrayId, std::vector<std::pair<int64_t, int64_t>>> rows;
    for (const StagedArray& one : staged.arrays()) {
        const int id = staged.array_of(one, block);
        if (!one.is_shared() || !one.is_data() || id < 0 || one.extent.count() < 2) continue;
        if (one.extent.height > 1) return {};
        auto& parts = rows[ArrayId(id)];
        const int64_t all = trace.arrays[id].extent.count();
        if (one.subject.count > 1 && one.subject.first + one.subject.count <= all)
            parts.emplace_back(one.subject.first, one.subject.count);
    }
    return rows;
}

std::vector<DiagramPlace> choose_kept(const Trace& trace,
                                      const std::map<ArrayId, std::vector<std::pair<int64_t, int64_t>>>& rows,
                                      const Facts& facts) {
    ArrayId largest = rows.begin()->first;
    for (const auto& [array, parts] : rows) {
        if (parts.size() > 1) return parts_of(trace, array, parts);
        if (trace.arrays[array].extent.count() > trace.arrays[largest].extent.count()) largest = array;
    }
    const int64_t count = trace.arrays[largest].extent.count();
    if (count % 2 == 0 && take_turns(facts, {largest, 0}, {largest, 1}))
        return parts_of(trace, largest, {{0, count / 2}, {count / 2, count / 2}});
    const auto place = [&](ArrayId array) {
        return DiagramPlace{array, 0, trace.arrays[array].extent.count(), trace.arrays[array].name};
    };
    return {place(largest)};
}

/// Two arrays that take turns, the one that is written first before the other.
std::vector<DiagramPlace> choose_pair(const Trace& trace, const Facts& facts) {
    for (size_t a = 0; a < facts.order.size(); ++a)
        for (size_t b = a + 1; b < facts.order.size(); ++b) {
            const ArrayInfo &one = trace.arrays[facts.order[a].array],
                            &other = trace.arrays[facts.order[b].array];
            if (one.extent != other.extent || one.type != other.type) continue;
            if (!take_turns(facts, facts.order[a], facts.order[b])) continue;
            const int64_t count = one.extent.count();
            return {{facts.order[a].array, 0, count, one.name}, {facts.order[b].array, 0, count, other.name}};
        }
    return {};
}

/// The block's part of the array that is used most, if it is one row.
std::optional<DiagramPlace> most_used(const Trace& trace, const StagedLaunch& staged, uint32_t block,
                                      const std::map<ArrayId, Use>& uses, int64_t limit) {
    const auto most =
        max_element(uses, [](const auto& a, const auto& b) { return a.second.times < b.second.times; });
    if (most == uses.end()) return {};
    DiagramPlace place{most->first, most->second.first, most->second.last - most->second.first + 1,
                       trace.arrays[most->first].name};
    if (const StagedArray* one = staged.find(most->first)) {
        const ElementBox part = staged.part(*one, staged.number_of(block));
        if (part.size.height > 1 && part.size.width < one->extent.width) return {};
        if (!part.empty()) {
            place.first = part.first(std::max<int64_t>(1, one->extent.width));
            place.count = part.size.count();
        }
    }
    return place.count <= limit ? std::optional(place) : std::nullopt;
}

}  // namespace

int64_t BlockPlaces::columns() const {
    int64_t columns = 0;
    for (const DiagramPlace& place : kept) columns = std::max(columns, place.count);
    if (input) columns = std::max(columns, input->count);
    if (output) columns = std::max(columns, output->count);
    return columns;
}

BlockPlaces places_of(const Trace& trace, const StagedLaunch& staged, uint32_t block) {
    BlockPlaces places;
    if (int64_t(block) >= staged.blocks()) return places;
    const auto rows = kept_rows(trace, staged, block);
    if (rows.empty()) return places;
    const LaunchInfo& launch = trace.launches[staged.launch()];
    std::map<ArrayId, bool> whole, halves;
    for (const auto& [array, parts] : rows) {
        whole[array] = false;
        halves[array] = true;
    }
    const Facts facts = PlacesReader(trace, whole).read(launch, block);
    if (facts.written.empty()) return places;
    places.kept = rows.size() > 1 ? choose_pair(trace, facts) : std::vector<DiagramPlace>{};
    if (places.kept.empty())
        places.kept = choose_kept(trace, rows, PlacesReader(trace, halves).read(launch, block));
    const int64_t limit = std::max<int64_t>(64, 8 * places.columns());
    places.input = most_used(trace, staged, block, facts.into, limit);
    places.output = most_used(trace, staged, block,
                              facts.out_of_kept.empty() ? facts.out_of_any : facts.out_of_kept, limit);
    if (!places.input || !places.output) return places;
    // Element i of the output under element i of the input.
    if (trace.arrays[places.input->array].extent == trace.arrays[places.output->array].extent) {
        const int64_t first = std::min(places.input->first, places.output->first),
                      end = std::max(places.input->end(), places.output->end());
        for (auto* place : {&*places.input, &*places.output})
            place->first = first, place->count = end - first;
    }
    return places;
}

}  // namespace upsweep::replay
