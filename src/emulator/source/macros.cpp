// Macro expansion: a stack of token lists being read; a macro is off while its own list is on the stack. The
// expression of #if: precedence climbing over 64-bit integers.
#include "emulator/source/macros.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

namespace {

constexpr size_t most_tokens = 400'000;
constexpr size_t macros_deepest_nesting = 200;
constexpr int deepest_arguments = 60;

}  // namespace

const Macro* Macros::find(std::string_view name) const {
    const auto found = table_.find(name);
    return found == table_.end() ? nullptr : &found->second;
}

void Macros::define(std::span<const Token> line) {
    if (line.empty() || line[0].kind != TokenKind::identifier)
        diagnostics_.fail(line.empty() ? SourceRange{} : line[0].where,
                          "#define needs a name. Write `#define NAME value`.");
    Macro macro;
    size_t next = 1;
    if (next < line.size() && line[next].is("(") && !line[next].space_before) {
        macro.function_like = true;
        for (++next; next < line.size() && !line[next].is(")"); ++next) {
            if (line[next].is(",")) continue;
            if (line[next].is("...") && line[next - 1].kind == TokenKind::identifier) {
                macro.variadic = true;  // arguments..., as GNU has it
                continue;
            }
            macro.variadic |= line[next].is("...");
            macro.parameters.push_back(line[next].is("...") ? "__VA_ARGS__" : line[next].text);
        }
        if (next == line.size())
            diagnostics_.fail(line[0].where, "The parameters of macro " + in_ticks(line[0].text) +
                                                 " are never closed. Close them with `)`.");
        ++next;
    }
    macro.body.assign(line.begin() + next, line.end());
    table_[line[0].text] = std::move(macro);
}

/// One call of Macros::expand, or the expansion of one argument within it.
class Expansion {
  public:
    Expansion(Macros& macros, int depth, std::vector<std::string_view> off)
        : macros_(macros), depth_(depth), off_(std::move(off)) {}

    std::vector<Token> run(std::span<const Token> tokens) {
        lists_.push_back({{tokens.begin(), tokens.end()}, 0, {}});
        Token token;
        while (next(token)) {
            const Macro* macro =
                token.kind == TokenKind::identifier && !token.no_macro ? macros_.find(token.text) : nullptr;
            if (macro != nullptr && is_off(token.text)) {
                token.no_macro = true;
                macro = nullptr;
            }
            if (macro == nullptr || !invoke(token, *macro)) emit(token);
        }
        return std::move(result_);
    }

  private:
    struct List {
        std::vector<Token> tokens;
        size_t position = 0;
        std::string_view macro;  ///< whose body this is; empty for the text itself
    };

    void emit(const Token& token) {
        if (token.is("__LINE__")) {
            Token number = token;
            number.kind = TokenKind::number;
            number.text = macros_.diagnostics_.keep(std::to_string(token.where.line));
            result_.push_back(number);
            return;
        }
        if (token.is("__FILE__")) {
            Token text = token;
            text.kind = TokenKind::string;
            const size_t file = std::max(token.where.file, 0);
            text.text = macros_.diagnostics_.keep("\"" + macros_.diagnostics_.files()[file].name + "\"");
            result_.push_back(text);
            return;
        }
        result_.push_back(token);
    }

    bool next(Token& token) {
        while (!lists_.empty() && lists_.back().position == lists_.back().tokens.size()) lists_.pop_back();
        if (lists_.empty()) return false;
        token = lists_.back().tokens[lists_.back().position++];
        return true;
    }

    /// The token that next() will give, if any, without leaving a list.
    const Token* peek() const {
        for (auto list = lists_.rbegin(); list != lists_.rend(); ++list)
            if (list->position < list->tokens.size()) return &list->tokens[list->position];
        return nullptr;
    }

    bool is_off(std::string_view name) const {
        const auto has = [&](const List& list) { return list.macro == name; };
        return any_of(lists_, has) || contains(off_, name);
    }

    [[noreturn]] void fail(const Token& name, const std::string& what) {
        macros_.diagnostics_.fail(name.where, "Macro " + in_ticks(name.text) + " " + what);
    }

    /// Puts the macro's body on the stack. False if a function-like macro's name is alone.
    bool invoke(const Token& name, const Macro& macro) {
        SourceRange where = name.where;
        std::vector<std::vector<Token>> arguments;
        if (macro.function_like) {
            const Token* open = peek();
            if (open == nullptr || !open->is("(")) return false;
            arguments = read_arguments(name, where);
            fit_arguments(name, macro, arguments);
        }
        if (lists_.size() > macros_deepest_nesting) fail(name, "expands too deeply. Write the text itself.");
        List list{substitute(name, macro, arguments, where), 0, name.text};
        macros_.produced_ += list.tokens.size();
        if (macros_.produced_ > most_tokens) fail(name, "expands to too much text. Make it shorter.");
        lists_.push_back(std::move(list));
        return true;
    }

    std::vector<std::vector<Token>> read_arguments(const Token& name, SourceRange& where) {
        std::vector<std::vector<Token>> arguments(1);
        Token token;
        int parentheses = 0;
        while (next(token)) {
            if (token.is("(") && parentheses++ == 0) continue;
            if (token.is(")") && --parentheses == 0) {
                where = join(where, token.where);
                return arguments;
            }
            if (token.is(",") && parentheses == 1)
                arguments.emplace_back();
            else
                arguments.back().push_back(token);
        }
        fail(name, "is never closed. Close its arguments with `)`.");
    }

