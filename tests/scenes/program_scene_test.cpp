// Scenes of own programs: their text forms read back, and running them gives what a view needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/templates.h"
#include "scenes/run_nvcc.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

using testing::HasSubstr;

Scene scene_of_template(std::string_view name) {
    for (const programs::Template& one : programs::templates())
        if (one.name == name) return scene_of_text(std::string(one.text));
    throw UsageError("no such template");
}

Scene changed_scene() {
    Scene scene = scene_of_file("/home/ada/my programs/k.cu");
    programs::UserProgram& program = *scene.program();
    program.kernel = "reduce<float, 8>";
    program.definitions = {"N=4", "NAME=\"a b\""};
    program.grid = "4,2";
    program.block = "8";
    program.shared = 64;
    program.arguments = {"iota:8:-3", "", "-1", "values:1,2"};
    program.settings = {"weights=values:1,2,1"};
    program.expected = {"out=values:1,2"};
    program.main_arguments = {"1024", "two words"};
    program.seed = 7;
    scene.gpu.lanes = 8;
    scene.gpu.weak_memory = true;
    scene.gpu.schedule = emulator::parse_schedule("reversed");
    scene.step = 12;
    return scene;
}

TEST(ProgramScene, ReadsBackFromToml) {
    Scene scene = changed_scene();
    EXPECT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << to_toml(scene);
    scene.edits["k.cu"] = "line \"one\"\n\ttab \\ and \x01 é\r\n";
    scene.edits["other.cuh"] = "";
    scene.program()->max_steps = 1'000'000;
    EXPECT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << to_toml(scene);
    const Scene untitled = scene_of_template("reduce");
    EXPECT_EQ(parse_scene("s.toml", to_toml(untitled)), untitled);
    Scene broken = scene_of_text("a \xff b");
    EXPECT_EQ(parse_scene("s.toml", to_toml(broken)).edits[programs::untitled], "a \uFFFD b");
}

TEST(ProgramScene, IsWordsAndACommand) {
    const Scene scene = changed_scene();
    EXPECT_EQ(scene_of(words_of(scene)), scene);
    EXPECT_EQ(to_command(scene),
              "upsweep step '/home/ada/my programs/k.cu' --kernel 'reduce<float, 8>' --grid 4,2 --block 8 "
              "-DN=4 -D'NAME=\"a b\"' --arg=iota:8:-3 --arg '' --arg=-1 --arg=values:1,2 "
              "--set=weights=values:1,2,1 --expect=out=values:1,2 --argv=1024 "
              "--argv='two words' --shared 64 --seed 7 --warp 8 --weak-memory "
              "--blocks reversed --warps reversed --step 12");
    SceneWords words = words_of(scene);
    words.n = 8;
    EXPECT_THROW(scene_of(words), UsageError);
}

TEST(ProgramScene, RunsWithWhatAViewNeeds) {
    Scene scene = scene_of_template("reduce");
    scene.program()->expected = {"output=values:120,376,632,1"};
    const RunScene run = run_scene(scene);
    ASSERT_NE(run.program, nullptr);
    EXPECT_EQ(run.algorithm, nullptr);
    EXPECT_EQ(run.trace->gpu.lanes, 32);
    EXPECT_EQ(run.program->opened.kernel.text, "reduce");
    ASSERT_EQ(run.program->comparisons.size(), 1u);
    EXPECT_EQ(run.program->comparisons[0].first, 3);
    ASSERT_EQ(run.program->outcomes.size(), 1u);
    EXPECT_EQ(*run.scene.program(), *scene.program());
}

/// All launches that main makes, what it prints, and where a record has no room for all, the first of them.
TEST(ProgramScene, RunsMainWhole) {
    Scene scene = scene_of_text(
        "#include <cstdio>\n#include <cstdlib>\n"
        "__global__ void add(int* d, int by) { d[threadIdx.x] += by; }\n"
        "int main(int argc, char** argv) { int h[8] = {}, *d; cudaMalloc(&d, 32);\n"
        "cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice);\n"
        "for (int k = 0; k < atoi(argv[1]); ++k) { printf(\"launch %d\\n\", k); add<<<1, 8>>>(d, k); }\n"
        "cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost); printf(\"%d\\n\", h[7]); cudaFree(d); return 0; }\n");
    scene.program()->main_arguments = {"5"};
    scene.program()->expected = {"d=fill:8:10"};
    const RunScene run = run_scene(scene);
    ASSERT_NE(run.program->opened.whole, nullptr);
    EXPECT_EQ(run.trace->launches.size(), 5U);
    EXPECT_EQ(run.program->opened.whole->host.output,
              "launch 0\nlaunch 1\nlaunch 2\nlaunch 3\nlaunch 4\n10\n");
    EXPECT_EQ(run.program->comparisons.at(0).different, 0);
    EXPECT_TRUE(run.trace->findings.empty());
    emulator::Limits limits;
    limits.steps = run.trace->launches[0].end_step;
    const RunScene cut = run_scene(scene, nullptr, nullptr, limits);
    EXPECT_TRUE(cut.trace->complete);
    EXPECT_EQ(cut.trace->launches.size(), 1U);
    EXPECT_EQ(cut.program->opened.left_out, "The first of the program's 5 launches is recorded.");
    EXPECT_EQ(cut.program->comparisons.at(0).different, 0) << "what is expected is of the end";
}

