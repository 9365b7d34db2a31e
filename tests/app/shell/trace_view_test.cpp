// Trace files in the window: by argument and by drop, damaged ones, and back to an algorithm.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "app/helpers/step_view_fixture.h"
#include "app/helpers/windows.h"
#include "app/host/openable.h"
#include "app/shell/shot.h"
#include "app/step/view/step_view.h"
#include "core/helpers/sample.h"
#include "emulator/emulator.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "replay/code/code.h"
#include "replay/position/counts.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* trace_view_text = R"(__global__ void shift_left(const int* in, int* out) {
    __shared__ int s[8];
    s[threadIdx.x] = in[blockIdx.x * 8 + threadIdx.x];
    // ---- Shift ----
    __syncthreads();
    if (threadIdx.x == 0) printf("block %d\n", (int)blockIdx.x);
    out[blockIdx.x * 8 + threadIdx.x] = s[(threadIdx.x + 1) % 8];
})";

/// Two blocks of eight threads, with one printed line each.
emulator::Trace small_trace() {
    Plan plan;
    plan.algorithm = "shift.cu";
    plan.add_buffer({"in", ScalarType::i32, {16, 1}, BufferRole::data});
    plan.add_buffer({"out", ScalarType::i32, {16, 1}, BufferRole::data});
    Launch launch;
    launch.kernel = {"shift.cu", "shift_left", {}};
    launch.name = "shift_left";
    launch.grid = {2, 1, 1};
    launch.block = {8, 1, 1};
    launch.arguments = {BufferArgument{{0}, 0}, BufferArgument{{1}, 0}};
    plan.input = {0};
    plan.output = {1};
    plan.operations = {{Upload{0, {0}}, 0}, {launch, 0}};
    Array input(ScalarType::i32, {16, 1});
    for (int64_t i = 0; i < 16; ++i) input.set_number(i, double(10 + i));
    emulator::RunOptions options;
    options.gpu.lanes = 4;
    return emulator::run(
        plan, input, [](const std::string&) { return std::string(trace_view_text); }, options);
}

class TraceViewTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        folder_ = std::filesystem::temp_directory_path() / ("upsweep_traces_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        bytes_ = emulator::encode_trace(small_trace());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, std::span<const std::byte> bytes) const {
        const std::filesystem::path file = folder_ / name;
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return file.string();
    }
    std::string good() const { return write("shift.trace", bytes_); }

    std::filesystem::path folder_;
    std::vector<std::byte> bytes_;
};

