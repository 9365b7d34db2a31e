// Running scenes: what is left out is filled in alike, and inputs are as they are named.
#include "scenes/run_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

TEST(RunScene, CompletesAndChecks) {
    Scene bare;
    bare.catalog().algorithm = "scan_blelloch";
    bare.catalog().parameters.extent = {8, 1};
    const RunScene run = run_scene(bare);
    EXPECT_EQ(run.scene.catalog().parameters.option("padding"), 0);
    EXPECT_TRUE(run.check.right) << run.check.message;
    EXPECT_FALSE(run.expectations.empty());
    EXPECT_EQ(*run.scene.catalog().input, *scene_of({.algorithm = "scan_blelloch", .n = 8}).catalog().input);
}

TEST(RunScene, StopsWhereTheLimitsSay) {
    emulator::Limits limits;
    limits.steps = 10;
    const RunScene run = run_scene(initial_scene("scan_blelloch"), nullptr, nullptr, limits);
    EXPECT_FALSE(run.trace->complete);
    EXPECT_LE(run.trace->step_count(), 10);
}

TEST(RunScene, RunsTheEditedTextOfAKernel) {
    scenes::Scene scene = scenes::initial_scene("scan_hillis_steele");
    std::string text = kernel_text("scan_hillis_steele.cu");
    for (size_t at; (at = text.find("__syncthreads();")) != std::string::npos;) text.erase(at, 16);
    scene.edits["scan_hillis_steele.cu"] = text;
    const scenes::RunScene run = scenes::run_scene(scene);
    ASSERT_NE(run.algorithm, nullptr);
    const auto races = [](const RunScene& of) {
        return std::any_of(
            of.trace->findings.begin(), of.trace->findings.end(),
            [](const emulator::Finding& finding) { return finding.kind == emulator::FindingKind::race; });
    };
    EXPECT_TRUE(races(run)) << "without its barriers";
    EXPECT_FALSE(races(run_scene(initial_scene("scan_hillis_steele")))) << "the file is as it was";
}

TEST(RunScene, RefusesWhatTheEmulatorCannotHave) {
    Scene scene = initial_scene("scan_blelloch");
    scene.catalog().parameters.extent = {70000, 1};
    EXPECT_THROW(run_scene(scene), UsageError);
    scene = initial_scene("scan_blelloch");
    scene.gpu.lanes = 1;
    EXPECT_THROW(run_scene(scene), UsageError);
    scene = initial_scene("scan_blelloch");
    scene.gpu.schedule = emulator::parse_schedule("list:0,99");
    EXPECT_THROW(run_scene(scene), UsageError) << "no launch has 100 warps";
}

/// Each switch of the machine makes another scene.
TEST(Scene, IsAnotherOnAnotherMachine) {
    const Scene scene = initial_scene("scan_blelloch");
    EXPECT_EQ(scene, initial_scene("scan_blelloch"));
    const auto other = [&](auto change) {
        Scene changed = scene;
        change(changed.gpu);
        return !(changed == scene);
    };
    EXPECT_TRUE(other([](auto& gpu) { gpu.weak_memory = !gpu.weak_memory; }));
    EXPECT_TRUE(other([](auto& gpu) { gpu.lanes_proceed = emulator::LanesProceed::adversarial; }));
    EXPECT_TRUE(other([](auto& gpu) { gpu.banks *= 2; }));
    EXPECT_TRUE(other([](auto& gpu) { gpu.resident_blocks += 1; }));
    EXPECT_TRUE(other([](auto& gpu) { gpu.multiprocessors += 1; }));
    EXPECT_TRUE(other([](auto& gpu) { gpu.schedule = emulator::parse_schedule("reversed"); }));
}

TEST(MakeInput, RandomIsThatOfVerifyWhereItIsRead) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    Parameters parameters = initial_scene("scan_blelloch").catalog().parameters;
    parameters.extent = {64, 1};
    EXPECT_EQ(make_input(scan, parameters, InputKind::random, 9), random_input(scan, parameters, 9));
    // Beyond, sums stay short enough for cells.
    parameters.extent = {400, 1};
    const Array input = make_input(scan, parameters, InputKind::random, 9);
    for (int64_t i = 0; i < input.count(); ++i) ASSERT_LE(input.number(i), 1);
    EXPECT_NE(input, make_input(scan, parameters, InputKind::random, 10));
}

/// 35 came from row 3, column 5: as long as the type holds all such numbers.
TEST(MakeInput, ATransposesValuesSayWhereTheyStand) {
    const Algorithm& transpose = find_algorithm("transpose_naive");
    Parameters parameters = initial_scene("transpose_naive").catalog().parameters;
    parameters.types = {ScalarType::u8, ScalarType::u32};
    for (const int64_t height : {25, 26}) {
        parameters.extent = {10, height};
        const Array input = make_input(transpose, parameters, InputKind::usual);
        for (int64_t i = 0; i < input.count(); ++i)
            ASSERT_EQ(input.number(i), double(height == 25 ? i : i % 251)) << height;
    }
    parameters.types = {ScalarType::u32, ScalarType::u32};
    parameters.extent = {12, 3};
    EXPECT_EQ(make_input(transpose, parameters, InputKind::usual).number(2 * 12 + 11), 211);
}

/// A lost first element has to show: it is not zero, and not what the second one is.
TEST(MakeInput, RandomBeginsWithTwoNumbersThatDiffer) {
    const Algorithm& algorithm = find_algorithm("scan_blelloch");
    Parameters parameters;
    parameters.extent = {8, 1};
    parameters.types = {ScalarType::i32, ScalarType::i32};
    for (const int64_t n : {2, 8, 400}) {
        parameters.extent = {n, 1};
        for (uint64_t seed = 1; seed <= 200; ++seed) {
            const Array input = make_input(algorithm, parameters, InputKind::usual, seed);
            EXPECT_NE(input.number(0), 0) << n << " " << seed;
            EXPECT_NE(input.number(1), input.number(0)) << n << " " << seed;
        }
    }
}

TEST(MakeInput, OnesAreOnes) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const Array input =
        make_input(scan, initial_scene("scan_blelloch").catalog().parameters, InputKind::ones);
    for (int64_t i = 0; i < input.count(); ++i) EXPECT_EQ(input.number(i), 1);
}

/// Levels are called by their sizes, and another factor has others.
TEST(RunScene, ALaunchThatOtherParametersHaveNotIsNone) {
    const Scene scene = initial_scene("image_pyramid");
    ASSERT_FALSE(scene.launch.empty());
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("factor", 140);
    const Scene other = with_parameters(scene, parameters);
    EXPECT_EQ(other.launch, "");
    EXPECT_NO_THROW(run_scene(other));
    EXPECT_EQ(with_parameters(scene, scene.catalog().parameters).launch, scene.launch);
}

}  // namespace
}  // namespace upsweep::scenes