/// Without a kernel its operations are those of the host alone.
TEST(ProgramScene, RunsAProgramWithoutKernels) {
    const RunScene run = run_scene(scene_of_text(
        "#include <cstdio>\nint main()\n{\n    int h[2];\n    h[0] = 3;\n    printf(\"%d\\n\", h[1]);\n}\n"));
    EXPECT_TRUE(run.trace->launches.empty());
    EXPECT_TRUE(run.trace->complete);
    ASSERT_EQ(run.trace->step_count(), 3);
    std::vector<int> lines;
    for (const emulator::Step& step : run.trace->steps)
        lines.push_back(run.trace->statements.at(step.statement).where.line);
    EXPECT_EQ(lines, (std::vector<int>{5, 6, 7}));
    ASSERT_EQ(run.trace->findings.size(), 1U);
    EXPECT_EQ(run.trace->findings[0].where.line, 6);
    EXPECT_EQ(run.trace->findings[0].step, 1) << "at the step of its line";
}

TEST(ProgramScene, ComparesOutputsLineByLine) {
    EXPECT_TRUE(differing_lines("a\nb\n", "a\nb\n").empty());
    EXPECT_TRUE(differing_lines("a\nb", "a\nb\n").empty()) << "the last line's end does not count";
    const std::vector<LineDifference> differences = differing_lines("a\nb\nc\n", "a\nB\nc\nd\n");
    ASSERT_EQ(differences.size(), 2U);
    EXPECT_EQ(differences[0].line, 2U);
    EXPECT_EQ(differences[0].gpu, "B");
    EXPECT_EQ(differences[1].line, 4U);
    EXPECT_EQ(differences[1].emulator, "");
    NvccRun run;
    run.output = "a\nB\n";
    EXPECT_EQ(sentences_of(run, "a\nB\n").at(0),
              "Compiled by nvcc and run whole, it prints the same 2 lines.");
    ASSERT_EQ(sentences_of(run, "a\nb\n").size(), 2U);
    EXPECT_EQ(sentences_of(run, "a\nb\n").at(1), "Line 2: \"b\" on the emulator, \"B\" from nvcc's program.");
    run.missing = "nvcc is not installed here.";
    EXPECT_EQ(sentences_of(run, "a\n"), std::vector<std::string>{run.missing});
}

/// A program without kernels needs no GPU, so what nvcc makes of it runs anywhere.
TEST(ProgramScene, RunsWhatNvccCompiles) {
    Scene scene = scene_of_text(
        "#include <cstdio>\n#include <cstdlib>\nint main(int argc, char** argv)\n{\n"
        "    for (int i = 0; i < atoi(argv[1]); ++i) printf(\"%d\\n\", i * FACTOR);\n    return argc + "
        "1;\n}\n");
    scene.program()->main_arguments = {"3"};
    scene.program()->definitions = {"FACTOR=5"};
    const NvccRun ran = run_with_nvcc(scene, nullptr);
    if (ran.missing.find("not installed") != std::string::npos) GTEST_SKIP() << ran.missing;
    EXPECT_EQ(ran.missing, "");
    EXPECT_EQ(ran.output, "0\n5\n10\n");
    EXPECT_EQ(ran.exit_status, 3);
    EXPECT_EQ(ran.output, run_scene(scene).program->opened.whole->host.output);
    scene.edits[programs::untitled] = "int main() { return none; }\n";
    EXPECT_NE(run_with_nvcc(scene, nullptr).missing.find("nvcc refuses the program: "), std::string::npos);
    std::atomic<bool> cancel = true;
    EXPECT_THROW(run_with_nvcc(scene, &cancel), Cancelled);
}

TEST(ProgramScene, StopsAtTheLimits) {
    const Scene scene = scene_of_text("__global__ void k(int* x) { while (true) x[0] += 1; }");
    emulator::Limits limits;
    limits.steps = 1000;
    const RunScene run = run_scene(scene, nullptr, nullptr, limits);
    EXPECT_FALSE(run.trace->complete);
    EXPECT_FALSE(run.trace->findings.empty());
}

TEST(ProgramScene, TellsWhatFailed) {
    try {
        run_scene(scene_of_text("__global__ void k(int* x) { x[0] = ; }"));
        FAIL();
    } catch (const ProgramFailed& failed) {
        ASSERT_FALSE(failed.diagnostics().empty());
        EXPECT_EQ(failed.diagnostics().front().line, 1);
    }
    Scene scene = scene_of_template("map");
    scene.program()->grid = "many";
    try {
        run_scene(scene);
        FAIL();
    } catch (const ProgramFailed& failed) {
        EXPECT_TRUE(failed.diagnostics().empty());
        EXPECT_EQ(failed.known()->opened.grid.text, "many");
        EXPECT_THAT(failed.what(), HasSubstr("grid"));
    }
    try {
        run_scene(scene_of_file("/nowhere/k.cu"));
        FAIL();
    } catch (const ProgramFailed&) {
        FAIL() << "there is no text to mend";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("There is no file"));
    }
}

}  // namespace
}  // namespace upsweep::scenes