TEST_F(TraceViewTest, OpensByArgumentAndSeeksBothWays) {
    app().open_file(good());
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    ASSERT_NE(model().position(), nullptr);
    const StepPosition& at = *model().position();
    EXPECT_EQ(at.run().algorithm, nullptr);
    EXPECT_EQ(at.step(), 0);
    model().set_grain(Grain::statement);
    drive().key("End");
    EXPECT_EQ(at.step(), at.step_count());
    EXPECT_EQ(at.player().bits(1, 0), 11U);
    EXPECT_EQ(at.player().bits(1, 15), 18U);
    drive().key("Left");
    EXPECT_EQ(at.step(), at.step_count() - 1);
    drive().key("Home");
    EXPECT_FALSE(at.player().defined(1, 0));
    drive().key("PgDn");
    EXPECT_EQ(at.code().file, 0);
    EXPECT_THAT(at.trace().sources[0].text, HasSubstr("shift_left"));
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(TraceViewTest, ShowsNothingThatNeedsAnAlgorithm) {
    drive().drop(good());
    drive().settle();
    for (const char* id : {"step.size", "step.input", "step.type", "step.gpu.change"})
        EXPECT_FALSE(drive().has_item(id)) << id;
    EXPECT_TRUE(drive().has_item("step.code"));
    EXPECT_TRUE(drive().has_item("step.strip"));
    for (const CountLine& line : model().position()->counts()) EXPECT_EQ(line.note, "") << line.name;
}

TEST_F(TraceViewTest, IsTakenFromEveryView) {
    for (const char* view : {"race", "playground", "lessons", "step"}) {
        app().open(view);
        drive().settle();
        drive().drop(good());
        drive().settle();
        ASSERT_EQ(app().active().name(), "step") << view;
        EXPECT_EQ(model().scene().trace_file()->path, (folder_ / "shift.trace").string());
    }
}

TEST_F(TraceViewTest, PrintedLinesLeadToTheirSteps) {
    app().open_file(good());
    drive().settle();
    ASSERT_EQ(model().position()->trace().printed.size(), 2U);
    if (!drive().has_item("step.printed.0")) drive().click_item("step.list.1");
    drive().frames(2);
    drive().click_item("step.printed.1");
    EXPECT_EQ(model().position()->step(), model().position()->trace().printed[1].step + 1);
    drive().click_item("step.list.0");
    EXPECT_FALSE(drive().has_item("step.printed.0"));
}

TEST_F(TraceViewTest, AnAlgorithmComesBackAndTheTraceStaysAtHand) {
    driver_.reset();  // one App at a time
    AppDriver wide(1920, 1080);
    wide.settle();
    wide.drop(good());
    wide.settle();
    StepModel& model = active_view<StepView>(wide.app()).model();
    wide.click_item("step.algorithm.scan_hillis_steele");
    wide.settle();
    EXPECT_EQ(model.scene().slug(), "scan_hillis_steele");
    EXPECT_EQ(model.scene().gpu.lanes, emulator::ToyGpu{}.lanes);
    EXPECT_TRUE(wide.has_item("step.size"));
    wide.click_item("step.trace");
    wide.settle();
    EXPECT_EQ(model.scene().trace_file()->path, (folder_ / "shift.trace").string());
    EXPECT_TRUE(wide.app().notices().empty());
}

TEST_F(TraceViewTest, TheAlgorithmShownBeforeIsWhatIsKept) {
    driver_.reset();  // one App at a time
    const std::filesystem::path settings = folder_ / "settings.toml";
    {
        AppDriver first(1280, 800, {.settings_file = settings});
        first.settle();
        first.drop(good());
        first.settle();
    }
    AppDriver again(1280, 800, {.settings_file = settings});
    again.app().open("step");
    again.settle();
    const StepModel& model = active_view<StepView>(again.app()).model();
    EXPECT_FALSE(model.scene().entry() == nullptr);
    EXPECT_EQ(model.scene().trace_file(), nullptr);
}

TEST_F(TraceViewTest, ACutOrDamagedFileIsOneSentenceAndWhatWasShownStays) {
    app().open("step");
    drive().settle();
    const std::string slug = model().scene().slug();
    const std::string cut = write("cut.trace", std::span(bytes_).first(bytes_.size() / 2));
    drive().drop(cut);
    drive().settle();
    EXPECT_THAT(app().notices().all(),
                ElementsAre("\"cut.trace\" is a truncated trace; run the kernel again with --trace."));
    EXPECT_EQ(model().scene().slug(), slug);
    ASSERT_NE(model().position(), nullptr);

    std::vector<std::byte> other = bytes_;
    other[14] = std::byte{10};  // the version
    drive().drop(write("other.trace", other));
    drive().settle();
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_THAT(app().notices().all().front(), HasSubstr("version 10"));
    drive().drop(good());
    drive().settle();
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(TraceViewTest, ADamagedFileAtTheStartLeavesTheFirstAlgorithm) {
    app().open_file(write("cut.trace", std::span(bytes_).first(40)));
    drive().settle();
    EXPECT_EQ(app().notices().all().size(), 1U);
    ASSERT_NE(model().position(), nullptr);
    EXPECT_FALSE(model().scene().entry() == nullptr);
}

TEST_F(TraceViewTest, AForeignFileIsOneSentence) {
    const std::string words = "just words";
    const std::string file = write("notes.txt", std::as_bytes(std::span(words)));
    drive().drop(file);
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_THAT(app().notices().all().front(), HasSubstr("No view opens"));
    EXPECT_THROW(check_openable(file), Error);
    EXPECT_THROW(check_openable(write("cut.trace", std::span(bytes_).first(100))), Error);
    EXPECT_NO_THROW(check_openable(good()));
}

TEST_F(TraceViewTest, APictureOfItCanBeTaken) {
    driver_.reset();  // one App at a time
    const std::string png = (folder_ / "trace.png").string();
    take_shot({.file = png, .step = 3, .open = good()});
    EXPECT_GT(std::filesystem::file_size(png), 10000U);
    const std::string cut = write("cut.trace", std::span(bytes_).first(100));
    EXPECT_THROW(take_shot({.file = png, .open = cut}), Error);
    EXPECT_THROW(take_shot({.view = "race", .file = png, .open = good()}), UsageError);
}

TEST_F(TraceViewTest, EveryWidthAndThemeDrawsIt) {
    driver_.reset();  // one App at a time
    const std::string file = good();
    for (const auto& [width, height, theme] : test::sample("windows", windows_and_themes(), 5)) {
        AppDriver one(width, height, {.theme = theme});
        one.drop(file);
        one.settle();
        one.key("End");
        one.settle();
        EXPECT_TRUE(one.has_item("step.strip")) << width;
    }
}

/// A scene's file opens at its step, by argument and by drop; what is wrong with one is a notice.
TEST_F(TraceViewTest, AScenesFileOpensAtItsStep) {
    const auto write_text = [&](const std::string& name, const std::string& scene) {
        return write(name, std::as_bytes(std::span(scene)));
    };
    const std::string file = write_text(
        "tree.toml",
        "version = 1\nalgorithm = \"scan_blelloch\"\ninput = [3, 1, 7, 0]\nbanks = 4\nstep = 25\n");
    EXPECT_NO_THROW(check_openable(file));
    app().open("race");
    app().open_file(file);
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(model().position()->step(), 25);
    EXPECT_EQ(model().scene().gpu.banks, 4);
    EXPECT_EQ(model().scene().catalog().input->number(2), 7);
    EXPECT_TRUE(app().notices().empty());
    const std::string bad = write_text("bad.toml", "version = 1\nalgorithm = \"scan_blelloch\"\nzoom = 2\n");
    drive().drop(bad);
    drive().settle();
    EXPECT_FALSE(app().notices().empty());
    EXPECT_EQ(model().scene().step, 25) << "the scene shown stays";
    EXPECT_THROW(check_openable(bad), Error);
}

TEST_F(TraceViewTest, TheSceneIsKeptForNextTime) {
    Settings settings;
    app().open_file(write("tree.toml", std::as_bytes(std::span(std::string_view(
                                           "version = 1\nalgorithm = \"scan_loop\"\ninput = [5, 6]\n"
                                           "weak_memory = true\nschedule = \"reversed\"\n")))));
    drive().settle();
    drive().key("End");
    const Scene before = model().scene();
    const int64_t step = model().position()->step();
    app().active().save(settings);
    app().open_file(
        write("other.toml",
              std::as_bytes(std::span(std::string_view("version = 1\nalgorithm = \"scan_blelloch\"\n")))));
    drive().settle();
    app().active().restore(settings);
    drive().settle();
    EXPECT_EQ(model().position()->step(), step);
    EXPECT_EQ(to_string(model().scene().gpu.schedule), to_string(before.gpu.schedule));
    EXPECT_TRUE(model().scene().gpu.weak_memory);
    EXPECT_EQ(*model().scene().catalog().input, *before.catalog().input);
}

}  // namespace
}  // namespace upsweep::app
