// Expands a macro's calls as the compiler does and tries what comes of them.
#include "replay/code/plain_macros.h"

#include <array>
#include <memory>

#include "core/ranges.h"
#include "emulator/source/macros.h"
#include "emulator/source/preprocessor.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

using emulator::Diagnostics;
using emulator::Token;
using emulator::TokenKind;

namespace {

constexpr std::array<int, 14> tried = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 33, 1000};

struct PlainMacrosCall {
    int file = 0;
    size_t name = 0, close = 0;  ///< tokens
    SourceRange whole, argument;
};

bool inside(const SourceRange& part, const SourceRange& whole) {
    const auto order = [](int line, int column) { return std::pair(line, column); };
    return part.file == whole.file && order(part.line, part.column) >= order(whole.line, whole.column) &&
           order(part.end_line, part.end_column) <= order(whole.end_line, whole.end_column);
}

/// Calls with one argument, on one line, of macros that take one.
std::vector<PlainMacrosCall> calls_in(const CodeStructure& code, int file,
                                      const std::vector<std::string_view>& macros) {
    std::vector<PlainMacrosCall> calls;
    for (size_t i = 0; i + 3 < code.tokens.size(); ++i) {
        const Token& name = code.tokens[i];
        if (name.kind != TokenKind::identifier || !code.tokens[i + 1].is("(")) continue;
        if (!contains(macros, name.text)) continue;
        size_t close = i + 1;
        int depth = 0;
        do depth += code.tokens[close].is("(") ? 1 : code.tokens[close].is(")") ? -1 : 0;
        while (depth > 0 && ++close < code.tokens.size());
        if (close >= code.tokens.size() || close < i + 3) continue;
        const SourceRange last = code.tokens[close].where;
        if (last.line != name.where.line) continue;
        PlainMacrosCall call{file, i, close, name.where, code.tokens[i + 2].where};
        call.whole.end_column = last.end_column;
        call.argument.end_column = code.tokens[close - 1].where.end_column;
        call.whole.file = call.argument.file = file;
        calls.push_back(call);
    }
    return calls;
}

/// Whether brackets around the argument must stay: `PAD(a - b) * 2`.
bool needs_brackets(const CodeStructure& code, const PlainMacrosCall& call) {
    if (call.close == call.name + 3) return false;
    const Token& left = code.tokens[call.name - 1];
    const Token& right = code.tokens[call.close + 1];
    return !(left.is("[") || left.is("(") || left.is(",")) ||
           !(right.is("]") || right.is(")") || right.is(","));
}

}  // namespace

std::map<std::string_view, std::string> scalars_of(const Trace& trace, size_t number, const KeptLines& kept) {
    std::map<std::string_view, std::string> scalars;
    const LaunchInfo& info = trace.launches[number];
    if (info.operation >= trace.plan.operations.size()) return scalars;
    const auto* launch = std::get_if<Launch>(&trace.plan.operations[info.operation].what);
    if (launch == nullptr) return scalars;
    for (size_t file = 0; file < trace.sources.size(); ++file) {
        const CodeStructure& code = kept.structure(int(file));
        for (const CodeNode& node : code.nodes) {
            if (node.kind != CodeNode::Kind::function || node.name != info.kernel.function) continue;
            size_t position = 0;
            for (size_t i = node.open + 1; i < node.parameters; ++i) {
                if (!code.tokens[i].is(",") && i + 1 != node.parameters) continue;
                if (position < launch->arguments.size())
                    if (const auto* value = std::get_if<ScalarArgument>(&launch->arguments[position]))
                        if (value->type == ScalarType::i32)
                            scalars[code.tokens[i - 1].text] = std::to_string(int32_t(value->bits));
                ++position;
            }
        }
    }
    return scalars;
}

