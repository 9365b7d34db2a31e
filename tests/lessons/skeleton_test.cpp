// The lesson that CONTRIBUTING.md gives to copy and docs/lessons.md explains is read, runs, and says what it
// should.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "lessons/prepare.h"

namespace upsweep::lessons {
namespace {

std::string words_of(const std::vector<Block>& blocks) {
    std::string words;
    for (const Block& block : blocks)
        for (const Inline& piece : block.inlines) words += piece.text;
    return words;
}

TEST(LessonSkeleton, RunsAndItsNumbersAreTheScans) {
    std::ifstream file(UPSWEEP_SKELETON "/lesson.md");
    ASSERT_TRUE(file);
    std::ostringstream text;
    text << file.rdbuf();
    const PreparedLesson lesson = prepare(parse_lesson("docs/skeleton/lesson.md", text.str()));
    ASSERT_EQ(lesson.pages.size(), 4U);
    ASSERT_TRUE(lesson.pages[1].question);
    // 3 1 7 0 4 1 6 3: cell 3 holds 7 + 0 after the first pass, cell 1 holds 3 + 1.
    EXPECT_EQ(lesson.pages[1].question->answer, "11");
    EXPECT_EQ(lesson.pages[1].question->choices.size(), 2U);
    const std::string costs = words_of(lesson.pages[3].blocks);
    EXPECT_NE(costs.find("After 3 passes the last cell holds 25"), std::string::npos) << costs;
    EXPECT_NE(costs.find("17 additions; a loop makes 7"), std::string::npos) << costs;
    // n log₂ n − (n − 1) additions at 1024; and 17 here beside 2 (8 − 1).
    EXPECT_NE(costs.find("it would be 9217, which is 9 for each"), std::string::npos) << costs;
    EXPECT_EQ(lesson.pages[2].question->answer, "2…5");
    EXPECT_EQ(lesson.pages[3].question->answer, "3");
    EXPECT_TRUE(lesson.pages[3].compare);
    EXPECT_FALSE(lesson.pages[0].terms.empty());
    EXPECT_FALSE(lesson.pages[0].notes.empty());
}

}  // namespace
}  // namespace upsweep::lessons
