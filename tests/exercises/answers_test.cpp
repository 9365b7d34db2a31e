// Every exercise of the binary: its solution passes, its starter does not, and each wrong or cheating answer
// fails at the rule that it names.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/helpers/work_seconds.h"
#include "emulator/trace/trace.h"
#include "exercises/answers.h"
#include "exercises/mark.h"
#include "exercises/trial.h"
#include "scenes/run_scene.h"

namespace upsweep::exercises {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
    std::ifstream in(file);
    EXPECT_TRUE(in.good()) << file;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A wrong answer, without its first line, and the rule that this line names.
struct Wrong {
    std::string name, text, key;
};

/// The exercise's files whose names begin so, in order.
std::vector<fs::path> answers(const Exercise& exercise, const std::string& begin) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(ANSWERS) / exercise.slug))
        if (entry.path().filename().string().rfind(begin, 0) == 0) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<Wrong> wrong_answers(const Exercise& exercise) {
    std::vector<Wrong> all;
    std::vector<fs::path> files = answers(exercise, "wrong_");
    for (const fs::path& cheat : answers(exercise, "cheat")) files.push_back(cheat);
    for (const fs::path& file : files) {
        const std::string name = file.stem().string(), text = read(file);
        const size_t end = text.find('\n');
        const std::string first = text.substr(0, end), marker = "Caught by: ";
        const size_t at = first.find(marker);
        EXPECT_NE(at, std::string::npos) << exercise.slug << "/" << name << " does not say what catches it";
        if (at == std::string::npos) continue;
        all.push_back({name, text.substr(end + 1), first.substr(at + marker.size())});
    }
    return all;
}

std::string told(const Marks& marks) {
    std::string text = "\n";
    for (const Row& row : marks.rows)
        text += (row.state == State::met      ? "+ "
                 : row.state == State::failed ? "- "
                                              : "? ") +
                row.key + " | " + row.figure + " | " + row.sentence + "\n";
    return text + marks.tried + "\n";
}

class Answers : public testing::TestWithParam<std::string> {
  protected:
    const Exercise& exercise() const { return find_exercise(GetParam()); }
};

TEST(ExerciseArguments, SayWhereValuesComeFromAndHowTheyLie) {
    EXPECT_TRUE(form_of("input").input);
    EXPECT_EQ(form_of("input").row, "");
    EXPECT_EQ(form_of("= row_sums").answer, "row_sums");
    const ArgumentForm table = form_of("= row_sums in rows of {width}");
    EXPECT_EQ(table.answer, "row_sums");
    EXPECT_EQ(table.row, "width");
    EXPECT_FALSE(form_of("zeros:4").input);
    EXPECT_EQ(form_of("zeros:4").answer, "");
}

TEST(ExerciseArguments, LieInRowsThatTheyFill) {
    Exercise exercise = find_exercise("second-direction");
    const programs::UserProgram program = program_of(exercise, exercise.cases.front());
    const std::string& table = program.arguments.front();
    EXPECT_EQ(std::count(table.begin(), table.end(), ';'), 2) << table;  // 3 rows
    EXPECT_EQ(std::count(table.begin(), table.end(), ','), 3 * 7) << table;
    exercise.launch.arguments.front() = "= row_sums in rows of {width + 1}";
    EXPECT_THROW(program_of(exercise, exercise.cases.front()), Error);
}

TEST_P(Answers, TheSolutionPasses) {
    const Marks marks = mark(exercise(), exercise().solution);
    EXPECT_TRUE(marks.passed) << told(marks);
    for (const Row& row : marks.rows) EXPECT_FALSE(row.sentence.empty()) << row.key;
    if (exercise().kind == Kind::write) {
        EXPECT_EQ(marks.schedules, 77);
        EXPECT_GE(marks.orders, 1);
    }
}

TEST_P(Answers, TheStarterCompilesAndFails) {
    const Marks marks = mark(exercise(), exercise().starter);
    EXPECT_TRUE(marks.compiles) << told(marks);
    EXPECT_FALSE(marks.passed) << told(marks);
    EXPECT_FALSE(is_honest_try(exercise(), exercise().starter, "", marks));
}

TEST_P(Answers, WrongOnesFailAtTheRuleThatTheyName) {
    const std::vector<Wrong> all = wrong_answers(exercise());
    ASSERT_GE(all.size(), 4U);
    for (const Wrong& wrong : all) {
        const Marks marks = mark(exercise(), wrong.text);
        EXPECT_FALSE(marks.passed) << wrong.name;
        const bool caught = std::any_of(marks.rows.begin(), marks.rows.end(), [&](const Row& row) {
            return row.key == wrong.key && row.state == State::failed;
        });
        EXPECT_TRUE(caught) << wrong.name << " should fail at " << wrong.key << told(marks);
    }
}

/// Other ways than the solution's that are as good.
TEST_P(Answers, RightOnesPass) {
    for (const fs::path& file : answers(exercise(), "right_")) {
        const Marks marks = mark(exercise(), read(file));
        EXPECT_TRUE(marks.passed) << file << told(marks);
    }
}

TEST_P(Answers, EveryFailureLeadsToAStepOfAScene) {
    for (const Wrong& wrong : wrong_answers(exercise()))
        for (const Row& row : mark(exercise(), wrong.text).rows) {
            if (row.state != State::failed) continue;
            EXPECT_FALSE(row.sentence.empty()) << wrong.name << " " << row.key;
            if (!row.scene) {
                EXPECT_THAT(row.key, testing::AnyOf("allowed", "uses", "uses_no")) << wrong.name;
                continue;
            }
            const scenes::RunScene run = scenes::run_scene(
                *row.scene, nullptr, nullptr, {.steps = row.scene->program()->max_steps.value_or(20'000)});
            EXPECT_GT(row.scene->step, 0) << wrong.name << " " << row.key;
            EXPECT_LE(row.scene->step, run.trace->step_count()) << wrong.name << " " << row.key;
        }
}

TEST_P(Answers, AreMarkedWithinThreeSeconds) {
    std::vector<std::string> texts = {exercise().solution, exercise().starter};
    for (const Wrong& wrong : wrong_answers(exercise())) texts.push_back(wrong.text);
    for (const std::string& text : texts) {
        const double begin = test::work_seconds();
        mark(exercise(), text);
        EXPECT_LT(test::work_seconds() - begin, 3) << text;
    }
}

std::vector<std::string> slugs() {
    std::vector<std::string> all;
    for (const Exercise& exercise : all_exercises()) all.push_back(exercise.slug);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Exercises, Answers, testing::ValuesIn(slugs()), [](const auto& slug) {
    std::string name;
    for (const char letter : slug.param)
        if (letter != '-') name += letter;
    return name;
});

TEST(Exercises, AreTwentyThreeWithHintsAndATask) {
    EXPECT_EQ(all_exercises().size(), 23U);
    for (const Exercise& exercise : all_exercises()) {
        EXPECT_FALSE(exercise.hints.empty()) << exercise.slug;
        EXPECT_GT(exercise.task.size(), 100U) << exercise.slug;
        EXPECT_NE(exercise.starter, exercise.solution) << exercise.slug;
        if (exercise.kind == Kind::write) {
            EXPECT_FALSE(exercise.rules.empty()) << exercise.slug;
        }
    }
}

TEST(Exercises, AnUnknownOneIsAnsweredWithThoseThereAre) {
    try {
        find_exercise("way-up");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("way-down"));
    }
}

}  // namespace
}  // namespace upsweep::exercises
