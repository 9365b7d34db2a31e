// Sentences about writes: the rule that they follow, and one of them with its numbers.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

double number(const Trace& trace, const Access& access) {
    return bits_to_number(trace.arrays[access.array].type, access.value);
}

/// What the operation gives for the sources in their order; nothing for operations that it does not know.
std::optional<double> fold(char symbol, const std::vector<double>& values) {
    if (values.size() < 2) return {};
    double result = values.front();
    for (size_t i = 1; i < values.size(); ++i) {
        const double value = values[i];
        if (symbol == '+')
            result += value;
        else if (symbol == '-')
            result -= value;
        else if (symbol == '*')
            result *= value;
        else if (symbol == '<')
            result = std::min(result, value);
        else if (symbol == '>')
            result = std::max(result, value);
        else
            return {};
    }
    return result;
}

/// "Add the left child's sum …" says what the lanes do; "The padding puts …" tells something else.
bool is_order(const std::string& comment) {
    static const std::set<std::string> others = {"The",   "A",     "An",   "Nothing", "Each", "Past",
                                                 "Where", "With",  "This", "It",      "No",   "Not",
                                                 "In",    "Block", "One",  "Every",   "All"};
    return !others.contains(comment.substr(0, comment.find(' ')));
}

/// The comment that belongs to a statement: above it, or above the `if` and `for` heads over it.
std::string lead_comment(const Trace& trace, const SourceRange& place) {
    for (int line = place.line; line > std::max(0, place.line - 3); --line) {
        std::string comment = comment_above(trace, place.file, line);
        if (!comment.empty()) {
            comment = comment.substr(0, comment.find(". "));
            while (!comment.empty() && (comment.back() == '.' || comment.back() == ':')) comment.pop_back();
            return comment.size() <= 90 && is_order(comment) ? comment : std::string{};
        }
        const std::string_view above = line_text(trace, place.file, line - 1);
        const size_t word = above.find_first_not_of(" \t");
        if (word == std::string_view::npos) return {};
        const std::string_view head = above.substr(word);
        if (head.substr(0, 3) != "if " && head.substr(0, 4) != "for " && head.substr(0, 4) != "else")
            return {};
    }
    return {};
}

std::string lowered(std::string text) {
    const bool word = text.size() > 1 && std::islower(uint8_t(text[1]));
    if (word) text[0] = char(std::tolower(uint8_t(text[0])));
    return text;
}

std::string lanes_subject(size_t lanes) {
    return emulator::in_sentence_case(number_word(int64_t(lanes))) + " " + noun_of(int64_t(lanes), "lane");
}

/// The array's name where it is not the one that the stage follows.
std::string of_array(const Trace& trace, ArrayId array, ArrayId followed) {
    return array == followed ? "" : " of " + in_backticks(trace.arrays[array].name);
}

/// Whether one kind of operation alone, each on the result of the one before, leads from the sources to the
/// write. Sums of products may come out like a product by luck.
bool is_chain(const Trace& trace, int64_t index, const Source& source) {
    std::vector<OriginId> open = {trace.access_at(index).origin};
    // The cell that a running sum continues from is itself a source, however it was made.
    std::set<OriginId> ends;
    for (const Leaf& leaf : source.leaves)
        if (leaf.access != index) ends.insert(trace.access_at(leaf.access).origin);
    for (int looked = 0; !open.empty(); ++looked) {
        if (looked == 64) return false;
        const OriginId id = open.back();
        open.pop_back();
        const Origin node = trace.origin(id);
        if (node.kind != Origin::Kind::operation || ends.contains(id)) continue;
        if (node.symbol != source.symbol) return false;
        const bool nested = trace.origin(node.right).kind == Origin::Kind::operation;
        if (node.symbol == '-' && nested && !ends.contains(node.right)) return false;
        open.push_back(node.left);
        open.push_back(node.right);
    }
    return true;
}

/// "4 + 7 = 11": what a write's sources give, if it is that; else the value alone.
std::string equation(const Trace& trace, int64_t index, const Source& source) {
    const Access& write = trace.access_at(index);
    const std::string result = value_text(trace, write);
    const bool words = !reference::commutes(operator_of(trace));
    if (!source.operation || source.leaves.size() < 2 || source.leaves.size() > (words ? 2U : 4U))
        return result;
    if (!words && !is_chain(trace, index, source)) return result;
    std::vector<Value> values;
    for (const Leaf& leaf : source.leaves) {
        const Access& read = trace.access_at(leaf.access);
        values.push_back({trace.arrays[read.array].type, read.value, value_text(trace, read)});
    }
    const Value made{trace.arrays[write.array].type, write.value, result};
    std::string text = equation_of(trace, source.symbol, values, made);
    // Of an operator whose words have an order, leaves may come in the other one.
    if (text.empty() && words) {
        std::reverse(values.begin(), values.end());
        text = equation_of(trace, source.symbol, values, made);
    }
    return text.empty() ? result : text;
}

