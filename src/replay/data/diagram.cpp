// Makes the diagram's rows, and their names where there is one short column for them.
#include "replay/data/diagram.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/data/loop_variables.h"
#include "replay/structure/passes.h"

namespace upsweep::replay {
namespace {

/// A running sum that begins with a constant has no origin: only the local variable connects the write of the
/// first sum with the second. This keeps that connection; all other ones are in the origins.
class HeldLocals {
  public:
    HeldLocals(const Trace& trace, ArrayId array) : trace_(trace), array_(array) {}

    /// Every access in its order. `next` is the number of the node that a write of the array becomes.
    void note(const Access& access, int next) {
        if (!is_write(access) || trace_.arrays[access.array].pointer) return;
        if (is_local(trace_, access.array))
            overwrite({access.array, access.offset}, access);
        else if (access.array == array_ && access.origin == 0)
            for (auto& [place, local] : locals_)
                if (local.value == access.value) local.node = next;
    }

    /// The node whose value is the constant operand of an operation; -1 if none exists.
    int beneath(OriginId origin) const { return found_or(beneath_, origin, -1); }

  private:
    struct Local {
        uint64_t value = 0;  ///< raw bits
        int node = -1;       ///< that was written with this value; -1: none
    };

    void overwrite(std::pair<ArrayId, uint32_t> place, const Access& access) {
        Local& local = locals_[place];
        if (local.node >= 0 && adds_a_cell(local.value, access)) beneath_[access.origin] = local.node;
        local = {access.value, -1};
    }

    /// Whether a local becomes its old value, as a constant, and a cell.
    bool adds_a_cell(uint64_t old, const Access& access) const {
        const Origin made = trace_.origin(access.origin);
        if (made.kind != Origin::Kind::operation || made.symbol != '+') return false;
        if ((made.left == 0) == (made.right == 0)) return false;
        const Origin cell = trace_.origin(made.left | made.right);
        if (cell.kind != Origin::Kind::cell) return false;
        const Access& read = trace_.access_at(cell.access);
        const ScalarType type = trace_.arrays[access.array].type;
        const double sum = bits_to_number(type, access.value), before = bits_to_number(type, old);
        const double added = bits_to_number(trace_.arrays[read.array].type, read.value);
        return std::abs(before + added - sum) <= 1e-5 * std::abs(sum);
    }

    const Trace& trace_;
    ArrayId array_;
    std::map<std::pair<ArrayId, uint32_t>, Local> locals_;
    std::unordered_map<OriginId, int> beneath_;
};

using DiagramRowKey = std::pair<PassKey, int>;  // and the level: writes of a pass that build on one another

class Builder {
  public:
    Builder(const Trace& trace, ArrayId array, uint32_t launch)
        : trace_(trace), variables_(trace, trace.launches[launch]), held_(trace, array) {
        out_.array = array;
        out_.cells = trace.arrays[array].extent.count();
        out_.places = {{array, 0, out_.cells, trace.arrays[array].name}};
        out_.serial = is_serial(trace.launches[launch]);
    }

    Diagram build(StepRange steps, size_t limit) {
        // Shared memory is its block's alone: of a long trace with many blocks that is a small part.
        const int owner = trace_.arrays[out_.array].block;
        for (int64_t index = steps.first; index < steps.end; ++index) {
            const Step& step = trace_.step_at(index);
            if (owner >= 0 && int(step.block) != owner) continue;
            for (int64_t i = step.first_access; i < trace_.end_access(index); ++i) {
                const Access& access = trace_.access_at(i);
                variables_.note(step, access);
                if (out_.serial) held_.note(access, out_.nodes.size());
                if (!is_write(access) || is_local(trace_, access.array)) continue;
                if (access.array != out_.array) {
                    leaves_array(access);
                } else if (out_.nodes.size() >= limit) {
                    out_.cut = true;
                } else {
                    add(index, step, i, access);
                }
            }
        }
        finish();
        return std::move(out_);
    }

  private:
    struct Version {
        int64_t access;
        int node;
    };

    /// The node whose value a read of `cell` at `access` saw; -1 if none of this launch.
    int provider(int64_t cell, int64_t access) const {
        const auto history = history_.find(cell);
        if (history == history_.end()) return -1;
        int node = -1;
        for (auto at = history->second.rbegin(); at != history->second.rend(); ++at)
            if (at->access < access) return at->node;
        return node;
    }

    /// Values that another array takes are needed to the bottom.
    void leaves_array(const Access& access) {
        for (const Leaf& leaf : source_of(trace_, access.origin).leaves) {
            const int node = leaf.array == out_.array ? provider(leaf.element, leaf.access) : -1;
            if (node >= 0) needed_outside_.insert(node);
        }
    }

