// Lays out the diagram of a block: what it reads, what it keeps, what it writes, row by row.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/loop_variables.h"
#include "replay/structure/passes.h"

namespace upsweep::replay {

namespace {

/// A row: a pass, the place that it writes, and the level: writes of a pass that build on one another.
using RowKey = std::tuple<PassKey, int, int>;
using Cell = std::pair<ArrayId, int64_t>;

class BlockBuilder {
  public:
    BlockBuilder(const Trace& trace, const BlockPlaces& places, uint32_t launch)
        : trace_(trace), variables_(trace, trace.launches[launch]) {
        out_.array = places.kept.front().array;
        out_.cells = places.columns();
        out_.places = places.kept;
        out_.kept = int(places.kept.size());
        const auto add = [&](const std::optional<DiagramPlace>& place) {
            if (!place) return -1;
            out_.places.push_back(*place);
            return int(out_.places.size()) - 1;
        };
        out_.input = add(places.input);
        out_.output = add(places.output);
        add_input_row();
    }

    Diagram build(const LaunchInfo& launch, uint32_t block, size_t limit) {
        const int64_t end = std::min(launch.end_step, trace_.step_count());
        for (int64_t index = launch.first_step; index < end; ++index) {
            const Step& step = trace_.step_at(index);
            if (step.block != block) continue;
            for (int64_t i = step.first_access; i < trace_.end_access(index); ++i) {
                const Access& access = trace_.access_at(i);
                variables_.note(step, access);
                if (!is_write(access) || is_local(trace_, access.array)) continue;
                const int place = shown_in(access.array, element_of(trace_, access));
                if (place < 0)
                    leaves(access);
                else if (out_.nodes.size() >= limit)
                    out_.cut = true;
                else
                    add(index, step, i, access, place);
            }
        }
        lay_out_rows();
        choose_columns();
        end_links();
        return std::move(out_);
    }

  private:
    struct Version {
        int64_t access;
        int node;
    };

    DiagramNode& node(int id) { return out_.nodes[id]; }
    const DiagramPlace& place(int id) const { return out_.places[id]; }

    /// The place that shows a written element; -1: none.
    int shown_in(ArrayId array, int64_t element) const {
        if (const int kept = out_.place_of(array, element); kept >= 0) return kept;
        return out_.output >= 0 && place(out_.output).holds(array, element) ? out_.output : -1;
    }

    /// What the block reads is there from the beginning.
    void add_input_row() {
        if (out_.input < 0) return;
        const DiagramPlace& input = place(out_.input);
        DiagramRow row;
        row.place = out_.input;
        row.label = input.name;
        row.first_step = row.last_step = -1;
        for (int64_t i = 0; i < input.count; ++i) {
            DiagramNode one;
            one.cell = input.first + i;
            one.column = i;
            one.step = -1;
            row.nodes.push_back(int(out_.nodes.size()));
            inputs_[{input.array, one.cell}] = row.nodes.back();
            out_.nodes.push_back(one);
        }
        out_.rows.push_back(std::move(row));
    }

    /// The node of the last write of a cell before `access`; -1: none.
    int written_before(Cell cell, int64_t access) const {
        if (const auto history = history_.find(cell); history != history_.end())
            for (auto at = history->second.rbegin(); at != history->second.rend(); ++at)
                if (at->access < access) return at->node;
        return -1;
    }

    /// The node whose value a read at `access` saw; -1: none that is here.
    int provider(ArrayId array, int64_t element, int64_t access) const {
        if (const int node = written_before({array, element}, access); node >= 0) return node;
        return found_or(inputs_, {array, element}, -1);
    }

    /// Values that go somewhere else are needed to the bottom.
    void leaves(const Access& access) {
        for (const Leaf& leaf : source_of(trace_, access.origin).leaves)
            if (const int from = provider(leaf.array, leaf.element, leaf.access); from >= 0)
                leaving_.insert(from);
    }

