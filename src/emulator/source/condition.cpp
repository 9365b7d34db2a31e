// The expression of #if: precedence climbing over 64-bit integers.
#include "emulator/source/condition.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

namespace {

struct Operator {
    std::string_view text;
    int precedence;
};

constexpr Operator operators[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                  {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                  {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

int64_t apply(std::string_view text, int64_t a, int64_t b) {
    if (text == "||") return a != 0 || b != 0;
    if (text == "&&") return a != 0 && b != 0;
    if (text == "|") return a | b;
    if (text == "^") return a ^ b;
    if (text == "&") return a & b;
    if (text == "==") return a == b;
    if (text == "!=") return a != b;
    if (text == "<") return a < b;
    if (text == ">") return a > b;
    if (text == "<=") return a <= b;
    if (text == ">=") return a >= b;
    if (text == "<<") return arithmetic::shift_left(a, uint32_t(b));
    if (text == ">>") return arithmetic::shift_right(a, uint32_t(b));
    if (text == "+") return arithmetic::add(a, b);
    if (text == "-") return arithmetic::subtract(a, b);
    if (text == "*") return arithmetic::multiply(a, b);
    return text == "/" ? arithmetic::divide(a, b) : arithmetic::remainder(a, b);
}

class Condition {
  public:
    Condition(std::vector<Token> tokens, const SourceRange& directive, Diagnostics& diagnostics)
        : tokens_(std::move(tokens)), directive_(directive), diagnostics_(diagnostics) {}

    int64_t run() {
        const int64_t value = conditional();
        if (position_ != tokens_.size()) refuse("This #if has something after its expression.");
        return value;
    }

  private:
    [[noreturn]] void refuse(const std::string& message) {
        diagnostics_.fail(position_ < tokens_.size() ? tokens_[position_].where : directive_, message);
    }
    bool take(std::string_view text) {
        if (position_ >= tokens_.size() || !tokens_[position_].is(text)) return false;
        ++position_;
        return true;
    }

    int64_t conditional() {
        if (++depth_ > 100) refuse("This #if is nested too deeply.");
        int64_t value = binary(1);
        if (take("?")) {
            const int64_t yes = conditional();
            if (!take(":")) refuse("This #if lacks the `:` of its `?`.");
            const int64_t no = conditional();
            value = value != 0 ? yes : no;
        }
        --depth_;
        return value;
    }

    int64_t binary(int lowest) {
        int64_t left = unary();
        for (;;) {
            const Operator* found = nullptr;
            for (const Operator& candidate : operators)
                if (position_ < tokens_.size() && tokens_[position_].is(candidate.text) &&
                    candidate.precedence >= lowest)
                    found = &candidate;
            if (found == nullptr) return left;
            ++position_;
            const int64_t right = binary(found->precedence + 1);
            // Division by zero may be where it is not evaluated (`N && 8 / N`), so it is not refused.
            left = apply(found->text, left, right);
        }
    }

    int64_t unary() {
        if (++depth_ > 100) refuse("This #if is nested too deeply.");
        int64_t value = 0;
        if (take("!"))
            value = unary() == 0;
        else if (take("-"))
            value = arithmetic::negate(unary());
        else if (take("+"))
            value = unary();
        else if (take("~"))
            value = ~unary();
        else
            value = primary();
        --depth_;
        return value;
    }

    int64_t primary() {
        if (take("(")) {
            const int64_t value = conditional();
            if (!take(")")) refuse("This #if lacks a `)`.");
            return value;
        }
        if (position_ >= tokens_.size()) refuse("This #if lacks a value.");
        const Token& token = tokens_[position_];
        if (token.kind == TokenKind::identifier) {
            ++position_;
            return token.is("true");
        }
        std::optional<Literal> literal;
        if (token.kind == TokenKind::number) literal = parse_number(token.text);
        if (token.kind == TokenKind::character) literal = parse_character(token.text);
        if (!literal || is_floating(literal->type)) refuse("#if takes only whole numbers.");
        ++position_;
        return int64_t(literal->bits);
    }

    std::vector<Token> tokens_;
    SourceRange directive_;
    Diagnostics& diagnostics_;
    size_t position_ = 0;
    int depth_ = 0;
};

/// Replaces `defined NAME` and `defined(NAME)` before macros are expanded.
std::vector<Token> answer_defined(std::span<const Token> line, const Macros& macros) {
    std::vector<Token> out;
    for (size_t i = 0; i < line.size(); ++i) {
        if (!line[i].is("defined")) {
            out.push_back(line[i]);
            continue;
        }
        const bool parenthesis = i + 1 < line.size() && line[i + 1].is("(");
        const size_t name = i + (parenthesis ? 2 : 1);
        Token answer = line[i];
        answer.kind = TokenKind::number;
        answer.text = name < line.size() && macros.defined(line[name].text) ? "1" : "0";
        out.push_back(answer);
        i = name + (parenthesis ? 1 : 0);
    }
    return out;
}

}  // namespace

bool condition_holds(std::span<const Token> line, const SourceRange& directive, Macros& macros,
                     Diagnostics& diagnostics) {
    return Condition(macros.expand(answer_defined(line, macros)), directive, diagnostics).run() != 0;
}

}  // namespace upsweep::emulator