    void fit_arguments(const Token& name, const Macro& macro, std::vector<std::vector<Token>>& arguments) {
        const size_t wanted = macro.parameters.size();
        if (wanted == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (macro.variadic && arguments.size() + 1 == wanted) arguments.emplace_back();
        while (macro.variadic && arguments.size() > wanted) {
            std::vector<Token>& last = arguments[wanted - 1];
            Token comma = name;
            comma.kind = TokenKind::punctuator;
            comma.text = ",";
            last.push_back(comma);
            append(last, arguments[wanted]);
            arguments.erase(arguments.begin() + wanted);
        }
        if (arguments.size() != wanted)
            fail(name, "takes " + counted(wanted, "argument") + " but gets " +
                           std::to_string(arguments.size()) + ".");
    }

    static size_t parameter_index(const Macro& macro, const Token& token) {
        const auto found = token.kind == TokenKind::identifier
                               ? std::find(macro.parameters.begin(), macro.parameters.end(), token.text)
                               : macro.parameters.end();
        return found - macro.parameters.begin();
    }

    /// The body, where __VA_OPT__(…) becomes the text in its parentheses, or nothing.
    std::vector<Token> body_for(const Token& name, const Macro& macro, bool has_more) {
        std::vector<Token> body;
        for (size_t i = 0; i < macro.body.size(); ++i) {
            if (!macro.variadic || !macro.body[i].is("__VA_OPT__")) {
                body.push_back(macro.body[i]);
                continue;
            }
            int parentheses = 0;
            size_t last = i;
            do {
                if (++last == macro.body.size()) fail(name, "has a `__VA_OPT__` without its `(` and `)`.");
                if (macro.body[last].is("(")) ++parentheses;
                if (macro.body[last].is(")")) --parentheses;
            } while (parentheses > 0);
            if (has_more) body.insert(body.end(), macro.body.begin() + i + 2, macro.body.begin() + last);
            i = last;
        }
        return body;
    }

    std::vector<Token> substitute(const Token& name, const Macro& macro,
                                  const std::vector<std::vector<Token>>& arguments,
                                  const SourceRange& where) {
        std::vector<Token> out;
        std::vector<std::optional<std::vector<Token>>> expanded(arguments.size());
        const bool has_more = macro.variadic && !arguments.back().empty();
        const std::vector<Token> body = body_for(name, macro, has_more);
        bool paste_next = false;
        for (size_t i = 0; i < body.size(); ++i) {
            Token token = body[i];
            token.where = where;
            token.first_on_line = false;
            const bool more = i + 1 < body.size();
            const bool before_rest =
                macro.variadic && more && parameter_index(macro, body[i + 1]) + 1 == arguments.size();
            if (token.is("##") && before_rest && !out.empty() && out.back().is(",")) {
                // `, ##__VA_ARGS__` pastes nothing: the comma goes where nothing follows it.
                if (!has_more) out.pop_back();
                continue;
            }
            if (token.is("##") && more && !out.empty()) {
                paste_next = true;
                continue;
            }
            std::vector<Token> piece{token};
            const size_t index = parameter_index(macro, token);
            if (index < arguments.size()) {
                const bool raw = paste_next || (more && body[i + 1].is("##"));
                if (!raw && !expanded[index]) expanded[index] = expand_argument(name, arguments[index]);
                piece = raw ? arguments[index] : *expanded[index];
            } else if (token.is("#") && macro.function_like && more) {
                const size_t quoted_index = parameter_index(macro, body[i + 1]);
                if (quoted_index < arguments.size()) {
                    piece = {stringify(arguments[quoted_index], token)};
                    ++i;
                }
            }
            if (paste_next && !piece.empty()) {
                paste(name, out.back(), piece.front());
                piece.erase(piece.begin());
            }
            paste_next = false;
            if (out.size() + piece.size() > most_tokens)
                fail(name, "expands to too much text. Make it shorter.");
            append(out, piece);
        }
        return out;
    }

    std::vector<Token> expand_argument(const Token& name, const std::vector<Token>& argument) {
        if (depth_ >= deepest_arguments)
            fail(name, "is nested too deeply in arguments. Write the text itself.");
        std::vector<std::string_view> off = off_;
        for (const List& list : lists_)
            if (!list.macro.empty()) off.push_back(list.macro);
        std::vector<Token> result = Expansion(macros_, depth_ + 1, std::move(off)).run(argument);
        macros_.produced_ += result.size();
        if (macros_.produced_ > most_tokens) fail(name, "expands to too much text. Make it shorter.");
        return result;
    }

    Token stringify(const std::vector<Token>& tokens, Token at) {
        std::string text = "\"";
        for (const Token& token : tokens) {
            if (token.space_before && text.size() > 1) text += ' ';
            for (char c : token.text) {
                if (c == '"' || (c == '\\' && token.kind != TokenKind::punctuator)) text += '\\';
                text += c;
            }
        }
        at.kind = TokenKind::string;
        at.text = macros_.diagnostics_.keep(text + '"');
        return at;
    }

    void paste(const Token& name, Token& left, const Token& right) {
        const std::string_view text =
            macros_.diagnostics_.keep(std::string(left.text) + std::string(right.text));
        const LexedFile lexed = lex(-1, text);
        if (lexed.tokens.size() != 2 || lexed.tokens[0].kind == TokenKind::unknown)
            fail(name, "pastes " + in_ticks(left.text) + " and " + in_ticks(right.text) +
                           ", which do not form a token together.");
        left.kind = lexed.tokens[0].kind;
        left.text = text;
    }

    Macros& macros_;
    int depth_;
    std::vector<std::string_view> off_;
    std::vector<List> lists_;
    std::vector<Token> result_;
};

std::vector<Token> Macros::expand(std::span<const Token> tokens) {
    return Expansion(*this, 0, {}).run(tokens);
}

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
    if (text == "<<") return arithmetic::shift_left(a, b);
    if (text == ">>") return arithmetic::shift_right(a, b);
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
        return literal->bits;
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