    void add(int64_t index, const Step& step, int64_t at, const Access& access) {
        DiagramNode node;
        node.column = node.cell = element_of(trace_, access);
        node.step = index;
        node.access = at;
        node.value = access.value;
        node.lane = access.lane;
        std::vector<int> providers;
        const auto comes_from = [&](int held) {
            add_source(node, out_.nodes[held].cell);
            providers.push_back(held);
        };
        const Source source = source_of(trace_, access.origin, 8, [&](OriginId origin) {
            const auto held = written_.find(origin);
            if (held == written_.end()) return false;
            comes_from(held->second);
            return true;
        });
        if (const int held = held_.beneath(access.origin); held >= 0) comes_from(held);
        node.operation = source.operation;
        node.symbol = source.symbol;
        for (const Leaf& leaf : source.leaves) {
            const Access& read = trace_.access_at(leaf.access);
            if (leaf.array != out_.array) {
                node.from_elsewhere = true;
                elsewhere_[int(out_.nodes.size())] = leaf.array;
                from_[{int(out_.nodes.size()), leaf.element}] = leaf.array;
                node.outside.push_back(leaf.element);
                if (node.operation) ++outside_[leaf.array][leaf.element];
                outside_values_[{leaf.array, leaf.element}] = read.value;
                continue;
            }
            add_source(node, leaf.element);
            providers.push_back(provider(leaf.element, leaf.access));
            if (providers.back() < 0) before_.emplace(leaf.element, read.value);
        }
        if (access.origin != 0 && (node.operation || out_.serial))
            written_[access.origin] = int(out_.nodes.size());
        const int level = out_.serial ? index : level_of(step, node.cell, providers, at);
        const DiagramRowKey key{pass_of(step), level};
        const int id = out_.nodes.size();
        keys_.push_back(key);
        labels_.push_back(variables_.labels(step, access.lane));
        for (const int used : providers)
            if (used >= 0) users_.emplace_back(used, id);
        history_[node.cell].push_back({at, id});
        out_.nodes.push_back(std::move(node));
    }

    static void add_source(DiagramNode& node, int64_t cell) {
        if (cell == node.cell) {
            node.keeps = true;
        } else if (!contains(node.sources, cell)) {
            node.sources.push_back(cell);
        }
    }

    int level_of(const Step& step, int64_t cell, std::vector<int> needed, int64_t at) const {
        needed.push_back(provider(cell, at));
        int level = 0;
        for (const int node : needed) {
            if (node < 0) continue;
            const auto& [pass, above] = keys_[node];
            if (pass == pass_of(step)) level = std::max(level, above + 1);
        }
        return level;
    }

    void finish() {
        std::map<DiagramRowKey, int> first;  // the first node of each key, in the order of steps
        for (size_t i = 0; i < keys_.size(); ++i) first.emplace(keys_[i], int(i));
        std::vector<std::pair<int, DiagramRowKey>> order;
        for (const auto& [key, node] : first) order.emplace_back(node, key);
        sort(order);
        std::map<DiagramRowKey, int> row_of;
        for (const auto& [node, key] : order) row_of.emplace(key, int(row_of.size()));
        out_.rows.resize(order.size());
        for (size_t i = 0; i < keys_.size(); ++i) place(int(i), row_of[keys_[i]]);
        for (const auto& [used, user] : users_) {
            int& last = out_.nodes[used].last_use;
            last = std::max(last, out_.nodes[user].row);
        }
        for (const int node : needed_outside_) out_.nodes[node].last_use = int(out_.rows.size());
        for (size_t r = 0; r < out_.rows.size(); ++r) describe(r);
        if (out_.serial) name_serial_rows();
        add_row_before();
    }

    /// Puts row 0 in front where values were read that no write of this launch had made.
    void add_row_before() {
        std::string label = trace_.arrays[out_.array].name;
        if (before_.empty()) {
            ArrayId most = 0;
            size_t cells = 0;
            for (const auto& [array, used] : outside_)
                if (used.size() > cells && trace_.arrays[array].role == BufferRole::data) {
                    most = array;
                    cells = used.size();
                }
            if (cells == 0) return clear_outside();
            label = trace_.arrays[most].name;
            for (const auto& [cell, times] : outside_[most]) before_[cell] = outside_values_[{most, cell}];
            add_unread(most);
            keep_only(most);
        } else {
            clear_outside();
        }
        for (DiagramNode& node : out_.nodes) {
            ++node.row;
            if (node.last_use >= 0) ++node.last_use;
        }
        DiagramRow row;
        row.label = label;
        row.first_step = -1;
        row.last_step = -1;
        for (const auto& [cell, value] : before_) {
            DiagramNode node;
            node.column = node.cell = cell;
            node.step = -1;
            node.value = value;
            row.nodes.push_back(int(out_.nodes.size()));
            out_.nodes.push_back(node);
        }
        mark_uses_of_row_before(row);
        out_.rows.insert(out_.rows.begin(), std::move(row));
    }

