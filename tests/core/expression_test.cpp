// Expressions become trees, each by what its grammar has, and other texts are refused with a reason.
#include "core/expression.h"

#include <gtest/gtest.h>

#include <map>

namespace upsweep {
namespace {

constexpr Grammar all = {.names = true, .log2 = true, .negative = true, .like_c = true};

/// With every bracket that the tree has: "(1+(2*3))".
std::string shown(const Expression& read, int at) {
    static const std::map<Expression::Sign, std::string> signs = {
        {Expression::Sign::plus, "+"},     {Expression::Sign::minus, "-"},
        {Expression::Sign::times, "*"},    {Expression::Sign::over, "/"},
        {Expression::Sign::rest, "%"},     {Expression::Sign::less, "<"},
        {Expression::Sign::equal, "=="},   {Expression::Sign::both, "&&"},
        {Expression::Sign::either, "||"},  {Expression::Sign::less_equal, "<="},
        {Expression::Sign::greater, ">"},  {Expression::Sign::greater_equal, ">="},
        {Expression::Sign::unequal, "!="},
    };
    const Expression::Node& node = read.nodes[at];
    EXPECT_TRUE(node.left < at && node.right < at) << "an operation stands behind what it takes";
    switch (node.kind) {
        case Expression::Kind::number:
            return std::to_string(int(node.number));
        case Expression::Kind::name:
            return read.names[node.name];
        case Expression::Kind::element:
            return read.names[node.name] + "[" + shown(read, node.left) + "]";
        case Expression::Kind::negative:
            return "-" + shown(read, node.left);
        case Expression::Kind::inverse:
            return "!" + shown(read, node.left);
        case Expression::Kind::log2:
            return "log2(" + shown(read, node.left) + ")";
        case Expression::Kind::binary:
            break;
    }
    return "(" + shown(read, node.left) + signs.at(node.sign) + shown(read, node.right) + ")";
}

std::string shown(std::string_view text, const Grammar& grammar = all) {
    try {
        const Expression read = parse_expression(text, grammar);
        return shown(read, int(read.nodes.size()) - 1);
    } catch (const NoExpression& none) {
        return none.what();
    }
}

TEST(ExpressionReader, BindsAsCDoes) {
    EXPECT_EQ(shown("1 + 2 * 3 - 4"), "((1+(2*3))-4)");
    EXPECT_EQ(shown("a || b && c == d < e + 1"), "(a||(b&&(c==(d<(e+1)))))");
    EXPECT_EQ(shown("-(a.x[b % 3] / 25u) >= !c || 1 != 0 && 1 <= 2 > 3"),
              "((-(a.x[(b%3)]/25)>=!c)||((1!=0)&&((1<=2)>3)))");
    EXPECT_EQ(shown("- -2 * log2( n )"), "(--2*log2(n))");
}

TEST(ExpressionReader, TakesWhatItsGrammarHas) {
    EXPECT_EQ(shown("[pair] + 1", {.terms = true}), "(pair+1)");
    EXPECT_EQ(shown("n + 1", {.terms = true}), "cannot be read from `n + 1` on");
    EXPECT_EQ(shown("n % 2", {.names = true}), "has something after its end, `% 2`");
    EXPECT_EQ(shown("a.x", {.names = true}), "has something after its end, `.x`");
    EXPECT_EQ(shown("-1", {.names = true}), "cannot be read from `-1` on");
    EXPECT_EQ(shown("log2(n)", {.names = true}), "has something after its end, `(n)`");
    EXPECT_EQ(shown("log2n", {.names = true, .log2 = true}), "log2n");
    EXPECT_EQ(shown("2.5", {.whole = true}), "has something after its end, `.5`");
    EXPECT_EQ(shown("2e1", {}), "has something after its end, `e1`");
    EXPECT_EQ(shown("2e1"), "20");
}

TEST(ExpressionReader, SaysWhatIsWrong) {
    EXPECT_EQ(shown(""), "ends too early");
    EXPECT_EQ(shown("1 +"), "ends too early");
    EXPECT_EQ(shown("(1 + 2"), "lacks a closing bracket");
    EXPECT_EQ(shown("a[1 2]"), "lacks a closing bracket before `2]`");
    EXPECT_EQ(shown("[n", {.terms = true}), "lacks a closing bracket");
    EXPECT_EQ(shown("1 ? 2 : 3"), "has something after its end, `? 2 : 3`");
    EXPECT_EQ(shown("log2 n", {.log2 = true}), "needs a bracket after log2");
    EXPECT_EQ(shown("9007199254740994", {.whole = true}), "has a number that is too large");
    EXPECT_EQ(shown("1e999"), "has a number that is too large");
    EXPECT_EQ(shown(std::string(49, '(')), "has too many brackets or signs in one another");
    EXPECT_EQ(shown(std::string(100'000, '-')), "has too many brackets or signs in one another");
}

}  // namespace
}  // namespace upsweep
