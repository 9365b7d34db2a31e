// Expressions by recursive descent.
#include "exercises/expression.h"

#include <bit>
#include <cctype>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep::exercises {
namespace {

class Reader {
  public:
    Reader(std::string_view text, const Values& values) : text_(text), values_(values) {}

    std::int64_t run() {
        const std::int64_t value = sum();
        if (!at_end()) fail("has something after its end");
        return value;
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw Error(fmt::format("{} {}; write whole numbers, names, + - * /, brackets and log2(x).",
                                in_ticks(text_), what));
    }

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool at_end() {
        skip();
        return at_ == text_.size();
    }
    bool take(char wanted) {
        if (at_end() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    std::int64_t checked(bool overflows, std::int64_t value) const {
        if (overflows) fail("is too large");
        return value;
    }

    std::int64_t sum() {
        std::int64_t value = product();
        for (;;) {
            const bool plus = take('+');
            if (!plus && !take('-')) return value;
            const std::int64_t right = product();
            std::int64_t made = 0;
            const bool overflows =
                plus ? add_overflows(value, right, made) : subtract_overflows(value, right, made);
            value = checked(overflows, made);
        }
    }

    std::int64_t product() {
        std::int64_t value = atom();
        for (;;) {
            std::int64_t made = 0;
            if (take('*')) {
                const bool overflows = multiply_overflows(value, atom(), made);
                value = checked(overflows, made);
            } else if (take('/')) {
                const std::int64_t by = atom();
                if (by == 0) fail("divides by zero");
                if (by == -1) fail("divides by -1");
                value /= by;
            } else {
                return value;
            }
        }
    }

    std::int64_t in_brackets() {
        if (++depth_ > deepest) fail("has too many brackets");
        const std::int64_t value = sum();
        if (!take(')')) fail("lacks a closing bracket");
        --depth_;
        return value;
    }

    std::int64_t atom() {
        if (at_end()) fail("ends too early");
        const char next = text_[at_];
        if (take('(')) return in_brackets();
        if (std::isdigit(static_cast<unsigned char>(next)) != 0) return number();
        if (std::isalpha(static_cast<unsigned char>(next)) != 0) return name();
        fail("cannot be read");
    }

    std::int64_t number() {
        std::int64_t value = 0;
        for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_) {
            if (value > largest) fail("has a number that is too large");
            value = value * 10 + (text_[at_] - '0');
        }
        return value;
    }

    std::int64_t name() {
        std::size_t end = at_;
        while (end < text_.size() && is_of_name(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end;
        if (word == "log2") {
            if (!take('(')) fail("needs a bracket after log2");
            const std::int64_t of = in_brackets();
            if (of < 1) fail("takes the logarithm of less than 1");
            return std::bit_width(static_cast<std::uint64_t>(of)) - 1;
        }
        const auto found = values_.find(word);
        if (found == values_.end())
            fail(fmt::format("names {}, which the case does not have", in_ticks(word)));
        return found->second;
    }

    static constexpr int deepest = 50;
    static constexpr std::int64_t largest = std::int64_t{1} << 50;
    std::string_view text_;
    const Values& values_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view expression, const Values& values) {
    return Reader(expression, values).run();
}

std::string fill_in(std::string_view text, const Values& values) {
    std::string filled;
    for (;;) {
        const std::size_t open = text.find('{');
        filled += text.substr(0, open);
        if (open == std::string_view::npos) return filled;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            throw Error(fmt::format("{} opens a brace that it does not close.", in_ticks(text)));
        filled += std::to_string(evaluate(text.substr(open + 1, close - open - 1), values));
        text.remove_prefix(close + 1);
    }
}

}  // namespace upsweep::exercises
