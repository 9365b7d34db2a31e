// `upsweep mark`, as someone who marks a class meets it: good answers, wrong ones, and everything else that
// is handed in.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"
#include "scenes/link.h"

namespace upsweep::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

const std::string& solution() {
    static const std::string text = run_program("exercise way-down --solution --instructor").out;
    return text;
}

const std::string& starter() {
    static const std::string text = run_program("exercise way-down --starter").out;
    return text;
}

std::string answer_without_barrier() {
    std::string text = solution();
    return text.erase(text.find("__syncthreads();", text.find("// your part")), 16);
}

/// The starter with other words in the student's part.
std::string with_part(const std::string& part) {
    std::string text = starter();
    const size_t begin = text.find('\n', text.find("// your part")) + 1,
                 end = text.find("// end of your part");
    return text.replace(begin, end - begin, part + "\n");
}

class Folder {
  public:
    explicit Folder(const std::string& name) : path_(own_file(name)) {
        fs::remove_all(path_);
        fs::create_directories(path_);
    }
    void add(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    std::string path() const { return path_.string(); }

  private:
    fs::path path_;
};

nlohmann::json student(const nlohmann::json& all, const std::string& name) {
    for (const auto& one : all["students"])
        if (one["student"] == name) return one;
    ADD_FAILURE() << "no student " << name;
    return {};
}

TEST(MarkCommand, GivesARowAStudentAndALinkToTheFirstFailure) {
    const Folder folder("class");
    folder.add("ada.cu", solution());
    folder.add("bob.cu", answer_without_barrier());
    folder.add("Carl_Gauss_1234_assignsubmission_file_/answer.cu", starter());
    folder.add("notes.txt", "not an answer");
    const Outcome csv = run_program("mark " + folder.path() + " --exercise way-down --csv");
    EXPECT_EQ(csv.status, 1);
    EXPECT_THAT(csv.err, HasSubstr("2 of 3 files do not pass way-down."));
    EXPECT_THAT(csv.err, HasSubstr("1 other file is not marked"));
    std::istringstream lines(csv.out);
    std::string head, carl, ada, bob;
    std::getline(lines, head);
    std::getline(lines, carl);
    std::getline(lines, ada);
    std::getline(lines, bob);
    EXPECT_THAT(head, StartsWith("student,file,passed,score,met,rules,"));
    EXPECT_THAT(carl, StartsWith("\"Carl_Gauss_1234_assignsubmission_file_\",\"Carl_Gauss_1234"));
    EXPECT_THAT(carl, HasSubstr("\"the starter\"")) << "nothing was written";
    EXPECT_THAT(ada, StartsWith("\"ada\",\"ada.cu\",yes,100,"));
    EXPECT_THAT(bob, StartsWith("\"bob\",\"bob.cu\",no,"));
    // The link opens the student's text at the step of the race.
    const size_t at = bob.find("upsweep:#scene=~");
    ASSERT_NE(at, std::string::npos) << bob;
    const scenes::Destination place = scenes::parse_link(bob.substr(at, bob.find('"', at) - at));
    const auto& scene = std::get<scenes::Scene>(place);
    EXPECT_GT(scene.step, 0);
    EXPECT_EQ(scene.edits.at("untitled.cu"), answer_without_barrier());
}

TEST(MarkCommand, ExitsWith0WhereAllPassAndTakesOneFile) {
    const Folder folder("all_pass");
    folder.add("ada.cu", solution());
    const Outcome right = run_program("mark " + folder.path() + "/ada.cu --exercise way-down --json");
    EXPECT_EQ(right.status, 0) << right.err;
    const nlohmann::json all = nlohmann::json::parse(right.out);
    EXPECT_EQ(all["passed"], 1);
    EXPECT_EQ(student(all, "ada")["score"], 100);
    EXPECT_FALSE(student(all, "ada").contains("link"));
}

TEST(MarkCommand, EndsWithARowForWhateverIsHandedIn) {
    const Folder folder("odd");
    folder.add("binary.cu", std::string("\x7f"
                                        "ELF\0\0\1\2",
                                        8));
    folder.add("crash.cu", with_part("int* p = nullptr; *p = 1 / (int)threadIdx.x; p[1000000] = 2;"));
    folder.add("deep.cu",
               with_part("int q = " + std::string(20000, '(') + "1" + std::string(20000, ')') + ";"));
    folder.add("empty.cu", "");
    folder.add("endless.cu", with_part("while (true) { }"));
    folder.add("huge.cu", std::string(1 << 20, 'x'));
    folder.add("latin.cu", "// J\xF6rg\n" + solution());
    folder.add("macros.cu", with_part("#define A B B B B B B B B\n#define B C C C C C C C C\nA"));
    folder.add("=1+1.cu", solution());
    folder.add("twin.cu", solution());
    folder.add("two/first.cu", answer_without_barrier());
    folder.add("two/second.cu", starter());
    fs::create_symlink("/etc/hostname", folder.path() + "/link.cu");
    const Outcome csv = run_program("mark " + folder.path() + " --exercise way-down --csv");
    EXPECT_THAT(csv.out, StartsWith("student,")) << csv.err;
    EXPECT_THAT(csv.out, HasSubstr("\"'=1+1\",")) << "no spreadsheet reckons with it";
    const Outcome outcome = run_program("mark " + folder.path() + " --exercise way-down --json");
    EXPECT_EQ(outcome.status, 1);
    const nlohmann::json all = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(all["files"], 13);
    for (const char* name : {"binary", "empty", "huge", "link"})
        EXPECT_TRUE(student(all, name).contains("trouble")) << student(all, name);
    for (const char* name : {"binary", "crash", "deep", "empty", "endless", "huge", "link", "macros"}) {
        EXPECT_EQ(student(all, name)["passed"], false) << name;
        EXPECT_LT(student(all, name)["score"], 100) << name;
    }
    EXPECT_EQ(student(all, "crash")["first_failed"], "memory");
    EXPECT_EQ(student(all, "endless")["first_failed"], "ends");
    EXPECT_EQ(student(all, "twin")["same_as"], "=1+1");
    EXPECT_THAT(student(all, "two")["trouble"].get<std::string>(), HasSubstr("has 2 files"));
    EXPECT_TRUE(student(all, "latin").contains("trouble"));
}

TEST(MarkCommand, SaysWhatIsMissing) {
    EXPECT_THAT(run_program("mark /no/such --exercise way-down").err, HasSubstr("does not exist"));
    EXPECT_THAT(run_program("mark . --exercise no-such").err, HasSubstr("Unknown exercise"));
    const Folder folder("nothing");
    EXPECT_THAT(run_program("mark " + folder.path() + " --exercise way-down").err,
                HasSubstr("holds no .cu file"));
    EXPECT_EQ(run_program("mark " + folder.path() + " --exercise way-down --csv --json").status, 2);
}

TEST(MarkCommand, TakesExercisesOfAFolderOfOnesOwn) {
    const Folder own("own_exercises");
    std::ifstream from(std::string(UPSWEEP_SOURCE) + "/lessons/exercises/way-down.md");
    std::ostringstream text;
    text << from.rdbuf();
    own.add("my-way.md", text.str());
    own.add("my-way/starter.cu", starter());
    EXPECT_THAT(run_program("exercise --list --exercises " + own.path()).out, StartsWith("my-way"));
    const Folder folder("own_class");
    folder.add("ada.cu", solution());
    const Outcome right =
        run_program("mark " + folder.path() + " --exercise my-way --exercises " + own.path());
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_THAT(run_program("exercise my-way --solution --instructor --exercises " + own.path()).err,
                HasSubstr("has no solution"));
    EXPECT_THAT(run_program("exercise --list --exercises " + folder.path()).err,
                HasSubstr("has no exercise"));
}

TEST(ExerciseCommand, GivesSolutionsToThoseWhoMark) {
    const Outcome refused = run_program("exercise way-down --solution");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("--instructor"));
    EXPECT_EQ(refused.out, "");
}

}  // namespace
}  // namespace upsweep::test
