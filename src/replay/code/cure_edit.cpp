// Candidates for a cure: a barrier between two lines or at a loop's end, a barrier out of its branch, a
// padded row, a wider variable, a factor taken out, an atomic addition, a guard.
#include "replay/code/cure_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/error.h"
#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "editor/editor.h"
#include "editor/motions.h"
#include "editor/ordering_calls.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "exercises/mark.h"
#include "exercises/trial.h"
#include "replay/code/code_structure.h"

namespace upsweep::replay {

using editor::Position;
using emulator::FindingKind;

namespace {

/// The candidates for one file. Lines count from 1, as those of the trace.
class Candidates {
  public:
    Candidates(int32_t file, const std::string& text)
        : file_(file), editor_(text), code_(structure_of(text)) {}

    std::vector<CureEdit> take() { return std::move(found_); }

    /// Calls that were taken out by hand.
    void put_back(std::string_view call) {
        for (size_t line = 0; line < editor_.buffer().line_count(); ++line)
            for (const editor::OrderingCall& one : editor::ordering_calls(editor_, line))
                if (one.out && one.call.starts_with(call.substr(0, call.find('('))))
                    add(fmt::format("put {} back in line {}", one.call, line + 1), {one.range, one.call});
    }

    /// The later access is in a function that ran again: behind the earlier one's line.
    void after(int earlier, int later, const std::string& call) {
        const std::vector<int> above = nodes_above(earlier), other = nodes_above(later);
        if (above.empty() || other.empty() || above.front() == other.front() || later > earlier) return;
        insert_after(node(above.back()).close_line, earlier, call);
    }

    void order(int one, int other, const std::string& call) {
        const auto [first, second] = std::minmax(one, other);
        const std::vector<int> above_first = nodes_above(first), above_second = nodes_above(second);
        size_t shared = 0;
        while (shared < above_first.size() && shared < above_second.size() &&
               above_first[shared] == above_second[shared])
            ++shared;
        if (shared < above_first.size() && shared < above_second.size())
            insert_after(node(above_first[shared]).close_line, node(above_first[shared]).first_line, call);
        for (size_t i = shared; i-- > 0;) {
            const CodeNode& loop = node(above_first[i]);
            if (!is_loop(loop)) continue;
            const int end = loop.close_line, body = first_line_in(loop);
            if (trimmed(end) == "}" && body > 0) insert_after(end - 1, body, call);
            if (opens_block(loop) && body > 0)
                insert_after(loop.last_line + lines_to_brace(loop), body, call);
            break;
        }
    }

    /// A line that is nothing but the barrier goes behind or before the branch that it is in.
    void out_of_branch(int line) {
        const std::vector<int> above = nodes_above(line);
        if (above.size() < 2 || !trimmed(line).ends_with(";")) return;
        const CodeNode& branch = node(above[above.size() - 2]);
        if (branch.kind != CodeNode::Kind::guard || branch.first_line >= line) return;
        const std::string moved = indentation(branch.first_line) + std::string(trimmed(line)) + "\n";
        const int last = branch.close_line;
        if (last <= line || trimmed(last) != "}") return;
        if (!is_alone(line)) return;
        add(fmt::format("move {} after line {}", name_of_call(line), last),
            {lines(line, last), text_of(line + 1, last) + moved});
        add(fmt::format("move {} before line {}", name_of_call(line), branch.first_line),
            {lines(branch.first_line, line), moved + text_of(branch.first_line, line - 1)});
    }

    /// tile[32][32] gets one more column.
    void pad(int line, const std::string& array) {
        const std::string_view text = line_text(line);
        const size_t name = text.find(array + "[");
        if (name == std::string_view::npos) return;
        size_t at = name + array.size(), last = 0;
        int brackets = 0;
        while (at < text.size() && text[at] == '[') {
            last = text.find(']', at);
            if (last == std::string_view::npos) return;
            at = last + 1;
            ++brackets;
        }
        if (brackets != 2) return;
        const Position place{size_t(line) - 1, last};
        add(fmt::format("pad the row in line {}: {} + 1]", line, text.substr(name, last - name)),
            {{place, place}, " + 1"});
    }

