#include "conformance/edited.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>
#include <utility>

#include "backends/backend.h"
#include "backends/emulator.h"
#include "core/error.h"
#include "core/quotes.h"
#include "emulator/findings/finding_table.h"
#include "emulator/machine/scheduler.h"
#include "emulator/source/lexer.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::conformance {

namespace {

using emulator::Token;
using emulator::TokenKind;

class Finder {
  public:
    explicit Finder(std::string_view text) : text_(text), tokens_(emulator::lex(0, text).tokens) {}

    std::vector<Edit> run() {
        int depth = 0;
        bool directive = false;
        for (i_ = 0; i_ + 1 < tokens_.size(); ++i_) {
            if (at(0).first_on_line) directive = at(0).is("#");
            if (directive) continue;
            if (at(0).is("{")) ++depth;
            if (at(0).is("}")) --depth;
            if (depth == 0) continue;
            barrier();
            index();
            operands();
            bound();
        }
        return std::move(edits_);
    }

  private:
    const Token& at(int offset) const {
        const ptrdiff_t place = ptrdiff_t(i_) + offset;
        return tokens_[std::clamp<ptrdiff_t>(place, 0, ptrdiff_t(tokens_.size()) - 1)];
    }
    size_t begin_of(const Token& token) const { return token.text.data() - text_.data(); }
    size_t end_of(const Token& token) const { return begin_of(token) + token.text.size(); }

    void add(EditKind kind, const Token& first, const Token& last, std::string text) {
        const size_t begin = begin_of(first);
        edits_.push_back({kind, begin, end_of(last) - begin, std::move(text), first.where.line});
    }

    /// How far it is to the bracket that closes the one here; 0 if none does.
    int to_closing(std::string_view open, std::string_view close) const {
        int depth = 0;
        for (int k = 0; i_ + size_t(k) + 1 < tokens_.size(); ++k) {
            if (at(k).is(open)) ++depth;
            if (at(k).is(close) && --depth == 0) return k;
        }
        return 0;
    }

    void barrier() {
        if (!at(0).is_any({"__syncthreads", "__syncwarp", "__threadfence"}) || !at(1).is("(")) return;
        if (!at(-1).is_any({";", "{", "}", ")"})) return;
        ++i_;
        const int closing = to_closing("(", ")");
        --i_;
        if (closing > 0) add(EditKind::barrier, at(0), at(closing + 1), "((void)0)");
    }

    /// Of what is read or written, not of an array's declaration.
    void index() {
        if (!at(0).is("[") || at(-1).kind != TokenKind::identifier || at(-2).kind == TokenKind::identifier ||
            at(-2).is(">"))
            return;
        const int closing = to_closing("[", "]");
        if (closing < 2) return;
        const size_t begin = begin_of(at(1)), end = end_of(at(closing - 1));
        const std::string inner(text_.substr(begin, end - begin));
        add(EditKind::index, at(1), at(closing - 1), "(" + inner + ") + 1");
        add(EditKind::index, at(1), at(closing - 1), "(" + inner + ") ^ 1");
    }

    static bool is_simple(const Token& token) {
        return token.kind == TokenKind::identifier || token.kind == TokenKind::number;
    }

    /// `a - b` with nothing around it that binds more closely.
    void operands() {
        if (at(0).kind != TokenKind::punctuator || !at(0).space_before || !at(1).space_before) return;
        if (!at(0).is_any({"-", "/", "%", "<", "<=", ">", ">=", "<<", ">>"})) return;
        if (!is_simple(at(-1)) || !is_simple(at(1)) || at(-1).text == at(1).text) return;
        const auto is_edge = [](const Token& token) {
            return token.is_any({"(", ")", ",", ";", "=", "[", "]", "+=", "&&", "return", "?", ":"});
        };
        if (!is_edge(at(-2)) || !is_edge(at(2))) return;
        add(EditKind::operands, at(-1), at(1),
            std::string(at(1).text) + " " + std::string(at(0).text) + " " + std::string(at(-1).text));
    }

