// Marks the statements that a launch is about, then what calls them and what guards them.
#include "replay/code/kept_lines.h"

#include <algorithm>

#include "emulator/source/builtin_table.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

using emulator::Builtin;
using emulator::Rule;
using emulator::Token;
using emulator::TokenKind;

namespace {

/// Barriers, fences, shuffles, votes and atomics.
bool synchronises(std::string_view name) {
    const std::optional<emulator::BuiltinRow> row = emulator::find_builtin(name);
    if (!row) return false;
    switch (row->rule) {
        case Rule::shuffle:
        case Rule::match:
        case Rule::reduce:
        case Rule::atomic:
        case Rule::ordered_atomic:
        case Rule::compare_exchange:
        case Rule::atomic_by_address:
        case Rule::ordered_fence:
            return true;
        default:
            return row->builtin >= Builtin::syncthreads && row->builtin <= Builtin::threadfence_system;
    }
}

bool before(const SourceRange& a, int line, int column) {
    return a.line < line || (a.line == line && a.column <= column);
}

bool leaves(const Token& token) { return token.is("return") || token.is("break") || token.is("continue"); }

}  // namespace

KeptLines::KeptLines(const Trace& trace, const StagedLaunch& staged) {
    for (const emulator::SourceText& source : trace.sources) {
        structures_.push_back(structure_of(source.text));
        kept_.emplace_back(structures_.back().nodes.size(), char{0});
    }
    reached_.resize(structures_.size());
    if (staged.launch() >= trace.launches.size()) return;
    reach(trace.launches[staged.launch()].kernel.function);
    read(trace, staged);
    while (mark_calls()) {
    }
    mark_exits();
}

bool KeptLines::keeps(int file, int line) const {
    const std::vector<CodeNode>& nodes = structure(file).nodes;
    for (size_t i = 0; i < nodes.size(); ++i)
        if (kept_[file][i] != 0 && nodes[i].first_line <= line && nodes[i].last_line >= line) return true;
    return false;
}

/// With all that guards it.
void KeptLines::mark(int file, int node) {
    std::vector<char>& kept = kept_[file];
    const CodeStructure& code = structure(file);
    for (; node >= 0 && kept[node] == 0; node = code.nodes[node].parent) {
        kept[node] = 1;
        const CodeNode& one = code.nodes[node];
        if (one.kind != CodeNode::Kind::function) continue;
        acting_functions_.insert(one.name);
        reached_[file].insert(node);
    }
}

/// The innermost node whose tokens hold the place's beginning; -1 if none exists.
int KeptLines::node_at(const SourceRange& where) const {
    if (where.file < 0 || size_t(where.file) >= structures_.size()) return -1;
    const CodeStructure& code = structure(where.file);
    const auto behind = std::upper_bound(
        code.tokens.begin(), code.tokens.end(), where, [](const SourceRange& at, const Token& t) {
            return t.kind == TokenKind::end || !before(t.where, at.line, at.column);
        });
    if (behind == code.tokens.begin()) return -1;
    const auto token = size_t(behind - code.tokens.begin()) - 1;
    for (size_t i = code.nodes.size(); i-- > 0;)
        if (code.nodes[i].first <= token && token < code.nodes[i].end) return int(i);
    return -1;
}

void KeptLines::mark_at(const SourceRange& where) {
    const int node = node_at(where);
    if (node >= 0) mark(where.file, node);
}

