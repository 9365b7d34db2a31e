// Answers: how they are read, written and judged.
#include <gmock/gmock.h>

#include "core/error.h"
#include "questions/question.h"

namespace upsweep::questions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Question cells(int64_t limit, int64_t width = 0) {
    Question question;
    question.form = Form::cells;
    question.limit = limit;
    question.width = width;
    return question;
}

Question value(ScalarType type, std::string key) {
    Question question;
    question.form = Form::value;
    question.type = type;
    question.key.text = std::move(key);
    return question;
}

bool takes(const Question& question, std::string_view text) {
    return is_right(question, parse_answer(question, text));
}

std::string refusal(const Question& question, std::string_view text) {
    try {
        parse_answer(question, text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "none";
}

TEST(Answer, OfCellsTakesListsAndRangesInAnyOrder) {
    const Question row = cells(16);
    for (const char* text : {"1,3…5", "5, 4, 3, 1", " 3-5 ,1", "1, 3..5", "3...5,1,1"})
        EXPECT_THAT(parse_answer(row, text).numbers, ElementsAre(1, 3, 4, 5)) << text;
    EXPECT_THAT(parse_answer(row, "none").numbers, ElementsAre());
    EXPECT_EQ(to_text(row, parse_answer(row, "1, 3, 4, 5, 8, 9")), "1, 3…5, 8, 9");
}

TEST(Answer, OfAMatrixTakesColumnAndRow) {
    const Question grid = cells(12, 4);
    EXPECT_THAT(parse_answer(grid, "(1,2)").numbers, ElementsAre(9));
    EXPECT_THAT(parse_answer(grid, "(0,0)…(1,1)").numbers, ElementsAre(0, 1, 4, 5));
    EXPECT_THAT(parse_answer(grid, "9, 2…3").numbers, ElementsAre(2, 3, 9)) << "or counts row by row";
    EXPECT_EQ(to_text(grid, parse_answer(grid, "(0,0)…(2,1)")), "(0,0)…(2,0), (0,1)…(2,1)");
    EXPECT_THAT(refusal(grid, "(4,0)"), HasSubstr("4 columns and 3 rows"));
    EXPECT_THAT(refusal(grid, "(0,3)"), HasSubstr("4 columns and 3 rows"));
    for (const char* text : {"(1,2", "(1,", "(1 2)", "1,2)"}) EXPECT_NE(refusal(grid, text), "none") << text;
}

TEST(Answer, ThatIsNoneIsRefusedInOneSentence) {
    const Question row = cells(8);
    for (const char* text : {"", "x", "1,", "1 2", "3…1", "-4", "(1,1)", "1…", "…"}) {
        const std::string sentence = refusal(row, text);
        EXPECT_THAT(sentence, HasSubstr("such as")) << text;
        EXPECT_EQ(sentence.back(), '.');
    }
    EXPECT_EQ(refusal(row, "8"), "There is no cell 8; the numbers are 0 to 7.");
    EXPECT_EQ(refusal(row, "99999999999999999999"), refusal(row, "99999999999999999999"));
}

TEST(Answer, WithMillionsOfCellsIsRefused) {
    const Question big = cells(int64_t{1} << 40);
    EXPECT_THAT(refusal(big, "0…999999999"), HasSubstr("65536"));
}

TEST(Answer, OfAValueIsJudgedByWhatItsTypeHolds) {
    EXPECT_TRUE(takes(value(ScalarType::u32, "12"), "12"));
    EXPECT_TRUE(takes(value(ScalarType::u32, "12"), " 012 "));
    EXPECT_FALSE(takes(value(ScalarType::u32, "12"), "13"));
    EXPECT_FALSE(takes(value(ScalarType::u32, "12"), "12.5"));
    EXPECT_FALSE(takes(value(ScalarType::u8, "4"), "260"));  // 260 is 4 in eight bits, and is not 4
    EXPECT_FALSE(takes(value(ScalarType::u32, "4294967295"), "-1"));
    EXPECT_TRUE(takes(value(ScalarType::i32, "-3"), "−3"));
    EXPECT_TRUE(takes(value(ScalarType::i32, "-3"), "-3"));
    EXPECT_FALSE(takes(value(ScalarType::i8, "-1"), "255"));
    EXPECT_TRUE(takes(value(ScalarType::f32, "0.1"), "0.10"));
    EXPECT_TRUE(takes(value(ScalarType::f32, "3"), "3.0"));
    EXPECT_FALSE(takes(value(ScalarType::f32, "3"), "3.0001"));
    EXPECT_FALSE(takes(value(ScalarType::f64, "0.1"), "0.1000001"));
    EXPECT_TRUE(takes(value(ScalarType::boolean, "0"), "false"));
    EXPECT_TRUE(takes(value(ScalarType::boolean, "1"), "true"));
    EXPECT_FALSE(takes(value(ScalarType::boolean, "1"), "false"));
    EXPECT_THAT(refusal(value(ScalarType::u32, "12"), "many"), HasSubstr("such as 12"));
}

TEST(Answer, OfAnOrderIsRightWhereverItKeepsWhatHasToComeBefore) {
    Question question;
    question.form = Form::order;
    question.items = {"a", "b", "c"};
    question.limit = 3;
    question.precedes = {{1, 2}};  // b before c; a wherever
    for (const char* text : {"B C A", "abc", "b,a,c"}) EXPECT_TRUE(takes(question, text)) << text;
    for (const char* text : {"C B A", "a c b", "cab"}) EXPECT_FALSE(takes(question, text)) << text;
    for (const char* text : {"A B", "A A B", "A B D", "A B C A"})
        EXPECT_THAT(refusal(question, text), HasSubstr("each letter once")) << text;
    EXPECT_FALSE(is_right(question, {.text = "", .numbers = {0, 0, 1}}));
    EXPECT_FALSE(is_right(question, {.text = "", .numbers = {0, 1, 7}}));
    EXPECT_FALSE(is_right(question, {.text = "", .numbers = {1, 2}}));
}

TEST(Answer, OfInputsCountsEachAsOftenAsItIsNamed) {
    Question question = cells(8);
    question.form = Form::inputs;
    question.key.numbers = {3, 4, 5};
    EXPECT_TRUE(takes(question, "3…5"));
    EXPECT_TRUE(takes(question, "5, 3…4"));
    EXPECT_FALSE(takes(question, "3…5, 4"));
    EXPECT_FALSE(takes(question, "3…4"));
}

TEST(Answer, OfABlockOrYesOrNo) {
    Question block;
    block.form = Form::block;
    block.limit = 4;
    block.key.numbers = {2};
    EXPECT_TRUE(takes(block, "2"));
    EXPECT_FALSE(takes(block, "3"));
    EXPECT_EQ(refusal(block, "4"), "There is no block 4; the blocks are 0 to 3.");
    EXPECT_THAT(refusal(block, "1, 2"), HasSubstr("one block"));
    Question race;
    race.form = Form::yes_no;
    race.key.yes = true;
    EXPECT_TRUE(takes(race, "yes"));
    EXPECT_FALSE(takes(race, "no"));
    EXPECT_THAT(refusal(race, "perhaps"), HasSubstr("yes or no"));
}

TEST(Kinds, HaveNamesOfTheirOwn) {
    for (size_t i = 0; i < kind_count; ++i)
        EXPECT_EQ(parse_kind(name_of(static_cast<Kind>(i))), static_cast<Kind>(i));
    try {
        parse_kind("riddle");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("value, holds, writes"));
    }
}

}  // namespace
}  // namespace upsweep::questions