namespace {

std::vector<Token> tokens_of(Diagnostics& diagnostics, const std::string& text) {
    std::vector<Token> tokens = emulator::lex(-1, diagnostics.keep(text)).tokens;
    tokens.pop_back();
    return tokens;
}

/// Whether an expansion has its argument's value wherever it is tried.
bool gives_back(const std::vector<Token>& expansion, const SourceRange& argument,
                const std::map<std::string_view, std::string>& scalars) {
    // Negative values are written in brackets: "- -1" does not concern the condition.
    std::string left;
    bool has_argument = false, in_argument = false;
    for (const Token& token : expansion) {
        const bool part = inside(token.where, argument);
        if (part && !in_argument) left += " $ ";
        in_argument = part;
        has_argument = has_argument || part;
        if (part) continue;
        const auto scalar = scalars.find(token.text);
        if (token.kind == TokenKind::identifier && scalar == scalars.end()) return false;
        left += scalar == scalars.end() ? std::string(token.text) + ' ' : '(' + scalar->second + ") ";
    }
    if (!has_argument) return false;
    for (const int value : tried) {
        std::string text = "(" + left + ") == " + std::to_string(value);
        for (size_t at = text.find('$'); at != std::string::npos; at = text.find('$'))
            text.replace(at, 1, std::to_string(value));
        Diagnostics diagnostics;
        emulator::Macros none(diagnostics);
        try {
            if (!emulator::condition_holds(tokens_of(diagnostics, text), {}, none, diagnostics)) return false;
        } catch (const emulator::Abandon&) {
            return false;
        }
    }
    return true;
}

/// What became of each call when the launch's kernel was compiled.
std::vector<std::vector<Token>> expansions_of(const Trace& trace, const KernelName& kernel,
                                              const std::vector<PlainMacrosCall>& calls,
                                              Diagnostics& diagnostics,
                                              std::unique_ptr<emulator::TranslationUnit>& unit) {
    std::vector<std::vector<Token>> expansions(calls.size());
    const auto source = [&](const std::string& name) {
        for (const emulator::SourceText& one : trace.sources)
            if (one.name == name) return one.text;
        throw Error(name + " is not in the trace.");
    };
    unit = std::make_unique<emulator::TranslationUnit>(kernel.file, kernel.definitions, source, diagnostics);
    for (Token token : unit->ask_for("").tokens) {
        if (token.where.file < 0) continue;
        const std::string& name = diagnostics.files()[token.where.file].name;
        for (size_t i = 0; i < calls.size(); ++i) {
            if (trace.sources[calls[i].file].name != name) continue;
            token.where.file = calls[i].file;
            if (inside(token.where, calls[i].whole)) expansions[i].push_back(token);
        }
    }
    return expansions;
}

}  // namespace

std::vector<PlainCall> plain_calls(const Trace& trace, size_t launch, const KeptLines& code) {
    std::vector<std::string_view> macros;
    for (size_t file = 0; file < trace.sources.size(); ++file)
        for (const CodeMacro& macro : code.structure(int(file)).macros)
            if (macro.parameters == 1) macros.push_back(macro.name);
    std::vector<PlainMacrosCall> calls;
    for (size_t file = 0; file < trace.sources.size(); ++file) {
        const std::vector<PlainMacrosCall> more = calls_in(code.structure(int(file)), int(file), macros);
        append(calls, more);
    }
    std::vector<PlainCall> plain;
    if (calls.empty() || launch >= trace.launches.size()) return plain;
    const std::map<std::string_view, std::string> scalars = scalars_of(trace, launch, code);
    Diagnostics diagnostics;
    std::unique_ptr<emulator::TranslationUnit> unit;
    std::vector<std::vector<Token>> expansions;
    try {
        expansions = expansions_of(trace, trace.launches[launch].kernel, calls, diagnostics, unit);
    } catch (const Error&) {
        return plain;  // A trace from elsewhere may lack a file: its calls are shown as they are.
    }
    for (size_t i = 0; i < calls.size(); ++i) {
        const PlainMacrosCall& call = calls[i];
        if (!gives_back(expansions[i], call.argument, scalars)) continue;
        PlainCall found{call.whole, call.whole};
        found.before.end_column = call.argument.column;
        found.behind.column = call.argument.end_column;
        if (needs_brackets(code.structure(call.file), call)) --found.before.end_column, ++found.behind.column;
        plain.push_back(found);
    }
    return plain;
}

}  // namespace upsweep::replay