/// What the launch's steps touched, where they added data, and the functions that they ran.
void KeptLines::read(const Trace& trace, const StagedLaunch& staged) {
    std::vector<char> stands(trace.arrays.size(), 0);
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        const ArrayInfo& info = trace.arrays[i];
        for (const StagedArray& one : staged.arrays())
            if (one.is_shared() ? info.launch == int(staged.launch()) && info.name == one.name &&
                                      info.space == Space::shared
                                : one.array == int(i))
                stands[i] = 1;
    }
    std::vector<char> operands(trace.operands.size(), 0), statements(trace.statements.size(), 0);
    std::vector<char> adding(trace.statements.size(), 0);
    const LaunchInfo& launch = trace.launches[staged.launch()];
    for (int64_t index = launch.first_step; index < launch.end_step; ++index) {
        const Step& step = trace.step_at(index);
        if (step.operation != launch.operation || step.statement >= statements.size()) continue;
        statements[step.statement] = 1;
        if (trace.counts_of(index).additions > 0) adding[step.statement] = 1;
        for (const Access& access : trace.accesses_of(index)) {
            if (access.operand < operands.size() && stands[access.array] != 0) operands[access.operand] = 1;
        }
    }
    for (size_t i = 0; i < operands.size(); ++i)
        if (operands[i] != 0) touched_.push_back(trace.operands[i].where);
    for (size_t i = 0; i < statements.size(); ++i) {
        if (statements[i] == 0) continue;
        const SourceRange& where = trace.statements[i].where;
        const int node = node_at(where);
        if (node >= 0) reached_[where.file].insert(structure(where.file).function_of(node));
        if (adding[i] != 0) mark_at(where);
    }
    for (const SourceRange& where : touched_) mark_at(where);
}

/// Whether the tokens name something that touches or synchronises.
bool KeptLines::acts(const std::vector<Token>& tokens, size_t first, size_t end) const {
    for (size_t i = first; i < end; ++i) {
        if (tokens[i].kind != TokenKind::identifier) continue;
        const bool called = i + 1 < end && (tokens[i + 1].is("(") || tokens[i + 1].is("<"));
        if (called && acting_functions_.contains(tokens[i].text)) return true;
        if (acting_macros_.contains(tokens[i].text) || synchronises(tokens[i].text)) return true;
    }
    return false;
}

/// The functions that the kernel calls, by their names.
void KeptLines::reach(std::string_view kernel) {
    std::set<std::string_view> seen;
    std::vector<std::string_view> open = {kernel.substr(0, kernel.find('<'))};
    const auto names = [&](const std::vector<Token>& tokens, size_t first, size_t end) {
        for (size_t i = first; i < end; ++i)
            if (tokens[i].kind == TokenKind::identifier && seen.insert(tokens[i].text).second)
                open.push_back(tokens[i].text);
    };
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        for (size_t file = 0; file < structures_.size(); ++file) {
            const CodeStructure& code = structures_[file];
            for (const CodeMacro& macro : code.macros)
                if (macro.name == name) names(code.directives, macro.first, macro.end);
            for (size_t i = 0; i < code.nodes.size(); ++i) {
                if (code.nodes[i].kind != CodeNode::Kind::function || code.nodes[i].name != name) continue;
                reached_[file].insert(int(i));
                for (size_t node = i; node < code.nodes.size(); ++node)
                    if (code.function_of(int(node)) == int(i))
                        names(code.tokens, code.nodes[node].first, code.nodes[node].end);
            }
        }
    }
}

/// Marks what acts, or calls what does. True if anything new was found.
bool KeptLines::mark_calls() {
    bool found = false;
    for (size_t file = 0; file < structures_.size(); ++file) {
        const CodeStructure& code = structures_[file];
        for (const CodeMacro& macro : code.macros)
            if (!acting_macros_.contains(macro.name) && acts(code.directives, macro.first, macro.end))
                found = acting_macros_.insert(macro.name).second;
        for (size_t i = 0; i < code.nodes.size(); ++i) {
            const CodeNode& node = code.nodes[i];
            if (kept_[file][i] != 0 || node.kind == CodeNode::Kind::function) continue;
            if (!reached_[file].contains(code.function_of(int(i)))) continue;
            if (!acts(code.tokens, node.first, node.end)) continue;
            mark(int(file), int(i));
            found = true;
        }
    }
    return found;
}

/// A condition on which the rest is left out guards it too.
void KeptLines::mark_exits() {
    for (size_t file = 0; file < structures_.size(); ++file) {
        const CodeStructure& code = structures_[file];
        for (size_t i = 0; i < code.nodes.size(); ++i) {
            const CodeNode& node = code.nodes[i];
            if (node.kind != CodeNode::Kind::plain || !leaves(code.tokens[node.first])) continue;
            const int function = code.function_of(int(i));
            const bool guarded = node.parent >= 0 && node.parent != function;
            if (guarded && function >= 0 && keeps_node(int(file), function)) mark(int(file), int(i));
        }
    }
}

}  // namespace upsweep::replay
