// What exercises' files compute.
#include "exercises/exercise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::exercises {
namespace {

const Values values = {{"n", 16}, {"width", 5}};

TEST(Expression, FollowsTheRulesOfArithmetic) {
    for (const auto& [text, value] : {std::pair("2 * (n - 1)", 30), std::pair("n * log2(n) - (n - 1)", 49),
                                      std::pair("(n + width - 1) / width", 4), std::pair("7 - 2 - 1", 4),
                                      std::pair("log2(width)", 2), std::pair("3*n/4", 12)})
        EXPECT_EQ(evaluate(text, values), value) << text;
}

TEST(Expression, HasAsManyBracketsSideBySideAsOneLikes) {
    std::string text = "(1)";
    for (int i = 0; i < 99; ++i) text += " + (1)";
    EXPECT_EQ(evaluate(text, values), 100);
}

TEST(Expression, SaysWhatItCannotRead) {
    for (const auto& [text, says] :
         {std::pair("2 * m", "names `m`"), std::pair("n / (width - 5)", "divides by zero"),
          std::pair("(n", "bracket"), std::pair("n n", "after its end"), std::pair("", "ends too early"),
          std::pair("log2(0)", "less than 1"), std::pair("n / (0 - 1)", "divides by -1"),
          std::pair("((((((((((((((((((((((((((((((((((((((((((((((((((((n", "too many brackets"),
          std::pair("99999999999999999999", "too large"),
          std::pair("1125899906842624 * 1125899906842624", "too large")})
        try {
            evaluate(text, values);
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(says)) << text;
        }
}

TEST(Expression, FillsInBraces) {
    EXPECT_EQ(fill_in("zeros:{n / 4 + 1}", values), "zeros:5");
    EXPECT_EQ(fill_in("{width},{n}", values), "5,16");
    EXPECT_EQ(fill_in("8,8", values), "8,8");
    EXPECT_THROW(fill_in("zeros:{n", values), Error);
}

}  // namespace
}  // namespace upsweep::exercises
