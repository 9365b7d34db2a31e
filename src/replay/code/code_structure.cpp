// Functions, guards and statements of a text, by matching brackets.
#include "replay/code/code_structure.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/ranges.h"

namespace upsweep::replay {

using emulator::Token;
using emulator::TokenKind;

namespace {

constexpr int deepest = 200;  // what is nested deeper is one statement

bool is_attribute(std::string_view name) {
    static constexpr std::array<std::string_view, 5> names = {"__launch_bounds__", "__align__", "alignas",
                                                              "__attribute__", "decltype"};
    return contains(names, name);
}

class Scanner {
  public:
    explicit Scanner(CodeStructure& out) : out_(out), tokens_(out.tokens) {}

    /// Declarations, up to the brace that closes what holds them.
    void declarations(int depth) {
        size_t start = at_, name = 0, open = 0, behind = 0;
        bool value = false;
        const auto next = [&] { start = at_, name = open = behind = 0, value = false; };
        while (!done()) {
            if (is("(")) {
                const bool named = at_ > start && tokens_[at_ - 1].kind == TokenKind::identifier;
                if (named && !is_attribute(tokens_[at_ - 1].text) && open == 0) name = at_ - 1, open = at_;
                const bool first = open == at_;
                skip_group();
                if (first) behind = at_;
            } else if (is("{")) {
                if (open > 0 && !value) {
                    function(start, name, open, behind, depth);
                    next();
                } else if (value || depth > deepest) {
                    skip_group();
                } else {
                    ++at_;
                    declarations(depth + 1);
                    next();
                }
            } else if (is("}")) {
                ++at_;
                if (depth > 0) return;
                next();
            } else {
                value = value || is("=");
                const bool ends = is(";");
                ++at_;
                if (ends) next();
            }
        }
    }

  private:
    bool done() const { return tokens_[at_].kind == TokenKind::end; }
    bool is(std::string_view text) const { return tokens_[at_].is(text); }
    bool opens() const { return is("(") || is("[") || is("{"); }
    bool closes() const { return is(")") || is("]") || is("}"); }

    void skip_group() {
        int depth = 0;
        do {
            depth += opens() ? 1 : closes() ? -1 : 0;
            ++at_;
        } while (depth > 0 && !done());
    }

    /// A node of the tokens from `first` up to here.
    int add(CodeNode::Kind kind, int parent, size_t first) {
        CodeNode node;
        node.kind = kind;
        node.parent = parent;
        node.first = first;
        node.end = at_;
        node.first_line = tokens_[first].where.line;
        node.last_line = node.close_line = tokens_[std::max(at_, first + 1) - 1].where.end_line;
        out_.nodes.push_back(node);
        return int(out_.nodes.size()) - 1;
    }
    void close(int node) { out_.nodes[node].close_line = tokens_[at_ - 1].where.end_line; }

    void function(size_t start, size_t name, size_t open, size_t behind, int depth) {
        ++at_;
        const int node = add(CodeNode::Kind::function, -1, start);
        --at_;
        CodeNode& head = out_.nodes[node];
        head.name = tokens_[name].text;
        head.open = open;
        head.parameters = behind;
        statement(node, depth + 1);
        close(node);
    }

    void block(int parent, int depth) {
        ++at_;
        while (!done() && !is("}")) {
            const size_t before = at_;
            statement(parent, depth);
            if (at_ == before) ++at_;
        }
        if (!done()) ++at_;
    }

    /// What is in brackets behind a word that guards, and what it guards.
    void guarded(int parent, int depth) {
        const size_t first = at_++;
        if (is("constexpr")) ++at_;
        if (is("(")) skip_group();
        const int node = add(CodeNode::Kind::guard, parent, first);
        if (!done()) statement(node, depth + 1);
        close(node);
        if (done() || !is("else") || !tokens_[first].is("if")) return;
        const size_t other = at_++;
        const int otherwise = add(CodeNode::Kind::guard, node, other);
        if (!done()) statement(otherwise, depth + 1);
        close(otherwise);
        out_.nodes[node].close_line = out_.nodes[otherwise].close_line;
    }

    void do_loop(int parent, int depth) {
        const size_t first = at_++;
        const int node = add(CodeNode::Kind::guard, parent, first);
        if (!done()) statement(node, depth + 1);
        const size_t last = at_;
        while (!done() && !is(";") && !is("}")) opens() ? skip_group() : void(++at_);
        if (is(";")) ++at_;
        if (at_ > last) add(CodeNode::Kind::guard, node, last);
        close(node);
    }

    void statement(int parent, int depth) {
        if (depth <= deepest) {
            if (is("{")) return block(parent, depth + 1);
            if (is("if") || is("for") || is("while") || is("switch")) return guarded(parent, depth);
            if (is("do")) return do_loop(parent, depth);
        }
        const size_t first = at_;
        const bool label = is("case") || is("default");
        while (!done() && !is(";") && !is("}") && !(label && is(":"))) opens() ? skip_group() : void(++at_);
        if (is(";") || is(":")) ++at_;
        if (at_ > first) add(CodeNode::Kind::plain, parent, first);
    }

    CodeStructure& out_;
    const std::vector<Token>& tokens_;
    size_t at_ = 0;
};

/// Moves the tokens of directives aside: a line that begins with #, with those that continue it.
void part_directives(std::vector<Token> all, CodeStructure& out) {
    for (size_t i = 0; i < all.size();) {
        if (!all[i].first_on_line || !all[i].is("#")) {
            out.tokens.push_back(all[i++]);
            continue;
        }
        const size_t begin = out.directives.size();
        do out.directives.push_back(all[i++]);
        while (i < all.size() && !all[i].first_on_line && all[i].kind != TokenKind::end);
        const size_t end = out.directives.size();
        if (end < begin + 3 || !out.directives[begin + 1].is("define")) continue;
        CodeMacro macro{out.directives[begin + 2].text, -1, begin + 3, end};
        if (macro.first < end && out.directives[macro.first].is("(") &&
            !out.directives[macro.first].space_before) {
            macro.parameters = 0;
            while (macro.first < end && !out.directives[macro.first].is(")"))
                macro.parameters += out.directives[macro.first++].kind == TokenKind::identifier ? 1 : 0;
            macro.first = std::min(macro.first + 1, end);
        }
        out.macros.push_back(macro);
    }
}

}  // namespace

int CodeStructure::function_of(int node) const {
    while (node >= 0 && nodes[node].kind != CodeNode::Kind::function) node = nodes[node].parent;
    return node;
}

CodeStructure structure_of(std::string_view text) {
    CodeStructure out;
    emulator::LexedFile lexed = emulator::lex(0, text);
    out.phases = std::move(lexed.phases);
    part_directives(std::move(lexed.tokens), out);
    if (out.tokens.empty() || out.tokens.back().kind != TokenKind::end) out.tokens.emplace_back();
    Scanner(out).declarations(0);
    return out;
}

}  // namespace upsweep::replay
