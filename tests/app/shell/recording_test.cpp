// A recording in the Race: by the rail, by drop, by name; its points and its origin.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "app/helpers/driver.h"
#include "app/helpers/windows.h"
#include "app/host/openable.h"
#include "app/race/model/race_model.h"
#include "app/race/view/race_view.h"
#include "app/shell/shot.h"
#include "core/helpers/own_folder.h"
#include "core/helpers/sample.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

constexpr const char* text = R"({"machine":{"gpu":"Test GPU","driver":"13.0"},
"targets":[{"what":"Row scan","algorithm":"scan_raking","type":"f32→f32","width":4096,"height":4096,"median_ms":0.2,
"copy_ms":0.1,"against":"copy","most":1.5,"value":2,"met":false},
{"what":"A new thing","algorithm":"of_tomorrow","type":"u32→u32","width":8,"height":1,"median_ms":1,"against":"npp",
"most":1,"value":0.5,"met":true}],
"recorded":{"date":"2026-01-02","commit":"Measure","driver":"1.2.3"}})";

struct RaceRecordingTest : AppTest {
    void SetUp() override {
        AppTest::SetUp();
        folder_ = test::own_file("recordings");
        std::filesystem::create_directories(folder_);
        if (IsSkipped()) return;
        app().open("race");
        drive().settle();
        stop();
    }
    /// Ends the lecture's own race.
    void stop() {
        model().cancel();
        model().finish();
    }
    std::vector<RaceCurve> recorded() {
        std::vector<RaceCurve> found;
        for (const RaceCurve& curve : model().curves())
            if (curve.source == CurveSource::recorded && curve.shown) found.push_back(curve);
        return found;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string write(const std::string& name, const std::string& contents) const {
        const std::filesystem::path file = folder_ / name;
        std::ofstream(file) << contents;
        return file.string();
    }
    RaceModel& model() { return active_view<RaceView>(app()).model(); }

    std::filesystem::path folder_;
};

TEST_F(RaceRecordingTest, TheShippedOneIsShownWhereThereIsNoGpuAndCanBeTakenAway) {
    if (!model().machine().gpu.empty()) GTEST_SKIP() << "There is a GPU here.";
    ASSERT_NE(model().recordings.shown(), nullptr);
    EXPECT_THAT(model().recordings.shown()->label, HasSubstr("driver"));
    EXPECT_EQ(recorded().size(), 5U);  // three algorithms, the copy, and the host's loop
    EXPECT_TRUE(drive().has_item("race.plot"));
    const auto choose = [&](const char* row) {
        drive().key("L");
        app().items().focus = "race.recording";
        drive().key("Enter");
        drive().frames(3);
        drive().click_item(row);
        drive().frames(2);
        drive().key("L");
    };
    choose("race.recording.none");
    EXPECT_EQ(model().recordings.shown(), nullptr);
    EXPECT_TRUE(recorded().empty());
    choose("race.recording.0");
    EXPECT_EQ(recorded().size(), 5U);
}

TEST_F(RaceRecordingTest, ADroppedFileShowsItsPoints) {
    app().open("step");
    drive().settle();
    drive().drop(write("test.json", text));
    drive().settle();
    ASSERT_EQ(app().active().name(), "race");
    const RaceRecordings::Entry* entry = model().recordings.shown();
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->label, "Test GPU, driver 1.2.3");
    // The experiment and the types are those that the recording has points of.
    EXPECT_EQ(model().types(), (ElementTypes{ScalarType::f32, ScalarType::f32}));
    const std::vector<RaceCurve> lines = recorded();
    ASSERT_EQ(lines.size(), 2U);  // the scan and the copy
    for (const RaceCurve& line : lines) {
        EXPECT_TRUE(series_of(line, RaceMode::time, nullptr).dashed) << line.label;
        EXPECT_EQ(line.where, "recorded on a Test GPU");
        ASSERT_EQ(line.points.size(), 1U);
        EXPECT_EQ(line.points[0].side, 4096);
    }
    const auto rate = series_of(lines[0], RaceMode::throughput, nullptr);
    ASSERT_EQ(rate.points.size(), 1U);
    EXPECT_NEAR(rate.points[0].y, 2.0 * 4 * 4096 * 4096 / 2e-4, 1e9);
    // Nothing was measured here to compare with.
    EXPECT_TRUE(
        series_of(lines[0], RaceMode::speedup, baseline_of(model().curves(), lines[0])).points.empty());
    stop();
}

