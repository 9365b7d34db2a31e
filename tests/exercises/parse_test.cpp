// Exercises' files: what is read, and what is said of one that is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "exercises/exercise.h"
#include "exercises/trial.h"

namespace upsweep::exercises {
namespace {

const std::string whole = R"(+++
title = "Sum"
kind = "write"
[launch]
kernel = "scan"
block = "{n}"
arguments = ["input", "unset:{n}"]
expect = "inclusive_sums"
[[case]]
n = 4
input = [1, 2, 3, 4]
[[case]]
n = 9
[[rule]]
title = "Additions"
count = "additions"
most = "n - 1"
[[hint]]
title = "First"
text = "Look."
+++

Sum it up.
)";

std::string with(const std::string& from, const std::string& to) {
    std::string text = whole;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(ExerciseFile, IsRead) {
    const Exercise exercise = parse_exercise("sum.md", whole);
    EXPECT_EQ(exercise.slug, "sum");
    EXPECT_EQ(exercise.title, "Sum");
    EXPECT_EQ(exercise.kind, Kind::write);
    ASSERT_EQ(exercise.cases.size(), 2U);
    EXPECT_EQ(input_of(exercise, exercise.cases[0]), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(input_of(exercise, exercise.cases[1]).size(), 9U);
    EXPECT_EQ(input_of(exercise, exercise.cases[1]), input_of(exercise, exercise.cases[1]));
    ASSERT_EQ(exercise.rules.size(), 1U);
    EXPECT_EQ(exercise.rules[0].most, "n - 1");
    EXPECT_EQ(exercise.hints.at(0).text, "Look.");
    EXPECT_EQ(exercise.task, "\nSum it up.\n");
    EXPECT_EQ(exercise.task_line, 22);
}

TEST(ExerciseFile, SaysWhatIsWrongWithFileAndLine) {
    struct Wrong {
        std::string text, says;
    };
    for (const Wrong& wrong :
         {Wrong{"nothing", "line 1: an exercise begins with +++"},
          Wrong{with("kind = \"write\"", "kind = \"read\""), "line 3: `kind`"},
          Wrong{with("inclusive_sums", "products"), "line 8: There is no answer `products`"},
          Wrong{with("count = \"additions\"", "count = \"additons\""), "line 16"},
          Wrong{with("n - 1", "m - 1"), "names `m`"}, Wrong{with("most = \"n - 1\"\n", ""), "no bound"},
          Wrong{with("[1, 2, 3, 4]", "[1, 2]"), "gives 2 numbers, but needs 4"},
          Wrong{with("n = 9", "n = 9\ninput = \"zeros\""), "`input` must be"},
          Wrong{with("block = \"{n}\"", "block = \"{k}\""), "line 6"},
          Wrong{with("title = \"Sum\"\n", ""), "`title` is missing"},
          Wrong{with("\nSum it up.\n", "\n"), "the task is missing"},
          Wrong{with("title = \"First\"", "titel = \"First\""), "`title`"},
          Wrong{with("kind = \"write\"", "kind = \"break\""), "[break]"}})
        try {
            parse_exercise("sum.md", wrong.text);
            ADD_FAILURE() << wrong.text;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("lessons/exercises/sum.md, line ")) << wrong.text;
            EXPECT_THAT(error.what(), testing::HasSubstr(wrong.says)) << wrong.text;
        }
}

}  // namespace
}  // namespace upsweep::exercises
