// Arithmetic in terms, and conditions.
#include "lessons/terms.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::lessons {
namespace {

const TermText terms = [](std::string_view term) -> std::string {
    if (term == "n") return "8";
    if (term == "value sums 7 @ after \"a < b\"") return "−3";
    if (term == "pair") return "2x+1";
    throw Error("no such term");
};

TEST(Calc, FollowsTheRulesOfArithmetic) {
    EXPECT_EQ(calculate("2 * ([n] - 1)", terms), 14);
    EXPECT_EQ(calculate("2+3*4 - 6/4", terms), 12.5);
    EXPECT_EQ(calculate("-[n] - -2", terms), -6);
    EXPECT_EQ(calculate("8 - 4 - 2", terms), 2);
    EXPECT_EQ(calculate("--[n]", terms), 8);
    EXPECT_EQ(calculate("log2([n] * 2) * [n]", terms), 32);
    EXPECT_EQ(calculate("[value sums 7 @ after \"a < b\"] + 1", terms), -2);
}

TEST(Calc, SaysWhatItCannotWorkOut) {
    for (const char* bad :
         {"", "2 +", "(2", "2 3", "[n", "2 ** 3", "log2(0)", "1 / 0", "[pair] + 1", "[m]", "n"})
        EXPECT_THROW(calculate(bad, terms), Error) << bad;
    EXPECT_THROW(calculate(std::string(100'000, '('), terms), Error);
    EXPECT_THROW(calculate(std::string(100'000, '-'), terms), Error);
}

TEST(Calc, WritesNumbersAsPeopleDo) {
    EXPECT_EQ(number_text(14), "14");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(number_text(2.5), "2.5");
    EXPECT_EQ(number_text(1.0 / 3), "0.33");
    EXPECT_EQ(number_text(2.994), "2.99");
    EXPECT_EQ(number_text(2.99), "2.99");
    EXPECT_EQ(number_text(3 - 1e-13), "3");
}

TEST(Calc, ComparesTwoSides) {
    EXPECT_TRUE(holds("[n] = 8", terms));
    EXPECT_TRUE(holds("2 * [n] >= 16", terms));
    EXPECT_TRUE(holds("7 != [n]", terms));
    EXPECT_FALSE(holds("[n] < 8", terms));
    EXPECT_FALSE(holds("[n] > 8", terms));
    EXPECT_TRUE(holds("[n] <= 8", terms));
    EXPECT_TRUE(holds("[value sums 7 @ after \"a < b\"] < 0", terms)) << "a sign inside a term is none";
    EXPECT_THROW(holds("[n]", terms), Error);
    EXPECT_THROW(holds("8 < 9 < 10", terms), Error);
}

}  // namespace
}  // namespace upsweep::lessons