    /// if (i < n) in front of a statement, for an index that is a name and parameters that are numbers.
    void guard(int line, const std::string& array, const std::vector<std::string>& bounds) {
        const std::vector<int> above = nodes_above(line);
        if (above.empty() || node(above.back()).kind != CodeNode::Kind::plain) return;
        if (node(above.back()).first_line != line || !trimmed(line).ends_with(";")) return;
        const std::string_view text = line_text(line);
        const size_t name = text.find(array + "[");
        if (name == std::string_view::npos) return;
        const size_t open = name + array.size() + 1, close = text.find(']', open);
        if (close == std::string_view::npos) return;
        const std::string index(text.substr(open, close - open));
        const bool plain = !index.empty() && all_of(index, is_of_name);
        // A declaration would end with its guard.
        if (!plain || !begins_with_store(above.back())) return;
        const Position place{size_t(line) - 1, editor::indentation(text)};
        for (const std::string& bound : bounds)
            add(fmt::format("write if ({} < {}) in line {}", index, bound, line),
                {{place, place}, fmt::format("if ({} < {}) ", index, bound)});
    }

    /// short tile = …; to int tile = …;
    void widen(int line, const std::string& name) {
        if (!has(line)) return;
        const std::string_view text = line_text(line);
        const size_t at = find_word(text, name);
        for (const std::string_view type : {"short", "char", "int16_t", "uint16_t", "int8_t", "uint8_t"}) {
            const size_t begin = find_word(text, type);
            if (begin == std::string_view::npos || at == std::string_view::npos || begin > at) continue;
            const size_t row = size_t(line) - 1;
            add(fmt::format("declare {} as int in line {}", name, line),
                {{{row, begin}, {row, begin + type.size()}}, "int"});
        }
    }

    /// k * T in the loop's body to k.
    void multiply_once(int header, const std::string& variable, const std::string& factor) {
        for (const CodeNode& loop : code_.nodes) {
            if (loop.first_line != header || !is_loop(loop) || loop.close_line <= header) continue;
            std::string body = text_of(header + 1, loop.close_line);
            const std::string once = body;
            for (const std::string& product : {variable + " * " + factor, variable + "*" + factor,
                                               factor + " * " + variable, factor + "*" + variable})
                for (size_t at; (at = find_word(body, product)) != std::string::npos;)
                    body.replace(at, product.size(), variable);
            if (body == once) continue;
            add(fmt::format("write {0} for {0} * {1} in the loop in line {2}", variable, factor, header),
                {lines(header + 1, loop.close_line), body});
        }
    }

    /// found++; or found += n; to an atomic operation.
    void atomically(const emulator::SourceRange& place) {
        if (!has(place.line) || place.end_line != place.line || place.column < 1) return;
        const std::string_view text = line_text(place.line);
        const size_t begin = size_t(place.column) - 1;
        const size_t end = text.find(';', begin);
        if (end == std::string_view::npos) return;
        std::string statement(text.substr(begin, end - begin)), cell, added;
        const size_t plus = statement.find("+=");
        if (statement.starts_with("++")) {
            cell = statement.substr(2), added = "1";
        } else if (statement.ends_with("++")) {
            cell = statement.substr(0, statement.size() - 2), added = "1";
        } else if (plus != std::string::npos) {
            cell = statement.substr(0, plus), added = statement.substr(plus + 2);
        }
        const auto trim = [](std::string& one) {
            one.erase(0, one.find_first_not_of(' '));
            one.erase(one.find_last_not_of(' ') + 1);
        };
        trim(cell), trim(added);
        if (cell.empty() || added.empty()) return;
        const std::string call = fmt::format("atomicAdd(&{}, {})", cell, added);
        const size_t row = size_t(place.line) - 1;
        add(fmt::format("write {} in line {}", call, place.line), {{{row, begin}, {row, end}}, call});
    }

  private:
    const CodeNode& node(int number) const { return code_.nodes[number]; }
    std::string_view line_text(int line) const { return editor_.buffer().line(size_t(line) - 1); }
    std::string_view trimmed(int line) const {
        std::string_view text = line_text(line);
        text.remove_prefix(editor::indentation(text));
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        return text;
    }
    std::string indentation(int line) const {
        const std::string_view text = line_text(line);
        return std::string(text.substr(0, editor::indentation(text)));
    }
    bool has(int line) const { return line > 0 && size_t(line) <= editor_.buffer().line_count(); }

