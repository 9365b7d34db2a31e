// Every scene of the catalog, and user programs: to words and a file and back, at its step.
#include "app/step/model/take_home.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

class KeepTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-keep-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    /// Saves the scene in the middle of its run, and opens the file and the words again.
    void expect_kept(const scenes::Scene& scene) {
        const auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(scene));
        const Shown shown{.run = run, .step = int64_t(run->trace->steps.size()) / 2};
        Job job("Writing");
        const std::string sentence = keep(shown, ExportFormat::scene, path("s.toml"), job);
        EXPECT_THAT(sentence, HasSubstr("at step " + std::to_string(shown.step)));
        const scenes::Scene wanted = scene_of(shown);
        const scenes::Scene saved = scenes::read_scene_file(path("s.toml"));
        EXPECT_EQ(saved, wanted) << scenes::to_toml(wanted);
        EXPECT_EQ(saved.step, shown.step);
        if (!scene.edits.empty()) return;  // a command holds no texts
        scenes::Scene said = scenes::scene_of(scenes::words_of(wanted));
        EXPECT_EQ(said, wanted) << scenes::to_command(wanted);
    }
    std::filesystem::path folder_;
};

TEST_F(KeepTest, EveryEntrysSceneComesBackAtItsStep) {
    for (const Algorithm* algorithm : catalog())
        expect_kept(scenes::initial_scene(std::string(algorithm->slug)));
}

TEST_F(KeepTest, OwnProgramsComeBackToo) {
    const std::string text =
        "__global__ void k(int* a) {\n    a[threadIdx.x] += 1;\n}\n"
        "int main() {\n    int* a;\n    cudaMalloc(&a, 32);\n    k<<<1, 8>>>(a);\n}\n";
    expect_kept(scenes::scene_of_text(text));
    std::ofstream(path("k.cu")) << text;
    scenes::Scene scene = scenes::scene_of_file(path("k.cu"));
    expect_kept(scene);
    scene.program()->grid = "2";
    scene.program()->arguments = {"iota:16"};
    expect_kept(scene);
}

TEST_F(KeepTest, PathsTakeTheirEndingOnce) {
    Jobs jobs([] {}, [](const std::string&) {});
    TakeHome home(jobs);
    home.path = "/tmp/scan";
    EXPECT_EQ(home.file_of(ExportFormat::gif), "/tmp/scan.gif");
    home.path = "/tmp/scan.gif";
    EXPECT_EQ(home.file_of(ExportFormat::gif), "/tmp/scan.gif");
    home.path = "";
    home.start({}, ExportFormat::gif, [](const std::string&) { FAIL(); });
    EXPECT_EQ(home.error, "Type where the file goes.");
}

TEST_F(KeepTest, ATraceFileIsNoScene) {
    auto run = std::make_shared<scenes::RunScene>();
    run->scene.of = scenes::TraceFile{"t.trace"};
    Job job("Writing");
    EXPECT_THROW((void)keep({.run = run}, ExportFormat::scene, path("s.toml"), job), Error);
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

}  // namespace
}  // namespace upsweep::app
