// Own programs in the Step view: dropped, opened and new ones, what their chips change, what does not run.
// run.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/templates.h"
#include "replay/structure/stops.h"
#include "scenes/stop.h"

namespace upsweep::app {

using namespace scenes;

namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ProgramViewTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        folder_ = std::filesystem::temp_directory_path() / ("upsweep_programs_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, std::string_view text) const {
        const std::filesystem::path file = folder_ / name;
        std::ofstream(file) << text;
        return file.string();
    }
    static std::string_view template_text(std::string_view name) {
        for (const programs::Template& one : programs::templates())
            if (one.name == name) return one.text;
        return {};
    }
    void drop(const std::string& path) {
        drive().drop(path);
        drive().settle();
    }
    /// Types into a chip's field and presses Enter.
    void type_into(const std::string& chip, const std::string& text) {
        drive().click_item(chip);
        drive().key("Ctrl+A");
        drive().type(text);
        drive().key("Enter");
        drive().settle();
    }

    std::filesystem::path folder_;
};

TEST_F(ProgramViewTest, DroppedItRunsAsItsHostCodeLaunchesIt) {
    drop(write("reduce.cu", template_text("reduce")));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_TRUE(model().scene().entry() == nullptr);
    ASSERT_NE(model().program(), nullptr);
    EXPECT_EQ(model().program()->opened.grid.text, "4");
    EXPECT_EQ(model().position()->trace().gpu.lanes, 32);
    EXPECT_TRUE(drive().has_item("step.program.grid"));
    EXPECT_TRUE(drive().has_item("step.output"));
    for (const char* key : {"1", "2", "3", "4"}) {
        drive().key(key);
        drive().key("End");
        drive().settle();
        EXPECT_TRUE(drive().has_item("step.stage"));
    }
    EXPECT_THAT(app().notices().all(), IsEmpty());
}

TEST_F(ProgramViewTest, OutputIsWhatWasPrintedAndABufferIsMemory) {
    const std::string kernel = "__global__ void mark(int* cells) {\n    cells[threadIdx.x] = 7;\n";
    const std::string rest =
        "}\nint main() {\n    int* cells;\n    cudaMalloc(&cells, 4 * sizeof(int));\n"
        "    mark<<<1, 4>>>(cells);\n    cudaDeviceSynchronize();\n}\n";
    app().items().texts.emplace();
    const auto says = [&](std::string_view words) {
        drive().frames(2);
        return any_of(*app().items().texts, [&](const ShownText& text) { return text.text == words; });
    };
    drop(write("silent.cu", kernel + rest));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_TRUE(says("Memory after the run"));
    EXPECT_FALSE(says("Program output")) << "nothing was printed";
    drop(write("prints.cu", kernel + "    if (threadIdx.x == 0) printf(\"seven\\n\");\n" + rest));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_TRUE(says("Program output"));
    EXPECT_TRUE(says("seven"));
    drive().click_item("step.output.of.1");
    EXPECT_TRUE(says("Memory after the run"));
}

TEST_F(ProgramViewTest, ChipsChangeTheLaunchInPlace) {
    drop(write("map.cu", template_text("map")));
    type_into("step.program.grid", "2");
    EXPECT_EQ(model().position()->trace().launches.front().grid.x, 2);
    type_into("step.program.arg.n", "5");
    EXPECT_EQ(model().program()->opened.arguments.back().text, "5");
    EXPECT_EQ(model().program()->opened.grid.text, "2");
    drive().click_item("step.program.grid");
    drive().click_item("step.program.grid.file");
    drive().settle();
    EXPECT_EQ(model().position()->trace().launches.front().grid.x, 4);
}

/// A changed value makes one launch by hand of what main launches; a click runs main again.
TEST_F(ProgramViewTest, ALaunchByHandIsUndoneByOneClick) {
    drop(write("map.cu", template_text("map")));
    ASSERT_NE(model().program()->opened.whole, nullptr) << model().error();
    EXPECT_FALSE(drive().has_item("step.program.main"));
    type_into("step.program.grid", "2");
    EXPECT_EQ(model().program()->opened.whole, nullptr);
    drive().click_item("step.program.main");
    drive().settle();
    EXPECT_NE(model().program()->opened.whole, nullptr);
    EXPECT_EQ(model().position()->trace().launches.front().grid.x, 4);
}