    void add(int64_t index, const Step& step, int64_t at, const Access& access, int where) {
        DiagramNode one;
        one.cell = element_of(trace_, access);
        one.step = index;
        one.access = at;
        one.value = access.value;
        one.lane = access.lane;
        const int id = int(out_.nodes.size());
        std::vector<int> providers;
        const Source source = source_of(trace_, access.origin, 8, [&](OriginId origin) {
            const auto held = written_.find(origin);
            if (held != written_.end()) providers.push_back(held->second);
            return held != written_.end();
        });
        one.operation = source.operation;
        one.symbol = source.symbol;
        for (const Leaf& leaf : source.leaves) {
            const int from = provider(leaf.array, leaf.element, leaf.access);
            if (from >= 0) providers.push_back(from);
            one.from_elsewhere |= out_.place_of(leaf.array, leaf.element) < 0;
            if (out_.input >= 0 && place(out_.input).holds(leaf.array, leaf.element))
                one.outside.push_back(leaf.element);
        }
        // A register may still hold what was written.
        if (const auto held = written_.find(access.origin); access.origin != 0 && held != written_.end())
            providers = {held->second};
        else if (access.origin != 0 && one.operation && where < out_.kept)
            written_[access.origin] = id;
        for (const int from : providers) add_source(one, from, where);
        key(step, id, where, providers, written_before({access.array, one.cell}, at));
        labels_[id] = variables_.labels(step, access.lane);
        for (const std::string& label : labels_[id]) values_[label.substr(0, label.find(' '))].insert(label);
        history_[{access.array, one.cell}].push_back({at, id});
        out_.nodes.push_back(std::move(one));
    }

    /// A cell of the only kept place is a source by its column; everything else is a link.
    void add_source(DiagramNode& one, int from, int where) {
        const DiagramNode& source = node(from);
        const bool inside = source.step >= 0 && where < out_.kept && out_.kept == 1;
        if (!inside) {
            const auto same = [&](const DiagramLink& link) { return link.node == from; };
            if (none_of(one.links, same)) one.links.push_back({from, 0});
        } else if (source.cell == one.cell) {
            one.keeps = true;
        } else if (!contains(one.sources, source.cell)) {
            one.sources.push_back(source.cell);
        }
        if (inside) users_[from].push_back(int(out_.nodes.size()));
    }

    void key(const Step& step, int id, int where, std::vector<int> needed, int overwritten) {
        if (where == out_.output && out_.output >= out_.kept) return;
        needed.push_back(overwritten);
        int level = 0;
        for (const int from : needed) {
            const auto above = keys_.find(from);
            if (above == keys_.end() || std::get<0>(above->second) != pass_of(step)) continue;
            level = std::max(level, std::get<1>(above->second) + 1);
        }
        keys_[id] = {pass_of(step), level, where};
    }

    void lay_out_rows() {
        std::map<RowKey, int> first;  // the first node of each key, in the order of steps
        for (const auto& [id, key] : keys_) first.emplace(key, id);
        std::vector<std::pair<int, RowKey>> order;
        for (const auto& [key, id] : first) order.emplace_back(id, key);
        sort(order);
        std::map<RowKey, int> row_of;
        for (const auto& [id, key] : order) {
            row_of[key] = int(out_.rows.size());
            out_.rows.emplace_back().place = std::get<2>(key);
        }
        for (const auto& [id, key] : keys_) put(id, row_of[key]);
        if (out_.output >= 0) add_output_row();
        for (size_t r = out_.input >= 0 ? 1 : 0; r < out_.rows.size(); ++r) describe(r);
    }

    void add_output_row() {
        const int last = int(out_.rows.size());
        out_.rows.emplace_back().place = out_.output;
        // Of what is written again, the last is.
        std::map<int64_t, int> newest;
        for (int id = 0; id < std::ssize(out_.nodes); ++id) {
            if (node(id).step < 0 || keys_.contains(id)) continue;
            const auto [at, fresh] = newest.try_emplace(node(id).cell, id);
            if (fresh) continue;
            node(at->second).row = last;
            node(at->second).links.clear();
            at->second = id;
        }
        for (const auto& [cell, id] : newest) put(id, last);
        out_.rows.back().label = place(out_.output).name;
    }