    /// What of the other array nothing reads is there too: it is one row of the same cells.
    void add_unread(ArrayId other) {
        if (other >= trace_.initial.size() || trace_.initial[other].count() != out_.cells) return;
        const Array& initial = trace_.initial[other];
        const auto size = ptrdiff_t(size_of(initial.type()));
        for (int64_t cell = 0; cell < out_.cells; ++cell) {
            uint64_t bits = 0;
            std::copy_n(initial.bytes().begin() + cell * size, size,
                        std::as_writable_bytes(std::span(&bits, 1)).begin());
            before_.emplace(cell, bits);
        }
    }

    /// Row 0 shows one array: what comes from a third has no place there.
    void keep_only(ArrayId shown) {
        for (size_t id = 0; id < out_.nodes.size(); ++id) {
            std::vector<int64_t>& cells = out_.nodes[id].outside;
            std::erase_if(cells, [&](int64_t cell) { return from_[{int(id), cell}] != shown; });
        }
    }

    void clear_outside() {
        for (DiagramNode& node : out_.nodes) node.outside.clear();
    }

    void mark_uses_of_row_before(const DiagramRow& row) {
        std::unordered_map<int64_t, int> position;
        for (const int id : row.nodes) position[out_.nodes[id].cell] = id;
        const auto use = [&](int64_t cell, int last) {
            const auto at = position.find(cell);
            if (at == position.end()) return;
            int& until = out_.nodes[at->second].last_use;
            until = std::max(until, last);
        };
        std::set<int64_t> overwritten;
        for (const DiagramNode& node : std::vector<DiagramNode>(out_.nodes)) {
            if (node.step < 0) continue;
            if (node.keeps && !overwritten.contains(node.cell)) use(node.cell, node.row);
            for (const int64_t cell : node.sources)
                if (!overwritten.contains(cell)) use(cell, node.row);
            overwritten.insert(node.cell);
        }
    }

    void place(int id, int row_index) {
        DiagramNode& node = out_.nodes[id];
        DiagramRow& row = out_.rows[row_index];
        node.row = row_index;
        if (row.nodes.empty()) row.first_step = node.step;
        row.last_step = std::max(row.last_step, node.step);
        row.nodes.push_back(id);
    }

    /// Names the row: its phase, and the innermost loop variable that is the same for all its writes.
    void describe(size_t r) {
        DiagramRow& row = out_.rows[r];
        const Step& step = trace_.step_at(row.first_step);
        row.interval = step.interval;
        if (const Phase* phase = phase_of(trace_, step)) row.phase = short_phase_name(phase->name);
        row.opens_phase = r == 0 || out_.rows[r - 1].phase != row.phase;
        if (const std::optional<std::string> name = only_source(row)) {
            row.label = *name;
            return;
        }
        for (const std::string& label : labels_[row.nodes.front()]) {
            const bool everywhere = all_of(row.nodes, [&](int node) {
                const auto& own = labels_[node];
                return contains(own, label);
            });
            if (!everywhere) continue;
            row.label = label;
            return;
        }
    }

    /// "x = 3": the innermost loop variable that is not the same in all rows; "start" where none is.
    void name_serial_rows() {
        std::map<std::string, std::set<std::string>> values;  // by variable
        for (const auto& labels : labels_)
            for (const std::string& label : labels) values[label.substr(0, label.find(' '))].insert(label);
        for (DiagramRow& row : out_.rows) {
            row.label = "start";
            for (const std::string& label : labels_[row.nodes.front()]) {
                const size_t space = label.find(' ');
                if (values[label.substr(0, space)].size() < 2) continue;
                row.label = label.substr(0, space) + " =" + label.substr(space);
                break;
            }
        }
    }

    /// The other array that all values of a row were only moved from.
    std::optional<std::string> only_source(const DiagramRow& row) const {
        std::optional<ArrayId> array;
        for (const int id : row.nodes) {
            const DiagramNode& node = out_.nodes[id];
            const auto from = elsewhere_.find(id);
            if (from == elsewhere_.end()) {
                if (node.keeps || !node.sources.empty() || node.operation) return {};
                continue;
            }
            if (node.operation || node.keeps || (array && *array != from->second)) return {};
            array = from->second;
        }
        if (!array) return {};
        return trace_.arrays[*array].name;
    }

