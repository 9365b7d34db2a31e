// The question why, asked off the window's thread: of an entry, of another size, and of what cannot be asked.
#include "app/race/model/race_why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::app {
namespace {

struct RaceWhyTest : testing::Test {
    std::string failed;
    Jobs jobs{[] {}, [this](const std::string& sentence) { failed = sentence; }};
    RaceWhy why{jobs};
    void settle() {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!jobs.idle() && std::chrono::steady_clock::now() < until) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        jobs.deliver();
    }
};

TEST_F(RaceWhyTest, AnEntryHasPartsThatAddUpAndItsRivalBesideIt) {
    const Algorithm& scan = find_algorithm("scan_hillis_steele");
    why.hold_against(&find_algorithm("scan_lookback"));
    why.ask(scan, scan.types.front());
    EXPECT_EQ(why.subject(), scan.title);
    EXPECT_EQ(why.answer(), nullptr) << "not yet";
    settle();
    ASSERT_NE(why.answer(), nullptr) << why.error() << failed;
    double sum = 0;
    for (const model::PartTime& part : why.answer()->parts)
        if (part.part != model::Part::transfers && part.part != model::Part::first_call) sum += part.seconds;
    EXPECT_NEAR(sum, why.answer()->predicted, why.answer()->predicted * 1e-6);
    EXPECT_FALSE(why.answer()->headline.empty());
    ASSERT_NE(why.rivals_answer(), nullptr);
    EXPECT_NE(why.rivals_answer()->slug, why.answer()->slug);
    const double before = why.answer()->predicted;
    why.choose_elements(int64_t{1} << 24);
    EXPECT_EQ(why.answer(), nullptr);
    settle();
    ASSERT_NE(why.answer(), nullptr);
    EXPECT_GT(why.answer()->predicted, before);
}

// Where a line is shown: its number in the text, and the step just done is of it.
void expect_at(const scenes::Scene& scene, const model::CodeLine& line) {
    ASSERT_GT(scene.step, 0) << line.text;
    const scenes::RunScene run = scenes::run_scene(scene);
    const emulator::Trace& trace = *run.trace;
    const emulator::SourceRange range = replay::where(trace, trace.step_at(scene.step - 1));
    EXPECT_EQ(range.line, line.line);
    EXPECT_EQ(trimmed(replay::line_text(trace, range.file, range.line)), line.text);
}

TEST_F(RaceWhyTest, ACausesLineOpensThereOfAnEntryAnEditedKernelAndAProgram) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    why.ask(scan, scan.types.front());
    settle();
    ASSERT_NE(why.answer(), nullptr) << why.error();
    const auto line_of = [&](model::CauseKind kind) {
        const model::Cause* cause = find_by(why.answer()->causes, &model::Cause::kind, kind);
        return cause == nullptr || cause->lines.empty() ? model::CodeLine{} : cause->lines.front();
    };
    const auto opened = [&](const model::CodeLine& line) {
        scenes::Scene scene;
        why.open_line(line, [&](scenes::Scene found) { scene = std::move(found); });
        settle();
        return scene;
    };
    const model::CodeLine barrier = line_of(model::CauseKind::barriers);
    expect_at(opened(barrier), barrier);
    // In an edited text the same line is one lower.
    scenes::Scene edited = scenes::initial_scene("scan_blelloch");
    edited.edits["scan_blelloch.cu"] = "// mine\n" + kernel_text("scan_blelloch.cu");
    why.ask(edited);
    settle();
    ASSERT_NE(why.answer(), nullptr) << why.error();
    const model::CodeLine lower = line_of(model::CauseKind::barriers);
    EXPECT_EQ(lower.line, barrier.line + 1);
    const scenes::Scene scene = opened(lower);
    EXPECT_EQ(scene.edits, edited.edits);
    expect_at(scene, lower);
    // A program's kernel; of its host code the step in that line.
    scenes::Scene program;
    programs::UserProgram own;
    own.file = programs::untitled;
    program.of = own;
    program.edits[programs::untitled] = R"(__global__ void again(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += in[(i + k) % n];
    if (i < n) out[i] = sum;
}
int main() {
    const int n = 256;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    again<<<(n + 31) / 32, 32>>>(in, out, n);
}
)";
    why.ask(program);
    settle();
    ASSERT_NE(why.answer(), nullptr) << why.error();
    const model::CodeLine sums{programs::untitled, 4, "for (int k = 0; k < 8; ++k) sum += in[(i + k) % n];"};
    const scenes::Scene there = opened(sums);
    EXPECT_EQ(there.edits, program.edits);
    EXPECT_GT(there.step, 0);
    const int64_t launch = opened({programs::untitled, 12, "again<<<"}).step;
    EXPECT_TRUE(launch > 0 && launch < there.step) << launch;
}

TEST_F(RaceWhyTest, ATraceIsRefused) {
    scenes::Scene scene;
    scene.of = scenes::TraceFile{"a.trace"};
    EXPECT_THROW(why.ask(scene), UsageError);
}

}  // namespace
}  // namespace upsweep::app