    /// The nodes that hold the line, from the function to the statement.
    std::vector<int> nodes_above(int line) const {
        int inner = -1;
        for (size_t i = 0; i < code_.nodes.size(); ++i)
            if (code_.nodes[i].first_line <= line && line <= code_.nodes[i].close_line) inner = int(i);
        std::vector<int> above;
        for (int i = inner; i >= 0; i = node(i).parent) above.insert(above.begin(), i);
        return above;
    }
    bool is_loop(const CodeNode& one) const {
        const std::string_view word = code_.tokens[one.first].text;
        return one.kind == CodeNode::Kind::guard && (word == "for" || word == "while" || word == "do");
    }
    bool opens_block(const CodeNode& loop) const { return code_.tokens[loop.end].is("{"); }
    int lines_to_brace(const CodeNode& loop) const {
        return code_.tokens[loop.end].where.line - loop.last_line;
    }
    /// Of what the loop holds; 0 for nothing.
    int first_line_in(const CodeNode& loop) const {
        for (const CodeNode& one : code_.nodes)
            if (one.parent >= 0 && &node(one.parent) == &loop) return one.first_line;
        return 0;
    }
    bool begins_with_store(int number) const {
        const auto& token = code_.tokens[node(number).first];
        const auto& next = code_.tokens[node(number).first + 1];
        return token.kind == emulator::TokenKind::identifier && next.is("[");
    }
    /// The line has one call and nothing else.
    bool is_alone(int line) {
        const auto calls = editor::ordering_calls(editor_, size_t(line) - 1);
        return calls.size() == 1 && !calls[0].out && trimmed(line) == calls[0].call + ";";
    }
    std::string name_of_call(int line) const {
        std::string_view text = trimmed(line);
        return std::string(text.substr(0, text.size() - 1));
    }

    /// Lines `first` to `last` with their ends.
    editor::Range lines(int first, int last) const {
        const Position end =
            size_t(last) < editor_.buffer().line_count() ? Position{size_t(last), 0} : editor_.buffer().end();
        return {{size_t(first) - 1, 0}, end};
    }
    std::string text_of(int first, int last) const {
        return first > last ? std::string() : editor_.buffer().text(lines(first, last));
    }
    void insert_after(int line, int indented_as, const std::string& call) {
        if (!has(line) || !has(line + 1) || !has(indented_as)) return;
        const Position place{size_t(line), 0};
        add(fmt::format("insert {} after line {}", call, line),
            {{place, place}, indentation(indented_as) + call + ";\n"});
    }
    void add(std::string label, editor::Edit edit) {
        const bool known = any_of(found_, [&](const CureEdit& one) { return one.edit == edit; });
        if (!known) found_.push_back({std::move(label), file_, std::move(edit)});
    }