    void put(int id, int r) {
        DiagramRow& row = out_.rows[r];
        node(id).row = r;
        if (row.nodes.empty() || node(id).step < row.first_step) row.first_step = node(id).step;
        row.last_step = std::max(row.last_step, node(id).step);
        row.nodes.push_back(id);
    }

    /// Names the row: its phase, and the innermost loop variable that is the same for all its writes.
    void describe(size_t r) {
        DiagramRow& row = out_.rows[r];
        if (row.nodes.empty()) return;
        const Step& step = trace_.step_at(row.first_step);
        row.interval = step.interval;
        if (const Phase* phase = phase_of(trace_, step)) row.phase = short_phase_name(phase->name);
        row.opens_phase = r == 0 || out_.rows[r - 1].phase != row.phase;
        if (row.place == out_.output) return;
        for (const std::string& label : labels_[row.nodes.front()]) {
            // A loop of one pass names nothing.
            if (values_[label.substr(0, label.find(' '))].size() < 2) continue;
            const bool everywhere = all_of(row.nodes, [&](int id) { return contains(labels_[id], label); });
            if (!everywhere) continue;
            row.label = label;
            return;
        }
    }

    /// Where a block walks along, its cells are under the elements that they were loaded from.
    void choose_columns() {
        int64_t shift = 0;
        for (DiagramRow& row : out_.rows) {
            if (row.place >= out_.kept) {
                for (const int id : row.nodes) node(id).column = node(id).cell - place(row.place).first;
                continue;
            }
            if (const auto loaded = shift_of(row)) shift = *loaded;
            for (const int id : row.nodes) node(id).column = node(id).cell - place(row.place).first + shift;
        }
    }

    /// How far the cells of a row are from what all of them were loaded from; nothing where they differ.
    std::optional<int64_t> shift_of(const DiagramRow& row) {
        std::optional<int64_t> shift;
        for (const int id : row.nodes) {
            if (node(id).outside.size() != 1) continue;
            const int64_t cell = node(id).cell - place(row.place).first,
                          element = node(id).outside.front() - place(out_.input).first;
            if (shift && *shift != element - cell) return {};
            shift = element - cell;
        }
        if (!shift || *shift < 0 || *shift + place(row.place).count > out_.cells) return {};
        return shift;
    }

    void end_links() {
        const int rows = int(out_.rows.size());
        std::unordered_map<int64_t, std::set<int>> taken;  // rows by column
        for (const DiagramRow& row : out_.rows)
            for (const int id : row.nodes) taken[node(id).column].insert(node(id).row);
        const auto need = [&](int id, int row) { node(id).last_use = std::max(node(id).last_use, row); };
        for (const auto& [from, users] : users_)
            for (const int user : users) need(from, node(user).row);
        for (DiagramNode& one : out_.nodes)
            for (DiagramLink& link : one.links) {
                const DiagramNode& from = node(link.node);
                const auto above = taken[from.column].upper_bound(from.row);
                const bool covered = above != taken[from.column].end() && *above < one.row;
                link.from_row = covered ? from.row : std::max(from.row, one.row - 1);
                if (!covered) need(link.node, one.row);
            }
        for (const int id : leaving_) need(id, rows);
    }

    const Trace& trace_;
    LoopVariables variables_;
    Diagram out_;
    std::map<int, RowKey> keys_;  ///< by node; none of the input and the output
    std::unordered_map<int, std::vector<std::string>> labels_;
    std::map<std::string, std::set<std::string>> values_;  ///< labels by variable
    std::map<Cell, std::vector<Version>> history_;
    std::map<Cell, int> inputs_;
    std::unordered_map<OriginId, int> written_;  ///< values that a register may still hold
    std::map<int, std::vector<int>> users_;
    std::set<int> leaving_;
};

}  // namespace

Diagram make_diagram(const Trace& trace, const BlockPlaces& places, uint32_t launch, uint32_t block,
                     size_t limit) {
    if (launch >= trace.launches.size() || places.kept.empty()) return {};
    return BlockBuilder(trace, places, launch).build(trace.launches[launch], block, limit);
}

}  // namespace upsweep::replay
