// The student's part and the fixed rest: what may be changed, and every way around that.
#include "exercises/gaps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::exercises {
namespace {

const std::string starter = R"(__global__ void f(int* a)
{
    int t = threadIdx.x;
    // your part: store
    a[t] = 0;
    // end of your part
    __syncthreads();
}
)";

std::string with(const std::string& part) {
    std::string text = starter;
    return text.replace(text.find("    a[t] = 0;\n"), 14, part);
}

TEST(Gaps, AreBetweenTheirComments) {
    const std::vector<Gap> gaps = gaps_of(starter);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].first, 4);
    EXPECT_EQ(gaps[0].end, 5);
    EXPECT_EQ(words_of_gaps(starter), (std::vector<std::string>{"a", "[", "t", "]", "=", "0", ";"}));
    EXPECT_THROW(gaps_of("// your part: a\n"), Error);
    try {
        gaps_of("int a;\n// end of your part\n");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "Line 2 ends a part that has no beginning.");
    }
}

TEST(Gaps, TakeAnyStatementsAndOtherWhiteSpaceAround) {
    EXPECT_EQ(misfit(starter, starter).sentence, "");
    EXPECT_EQ(misfit(starter, with("    for (int i = 0; i < 3; ++i) { a[i] = i; }\n")).sentence, "");
    EXPECT_EQ(misfit(starter, with("")).sentence, "");
    std::string text = with("a[t] = 1;\n");
    text.replace(text.find("int t ="), 7, "int   t   =  /* the thread */");
    EXPECT_EQ(misfit(starter, text).sentence, "");
    EXPECT_EQ(misfit(starter, with("#pragma unroll\na[t] = 1;\n")).sentence, "");
}

TEST(Gaps, AreNotLeft) {
    for (const auto& [part, says] :
         {std::pair("} __global__ void g() {\n", "closes a bracket"),
          std::pair("if (t) {\n", "does not close"), std::pair("#define __syncthreads()\n", "directive"),
          std::pair("#\npragma\n", "directive"), std::pair("// end of your part\n", "ends a part"),
          std::pair("// end of your part\n// your part: more\n", "Your text has 2 parts"),
          std::pair("a[t) = 1;\n", "bracket")}) {
        const Misfit wrong = misfit(starter, with(part));
        EXPECT_THAT(wrong.sentence, testing::HasSubstr(says)) << part;
        EXPECT_GT(wrong.line, 0) << part;
    }
}

/// The same words, but the second is not a directive on its own line any more.
TEST(Gaps, EndsOfLinesOfTheFixedPartStay) {
    const std::string fixed = "#define A\nint x;\n// your part: a\n// end of your part\n";
    EXPECT_EQ(misfit(fixed, fixed).sentence, "");
    EXPECT_NE(misfit(fixed, "#define A int x;\n// your part: a\n// end of your part\n").sentence, "");
}

TEST(Gaps, DoNotPutWhatStandsBetweenThemIntoAComment) {
    const std::string two =
        "// your part: a\n// end of your part\nint fixed;\n// your part: b\n// end of your part\n";
    EXPECT_EQ(misfit(two, two).sentence, "");
    std::string text = two;
    text.insert(text.find("// end"), "/*\n");
    text.insert(text.rfind("// end"), "*/\n");
    EXPECT_THAT(misfit(two, text).sentence, testing::HasSubstr("fixed part lacks `int`"));
}

TEST(Gaps, LeaveTheFixedPartAlone) {
    std::string text = starter;
    text.erase(text.find("    __syncthreads();\n"), 21);
    EXPECT_THAT(misfit(starter, text).sentence, testing::HasSubstr("fixed part"));
    text = starter;
    text.replace(text.find("threadIdx.x"), 11, "0");
    const Misfit wrong = misfit(starter, text);
    EXPECT_THAT(wrong.sentence, testing::HasSubstr("Line 3 has `0` in the fixed part"));
    EXPECT_EQ(wrong.line, 3);
    EXPECT_NE(misfit(starter, starter + "int more;\n").sentence, "");
    EXPECT_NE(misfit(starter, "").sentence, "");
}

}  // namespace
}  // namespace upsweep::exercises