    int32_t file_;
    editor::Editor editor_;
    CodeStructure code_;
    std::vector<CureEdit> found_;
};

std::string array_name(const Trace& trace, const Finding& finding) {
    return finding.array < 0 ? "" : trace.arrays[finding.array].name;
}

/// Parameters of the launch's kernel that are whole numbers and say how many elements the array has.
std::vector<std::string> bounds_of(const Trace& trace, const Finding& finding) {
    std::vector<std::string> names;
    const auto* bad = std::get_if<emulator::BadAccess>(&finding.facts);
    if (bad == nullptr || finding.launch < 0) return names;
    const LaunchInfo& info = trace.launches[finding.launch];
    const auto* launch = std::get_if<Launch>(&trace.plan.operations[info.operation].what);
    const std::string& text = trace.sources[finding.where.file].text;
    const CodeStructure code = structure_of(text);
    for (const CodeNode& node : code.nodes) {
        if (launch == nullptr || node.kind != CodeNode::Kind::function) continue;
        if (node.name != info.kernel.function) continue;
        size_t parameter = 0;
        for (size_t i = node.open + 1; i < node.parameters; ++i) {
            const bool ends = code.tokens[i].is(",") || i + 1 == node.parameters;
            if (!ends) continue;
            if (parameter < launch->arguments.size()) {
                const auto* number = std::get_if<ScalarArgument>(&launch->arguments[parameter]);
                const bool whole = number != nullptr && !is_floating(number->type);
                if (whole && int64_t(number->bits) == bad->count) names.emplace_back(code.tokens[i - 1].text);
            }
            ++parameter;
        }
    }
    return names;
}

}  // namespace

std::vector<CureEdit> cure_edits(const Trace& trace, const Finding& finding) {
    if (finding.where.file < 0) return {};
    Candidates candidates(finding.where.file, trace.sources[finding.where.file].text);
    const auto* race = std::get_if<emulator::Race>(&finding.facts);
    if (race != nullptr && race->earlier.file == finding.where.file) {
        using Form = emulator::Race::Form;
        const bool warp = race->form == Form::one_warp || race->form == Form::two_paths;
        if (warp || race->form == Form::one_block) {
            const std::string call = warp ? "__syncwarp()" : "__syncthreads()";
            candidates.put_back(call);
            candidates.after(race->earlier.line, finding.where.line, call);
            candidates.order(race->earlier.line, finding.where.line, call);
        } else if (race->form == Form::two_blocks) {
            candidates.put_back("__threadfence()");
        }
    }
    if (std::holds_alternative<emulator::MissedBarrier>(finding.facts))
        candidates.out_of_branch(finding.where.line);
    if (const auto* conflict = std::get_if<emulator::BankConflict>(&finding.facts))
        if (conflict->declared.file == finding.where.file)
            candidates.pad(conflict->declared.line, array_name(trace, finding));
    // What the cure says in words is made as it says.
    const std::string cure = emulator::words_of(trace, finding).cure;
    const auto between = [&](std::string_view before, std::string_view behind) -> std::string {
        const size_t from = cure.find(before);
        if (from == std::string::npos) return {};
        const size_t begin = from + before.size(), end = cure.find(behind, begin);
        return end == std::string::npos ? std::string() : cure.substr(begin, end - begin);
    };
    if (cure.starts_with("Declare `"))
        if (const auto line = parse_whole_number(between(" as int in line ", ":")))
            candidates.widen(int(*line), between("Declare `", "`"));
    if (const auto line = parse_whole_number(between("wherever else the loop in line ", " multiplies it"))) {
        const std::string variable = between("Write ", " for ");
        candidates.multiply_once(int(*line), variable, between(" for " + variable + " * ", " in line "));
    }
    if (finding.kind == FindingKind::race && cure.find("atomic operation") != std::string::npos)
        candidates.atomically(finding.where);
    // A guard cures what has no element, not an index or an allocation that is wrong.
    const bool guarded = std::holds_alternative<emulator::BadAccess>(finding.facts) &&
                         find_word(cure, "index") != std::string::npos;
    if (guarded) candidates.guard(finding.where.line, array_name(trace, finding), bounds_of(trace, finding));
    return candidates.take();
}

std::string with_edit(const std::string& text, const editor::Edit& edit) {
    editor::TextBuffer buffer(text);
    buffer.replace(edit);
    return buffer.text();
}

namespace {

int64_t faults(const Trace& trace) {
    return count_if(trace.findings,
                    [](const Finding& one) { return one.severity == emulator::Severity::fault; });
}

/// A cure that takes much longer does not count.
emulator::Limits limits_of_trial(const Trace& trace) {
    const int64_t steps = trace.counts.steps;
    return {.steps = trace.complete ? 2 * steps + 10'000 : steps, .memory_bytes = int64_t{512} << 20};
}

bool is_known(const scenes::RunScene& run) {
    return run.algorithm != nullptr || (run.program != nullptr && !run.program->comparisons.empty());
}

bool is_right(const scenes::RunScene& run) {
    if (run.algorithm != nullptr) return run.check.right;
    return run.program == nullptr ||
           all_of(run.program->comparisons, [](const auto& one) { return one.different == 0; });
}

}  // namespace

std::optional<TriedCure> tried_cure(const scenes::RunScene& run, const Finding& finding,
                                    const std::atomic<bool>* cancel) {
    const exercises::Exercise* exercise =
        run.scene.program() == nullptr ? nullptr : exercises::exercise_of(*run.scene.program());
    for (CureEdit& cure : cure_edits(*run.trace, finding)) {
        const emulator::SourceText& source = run.trace->sources[size_t(cure.file)];
        scenes::Scene scene = run.scene;
        scene.step = 0;
        scene.edits[source.name] = with_edit(source.text, cure.edit);
        try {
            const scenes::RunScene tried =
                scenes::run_scene(std::move(scene), cancel, nullptr, limits_of_trial(*run.trace));
            // Where another fault is left, that one may spoil the result.
            const bool spoilt = faults(*tried.trace) > 0;
            if (!is_right(tried) && !(spoilt && !is_right(run))) continue;
            if (!is_cured(*run.trace, finding, *tried.trace)) continue;
            // The scene is one case of the exercise under one schedule: its check knows the others.
            const bool passes =
                exercise == nullptr ||
                exercises::is_right(exercises::mark(*exercise, tried.scene.edits.at(source.name), cancel));
            if (passes || spoilt)
                return TriedCure{std::move(cure), passes && is_known(tried) && is_right(tried)};
        } catch (const Cancelled&) {
            throw;
        } catch (const Error&) {
            // It does not compile: the next.
        }
    }
    return std::nullopt;
}

std::string verdict_of(const TriedCure& cure) {
    if (cure.right) return "the finding goes, and the result is right";
    return cure.edit.label.starts_with("write if")
               ? "the finding goes, but the access is left out, which may hide the cause: no right result is "
                 "known"
               : "the finding goes; no right result is known to compare with";
}

bool is_cured(const Trace& before, const Finding& finding, const Trace& after) {
    const bool there = any_of(after.findings, [&](const Finding& one) {
        return one.kind == finding.kind && array_name(after, one) == array_name(before, finding);
    });
    const bool fault = finding.severity == emulator::Severity::fault;
    return after.complete && !there && faults(after) <= faults(before) - (fault ? 1 : 0);
}

}  // namespace upsweep::replay
