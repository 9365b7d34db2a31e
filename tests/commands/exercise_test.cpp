// `upsweep exercise`, as a student and a marking script meet it.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

std::string file_with(const std::string& name, const std::string& text) {
    const std::string file = own_file(name);
    std::ofstream(file) << text;
    return file;
}

std::string without_barrier() {
    std::string text = run_program("exercise way-down --solution --instructor").out;
    const size_t part = text.find("// your part");
    return text.erase(text.find("__syncthreads();", part), 16);
}

TEST(ExerciseCommand, ListsStartersAndTasks) {
    const Outcome list = run_program("exercise --list");
    EXPECT_EQ(list.status, 0) << list.err;
    EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 23);
    EXPECT_THAT(list.out, HasSubstr("way-down"));
    EXPECT_THAT(run_program("exercise way-down --starter").out, HasSubstr("// your part:"));
    EXPECT_THAT(run_program("exercise way-down --task").out, HasSubstr("left child"));
    EXPECT_EQ(nlohmann::json::parse(run_program("exercise --list --json").out).size(), 23U);
}

TEST(ExerciseCommand, ASolutionExitsWith0) {
    const std::string file =
        file_with("right.cu", run_program("exercise way-down --solution --instructor").out);
    const Outcome right = run_program("exercise way-down " + file);
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_THAT(right.out, HasSubstr("✓ Right result"));
    EXPECT_THAT(right.out, HasSubstr("77 schedules tried"));
}

TEST(ExerciseCommand, AWrongOneExitsWith1AndSaysWhere) {
    const std::string file = file_with("wrong.cu", without_barrier());
    const Outcome wrong = run_program("exercise way-down " + file);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.out, HasSubstr("✗ No race"));
    EXPECT_THAT(wrong.err, HasSubstr("does not pass way-down yet"));
    EXPECT_EQ(std::count(wrong.err.begin(), wrong.err.end(), '\n'), 1) << wrong.err;
}

TEST(ExerciseCommand, JsonHasTheSceneOfTheStepToLookAt) {
    const std::string file = file_with("wrong.cu", without_barrier());
    const Outcome wrong = run_program("exercise way-down --json " + file);
    EXPECT_EQ(wrong.status, 1);
    const nlohmann::json marks = nlohmann::json::parse(wrong.out);
    EXPECT_EQ(marks["passed"], false);
    bool found = false;
    for (const auto& rule : marks["rules"]) {
        if (rule["rule"] != "race") continue;
        found = true;
        EXPECT_EQ(rule["state"], "failed");
        EXPECT_GT(rule["step"].get<int>(), 0);
        const std::string scene = file_with("why.toml", rule["scene"].get<std::string>());
        EXPECT_THAT(run_program("step " + scene).out, HasSubstr("race"));
    }
    EXPECT_TRUE(found);
}

TEST(ExerciseCommand, SaysWhatIsWrongInOneSentence) {
    const std::string file = file_with("any.cu", "");
    for (const auto& [arguments, says] :
         {std::pair(std::string("exercise"), "Use one form"),
          std::pair(std::string("exercise way-down"), "Use one form"),
          std::pair("exercise way-up " + file, "Unknown exercise \"way-up\""),
          std::pair(std::string("exercise way-down --list --task"), "Use one form"),
          std::pair("exercise way-down " + file + " -o why.txt", ".html")}) {
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(says)) << arguments;
    }
    EXPECT_EQ(run_program("exercise way-down /nowhere.cu").status, 1);
}

TEST(ExerciseCommand, WritesThePageOfTheStepToLookAt) {
    const std::string file = file_with("wrong.cu", without_barrier()), page = own_file("why.html");
    std::remove(page.c_str());
    EXPECT_EQ(run_program("exercise way-down " + file + " -o " + page).status, 1);
    std::ifstream in(page);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    EXPECT_THAT(text, testing::StartsWith("<!doctype html>"));
    EXPECT_THAT(text, HasSubstr("your part"));
    // What was asked, which rule fails and why.
    EXPECT_THAT(text, HasSubstr("<h1>Write the way down: No race</h1>"));
    EXPECT_THAT(text, HasSubstr("either may come first"));
    EXPECT_EQ(text.find("The same in Upsweep"), std::string::npos);
}

TEST(ExerciseCommand, SaysThatNoPageIsWrittenOfWhatPasses) {
    const std::string solution = run_program("exercise way-down --solution --instructor").out;
    const std::string file = file_with("right.cu", "\xEF\xBB\xBF" + solution), page = own_file("none.html");
    std::remove(page.c_str());
    const Outcome outcome = run_program("exercise way-down " + file + " -o " + page);
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("is not written: no rule fails."));
    EXPECT_FALSE(std::ifstream(page).good());
}

}  // namespace
}  // namespace upsweep::test