    const Trace& trace_;
    LoopVariables variables_;
    Diagram out_;
    std::vector<DiagramRowKey> keys_;
    std::vector<std::vector<std::string>> labels_;
    std::unordered_map<int64_t, std::vector<Version>> history_;
    std::unordered_map<int, ArrayId> elsewhere_;
    std::map<std::pair<int, int64_t>, ArrayId> from_;  ///< array of a node's outside cell
    std::unordered_map<OriginId, int> written_;        ///< values that a register may still hold
    HeldLocals held_;
    std::map<int64_t, uint64_t> before_;  ///< cells read before this launch wrote them
    std::map<ArrayId, std::map<int64_t, int>> outside_;
    std::map<std::pair<ArrayId, int64_t>, uint64_t> outside_values_;
    std::vector<std::pair<int, int>> users_;
    std::set<int> needed_outside_;
};

}  // namespace

int Diagram::row_at(int64_t position) const {
    int best = -1;
    int64_t best_step = -1;
    for (size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].first_step >= position) continue;
        for (const int id : rows[r].nodes) {
            const int64_t step = nodes[id].step;
            if (step >= 0 && step < position && step >= best_step) {
                best_step = step;
                best = r;
            }
        }
    }
    return best;
}

int Diagram::place_of(ArrayId of, int64_t element) const {
    for (int place = 0; place < kept; ++place)
        if (places[place].holds(of, element)) return place;
    return -1;
}

Diagram make_diagram(const Trace& trace, ArrayId array, uint32_t launch, size_t limit) {
    if (launch >= trace.launches.size() || array >= trace.arrays.size()) {
        Diagram none;
        none.array = array;
        none.places = {{array, 0, 0, {}}};
        return none;
    }
    const LaunchInfo& info = trace.launches[launch];
    return Builder(trace, array, launch).build({info.first_step, info.end_step}, limit);
}

namespace {

/// "up stride 2", or without the variable's name "up 2".
std::string short_row_name(const DiagramRow& row, bool with_variable) {
    const size_t space = row.label.rfind(' ');
    if (row.label.empty() || row.first_step < 0 || space == std::string::npos)
        return row.label.empty() ? row.phase : row.label;
    // Of "up-sweep" the direction says enough; "kogge-stone" is one name.
    const size_t sweep = row.phase.find("-sweep");
    return row.phase.substr(0, sweep) + " " + (with_variable ? row.label : row.label.substr(space + 1));
}

/// A name as far as whole words of it fit, "scan" of "scan of the last values"; as it is where none does.
std::string by_words(const std::string& name, const std::function<bool(const std::string&)>& fits) {
    const auto ends_with_word = [](const std::string& text, std::string_view word) {
        return text.size() > word.size() && text.ends_with(word) &&
               text[text.size() - word.size() - 1] == ' ';
    };
    std::string shorter = name;
    while (!fits(shorter) || ends_with_word(shorter, "of") || ends_with_word(shorter, "the")) {
        const size_t space = shorter.rfind(' ');
        if (space == std::string::npos) return fits(shorter) ? shorter : name;
        shorter.resize(space);
    }
    return shorter;
}

}  // namespace

std::vector<std::string> short_row_names(const Diagram& diagram,
                                         const std::function<bool(const std::string&)>& fits) {
    const auto name = [&](const DiagramRow& row, bool whole) {
        return diagram.serial ? row.label : short_row_name(row, whole);
    };
    std::map<std::string, bool> whole;  // by phase
    // A loop that does not end has thousands of rows with few names: each is looked at once.
    std::map<std::string, bool> known;
    const auto fits_once = [&](const std::string& text) {
        const auto [at, fresh] = known.try_emplace(text, false);
        if (fresh) at->second = fits(text);
        return at->second;
    };
    std::map<std::string, std::set<std::string>> phases;  // by label
    for (const DiagramRow& row : diagram.rows) {
        // Digits differ in width: "stride 1" may fit where "stride 4" does not.
        whole.try_emplace(row.phase, true).first->second &= fits_once(name(row, true));
        phases[row.label].insert(row.phase);
    }
    // Where only one phase has rows with these names, the phase need not be said; so they are named in a
    // wider column.
    std::map<std::string, bool> alone;  // by phase
    for (const DiagramRow& row : diagram.rows)
        alone.try_emplace(row.phase, true).first->second &=
            row.label.find(' ') == std::string::npos || phases[row.label].size() == 1;
    std::vector<std::string> names;
    for (const DiagramRow& row : diagram.rows) {
        const bool labelled = !row.label.empty() && fits_once(row.label);
        const std::string chosen =
            !whole[row.phase] && labelled && alone[row.phase] ? row.label : name(row, whole[row.phase]);
        names.push_back(row.label.empty() ? by_words(chosen, fits_once) : chosen);
    }
    return names;
}

}  // namespace upsweep::replay