/// "7 + 1 = 8": an atomic addition of whole numbers.
std::string atomic_equation(const Trace& trace, const Access& access) {
    const ArrayInfo& info = trace.arrays[access.array];
    const std::string result = value_text(trace, access);
    const double added = number(trace, access) - bits_to_number(info.type, access.old_value);
    if (is_floating(info.type) || added < 0) return result;
    return bits_to_text(info.type, access.old_value) + " + " + bits_to_text(info.type, uint64_t(added)) +
           " = " + result;
}

/// "4 + 7 = 11": what the cell of a flow becomes.
std::string becomes(const Narration& narration, const Flow& flow) {
    const Trace& trace = narration.trace;
    const Access& access = trace.access_at(flow.access);
    if (narration.staged != nullptr && narration.staged->is_packed(flow.array))
        return in_backticks(narration.staged->text_of(trace, flow.array, access.value));
    if (narration.symbols != nullptr && narration.symbols->known())
        return in_backticks(shown_value(narration, flow.access));
    if (adds_atomically(trace, flow)) return in_backticks(atomic_equation(trace, access));
    const Source running{flow.operation, flow.symbol, flow.sources};
    return in_backticks(flow.running ? equation(trace, flow.access, running)
                                     : equation_of(trace, flow.access));
}

/// "cell 3 becomes 4 + 7 = 11".
std::string example(const Narration& narration, const Flow& flow, ArrayId followed) {
    const Trace& trace = narration.trace;
    return cell_name(narration, flow.array, flow.cell) + of_array(trace, flow.array, followed) + " becomes " +
           becomes(narration, flow) + origin_of_sum(narration, flow);
}

std::string verb(const Trace& trace, const Flow& flow) {
    if (flow.operation) return flow.symbol == '+' ? "add" : "compute";
    if (flow.sources.empty()) return "set";
    if (flow.sources.front().array == flow.array) return "copy";
    return trace.arrays[flow.array].space == Space::shared ? "load" : "store";
}

/// Weak memory: what only the block itself sees yet.
std::string delay_remark(const Narration& narration, const Flow& flow) {
    if (narration.trace.access_at(flow.access).kind != AccessKind::delayed) return {};
    return " Only " + block_name(narration, flow.step) + " sees it so far; the other blocks see it later.";
}

/// Of a pass: the first write of each of its statements to the followed array, in the order they ran, the
/// focus step's being `last`. One statement alone, or more than a sentence can hold: only `last`.
Writes one_of_each(const Trace& trace, const StepPicture& picture, const Flow& last) {
    Writes found;
    std::set<uint32_t> seen = {trace.step_at(last.step).statement};
    for (const Flow& flow : picture.flows)
        if (flow.array == last.array && flow.array == picture.followed &&
            seen.insert(trace.step_at(flow.step).statement).second)
            found.push_back(&flow);
    if (found.size() > 1) found.clear();
    found.push_back(&last);
    return found;
}

/// All writes of a pass that one statement makes in one array and one block.
Writes alike(const Trace& trace, const StepPicture& picture, const Flow& one) {
    const Step& step = trace.step_at(one.step);
    Writes found;
    for (const Flow& flow : picture.flows) {
        const Step& other = trace.step_at(flow.step);
        if (flow.array == one.array && other.statement == step.statement && other.block == step.block)
            found.push_back(&flow);
    }
    return found;
}

/// Constants, copies and operations from one array: writes that can follow one rule.
bool is_of_kind(const Flow& one, const Flow& other) {
    const auto from = [](const Flow& flow) {
        return flow.sources.empty() ? -1 : int64_t(flow.sources[0].array);
    };
    return one.array == other.array && one.operation == other.operation && one.symbol == other.symbol &&
           one.keeps == other.keeps && one.sources.size() == other.sources.size() && from(one) == from(other);
}