    void bound() {
        if (at(0).kind == TokenKind::number && at(0).text.size() == 1 && !at(-1).is("[")) {
            const int number = at(0).text[0] - '0';
            add(EditKind::bound, at(0), at(0), std::to_string(number + 1));
            return;
        }
        if (at(0).kind != TokenKind::punctuator || !at(0).space_before || !at(1).space_before) return;
        if (at(0).is("<")) add(EditKind::bound, at(0), at(0), "<=");
        if (at(0).is("<=")) add(EditKind::bound, at(0), at(0), "<");
        if (at(0).is(">")) add(EditKind::bound, at(0), at(0), ">=");
        if (at(0).is(">=")) add(EditKind::bound, at(0), at(0), ">");
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    size_t i_ = 0;
    std::vector<Edit> edits_;
};

}  // namespace

std::string_view name_of(EditKind kind) {
    constexpr std::string_view names[] = {"a barrier removed", "an index changed", "operands swapped",
                                          "a bound changed"};
    return names[size_t(kind)];
}

std::vector<Edit> edits_of(std::string_view text) { return Finder(text).run(); }

std::string applied(const std::string& text, const Edit& edit) {
    return text.substr(0, edit.at) + edit.text + text.substr(edit.at + edit.length);
}

namespace {

constexpr int64_t most_steps = 5'000'000;
constexpr int most_tries = 60;

Parameters parameters_of(const Algorithm& algorithm, emulator::Random& dice) {
    Parameters parameters;
    parameters.extent = algorithm.shape == Shape::rows ? Extent{600, 3} : Extent{70, 45};
    parameters.types = algorithm.types[dice.below(algorithm.types.size())];
    return with_defaults(algorithm, parameters);
}

std::vector<const Algorithm*> algorithms_of_kernels() {
    std::vector<const Algorithm*> chosen;
    for (const Algorithm* algorithm : catalog())
        if (backends::gpu().refusal(*algorithm).empty()) chosen.push_back(algorithm);
    return chosen;
}

emulator::SourceProvider sources_of(const EditedForm& form) {
    return [file = form.file, text = form.text](const std::string& name) {
        return name == file ? text : kernel_text(name);
    };
}

emulator::Trace traced(const EditedForm& form, const Plan& plan, const Array& input,
                       bool independent = false) {
    emulator::RunOptions options = backends::untraced(form.parameters.machine);
    options.limits.steps = most_steps;
    if (independent) {
        options.gpu.lanes_proceed = emulator::LanesProceed::adversarial;
        options.gpu.schedule.warps.kind = emulator::Order::Kind::adversarial;
    }
    options.further_inputs = further_inputs_of(*form.algorithm, form.parameters);
    return emulator::run(plan, input, sources_of(form), options);
}

constexpr uint64_t input_seed = 7;

/// The lines of each file that have a statement which was compiled.
std::set<std::pair<std::string, int>> lines_that_run(const EditedForm& form) {
    const Array input = random_input(*form.algorithm, form.parameters, input_seed);
    const emulator::Trace trace = traced(form, form.algorithm->make_plan(form.parameters), input);
    std::set<std::pair<std::string, int>> lines;
    for (const emulator::Statement& statement : trace.statements)
        for (int line = statement.where.line; statement.where.file >= 0 && line <= statement.where.end_line;
             ++line)
            lines.emplace(trace.sources[statement.where.file].name, line);
    return lines;
}

bool compiles(const EditedForm& form) {
    emulator::Compiler compiler(sources_of(form));
    try {
        for (const Operation& operation : form.algorithm->make_plan(form.parameters).operations)
            if (const auto* launch = std::get_if<Launch>(&operation.what)) compiler.code(launch->kernel);
        return true;
    } catch (const emulator::CompileError&) {
        return false;
    }
}

std::vector<std::pair<std::string, std::string>> texts_of(const Plan& plan) {
    return backends::isolated_run(plan, Array(), kernel_text).texts;
}

std::string first_fault(const emulator::Trace& trace) {
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) return sentence_of(trace, finding);
    return trace.complete ? "" : "It did not run to the end.";
}

/// What it finds with the lanes in step; where that is nothing, with each by itself.
void look_for_faults(EditedResult& result, const Plan& plan, const Array& input,
                     const emulator::Trace& trace) {
    result.fault = first_fault(trace);
    if (!result.fault.empty()) return;
    const emulator::Trace independent = traced(result.form, plan, input, true);
    result.fault = first_fault(independent);
    for (const auto& one :
         backends::compare_buffers(plan, trace.buffers, independent.buffers, backends::strict))
        if (result.fault.empty() && one.different > 0)
            result.fault = fmt::format("{}[{}] depends on the order of lanes and warps.", one.name,
                                       one.first.front().element);
    result.only_independent = !result.fault.empty();
}

void run_on_gpu(EditedResult& result, const Plan& plan, const Array& input, const emulator::Trace& trace,
                const IsolatedOptions& options) {
    try {
        const IsolatedResult ran = backends::run_isolated(
            backends::isolated_run(plan, input, sources_of(result.form),
                                   further_inputs_of(*result.form.algorithm, result.form.parameters)),
            options);
        result.gpu = OnGpu::equal;
        for (const auto& one : backends::compare_buffers(plan, trace.buffers, ran.buffers, backends::strict))
            if (one.different > 0 && result.gpu == OnGpu::equal) {
                result.gpu = OnGpu::different;
                result.said = backends::sentence_of(one);
            }
    } catch (const Error& error) {
        result.said = error.what();
        const auto has = [&](std::string_view words) { return result.said.find(words) != std::string::npos; };
        result.gpu = has("did not end within") ? OnGpu::too_long
                     : has("does not compile") ? OnGpu::not_compiled
                                               : OnGpu::stopped;
    }
}

}  // namespace