/// What main prints is there as in a terminal, with what it is given; a finding of its code is at its step.
TEST_F(ProgramViewTest, AWholeProgramPrintsAndItsFindingsHaveTheirStep) {
    app().items().texts.emplace();
    const auto says = [&](std::string_view words) {
        drive().frames(2);
        return any_of(*app().items().texts, [&](const ShownText& text) { return text.text == words; });
    };
    drop(write("given.cu",
               "#include <cstdio>\n__global__ void k(int* d) { d[threadIdx.x] = 2 * threadIdx.x; }\n"
               "int main(int argc, char** argv) {\n    int h[4], *d; cudaMalloc(&d, 16);\n"
               "    k<<<1, 4>>>(d);\n    cudaMemcpy(h, d, 20, cudaMemcpyDeviceToHost);\n"
               "    printf(\"%d arguments\\n\", argc - 1);\n    cudaFree(d);\n}\n"));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_TRUE(says("$ ./given"));
    EXPECT_TRUE(says("0 arguments"));
    const auto& findings = model().position()->trace().findings;
    const auto copy = find_if(findings, [](const emulator::Finding& finding) {
        return finding.kind == emulator::FindingKind::host_code && finding.where.line == 6;
    });
    EXPECT_NE(copy, findings.end());
    type_into("step.program.arguments", "a b");
    EXPECT_TRUE(says("2 arguments"));
}

/// What a record has no room for is left out, and said; a click makes the record longer.
TEST_F(ProgramViewTest, ALongProgramIsRecordedFromItsBeginning) {
    drop(write("long.cu",
               "__global__ void k(int* d) { for (int i = 0; i < 2000; ++i) d[threadIdx.x] += i; }\n"
               "int main() { int* d; cudaMalloc(&d, 16); cudaMemset(d, 0, 16);\n"
               "for (int i = 0; i < 40; ++i) k<<<1, 4>>>(d); cudaDeviceSynchronize(); cudaFree(d); }\n"));
    ASSERT_NE(model().position(), nullptr) << model().error();
    const size_t recorded = model().position()->trace().launches.size();
    EXPECT_LT(recorded, 40U);
    EXPECT_TRUE(model().position()->trace().complete);
    drive().click_item("step.program.more");
    drive().settle();
    EXPECT_GT(model().position()->trace().launches.size(), recorded);
}

TEST_F(ProgramViewTest, ABadValueIsASentenceAndTheLastRunStays) {
    drop(write("map.cu", template_text("map")));
    const int64_t steps = model().position()->step_count();
    type_into("step.program.grid", "many");
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(model().position()->step_count(), steps);
    drive().key("Esc");
    type_into("step.program.arg.n", "many");
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(model().position()->step_count(), steps);
    ASSERT_FALSE(app().notices().all().empty());
    EXPECT_THAT(app().notices().all().front(), HasSubstr("`n`"));
    EXPECT_EQ(model().program()->opened.arguments.back().text, "30");
}

TEST_F(ProgramViewTest, ExpectedNumbersStandBesideTheProgramsOwn) {
    drop(write("reduce.cu", template_text("reduce")));
    // What it prints is shown first.
    drive().click_item("step.output.of.1");
    drive().settle();
    type_into("step.output.expected", "120, 376, 1, 888");
    ASSERT_EQ(model().program()->comparisons.size(), 1u);
    EXPECT_EQ(model().program()->comparisons[0].different, 1);
    EXPECT_EQ(model().program()->comparisons[0].first, 2);
    drive().click_item("step.output.expected");
    drive().click_item("step.output.expected.none");
    drive().settle();
    EXPECT_TRUE(model().program()->comparisons.empty());
}

