// Every lesson runs, and its answers are what the trace says.
#include "lessons/prepare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::lessons {
namespace {

std::string text_of(const std::vector<Inline>& inlines) {
    std::string text;
    for (const Inline& piece : inlines) text += piece.text;
    return text;
}

std::string text_of(const PreparedPage& page) {
    std::string text;
    for (const Block& block : page.blocks) text += text_of(block.inlines) + "\n";
    return text;
}

TEST(Lessons, AllOfThemRun) {
    for (const Lesson& lesson : all_lessons()) {
        const PreparedLesson prepared = prepare(lesson);
        ASSERT_EQ(prepared.pages.size(), lesson.pages.size());
        int questions = 0;
        for (const PreparedPage& page : prepared.pages) {
            EXPECT_EQ(text_of(page).find('{'), std::string::npos) << lesson.file << ": " << page.title;
            if (!page.question) continue;
            ++questions;
            int right = 0;
            for (const Choice& choice : page.question->choices) {
                EXPECT_FALSE(text_of(choice.reason).empty());
                EXPECT_EQ(choice.right, choice.value == page.question->answer);
                right += choice.right ? 1 : 0;
            }
            EXPECT_EQ(right, 1) << lesson.file << ": " << page.title;
        }
        EXPECT_GE(questions, 1) << lesson.file << " asks nothing: a lesson has at least one question.";
    }
}

// Worked out by hand for 3 1 7 0 4 1 6 3: after the first pass down cell 7 holds 11, the left child's old sum
// is 5.
TEST(Lessons, TheWorkEfficientScanAsksForSixteen) {
    const PreparedLesson lesson = prepare(all_lessons().front());
    ASSERT_EQ(lesson.slug, "work-efficient-scan");
    const PreparedPage* down = nullptr;
    for (const PreparedPage& page : lesson.pages)
        if (page.title == "The way down") down = &page;
    ASSERT_NE(down, nullptr);
    ASSERT_TRUE(down->question);
    EXPECT_EQ(down->question->answer, "16");
    EXPECT_GT(down->question->after, down->step);
    std::vector<std::string> values;
    for (const Choice& choice : down->question->choices) values.push_back(choice.value);
    EXPECT_THAT(values, testing::ElementsAre("5", "11", "16", "25"));
}

TEST(Lessons, NumbersInTheTextComeFromTheTrace) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\ninput = [3, 1, "
        "7, 0, 4, 1, 6, 3]\n+++\n";
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        head +
            "# P\n```scene\nat = \"after Up-sweep\"\n```\n{n} {log2 n} {lanes} {input 2} {value sums 7} {sum "
            "input 0 3} {count additions} {total additions} {total copies} {result 7} {passes Up-sweep} {{");
    const PreparedLesson prepared = prepare(lesson);
    EXPECT_EQ(text_of(prepared.pages[0]), "8 3 4 7 25 11 7 14 7 22 3 {\n");
}

TEST(Lessons, ACountIsThatOfItsOwnMoment) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\n+++\n";
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        head +
            "# P\n```scene\nat = \"after Up-sweep\"\n```\n{count additions} {count additions @ end} "
            "{count additions @ start} {count additions}");
    const PreparedLesson prepared = prepare(lesson);
    EXPECT_EQ(text_of(prepared.pages[0]), "7 14 0 7\n");
}

TEST(Lessons, WrongTermsNameTheLine) {
    const std::string head =
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 8\n+++\n# P\n\n";
    for (const char* bad : {"{value nothing 3}", "{value sums 99 @ end}", "{count apples}", "{later}", "{n",
                            "{value sums 3 @ after Nothing}", "{input 8}", "{value sums 3 @ start}"}) {
        try {
            prepare(parse_lesson("lessons/x.md", head + bad));
            ADD_FAILURE() << bad << " was taken";
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("lessons/x.md, line 10:")) << bad;
        }
    }
}

TEST(Lessons, AnUnknownAlgorithmOrOptionNamesThePage) {
    for (const char* scene :
         {"algorithm = \"nothing\"", "algorithm = \"scan_blelloch\"\noptions = { colour = 3 }"}) {
        const std::string text =
            "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\n" + std::string(scene) + "\n+++\n# P\nText.\n";
        EXPECT_THROW(prepare(parse_lesson("lessons/x.md", text)), Error);
    }
}

}  // namespace
}  // namespace upsweep::lessons