/// The writes of a pass's statements, those of one kind together.
std::vector<Writes> kinds_of(const Trace& trace, const StepPicture& picture, const Writes& statements) {
    std::vector<Writes> kinds;
    for (const Flow* statement : statements)
        for (const Flow* flow : alike(trace, picture, *statement)) {
            auto kind = find_if(kinds, [&](const Writes& one) { return is_of_kind(*one[0], *flow); });
            if (kind == kinds.end()) kind = kinds.insert(kinds.end(), Writes{});
            kind->push_back(flow);
        }
    return kinds;
}

/// With them what other statements of the pass write of the same kind in the same array and block.
std::vector<Writes> widened(const Trace& trace, const StepPicture& picture, std::vector<Writes> kinds) {
    for (Writes& kind : kinds) {
        const Flow& first = *kind[0];
        const uint32_t block = trace.step_at(first.step).block;
        kind.clear();
        for (const Flow& flow : picture.flows)
            if (is_of_kind(first, flow) && trace.step_at(flow.step).block == block) kind.push_back(&flow);
    }
    return kinds;
}

bool is_example(const Narration& narration, const Flow& flow) {
    return narration.example && flow.cell == narration.example->second &&
           narration.trace.arrays[flow.array].name == narration.example->first;
}

/// How far a write is from another: of cells that take nothing from each other, by another lane, at another
/// time.
std::tuple<bool, bool, int64_t> distance_of(const Flow& flow, const Flow& other) {
    const auto takes = [](const Flow& one, const Flow& from) {
        return any_of(one.sources, [&](const Leaf& leaf) {
            return leaf.array == from.array && leaf.element == from.cell;
        });
    };
    return {&flow != &other && !takes(flow, other) && !takes(other, flow),
            flow.lane != other.lane || flow.warp != other.warp, std::abs(flow.access - other.access)};
}

/// Of a statement the write to tell: that of the cell that is the example, where every warp comes by once;
/// else the nearest to `present`.
const Flow* example_of(const Narration& narration, const StepPicture& picture, const Flow* statement,
                       const Flow& present) {
    const Flow* wanted = nullptr;
    std::set<int64_t> steps;
    std::set<int> warps;
    for (const Flow* flow : alike(narration.trace, picture, *statement)) {
        if (distance_of(*flow, present) < distance_of(*statement, present)) statement = flow;
        if (is_example(narration, *flow)) wanted = flow;
        steps.insert(flow->step);
        warps.insert(flow->warp);
    }
    return wanted != nullptr && steps.size() == warps.size() ? wanted : statement;
}

/// Of each kind the write to tell: that of the cell that is the example, else of the focus step; of the other
/// kinds the write that the same lane makes next to it. Where all get the same, the rule says what.
Writes examples_of(const Narration& narration, const std::vector<Writes>& kinds, int64_t focus) {
    const Flow *wanted = nullptr, *present = nullptr;
    for (const Writes& kind : kinds)
        for (const Flow* flow : kind) {
            if (is_example(narration, *flow)) wanted = flow;
            if (flow->step == focus && present == nullptr) present = flow;
        }
    if (wanted == nullptr) wanted = present;
    Writes examples;
    for (const Writes& kind : kinds) {
        if (kind[0]->sources.empty() && !kind[0]->keeps && !is_atomic(narration.trace, *kind[0])) continue;
        const Flow* one = kind[0];
        for (const Flow* flow : kind)
            if (wanted != nullptr && distance_of(*flow, *wanted) < distance_of(*one, *wanted)) one = flow;
        examples.push_back(one);
    }
    return examples;
}

/// The rules of writes; empty if one kind has none.
std::string rules_of(const Narration& narration, const std::vector<Writes>& kinds) {
    if (kinds.size() == 2)
        if (std::string pairs = pair_rule(narration, kinds[0], kinds[1]); !pairs.empty()) return pairs;
    std::string text;
    for (const Writes& kind : kinds) {
        const std::string rule = rule_of(narration, kind);
        if (rule.empty()) return {};
        text += (text.empty() ? "" : "; ") + rule;
    }
    return text;
}

/// "Four lanes", "The loop": who makes the write that is reported, with others that do so at once. Where a
/// warp comes by several times in the pass, "Four lanes of warp `0`" are those of the time that is reported.
std::string subject_of(const Narration& narration, const StepPicture& picture) {
    const Step& step = narration.trace.step_at(picture.focus);
    if (is_cpu_loop(narration.trace, narration.trace.launch_near(step.operation))) return "The loop";
    std::set<std::pair<int, int>> lanes, told;
    std::set<int64_t> steps;
    std::set<int> warps;
    for (const Flow& flow : picture.flows) {
        const Step& other = narration.trace.step_at(flow.step);
        if (other.statement != step.statement || other.block != step.block) continue;
        lanes.insert({flow.warp, flow.lane});
        if (flow.step == picture.focus) told.insert({flow.warp, flow.lane});
        steps.insert(flow.step);
        warps.insert(flow.warp);
    }
    if (steps.size() == warps.size()) return lanes_subject(lanes.size());
    return lanes_subject(told.size()) +
           (warps.size() == 1 ? "" : fmt::format(" of warp {}", in_backticks(int64_t{step.warp})));
}

