// Every kind of question: the key is the trace's, and what is wrong is refused.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "lessons/prepare.h"

namespace upsweep::lessons {
namespace {

using testing::HasSubstr;

const std::string questions_front =
    "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_kogge_stone\"\nn = 8\ninput = [3, 1, "
    "7, "
    "0, 4, 1, 6, 3]\nlanes = 4\noptions = { inclusive = 1 }\n+++\n# P\n```scene\nat = \"after pass 1 of "
    "Double the reach\"\n```\n```predict\n";

PreparedQuestion ask(const std::string& block) {
    return *prepare(parse_lesson("lessons/x.md", questions_front + block + "\n```\n")).pages.at(0).question;
}

std::string questions_complaint_about(const std::string& block) {
    try {
        ask(block);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

std::string questions_text_of(const std::vector<Inline>& inlines) {
    std::string text;
    for (const Inline& piece : inlines) text += piece.text;
    return text;
}

TEST(LessonQuestions, OfTheQuizAreReadFromTheTrace) {
    // After the stride of 1 cell 5 holds inputs 4 and 5; the stride of 2 brings those of cell 3, 2 and 3.
    const PreparedQuestion question =
        ask("kind = \"holds\"\narray = \"sums\"\ncell = 5\nask = \"Which inputs does cell `5` hold then?\"\n"
            "right = \"**Right.** Four.\"\n[[wrong]]\nvalue = \"4…5\"\nreason = \"**Not yet.** That was "
            "before.\"");
    ASSERT_TRUE(question.asked);
    EXPECT_EQ(question.asked->element, 5);
    EXPECT_EQ(question.answer, "2…5");
    EXPECT_EQ(questions_text_of(question.ask), "Which inputs does cell 5 hold then?");
    EXPECT_EQ(questions_text_of(question.right().reason), "Right. Four.");
    EXPECT_FALSE(question.why.empty()) << "the trace's own reason";
    EXPECT_TRUE(is_right(question, "2…5"));
    EXPECT_TRUE(is_right(question, "2, 3, 4, 5"));
    EXPECT_FALSE(is_right(question, "4…5"));
    ASSERT_NE(question.foreseen("4,5"), nullptr);
    EXPECT_EQ(question.foreseen("0"), nullptr);
    EXPECT_THROW(is_right(question, "many"), UsageError);
    EXPECT_GT(question.after, question.before);
}

TEST(LessonQuestions, OfTheQuizHaveTheirOwnWordsWhereNoneAreGiven) {
    const PreparedQuestion question = ask("kind = \"lanes\"\nwarp = 0");
    EXPECT_EQ(question.asked->warp, 0);
    EXPECT_THAT(questions_text_of(question.ask), HasSubstr("Which of its 4 lanes take part?"));
    EXPECT_THAT(question.ask, testing::Contains(testing::Field(&Inline::style, Style::code)));
}

TEST(LessonQuestions, OfTheQuizAreAboutWhatIsAsked) {
    for (int cell = 2; cell < 8; ++cell) {
        const PreparedQuestion question = ask("kind = \"holds\"\ncell = " + std::to_string(cell));
        EXPECT_EQ(question.asked->element, cell);
    }
    for (int warp = 0; warp < 2; ++warp)
        EXPECT_EQ(ask("kind = \"turns\"\nwarp = " + std::to_string(warp)).asked->warp, warp);
}

TEST(LessonQuestions, ANumberIsComputedAndRounded) {
    const PreparedQuestion whole =
        ask("kind = \"number\"\nask = \"A?\"\nanswer = \"{total additions}\"\nunit = "
            "\"additions\"\n[[wrong]]\nvalue = \"{n}\"\nreason = \"No.\"");
    EXPECT_EQ(whole.answer, "17");
    EXPECT_EQ(whole.unit, "additions");
    EXPECT_TRUE(is_right(whole, " 17 "));
    EXPECT_TRUE(is_right(whole, "17.0"));
    EXPECT_FALSE(is_right(whole, "16"));
    EXPECT_FALSE(is_right(whole, "17.1")) << "a whole number is hit or missed";
    EXPECT_THROW(is_right(whole, "seventeen"), UsageError);
    EXPECT_EQ(whole.foreseen("8"), &whole.choices.at(1));
    EXPECT_EQ(whole.after, whole.before) << "no step shows it";
    const PreparedQuestion part =
        ask("kind = \"number\"\nask = \"A?\"\nanswer = \"{calc 17 / 7 + 0 * [n]}\"");
    EXPECT_EQ(part.answer, "2.43");
    EXPECT_TRUE(is_right(part, "2.4286"));
    EXPECT_FALSE(is_right(part, "2"));
    EXPECT_FALSE(is_right(part, "2.5")) << "more than a hundredth off";
}

TEST(LessonQuestions, AChoiceIsRightUnderItsConditions) {
    const std::string block =
        "kind = \"choice\"\nask = \"Who adds more?\"\nanswer = \"This scan.\"\ncheck = [\"{total additions} "
        "> "
        "2 * {total additions scan_loop}\", \"{n} = 8\"]\n[[wrong]]\nvalue = \"The loop.\"\nreason = \"No.\"";
    const PreparedQuestion question = ask(block);
    ASSERT_EQ(question.choices.size(), 2U);
    EXPECT_EQ(question.right().value, "This scan.");
    std::string false_claim = block;
    false_claim.replace(false_claim.find('>'), 1, "<");
    EXPECT_THAT(questions_complaint_about(false_claim), HasSubstr("does not hold: it says \"17 < 2 * 7\""));
}

TEST(LessonQuestions, ASortIsInTheOrderOfTheRun) {
    const PreparedQuestion question = ask(
        "kind = \"sort\"\nask = \"Order?\"\nitems = [\"Load\", \"first pass\", \"second\", \"end\"]\nmoments "
        "= [\"after Load\", \"after pass 1 of Double the reach\", \"after pass 2 of Double the reach\", "
        "\"end\"]");
    EXPECT_EQ(question.items.size(), 4U);
    EXPECT_FALSE(std::is_sorted(question.shown.begin(), question.shown.end())) << "it is not given away";
    std::vector<size_t> all = question.shown;
    std::sort(all.begin(), all.end());
    EXPECT_THAT(all, testing::ElementsAre(0U, 1U, 2U, 3U));
}

/// Whatever the question's words, by which the items are dealt out.
TEST(LessonQuestions, ASortIsNeverShownInItsOrder) {
    for (char letter = 'a'; letter <= 'p'; ++letter) {
        const PreparedQuestion question =
            ask(std::string("kind = \"sort\"\nask = \"") + letter +
                "\"\nitems = [\"Load\", \"end\"]\nmoments = [\"after Load\", \"end\"]");
        EXPECT_THAT(question.shown, testing::ElementsAre(1U, 0U)) << letter;
    }
}

struct QuestionsBad {
    const char* block;
    const char* what;
};

TEST(LessonQuestions, RefuseWhatCannotBeAsked) {
    const QuestionsBad all[] = {
        {"kind = \"riddle\"", "no kind of question \"riddle\"; the kinds are value, holds"},
        {"kind = \"next-block\"", "the possible kinds are"},
        {"kind = \"holds\"\ncell = 0", "leave one of them out"},
        {"kind = \"holds\"\nat = \"start\"", "before the page's own moment"},
        {"kind = \"holds\"\ncell = 5\n[[wrong]]\nvalue = \"2, 3, 4, 5\"\nreason = \"r\"",
         "is listed as wrong but is correct"},
        {"kind = \"number\"\nask = \"a\"\nanswer = \"17\"", "has to be computed"},
        {"kind = \"number\"\nask = \"a\"\nanswer = \"about {n}\"", "is not a number"},
        {"kind = \"number\"\nask = \"a\"\nanswer = \"{n}\"\n[[wrong]]\nvalue = \"8.0\"\nreason = \"r\"",
         "is the correct number"},
        {"kind = \"choice\"\nask = \"a\"\nanswer = \"b\"\n[[wrong]]\nvalue = \"c\"\nreason = \"r\"",
         "`check` is missing"},
        {"kind = \"choice\"\nask = \"a\"\nanswer = \"b\"\ncheck = [\"{n} = 8\"]", "no wrong answer"},
        {"kind = \"choice\"\nask = \"a\"\nanswer = \"b\"\ncheck = [\"8 = 8\"]\n[[wrong]]\nvalue = "
         "\"c\"\nreason = \"r\"",
         "no term in braces"},
        {"kind = \"choice\"\nask = \"a\"\nanswer = \"b\"\ncheck = [\"{n} = 8\"]\n[[wrong]]\nvalue = "
         "\"b\"\nreason = \"r\"",
         "two answers are"},
        {"kind = \"sort\"\nask = \"a\"\nitems = [\"b\"]\nmoments = [\"end\"]", "2 to 8 things"},
        {"kind = \"sort\"\nask = \"a\"\nitems = [\"b\", \"c\"]\nmoments = [\"end\"]",
         "each item needs its own"},
        {"kind = \"sort\"\nask = \"a\"\nitems = [\"b\", \"c\"]\nmoments = [\"end\", \"start\"]",
         "not in the order of the run"},
        {"kind = \"sort\"\nask = \"a\"\nitems = [\"b\", \"c\"]\nmoments = [\"end\", \"end\"]",
         "not in the order of the run"},
        {"kind = \"sort\"\nask = \"a\"\nitems = [\"b\", \"c\"]\nmoments = [\"later\", \"end\"]",
         "is not a moment"},
        {"kind = \"holds\"\nanswer = \"3\"", "`answer` is not a known key here"},
    };
    for (const QuestionsBad& bad : all) {
        const std::string said = questions_complaint_about(bad.block);
        EXPECT_THAT(said, HasSubstr(bad.what)) << bad.block;
        EXPECT_THAT(said, testing::StartsWith("lessons/x.md, line ")) << bad.block;
    }
}

}  // namespace
}  // namespace upsweep::lessons
