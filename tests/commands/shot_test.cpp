// `shot step -o FILE.svg`: the stage without a window, in every build.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "commands/helpers/run_program.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

/// A folder of files for one test, removed with it.
class Shot : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-shot-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    void TearDown() override {
        std::error_code ignored;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string text(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    std::filesystem::path folder_;
};

TEST_F(Shot, WritesTheStageAsSvgWithItsWords) {
    const Outcome outcome = run_program("shot step --step 3 --size 900x700 -o " + path("x.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const std::string svg = text("x.svg");
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"700\""));
    EXPECT_THAT(svg, HasSubstr(", step 3 of "));
    EXPECT_THAT(svg, HasSubstr("@font-face{font-family:\"JetBrains Mono\""));
    EXPECT_THAT(svg, HasSubstr(">cell</text>"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    ASSERT_EQ(run_program("shot step --step 3 --size 900x700 -o " + path("y.svg")).status, 0);
    EXPECT_EQ(text("y.svg"), svg);
    ASSERT_EQ(run_program("shot step --step 3 --size 900x700 --theme light -o " + path("z.svg")).status, 0);
    EXPECT_THAT(text("z.svg"), HasSubstr("fill=\"#f3f4f6\""));
}

TEST_F(Shot, PresentsAPageWithItsWords) {
    const Outcome outcome = run_program("shot step scan_kogge_stone --step 61 --present -o " + path("x.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string svg = text("x.svg");
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1024\" height=\"768\""));
    EXPECT_THAT(svg, HasSubstr("Kogge–Stone, in place"));
    EXPECT_THAT(svg, HasSubstr(" so far, 17 = n log₂ n − (n − 1) in the end"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#ffffff\""));
    ASSERT_EQ(run_program("shot step scan_kogge_stone --step 61 --present --size 1920x1080 --theme dark -o " +
                          path("y.svg"))
                  .status,
              0);
    EXPECT_THAT(text("y.svg"), HasSubstr("width=\"1920\" height=\"1080\""));
    EXPECT_THAT(text("y.svg"), HasSubstr("fill=\"#0e1116\""));
}

TEST_F(Shot, TakesAnAlgorithmWithWhatStepTakes) {
    const std::string scene =
        "scan_single_pass --n 16 --set section=4 --set counted=off --resident 2 "
        "--blocks adversarial --warps random:7 ";
    Outcome outcome = run_program("shot step " + scene + "--step 9 -o " + path("x.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("x.svg"), HasSubstr("Single pass"));
    EXPECT_THAT(text("x.svg"), HasSubstr(", step 9 of "));
    // The same scene from a file, and as a trace that `step` wrote.
    outcome = run_program("step " + scene + "--step 9 --scene");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::ofstream(path("s.toml")) << outcome.out;
    outcome = run_program("shot step " + path("s.toml") + " -o " + path("y.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(text("y.svg"), text("x.svg"));
    outcome = run_program("step scan_blelloch --n 8 --trace " + path("t.trace"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    outcome = run_program("shot step --step 20 --open " + path("t.trace") + " -o " + path("z.svg"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(text("z.svg"), HasSubstr("t.trace, step 20 of "));
}

TEST_F(Shot, ASceneBelongsToStepAndHasAnAlgorithm) {
    Outcome outcome = run_program("shot race scan_blelloch -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("Only the Step view shows \"scan_blelloch\""));
    outcome = run_program("shot step --n 8 -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--n belongs to a scene; name its algorithm too"));
    outcome = run_program("step scan_loop --on cpu --trace " + path("t.trace"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("Only the emulator writes a trace"));
}

TEST_F(Shot, AnotherViewOrStepIsWrongUsage) {
    Outcome outcome = run_program("shot race -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("Only the Step view's stage is written as SVG"));
    outcome = run_program("shot step --step 100000 -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("There is no step 100000 in the Step view; it goes from 0 to "));
    outcome = run_program("shot step --open " + path("none.trace") + " -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    outcome = run_program("shot race --task box_filter -o " + path("x.svg"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--task is for the Playground"));
    EXPECT_FALSE(std::filesystem::exists(path("x.svg")));
}

TEST_F(Shot, KeysArePressedBeforeTheWindowIsDrawn) {
    const Outcome alone = run_program("shot step --press C -o " + path("x.svg"));
    EXPECT_EQ(alone.status, 2);
    EXPECT_THAT(alone.err, HasSubstr("--press needs a picture of the window"));
#ifdef UPSWEEP_WITH_WINDOW
    const std::string shot = "shot step --size 640x480 -o ";
    const Outcome plain = run_program(shot + path("plain.png"));
    if (plain.status != 0) GTEST_SKIP() << plain.err;
    const Outcome pressed = run_program(shot + path("pressed.png") + " --press Ctrl+Shift+P =scan");
    ASSERT_EQ(pressed.status, 0) << pressed.err;
    EXPECT_NE(text("plain.png"), text("pressed.png"));
    const Outcome unknown = run_program(shot + path("x.png") + " --press Hyper");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("There is no key \"Hyper\""));
#endif
}

#ifdef UPSWEEP_WITH_WINDOW
TEST_F(Shot, ALessonsPageIsChosenByItsName) {
    const std::string shot = "shot lessons --size 1024x768 -o ";
    const Outcome course = run_program(shot + path("course.png"));
    if (course.status != 0) GTEST_SKIP() << course.err;
    const std::string lesson = " --lesson work-efficient-scan";
    Outcome outcome = run_program(shot + path("first.png") + lesson);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    outcome = run_program(shot + path("one.png") + lesson + " --page 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    outcome = run_program(shot + path("three.png") + lesson + " --page 3");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(text("first.png"), text("one.png")) << "left out, the page is the first";
    EXPECT_NE(text("one.png"), text("three.png"));
    EXPECT_NE(text("one.png"), text("course.png"));
    const auto refused = [&](const std::string& words, const std::string& sentence) {
        const Outcome told = run_program("shot " + words + " -o " + path("x.png"));
        EXPECT_NE(told.status, 0) << words;
        EXPECT_THAT(told.err, HasSubstr(sentence)) << words;
        EXPECT_EQ(std::count(told.err.begin(), told.err.end(), '\n'), 1) << told.err;
        EXPECT_FALSE(std::filesystem::exists(path("x.png"))) << words;
    };
    std::ofstream(path("mine.md")) << "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = "
                                      "\"scan_loop\"\nn = 4\n+++\n# One\nText.\n# Two\nMore.\n";
    for (const char* page : {"1", "2"}) {
        outcome = run_program(shot + path("own" + std::string(page) + ".png") + " --lesson " +
                              path("mine.md") + " --page " + page);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }
    EXPECT_NE(text("own1.png"), text("own2.png"));
    outcome = run_program(shot + path("missing.png") + " --lesson " + path("none.md"));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("there is no such file"));
    refused("lessons --lesson none", "none");
    refused("lessons" + lesson + " --page 99", "10");
    refused("lessons --page 2", "--page needs a lesson");
    refused("step --lesson work-efficient-scan", "--lesson and --page are for the Lessons view");
}

/// The picture shows what is wrong; the status and one line tell a script.
TEST_F(Shot, AProgramThatDoesNotRunIsStatus1) {
    std::ofstream(path("bad.cu")) << "__global__ void k(int* a) {\n    a[0] = 1 +;\n}\n";
    for (const char* file : {"bad.cu", "none.cu"}) {
        const Outcome outcome = run_program("shot step " + path(file) + " -o " + path("x.png"));
        EXPECT_EQ(outcome.status, 1) << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

/// As a click on it does: at the step of its opening, not at its first finding.
TEST_F(Shot, AnAlgorithmIsDrawnWhereStepOpensIt) {
    const auto picture = [&](const std::string& words) {
        const Outcome outcome = run_program("shot step " + words + " -o " + path("x.png"));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return text("x.png");
    };
    const std::string opened = picture("scan_hillis_steele");
    EXPECT_EQ(picture("scan_hillis_steele --press Home"), opened);
    EXPECT_NE(picture("scan_hillis_steele --press F3"), opened);
    EXPECT_EQ(picture("transpose_tiled --step 130"), picture("transpose_tiled"));
}

TEST_F(Shot, AProgramsCodeIsInTheFormThatIsAskedFor) {
    std::ofstream(path("k.cu")) << "__global__ void k(int* a) {\n    // Set it.\n    a[0] = 1;\n}\n";
    const auto picture = [&](const std::string& form) {
        const Outcome outcome = run_program("shot step " + path("k.cu") + form + " -o " + path("x.png"));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return text("x.png");
    };
    const std::string usual = picture("");
    EXPECT_EQ(picture(" --code full"), usual);
    EXPECT_NE(picture(" --code short"), usual);
    EXPECT_NE(picture(" --code words"), usual);
}
#endif

}  // namespace
}  // namespace upsweep::test