/// "load", "copies and adds": what the lanes do in the writes, each verb once.
std::string verbs(const Trace& trace, const Writes& writes, bool one) {
    std::vector<std::string> said;
    for (const Flow* flow : writes) {
        std::string word = verb(trace, *flow);
        if (one) word = word == "copy" ? "copies" : word + "s";
        if (!contains(said, word)) said.push_back(word);
    }
    return said.size() == 2 ? said[0] + " and " + said[1] : said[0];
}

}  // namespace

std::string equation_of(const Trace& trace, char symbol, const std::vector<Value>& values,
                        const Value& made) {
    const reference::Operator operation = operator_of(trace);
    if (values.size() < 2) return {};
    if (!reference::commutes(operation)) {
        auto both = uint32_t(values[0].bits);
        for (size_t i = 1; i < values.size(); ++i)
            both = reference::combined(operation, both, uint32_t(values[i].bits));
        if (symbol != '+' || both != uint32_t(made.bits)) return {};
    } else {
        std::vector<double> numbers;
        for (const Value& value : values) numbers.push_back(bits_to_number(value.type, value.bits));
        const std::optional<double> folded = fold(symbol, numbers);
        const double value = bits_to_number(made.type, made.bits);
        const double off = is_floating(made.type) ? 1e-5 * std::max(1.0, std::abs(value)) : 0;
        if (!folded || !(*folded == value || std::abs(*folded - value) <= off)) return {};
    }
    const bool call = symbol == '<' || symbol == '>';
    const std::string sign(operation_sign(symbol));
    std::string text = call ? sign + "(" : "";
    for (const Value& value : values)
        text += (&value == values.data() ? "" : call ? ", " : " " + sign + " ") + value.text;
    return text + (call ? ") = " : " = ") + made.text;
}

std::string equation_of(const Trace& trace, int64_t index) {
    const Source source = source_of(trace, trace.access_at(index).origin);
    return equation(trace, index, source);
}

std::string writes_sentence(const Narration& narration, const StepPicture& picture, const Writes& flows) {
    const Trace& trace = narration.trace;
    const Step& step = trace.step_at(picture.focus);
    Writes statements = one_of_each(trace, picture, *flows.front());
    const std::vector<Writes> of_statements = kinds_of(trace, picture, statements);
    std::vector<Writes> kinds = widened(trace, picture, of_statements);
    const bool loop = is_cpu_loop(trace, trace.launch_near(step.operation));
    const bool ruled = !loop || !flows.front()->operation;
    for (const Flow*& flow : statements) flow = example_of(narration, picture, flow, *flows.front());
    std::string rule = ruled ? rules_of(narration, kinds) : "";
    if (ruled && rule.empty()) rule = rules_of(narration, kinds = of_statements);
    const std::string comment = lead_comment(trace, where(trace, step));
    std::string shown, text;
    for (const Flow* flow : rule.empty() ? statements : examples_of(narration, kinds, picture.focus))
        shown += (shown.empty() ? "" : ", then ") + example(narration, *flow, picture.followed);
    if (!rule.empty()) {
        if (kinds.size() == 1 && kinds[0].size() == 1 && kinds[0][0]->operation)
            shown = "it becomes " + becomes(narration, *kinds[0][0]);
        text = in_block(narration, picture.focus, rule + (shown.empty() ? "." : ": " + shown + "."));
    } else if (!comment.empty()) {
        text = in_block(narration, picture.focus,
                        subject_of(narration, picture) + ": " + lowered(comment) + ".");
        text += " " + emulator::in_sentence_case(shown) + ".";
    } else {
        const std::string subject = subject_of(narration, picture);
        const bool one = loop || subject.starts_with("One lane");
        text = in_block(narration, picture.focus,
                        subject + " " + verbs(trace, statements, one) + ": " + shown + ".");
    }
    text += delay_remark(narration, *flows.front());
    return text + (picture.range.end - picture.range.first == 1 ? idle_lanes(trace, step) : "");
}

}  // namespace upsweep::replay
