// A reader by descent: stronger operators first.
#include "core/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/numbers.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep {
namespace {

using Kind = Expression::Kind;
using Sign = Expression::Sign;

constexpr int deepest_expression = 48;
constexpr double largest_whole = 9007199254740992;  // 2^53

struct SignWord {
    std::string_view word;
    Sign sign;
    int strength;  ///< the higher binds first
};
constexpr int strength_of_plus = 5;
// The longer words first.
constexpr std::array<SignWord, 13> sign_words = {{{"||", Sign::either, 1},
                                                  {"&&", Sign::both, 2},
                                                  {"==", Sign::equal, 3},
                                                  {"!=", Sign::unequal, 3},
                                                  {"<=", Sign::less_equal, 4},
                                                  {">=", Sign::greater_equal, 4},
                                                  {"<", Sign::less, 4},
                                                  {">", Sign::greater, 4},
                                                  {"+", Sign::plus, strength_of_plus},
                                                  {"-", Sign::minus, strength_of_plus},
                                                  {"*", Sign::times, 6},
                                                  {"/", Sign::over, 6},
                                                  {"%", Sign::rest, 6}}};

bool is_of(std::string_view letters, char c) { return letters.find(c) != std::string_view::npos; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }

class ExpressionReader {
  public:
    ExpressionReader(std::string_view text, const Grammar& grammar) : text_(text), grammar_(grammar) {}

    Expression read() {
        binary(1);
        if (!at_end()) fail("has something after its end, " + rest());
        return std::move(read_);
    }

  private:
    [[noreturn]] static void fail(const std::string& why) { throw NoExpression(why); }
    std::string rest() const { return in_ticks(text_.substr(at_, 12)); }

    bool at_end() {
        while (at_ < text_.size() && is_of(white_space, text_[at_])) ++at_;
        return at_ == text_.size();
    }
    bool take(char c) {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void close(char c) {
        if (!take(c)) fail("lacks a closing bracket" + (at_end() ? std::string() : " before " + rest()));
    }
    int add(Expression::Node node) {
        read_.nodes.push_back(node);
        return int(read_.nodes.size()) - 1;
    }
    bool is_known(const SignWord& one) const {
        return grammar_.like_c || (one.strength >= strength_of_plus && one.sign != Sign::rest);
    }
    const SignWord* sign_here() {
        if (at_end()) return nullptr;
        for (const SignWord& one : sign_words)
            if (is_known(one) && text_.substr(at_).starts_with(one.word)) return &one;
        return nullptr;
    }

    int binary(int least) {
        int left = unary();
        for (const SignWord* sign = sign_here(); sign != nullptr && sign->strength >= least;
             sign = sign_here()) {
            at_ += sign->word.size();
            const int right = binary(sign->strength + 1);
            left = add({.kind = Kind::binary, .sign = sign->sign, .left = left, .right = right});
        }
        return left;
    }

    int unary() {
        if (++depth_ > deepest_expression) fail("has too many brackets or signs in one another");
        int made = -1;
        if (grammar_.negative && take('-')) {
            const int of = unary();
            made = add({.kind = Kind::negative, .left = of});
        } else if (grammar_.like_c && take('!')) {
            const int of = unary();
            made = add({.kind = Kind::inverse, .left = of});
        } else {
            made = primary();
        }
        --depth_;
        return made;
    }

    int in_brackets(char closing) {
        const int inner = binary(1);
        close(closing);
        return inner;
    }

    int primary() {
        if (at_end()) fail("ends too early");
        if (take('(')) return in_brackets(')');
        if (grammar_.terms && take('[')) {
            const size_t end = text_.find(']', at_);
            if (end == std::string_view::npos) fail("lacks a closing bracket");
            const size_t name = name_of(text_.substr(at_, end - at_));
            at_ = end + 1;
            return add({.kind = Kind::name, .name = name});
        }
        if (is_decimal(text_[at_]) || (!grammar_.whole && text_[at_] == '.')) return number();
        if (grammar_.log2 && text_.substr(at_).starts_with("log2") && !is_of_name_here(at_ + 4)) {
            at_ += 4;
            if (!take('(')) fail("needs a bracket after log2");
            const int of = in_brackets(')');
            return add({.kind = Kind::log2, .left = of});
        }
        if (!grammar_.names || !is_of_name_here(at_)) fail("cannot be read from " + rest() + " on");
        size_t end = at_;
        while (is_of_name_here(end)) ++end;
        const size_t name = name_of(text_.substr(at_, end - at_));
        at_ = end;
        if (!grammar_.like_c || !take('[')) return add({.kind = Kind::name, .name = name});
        const int index = in_brackets(']');
        return add({.kind = Kind::element, .name = name, .left = index});
    }

    bool is_of_name_here(size_t at) const {
        if (at >= text_.size()) return false;
        return is_of_name(text_[at]) || (grammar_.like_c && at > at_ && text_[at] == '.');
    }

    int number() {
        const char* const first = text_.data() + at_;
        const char* last = text_.data() + text_.size();
        if (grammar_.whole) last = std::find_if_not(first, last, is_decimal);
        double value = 0;
        // Only numbers in C have exponents: elsewhere an e begins a name.
        const auto [end, error] = read_number(first, last, value, grammar_.like_c);
        if (error == std::errc::invalid_argument) fail("cannot be read from " + rest() + " on");
        if (error != std::errc() || !std::isfinite(value) || (grammar_.whole && value > largest_whole))
            fail("has a number that is too large");
        at_ += size_t(end - first);
        while (grammar_.like_c && at_ < text_.size() && is_of("uUlLfF", text_[at_])) ++at_;
        return add({.kind = Kind::number, .number = value});
    }

    size_t name_of(std::string_view text) {
        const auto known = std::find(read_.names.begin(), read_.names.end(), text);
        if (known != read_.names.end()) return size_t(known - read_.names.begin());
        read_.names.emplace_back(text);
        return read_.names.size() - 1;
    }

    std::string_view text_;
    const Grammar& grammar_;
    size_t at_ = 0;
    int depth_ = 0;
    Expression read_;
};

}  // namespace

Expression parse_expression(std::string_view text, const Grammar& grammar) {
    return ExpressionReader(text, grammar).read();
}

}  // namespace upsweep