TEST_F(ProgramViewTest, ASyntaxErrorOpensTheFileAndSaysWhere) {
    drop(write("broken.cu", "__global__ void k(int* x)\n{\n    x[0] = ;\n}\n"));
    EXPECT_EQ(model().position(), nullptr);
    ASSERT_TRUE(model().scene().program());
    EXPECT_THAT(model().error(), HasSubstr("3"));
    ASSERT_FALSE(model().diagnostics().empty());
    EXPECT_EQ(model().diagnostics().front().line, 3);
    EXPECT_EQ(text_of(model().scene()), "__global__ void k(int* x)\n{\n    x[0] = ;\n}\n");
    // Fixed, it runs.
    Scene scene = model().scene();
    scene.edits["broken.cu"] = "__global__ void k(int* x) { x[threadIdx.x] = 1; }";
    model().open(scene, true);
    drive().settle();
    ASSERT_NE(model().position(), nullptr) << model().error();
    // Broken again, its last run stays and so does the text.
    scene.edits["broken.cu"] = "__global__ void k(int* x) { x[ }";
    model().open(scene, true);
    drive().settle();
    ASSERT_NE(model().position(), nullptr);
    EXPECT_FALSE(model().diagnostics().empty());
    EXPECT_EQ(model().scene().edits.at("broken.cu"), "__global__ void k(int* x) { x[ }");
}

TEST_F(ProgramViewTest, AFileThatIsNotThereLeavesWhatWasShown) {
    drop(write("map.cu", template_text("map")));
    drop((folder_ / "none.cu").string());
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(programs::name_of(*model().scene().program()), "map.cu");
    ASSERT_FALSE(app().notices().all().empty());
    EXPECT_THAT(app().notices().all().front(), HasSubstr("There is no file"));
}

/// A program without a kernel has a view too: what main did, what it prints, its variables and findings.
TEST_F(ProgramViewTest, WithoutAKernelMainIsShown) {
    app().items().texts.emplace();
    drop(write(
        "host.cu",
        "#include <cstdio>\n\nint main()\n{\n    int h[3];\n    for (int i = 0; i < 2; ++i) h[i] = 7 * i;\n"
        "    printf(\"%d\\n\", h[1]);\n    printf(\"%d\\n\", h[2]);\n    return 0;\n}\n"));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_TRUE(model().position()->trace().launches.empty());
    EXPECT_EQ(model().shown_zoom(), stage::Zoom::plan);
    EXPECT_EQ(model().position()->step_count(), 4) << "the loop, two lines, the return";
    EXPECT_EQ(model().position()->trace().findings.size(), 1U);
    for (const char* key : {"Home", "Right", "Right", "End", "1", "2", "3", "4", "F3"}) {
        drive().key(key);
        drive().settle();
    }
    EXPECT_TRUE(drive().has_item("step.output"));
    EXPECT_TRUE(drive().has_item("step.variables"));
    EXPECT_THAT(app().notices().all(), IsEmpty());
    drop(write("nothing.cu", "int n = 4;\n"));
    EXPECT_THAT(model().error(), HasSubstr("no __global__ function"));
}

/// One can stop at each line of main, see its variables, and go to what printed a line.
TEST_F(ProgramViewTest, MainIsStepped) {
    app().items().texts.emplace();
    const auto says = [&](std::string_view words) {
        drive().frames(2);
        return any_of(*app().items().texts, [&](const ShownText& text) { return text.text == words; });
    };
    drop(write(
        "main.cu",
        "#include <cstdio>\n__global__ void k(int* d) { d[threadIdx.x] = 2 * threadIdx.x; }\n"
        "int main()\n{\n    int h[4], *d;\n    int n = 4;\n    cudaMalloc(&d, 16);\n"
        "    k<<<1, 4>>>(d);\n    cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);\n"
        "    printf(\"first\\n\");\n    n = h[3];\n    printf(\"then %d\\n\", n);\n    cudaFree(d);\n}\n"));
    ASSERT_NE(model().position(), nullptr) << model().error();
    const auto line_at = [&](const char* stop) {
        const replay::StopPlaces places =
            replay::places_of(model().position()->trace(), scenes::parse_stop(stop));
        EXPECT_FALSE(places.steps.empty()) << stop;
        model().seek(places.steps.empty() ? 0 : places.steps.front());
        drive().settle();
        return model().position()->code().line;
    };
    EXPECT_EQ(line_at("line 6"), 6);
    EXPECT_TRUE(says("4"));
    EXPECT_EQ(line_at("line 8"), 8) << "the launch's own line";
    EXPECT_EQ(line_at("line 9"), 9);
    EXPECT_TRUE(says("0, 2, 4, 6"));
    EXPECT_EQ(line_at("line 11"), 11);
    EXPECT_EQ(model().shown_zoom(), stage::Zoom::plan);
    drive().click_item("step.output.line.2");
    drive().settle();
    EXPECT_EQ(model().position()->code().line, 12);
    EXPECT_TRUE(says("just printed, line 12"));
}