std::string name_of(const EditedForm& form) {
    return fmt::format("{} {} {}:{} {}: {} → {}", form.algorithm->slug, to_string(form.parameters.types),
                       form.file, form.edit.line, name_of(form.edit.kind),
                       in_ticks(form.original.substr(form.edit.at, form.edit.length)),
                       in_ticks(form.edit.text));
}

EditedForm edited_form(uint64_t seed, int number) {
    static const std::vector<const Algorithm*> algorithms = algorithms_of_kernels();
    emulator::Random dice(seed * 1'000'003u + uint64_t(number));
    EditedForm form;
    form.algorithm = algorithms[size_t(number) % algorithms.size()];
    form.parameters = parameters_of(*form.algorithm, dice);
    const auto lines = lines_that_run(form);
    const auto texts = texts_of(form.algorithm->make_plan(form.parameters));
    for (int tries = 0; tries < most_tries; ++tries) {
        const auto kind = EditKind(dice.below(size_t(last_edit_kind) + 1));
        std::vector<std::pair<size_t, Edit>> offered;
        for (size_t i = 0; i < texts.size(); ++i)
            for (const Edit& edit : edits_of(texts[i].second))
                if (edit.kind == kind && lines.contains({texts[i].first, edit.line}))
                    offered.emplace_back(i, edit);
        if (offered.empty()) continue;
        const auto& [file, edit] = offered[dice.below(offered.size())];
        form.file = texts[file].first;
        form.original = texts[file].second;
        form.edit = edit;
        form.text = applied(form.original, edit);
        if (compiles(form)) return form;
    }
    throw Error("The emulator accepted no change of {}.", form.algorithm->slug);
}

EditedResult run_edited(EditedForm form, bool gpu, const IsolatedOptions& options) {
    EditedResult result;
    result.form = std::move(form);
    const Array input = random_input(*result.form.algorithm, result.form.parameters, input_seed);
    const Plan plan = result.form.algorithm->make_plan(result.form.parameters);
    const emulator::Trace trace = traced(result.form, plan, input);
    look_for_faults(result, plan, input, trace);
    if (gpu) run_on_gpu(result, plan, input, trace, options);
    return result;
}

}  // namespace upsweep::conformance