/// Targets and a race's sizes in one file: every size is a point of its line.
TEST_F(RaceRecordingTest, ARaceBesideTargetsIsInThePlot) {
    std::string rows;
    for (int n = 64; n <= 16384; n *= 2)
        rows +=
            std::string(rows.empty() ? "" : ",") +
            R"({"algorithm":"integral_image_raking","on":"gpu","type":"u32→u32","median_ms":0.1,"width":)" +
            std::to_string(n) + R"(,"height":)" + std::to_string(n) + "}";
    std::string both(text);
    both.insert(both.find("\"targets\""), "\"rows\":[" + rows + "],\n");
    model().open_recording(write("both.json", both));
    model().choose_experiment("Integral images");
    model().choose_types({ScalarType::u32, ScalarType::u32});
    const auto lines = recorded();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].points.size(), 9U);
}

TEST_F(RaceRecordingTest, ItStandsBesideWhatIsMeasuredHere) {
    model().open_recording(write("test.json", text));
    model().choose_sizes({.from = 16, .to = 32});
    model().start();
    model().finish();
    drive().settle();
    EXPECT_FALSE(model().results().extents().empty());
    for (const RaceCurve& curve : model().curves())
        if (curve.source == CurveSource::here) {
            EXPECT_FALSE(series_of(curve, RaceMode::time, nullptr).dashed);
        }
    EXPECT_TRUE(drive().has_item("race.plot"));
    EXPECT_TRUE(drive().has_item("race.table"));
    // No size in common: nothing is compared.
    EXPECT_TRUE(model().headline().challenger.empty());
}

TEST_F(RaceRecordingTest, ABrokenFileIsOneSentenceAndWhatWasShownStays) {
    drive().drop(write("test.json", text));
    drive().settle();
    const std::string broken = write("broken.json", std::string(text).substr(0, 100));
    drive().drop(broken);
    drive().settle();
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_THAT(app().notices().all().front(), HasSubstr("\"broken.json\" is not complete JSON"));
    ASSERT_NE(model().recordings.shown(), nullptr);
    EXPECT_EQ(model().recordings.shown()->label, "Test GPU, driver 1.2.3");
    EXPECT_THROW(check_openable(broken), Error);
    EXPECT_NO_THROW(check_openable(write("test.json", text)));
    drive().drop(write("test.json", text));
    drive().settle();
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(RaceRecordingTest, ItIsShownAgainNextTime) {
    driver_.reset();  // one App at a time
    const std::string file = write("test.json", text);
    const std::filesystem::path settings = folder_ / "settings.toml";
    {
        AppDriver first(1280, 800, {.settings_file = settings});
        first.settle();
        first.drop(file);
        first.settle();
    }
    AppDriver again(1280, 800, {.settings_file = settings});
    again.settle();
    const RaceModel& model = active_view<RaceView>(again.app()).model();
    ASSERT_NE(model.recordings.shown(), nullptr);
    EXPECT_EQ(model.recordings.shown()->path, file);
}

TEST_F(RaceRecordingTest, EveryWidthAndThemeDrawsIt) {
    driver_.reset();
    const std::string file = write("test.json", text);
    for (const auto& [width, height, theme] : test::sample("windows", windows_and_themes(), 5)) {
        AppDriver one(width, height, {.theme = theme});
        one.drop(file);
        one.settle();
        EXPECT_TRUE(one.has_item("race.plot")) << width;
    }
    const std::string png = (folder_ / "race.png").string();
    take_shot({.view = "race", .file = png, .open = file});
    EXPECT_GT(std::filesystem::file_size(png), 10000U);
}

}  // namespace
}  // namespace upsweep::app