TEST_F(ProgramViewTest, AnEndlessLoopEndsWithAFinding) {
    drop(write("endless.cu", "__global__ void k(int* x)\n{\n    while (true) x[threadIdx.x] += 1;\n}\n"));
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_FALSE(model().position()->trace().complete);
    EXPECT_FALSE(model().position()->trace().findings.empty());
}

TEST_F(ProgramViewTest, CancelKeepsWhatWasShown) {
    drop(write("map.cu", template_text("map")));
    drive().drop(write("endless.cu", "__global__ void k(int* x) { while (true) x[threadIdx.x] += 1; }"));
    EXPECT_TRUE(model().loading());
    model().cancel();
    drive().settle();
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(programs::name_of(*model().scene().program()), "map.cu");
}

TEST_F(ProgramViewTest, ThePanelOpensByPathAndFromTemplates) {
    drive().settle();
    drive().key("Ctrl+O");
    drive().settle();
    ASSERT_TRUE(drive().has_item("step.open.path"));
    drive().type((folder_ / "none.cu").string());
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.open.path")) << "the sentence stands under the field";
    drive().key("Esc");
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.open.path"));
    const std::string file = write("stencil.cu", template_text("stencil"));
    drive().key("Ctrl+O");
    drive().settle();
    drive().key("Ctrl+A");
    drive().type(file);
    drive().key("Enter");
    drive().settle();
    ASSERT_TRUE(model().scene().program());
    EXPECT_EQ(model().scene().program()->file, file);
    drive().click_item("step.open");
    drive().settle();
    ASSERT_TRUE(drive().has_item("step.open.recent.0"));
    EXPECT_TRUE(drive().has_item("step.open.file.stencil.cu"));
    drive().click_item("step.open.new.scan");
    drive().settle();
    ASSERT_NE(model().position(), nullptr) << model().error();
    EXPECT_EQ(model().scene().program()->file, programs::untitled);
    EXPECT_EQ(model().program()->opened.kernel.text, "scan");
}

TEST_F(ProgramViewTest, TheNextSessionOpensItAgain) {
    driver_.reset();  // one App at a time
    const std::filesystem::path settings = folder_ / "settings.toml";
    {
        AppDriver first(1280, 800, {.settings_file = settings});
        first.drop(write("map.cu", template_text("map")));
        first.settle();
        first.key("Right");
        first.settle();
    }
    AppDriver next(1280, 800, {.settings_file = settings});
    next.settle();
    StepModel& restored = active_view<StepView>(next.app()).model();
    ASSERT_TRUE(restored.scene().program());
    EXPECT_EQ(programs::name_of(*restored.scene().program()), "map.cu");
    ASSERT_NE(restored.position(), nullptr);
    EXPECT_GT(restored.position()->step(), 0);
    next.key("Ctrl+O");
    next.settle();
    EXPECT_TRUE(next.has_item("step.open.recent.0"));
}

/// The sentence on lost values is shown whole, however long it is.
TEST_F(ProgramViewTest, LostValuesAreToldWhole) {
    app().items().texts.emplace();
    drop(write("halve.cu",
               "__global__ void total(const float* x, float* sums) {\n__shared__ float s[48];\n"
               "int t = threadIdx.x;\ns[t] = x[2 * t] + x[2 * t + 1];\n__syncthreads();\n"
               "for (int half = blockDim.x / 2; half > 0; half /= 2) {\nif (t < half) s[t] += s[t + half];\n"
               "__syncthreads();\n}\nif (t == 0) sums[0] = s[0];\n}\n"
               "int main() { float *x, *sums; cudaMalloc(&x, 384); cudaMalloc(&sums, 4);\n"
               "cudaMemset(x, 0, 384); total<<<1, 48>>>(x, sums); }\n"));
    drive().key("End");
    drive().settle();
    const Rect room = drive().item("step.sentence");
    std::string shown;
    for (const ShownText& text : *app().items().texts)
        if (text.box.min.x >= room.min.x && text.box.min.y >= room.min.y && text.box.max.y <= room.max.y)
            shown += text.text + " ";
    EXPECT_THAT(shown, HasSubstr("Lost values"));
    EXPECT_THAT(shown, HasSubstr("only elements below 48."));
}

}  // namespace
}  // namespace upsweep::app
