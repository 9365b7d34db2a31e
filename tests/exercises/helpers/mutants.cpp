// Mutants by tokens.
#include "exercises/helpers/mutants.h"

#include <map>
#include <string_view>

#include "emulator/source/lexer.h"
#include "exercises/gaps.h"

namespace upsweep::exercises {
namespace {

using emulator::Token;
using emulator::TokenKind;

class Mutator {
  public:
    explicit Mutator(const std::string& text)
        : text_(text), gaps_(gaps_of(text)), tokens_(emulator::lex(0, text).tokens) {
        for (size_t i = 0, line = 1; i <= text.size(); ++i)
            if (i == 0 || text[i - 1] == '\n') starts_[int(line++)] = i;
    }

    std::vector<Mutant> run() {
        for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
            if (!inside(i)) continue;
            drop_barrier(i);
            shift_index(i);
            turn(i);
            swap(i);
        }
        return made_;
    }

  private:
    bool inside(size_t i) const {
        const int line = tokens_[i].where.line - 1;
        for (const Gap& gap : gaps_)
            if (line >= gap.first && line < gap.end) return true;
        return false;
    }
    size_t begin(size_t i) const {
        return starts_.at(tokens_[i].where.line) + size_t(tokens_[i].where.column) - 1;
    }
    size_t end(size_t i) const { return begin(i) + tokens_[i].text.size(); }
    std::string piece(size_t first, size_t last) const {
        return text_.substr(begin(first), end(last) - begin(first));
    }
    bool is(size_t i, std::string_view what) const { return tokens_[i].is(what); }

    /// The text from token `first` to `last` replaced.
    void replace(size_t first, size_t last, const std::string& by) {
        const auto on_one_line = [](const std::string& many) {
            std::string one;
            for (const char letter : many)
                if (letter != '\n' && (letter != ' ' || (!one.empty() && one.back() != ' '))) one += letter;
            return one;
        };
        made_.push_back({"line " + std::to_string(tokens_[first].where.line) + ": " +
                             on_one_line(piece(first, last)) + " -> " +
                             (by.empty() ? "nothing" : on_one_line(by)),
                         text_.substr(0, begin(first)) + by + text_.substr(end(last))});
    }

    void drop_barrier(size_t i) {
        const bool barrier = is(i, "__syncthreads") || is(i, "__threadfence") || is(i, "__syncwarp");
        if (barrier && is(i + 1, "(") && is(i + 2, ")") && is(i + 3, ";")) replace(i, i + 3, "");
    }

    void shift_index(size_t i) {
        if (!is(i, "[")) return;
        const size_t close = partner(i);
        // An array's declaration has a length, not an index.
        if (i >= 2 && tokens_[i - 2].kind == TokenKind::identifier) return;
        for (const char* by : {" + 1", " - 1"}) replace(i + 1, close - 1, piece(i + 1, close - 1) + by);
    }

    void turn(size_t i) {
        static const std::map<std::string_view, std::vector<std::string>> turned = {
            {"<", {"<=", ">"}},  {">", {">=", "<"}}, {"<=", {"<", ">="}},
            {">=", {">", "<="}}, {"==", {"!="}},     {"!=", {"=="}}};
        const auto found = turned.find(tokens_[i].text);
        if (tokens_[i].kind != TokenKind::punctuator || found == turned.end()) return;
        for (const std::string& by : found->second) replace(i, i, by);
    }

    void swap(size_t i) {
        if (!is(i, "-") && !is(i, "/") && !is(i, "%") && !is(i, "=")) return;
        const size_t first = before(i), last = behind(i);
        if (first == i || last == i) return;
        // What is declared here, or a number, cannot be assigned to.
        if (is(i, "=") && (tokens_[first - 1].kind == TokenKind::identifier || !is(last + 1, ";") ||
                           tokens_[i + 1].kind == TokenKind::number || is(last, ")")))
            return;
        replace(first, last,
                piece(i + 1, last) + " " + std::string(tokens_[i].text) + " " + piece(first, i - 1));
    }

    static bool is_name(const Token& token) {
        return token.kind == TokenKind::identifier || token.kind == TokenKind::number;
    }
    size_t partner(size_t open) const {
        int depth = 0;
        for (size_t i = open; i < tokens_.size(); ++i) {
            if (is(i, "[") || is(i, "(")) ++depth;
            if ((is(i, "]") || is(i, ")")) && --depth == 0) return i;
        }
        return open;
    }
    /// Where the operand before token `i` begins; `i` if it is not a name, a cell or a call.
    size_t before(size_t i) const {
        size_t at = i - 1;
        if (is(at, "]") || is(at, ")")) {
            int depth = 0;
            for (;; --at) {
                if (is(at, "]") || is(at, ")")) ++depth;
                if ((is(at, "[") || is(at, "(")) && --depth == 0) break;
            }
            if (is_name(tokens_[at - 1])) --at;
            return at;
        }
        if (!is_name(tokens_[at])) return i;
        while (is(at - 1, ".")) at -= 2;
        return at;
    }
    /// Where the operand behind it ends.
    size_t behind(size_t i) const {
        size_t at = i + 1;
        if (is(at, "(")) return partner(at);
        if (!is_name(tokens_[at])) return i;
        while (is(at + 1, ".")) at += 2;
        while (is(at + 1, "[") || is(at + 1, "(")) at = partner(at + 1);
        return at;
    }

    const std::string& text_;
    std::vector<Gap> gaps_;
    std::vector<Token> tokens_;
    std::map<int, size_t> starts_;
    std::vector<Mutant> made_;
};

}  // namespace

std::vector<Mutant> mutants_of(const std::string& text) { return Mutator(text).run(); }

}  // namespace upsweep::exercises
