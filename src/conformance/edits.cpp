#include "conformance/edits.h"

#include <algorithm>
#include <array>

#include "emulator/source/lexer.h"

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
    size_t begin_of(const Token& token) const { return size_t(token.text.data() - text_.data()); }
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
        constexpr std::array<std::string_view, 3> names = {"__syncthreads", "__syncwarp", "__threadfence"};
        if (std::find(names.begin(), names.end(), at(0).text) == names.end() || !at(1).is("(")) return;
        if (!at(-1).is(";") && !at(-1).is("{") && !at(-1).is("}") && !at(-1).is(")")) return;
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
        constexpr std::array<std::string_view, 9> signs = {"-", "/", "%", "<", "<=", ">", ">=", "<<", ">>"};
        if (at(0).kind != TokenKind::punctuator || !at(0).space_before || !at(1).space_before) return;
        if (std::find(signs.begin(), signs.end(), at(0).text) == signs.end()) return;
        if (!is_simple(at(-1)) || !is_simple(at(1)) || at(-1).text == at(1).text) return;
        const auto is_edge = [](const Token& token) {
            return token.is("(") || token.is(")") || token.is(",") || token.is(";") || token.is("=") ||
                   token.is("[") || token.is("]") || token.is("+=") || token.is("&&") || token.is("return") ||
                   token.is("?") || token.is(":");
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
    switch (kind) {
        case EditKind::barrier:
            return "a barrier removed";
        case EditKind::index:
            return "an index changed";
        case EditKind::operands:
            return "operands swapped";
        case EditKind::bound:
            break;
    }
    return "a bound changed";
}

std::vector<Edit> edits_of(std::string_view text) { return Finder(text).run(); }

std::string applied(const std::string& text, const Edit& edit) {
    return text.substr(0, edit.at) + edit.text + text.substr(edit.at + edit.length);
}

}  // namespace upsweep::conformance
