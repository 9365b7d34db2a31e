// A scene goes in, and what it says comes out: everything here goes through the facade, with values worked
// out by hand.
#include "report/report.h"

#include <gmock/gmock.h>

#include "core/json.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"
#include "stage/page.h"

namespace upsweep::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Report tree_of_eight(int64_t step = 0) {
    scenes::Scene scene = scenes::parse_scene(
        "tree.toml", "version = 1\nalgorithm = \"scan_blelloch\"\ninput = [3, 1, 7, 0, 4, 1, 6, 3]\n");
    scene.step = step;
    return Report(scene);
}

/// The sums before each of 3, 1, 7, 0, 4, 1, 6, 3.
const std::vector<int> sums = {0, 3, 4, 11, 11, 15, 16, 22};

std::vector<std::string> names(const std::vector<NamedArray>& arrays) {
    std::vector<std::string> list;
    for (const NamedArray& array : arrays) list.push_back(array.name);
    return list;
}

std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> list;
    for (const auto& item : object.items()) list.push_back(item.key());
    return list;
}

TEST(Report, SaysWhatArraysHoldAtAPosition) {
    Report report = tree_of_eight();
    EXPECT_EQ(report.step(), 0);
    report.seek(report.step_count());
    const emulator::ArrayId output = static_cast<emulator::ArrayId>(report.trace().plan.output.index);
    std::vector<int> held;
    for (const std::optional<uint64_t>& bits : report.cells(output)) held.push_back(int(*bits));
    EXPECT_EQ(held, sums);
    report.seek(0);
    for (const std::optional<uint64_t>& bits : report.cells(output)) EXPECT_FALSE(bits);
    EXPECT_EQ(report.counts().additions, 2 * (8 - 1));
    EXPECT_TRUE(report.findings().empty());
}

TEST(Report, GoesForwardInStepsOfEverySize) {
    for (const StepSize by : {StepSize::statement, StepSize::barrier, StepSize::phase, StepSize::launch}) {
        Report report = tree_of_eight();
        int64_t before = 0;
        while (report.forward(by)) {
            EXPECT_GT(report.step(), before);
            EXPECT_NE(report.sentence(), "");
            before = report.step();
        }
        EXPECT_EQ(report.step(), report.step_count());
    }
}

TEST(Report, WritesARunAsJson) {
    const Json run = tree_of_eight().json(true);
    EXPECT_THAT(keys(run),
                ElementsAre("algorithm", "parameters", "phases", "counts", "findings", "result", "launches"));
    EXPECT_EQ(run["result"], Json(sums));
    EXPECT_EQ(run["counts"]["additions"], 14);
    EXPECT_EQ(run["parameters"]["n"], 8);
    EXPECT_EQ(run["launches"].size(), 1);
    EXPECT_EQ(run["launches"][0]["counts"]["additions"], 14);
}

TEST(Report, ShowsTheMomentOfAScenesStep) {
    Report report = tree_of_eight(5);
    const Json moment = report.json()["moment"];
    EXPECT_EQ(moment, report.moment_json());
    EXPECT_EQ(moment["step"], 5);
    EXPECT_EQ(moment["of"], report.step_count());
    EXPECT_EQ(moment["sentence"], report.sentence());
    EXPECT_EQ(keys(moment["buffers"]), names(report.arrays()));
}

/// Blocks run one after another: the first has finished its phase before the second begins.
constexpr const char* two_blocks = R"(
__global__ void halves(int* out) {
    __shared__ int part[2];
    part[threadIdx.x] = blockIdx.x * 10 + threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 2 + threadIdx.x] = part[1 - threadIdx.x];
}
int main() {
    int* out;
    cudaMalloc(&out, 4 * sizeof(int));
    halves<<<2, 2>>>(out);
}
)";

TEST(Report, ABlocksOwnArrayIsLookedAtWhenTheBlockLeavesThePhase) {
    scenes::Scene scene = scenes::scene_of_text(two_blocks);
    scene.gpu.multiprocessors = scene.gpu.resident_blocks = 1;
    Report report(scene);
    ASSERT_FALSE(report.phases().empty());
    const Phase phase = report.phases().back();
    ASSERT_EQ(phase.arrays.size(), 3U);
    EXPECT_EQ(phase.arrays[0].array.name, "out");
    EXPECT_EQ(phase.arrays[1].array.name, "part[0]");
    EXPECT_EQ(phase.arrays[2].array.name, "part[1]");
    EXPECT_LT(phase.arrays[1].at, phase.arrays[2].at);
    EXPECT_EQ(phase.arrays[2].at, phase.arrays[0].at);
    report.seek(phase.arrays[1].at);
    EXPECT_THAT(report.cells(phase.arrays[1].array.id), ElementsAre(0U, 1U));
    EXPECT_THAT(report.cells(phase.arrays[0].array.id), ElementsAre(1U, 0U, std::nullopt, std::nullopt));
    EXPECT_EQ(report.json()["buffers"]["out"], Json({1, 0, 11, 10}));
}

TEST(Report, PutsFaultsBeforeNotes) {
    Report report(scenes::scene_of_text(R"(
__global__ void racing(int* out) {
    __shared__ int rows[32 * 32];
    rows[threadIdx.x * 32] = threadIdx.x;
    out[0] = rows[threadIdx.x * 32];
}
int main() {
    int* out;
    cudaMalloc(&out, sizeof(int));
    racing<<<1, 32>>>(out);
}
)"));
    const std::vector<const emulator::Finding*> findings = report.findings();
    ASSERT_GE(findings.size(), 2U);
    for (size_t i = 1; i < findings.size(); ++i) EXPECT_GE(findings[i - 1]->severity, findings[i]->severity);
    const Json run = report.json();
    EXPECT_THAT(keys(run), ElementsAre("buffers", "counts", "findings", "steps", "printed", "complete",
                                       "never_set", "expected", "variables", "not_checked", "guessed",
                                       "output", "errors", "exit_status", "ended", "operations"));
    ASSERT_EQ(run["findings"].size(), findings.size());
    for (const Json& finding : run["findings"]) {
        EXPECT_EQ(finding.size(), 20U);
        EXPECT_NE(finding["message"], "");
        EXPECT_NE(finding["cure"], "");
    }
}

TEST(Report, ListsTheWholeCatalog) {
    const Json algorithms = catalog_json()["algorithms"];
    ASSERT_EQ(algorithms.size(), catalog().size());
    for (size_t i = 0; i < algorithms.size(); ++i) EXPECT_EQ(algorithms[i]["algorithm"], catalog()[i]->slug);
}

TEST(Report, DrawsTheStageAtThePosition) {
    Report report = tree_of_eight();
    const stage::Drawing how{.width = 640, .height = 400};
    const std::string first = report.svg(how);
    EXPECT_THAT(first, testing::StartsWith("<svg"));
    EXPECT_THAT(first, HasSubstr("step 0 of"));
    report.seek(5);
    EXPECT_THAT(report.svg(how), HasSubstr("step 5 of"));
}

}  // namespace
}  // namespace upsweep::report
