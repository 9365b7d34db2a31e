// What a formula says is its value: the text that people read is worked out and held against the number that
// the counts are held against.
#include <gmock/gmock.h>

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "pipelines/helpers/parameters_of.h"
#include "pipelines/parts/cost.h"

namespace upsweep {
namespace {

/// Sums, differences, products (with a dot or without), logarithms to the base 2 and brackets. A single
/// letter is a variable; longer words say of what something is counted ("4·2 tiles") and mean nothing here.
class Formula {
  public:
    Formula(std::string_view text, const std::map<char, int64_t>& variables)
        : rest_(text), variables_(variables) {}

    int64_t value() {
        const int64_t all = sum();
        if (!rest_.empty()) throw unreadable();
        return all;
    }

  private:
    std::runtime_error unreadable() const {
        return std::runtime_error("\"" + std::string(rest_) +
                                  "\" cannot be read: a formula has whole numbers, n, w, h, b (bins), r "
                                  "(radius), +, − (no hyphen), ·, /, brackets and log₂, which rounds down");
    }

    static constexpr std::string_view minus = "−", dot = "·", log2 = "log₂";

    void skip() {
        while (!rest_.empty()) {
            size_t word = 0;
            while (word < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[word])) != 0) ++word;
            if (rest_.front() == ' ')
                rest_.remove_prefix(1);
            else if (word > 1 && !rest_.starts_with(log2) && !is_product(rest_.substr(0, word)))
                rest_.remove_prefix(word);
            else
                return;
        }
    }
    /// "wh": variables side by side.
    bool is_product(std::string_view word) const {
        return word.size() == 2 && variables_.count(word[0]) != 0 && variables_.count(word[1]) != 0;
    }
    bool take(std::string_view sign) {
        skip();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    int64_t sum() {
        int64_t all = product();
        while (true) {
            if (take("+"))
                all += product();
            else if (take(minus))
                all -= product();
            else
                return all;
        }
    }
    int64_t product() {
        int64_t all = factor();
        while (true) {
            if (take("/"))
                all /= factor();
            else if (take(dot) || begins_factor())
                all *= factor();
            else
                return all;
        }
    }
    bool begins_factor() {
        skip();
        return !rest_.empty() && (rest_.front() == '(' || rest_.starts_with(log2) ||
                                  std::isalpha(static_cast<unsigned char>(rest_.front())) != 0);
    }
    int64_t factor() {
        if (take("(")) {
            const int64_t inner = sum();
            if (!take(")"))
                throw std::runtime_error("a bracket is not closed before \"" + std::string(rest_) + "\"");
            return inner;
        }
        if (take(log2)) {
            int64_t of = factor(), power = 0;
            for (; of > 1; of /= 2) ++power;
            return power;
        }
        skip();
        if (rest_.empty()) throw std::runtime_error("something is missing at the end");
        const char first = rest_.front();
        if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
            int64_t number = 0;
            for (; !rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0;
                 rest_.remove_prefix(1))
                number = number * 10 + (rest_.front() - '0');
            return number;
        }
        const auto variable = variables_.find(first);
        if (variable == variables_.end()) throw unreadable();
        rest_.remove_prefix(1);
        return variable->second;
    }

    std::string_view rest_;
    const std::map<char, int64_t>& variables_;
};

TEST(Formula, IsReadAsPeopleWriteIt) {
    const std::map<char, int64_t> eight{{'n', 8}, {'w', 4}, {'h', 3}};
    EXPECT_EQ(Formula("2(n − 1)", eight).value(), 14);
    EXPECT_EQ(Formula("n log₂ n − (n − 1)", eight).value(), 17);
    EXPECT_EQ(Formula("2 log₂ 16 − 1", eight).value(), 7);
    EXPECT_EQ(Formula("wh + w(h − 1)", eight).value(), 20);
    EXPECT_EQ(Formula("3·(4·2 tiles) + 1·log₂ 4", eight).value(), 26);
    EXPECT_THROW(Formula("2(n − 1", eight).value(), std::runtime_error);
    EXPECT_THROW(Formula("2q", eight).value(), std::runtime_error);
}

/// n is the padded length, so only rows whose length is a power of two say what it is.
TEST(Formula, OfEveryEntryGivesItsValue) {
    int read = 0;
    for (const Algorithm* algorithm : catalog()) {
        if (algorithm->expectations == nullptr) continue;
        for (const Extent extent : {Extent{8, 1}, {16, 4}, {64, 2}, {32, 8}})
            for (const MachineShape machine : {MachineShape{4, 8}, MachineShape{32, 32}}) {
                const Parameters parameters = test::parameters_of(*algorithm, extent, {}, machine);
                std::map<char, int64_t> variables{
                    {'n', extent.width}, {'w', extent.width}, {'h', extent.height}};
                for (const OptionValue& option : parameters.options) {
                    if (option.name == "bins") variables['b'] = option.value;
                    if (option.name == "radius") variables['r'] = option.value;
                }
                for (const Expectation& expectation : algorithm->expectations(parameters)) {
                    // "30 without conflicts" says what else the number could be.
                    if (expectation.formula.empty() ||
                        expectation.formula.find(" without ") != std::string::npos)
                        continue;
                    SCOPED_TRACE(std::string(algorithm->slug) + " " + std::to_string(extent.width) + "x" +
                                 std::to_string(extent.height) + " " + std::string(expectation.count) +
                                 " = " + expectation.formula);
                    EXPECT_NO_THROW(
                        EXPECT_EQ(Formula(expectation.formula, variables).value(), expectation.value));
                    ++read;
                }
            }
    }
    EXPECT_GT(read, 500);
}

/// It counts each time, in every part.
TEST(Cost, OfSeveralPassesIsAllOfEachManyTimes) {
    Cost pass;
    pass.additions = pass.copies = pass.barriers = pass.rounds = Term::of(1, 7, "n − 1");
    pass.wavefronts = 10;
    pass.conflicts = 4;
    const Cost all = repeated(3, pass);
    for (const Term& term : {all.additions, all.copies, all.barriers, all.rounds}) {
        EXPECT_EQ(term.value, 21);
        EXPECT_EQ(term.formula, "3·(n − 1)");
    }
    EXPECT_EQ(all.wavefronts, 30);
    EXPECT_EQ(all.conflicts, 12);
}

}  // namespace
}  // namespace upsweep
