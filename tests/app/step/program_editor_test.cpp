// A user's program in the code editor: opened with a fault, fixed, run, saved.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* right_text =
    "__global__ void twice(const int* input, int* output, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) output[i] = 2 * input[i];\n"
    "}\n"
    "\n"
    "int main()\n"
    "{\n"
    "    int n = 16, h[16], *a, *b;\n"
    "    cudaMalloc(&a, n * sizeof(int));\n"
    "    cudaMalloc(&b, n * sizeof(int)); cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);\n"
    "    twice<<<2, 8>>>(a, b, n);\n"
    "}\n";

class ProgramEditorTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        folder_ = fs::temp_directory_path() / ("upsweep_editing_" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string write(const std::string& text) {
        const fs::path file = folder_ / "twice.cu";
        std::ofstream(file) << text;
        return file.string();
    }
    std::string on_disk() {
        std::ifstream file(folder_ / "twice.cu");
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    void drop(const std::string& path) {
        drive().drop(path);
        drive().settle();
    }
    /// On the first line, where no card can lie.
    void click_text() {
        const Rect area = drive().item("step.code.editor");
        drive().click(area.min.x + 120, area.min.y + 8);
    }
    editor::Editor& text() { return view().edits().document("twice.cu")->text(); }

    fs::path folder_;
};

TEST_F(ProgramEditorTest, ATextWithAFaultOpensAndRunsOnceItIsMended) {
    std::string wrong = right_text;
    wrong.replace(wrong.find("if (i < n) output"), 17, "if (i < n) outpu");
    drop(write(wrong));
    EXPECT_EQ(view().model().position(), nullptr);
    ASSERT_TRUE(drive().has_item("step.code.editor"));
    ASSERT_EQ(view().edits().document("twice.cu")->checks().complaints().size(), 1U);
    click_text();
    text().place({3, 4 + 16});
    drive().type("t");
    drive().settle();
    ASSERT_NE(view().model().position(), nullptr) << view().model().error();
    EXPECT_EQ(view().model().position()->trace().launches.front().grid.x, 2);
    EXPECT_EQ(on_disk(), wrong) << "only Ctrl+S writes";
    drive().key("Ctrl+S");
    drive().settle();
    EXPECT_EQ(on_disk(), right_text);
    EXPECT_FALSE(view().edits().changed());
}

TEST_F(ProgramEditorTest, SavesWhatWasTypedInTheSameFrame) {
    drop(write(right_text));
    click_text();
    text().place({0, 0});
    app().handle(TextEvent{"// mine\n"});
    app().handle(KeyEvent{{Key::s, true}, true});
    app().handle(KeyEvent{{Key::s}, false});
    drive().settle();
    EXPECT_EQ(on_disk(), "// mine\n" + std::string(right_text));
}

TEST_F(ProgramEditorTest, RunReadsTheLaunchAgain) {
    drop(write(right_text));
    ASSERT_NE(view().model().position(), nullptr) << view().model().error();
    click_text();
    text().place({11, 12});
    drive().key("Delete");
    drive().type("4");
    drive().key("Ctrl+Enter");
    drive().settle();
    EXPECT_EQ(view().model().position()->trace().launches.front().grid.x, 4);
    EXPECT_EQ(view().edits().changed_lines(), 1U);
    drive().key("Ctrl+R");
    drive().settle();
    EXPECT_EQ(view().model().position()->trace().launches.front().grid.x, 2);
    EXPECT_EQ(on_disk(), right_text);
}

TEST_F(ProgramEditorTest, AnEndlessLoopLeavesTheTextAlive) {
    drop(write(right_text));
    click_text();
    text().place({3, 0});
    drive().type("    while (n > 0) output[0] += 1;\n");
    drive().settle();
    ASSERT_NE(view().model().position(), nullptr);
    EXPECT_FALSE(view().model().position()->trace().findings.empty());
    drive().key("Ctrl+Z");
    drive().settle();
    EXPECT_EQ(text().buffer().text(), right_text);
    EXPECT_FALSE(view().edits().stale());
}

TEST_F(ProgramEditorTest, ALongRunGoesOnWithAHigherLimit) {
    drop(
        write("__global__ void twice(int* out)\n{\n    int sum = 0;\n    for (int k = 0; k < 60000; ++k)\n"
              "        sum += k % 7;\n    out[threadIdx.x] = sum;\n}\n"
              "int main() { int* d; cudaMalloc(&d, 32); twice<<<1, 8>>>(d); }\n"));
    StepModel& model = view().model();
    ASSERT_NE(model.position(), nullptr) << model.error();
    EXPECT_FALSE(model.position()->trace().complete);
    EXPECT_EQ(model.higher_step_limit(), 1'000'000);
    drive().click_item("step.code.form.1");
    drive().settle();
    ASSERT_TRUE(drive().has_item("step.code.cure"));
    drive().click_item("step.code.cure");
    drive().settle();
    EXPECT_TRUE(model.position()->trace().complete);
    EXPECT_EQ(model.scene().program()->max_steps, 1'000'000);
    EXPECT_EQ(model.higher_step_limit(), 0) << "it was not stopped";
    EXPECT_FALSE(drive().has_item("step.code.cure"));
}

TEST_F(ProgramEditorTest, SeveralLaunchesRunOneAfterAnother) {
    drop(
        write("__global__ void twice(int* d) { d[threadIdx.x] *= 2; }\n"
              "__global__ void add(int* d, int by) { d[threadIdx.x] += by; }\n"
              "int main() { int* d; cudaMalloc(&d, 32); cudaMemset(d, 0, 32);\n"
              "    for (int k = 1; k < 3; ++k) { add<<<1, 8>>>(d, k); twice<<<1, 8>>>(d); } }\n"));
    StepModel& model = view().model();
    ASSERT_NE(model.position(), nullptr) << model.error();
    EXPECT_EQ(model.position()->trace().launches.size(), 4U);
    EXPECT_EQ(model.program()->outcomes.size(), 1U);
    ASSERT_TRUE(drive().has_item("step.program.kernel"));
    // One of them alone, and all of them again.
    drive().click_item("step.program.kernel");
    drive().settle();
    drive().click_item("step.program.kernel.add");
    drive().settle();
    EXPECT_EQ(model.position()->trace().launches.size(), 1U);
    drive().click_item("step.program.kernel");
    drive().settle();
    drive().click_item("step.program.kernel.file");
    drive().settle();
    EXPECT_EQ(model.position()->trace().launches.size(), 4U);
}

}  // namespace
}  // namespace upsweep::app
