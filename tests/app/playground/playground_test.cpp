// The Playground's model without a window: jobs run, the latest request wins, bad files change nothing.
#include "app/playground/model/playground.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/playground/model/box_filter_task.h"
#include "core/error.h"
#include "media/samples.h"
#include "vision/box_filter.h"
#include "vision/table.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

class PlaygroundModel : public testing::Test {
  protected:
    PlaygroundModel()
        : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }),
          model(jobs),
          filter(jobs) {
        model.work_on(filter);
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-playground-XXXXXX").string();
        folder = mkdtemp(name.data());
        small = media::find_sample("noise").draw({64, 48});
        media::save_image(folder / "small.png", small);
    }
    ~PlaygroundModel() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    /// Delivers until nothing runs.
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    void open_small() {
        model.open_file((folder / "small.png").string());
        settle();
        ASSERT_TRUE(model.picture());
    }

    std::vector<std::string> complaints;
    Jobs jobs;
    Playground model;
    BoxFilterTask filter;
    std::filesystem::path folder;
    Array small;
};

TEST_F(PlaygroundModel, StartsOnceWithTheFirstSample) {
    model.start();
    model.start();
    settle();
    ASSERT_TRUE(model.picture());
    EXPECT_EQ(model.picture()->sample, "spheres");
    EXPECT_EQ(filter.shown()[0], filter.value("radius"));
    EXPECT_NE(model.gpu_reason(), "Looking for a GPU.");
}

/// Of a pretended GPU: it is where the Playground begins, and where it fails, the CPU takes over and says
/// why.
TEST_F(PlaygroundModel, BeginsOnTheGpuWhereThereIsOne) {
    Playground with_gpu(jobs, [] { return std::string(); });
    BoxFilterTask task(jobs);
    with_gpu.work_on(task);
    with_gpu.start();
    settle();
    ASSERT_TRUE(with_gpu.picture());
    if (backends::gpu().missing().empty()) {
        EXPECT_EQ(&with_gpu.backend(), &backends::gpu());
        EXPECT_GT(with_gpu.picture()->cpu_table_ms, 0);
        return;
    }
    EXPECT_EQ(&with_gpu.backend(), &backends::cpu());
    EXPECT_EQ(with_gpu.picture()->on, &backends::cpu());
    EXPECT_EQ(with_gpu.gpu_reason(), backends::gpu().missing());
    EXPECT_TRUE(complaints.empty());
}

TEST_F(PlaygroundModel, WhereTheUserChoseToRunTheGpuDoesNotComeBetween) {
    std::atomic<bool> found{false};
    Playground with_gpu(jobs, [&] {
        while (!found) std::this_thread::yield();
        return std::string();
    });
    BoxFilterTask task(jobs);
    with_gpu.work_on(task);
    with_gpu.start();
    with_gpu.set_backend(backends::emulator());
    found = true;
    settle();
    EXPECT_NE(&with_gpu.backend(), &backends::gpu());
    EXPECT_TRUE(with_gpu.gpu_reason().empty());
}

TEST(PlaygroundTime, TheCpusTimeIsBesideTheGpus) {
    PlaygroundPicture picture;
    picture.algorithm = &find_algorithm("integral_image_one_pass");
    picture.on = &backends::gpu();
    picture.table_ms = 0.041, picture.transfer_ms = 1.2, picture.cpu_table_ms = 2.1;
    const SweepPoint point{12, 3.0, 4.241, std::nullopt};
    EXPECT_EQ(
        time_sentence(picture, &point),
        "Integral image on the GPU by “" + std::string(picture.algorithm->title) +
            "” `41 µs` and `1.2 ms` for transfers, box filter on one core of the CPU `3.0 ms`: together "
            "`4.2 ms` at r = 12. The CPU takes `2.1 ms` for the integral image.");
    EXPECT_THAT(parts_sentence(picture, "Two tables", 0.1, "deviations", 0.2, 1),
                testing::EndsWith(" on the GPU: together `1.3 ms`, 769 pictures a second. The CPU takes `2.1 "
                                  "ms` for the integral image."));
    picture.on = &backends::cpu(), picture.cpu_table_ms = 0;
    EXPECT_THAT(time_sentence(picture, &point), testing::EndsWith(" at r = 12."));
}

TEST_F(PlaygroundModel, OpensFiltersAndMeasures) {
    open_small();
    EXPECT_EQ(*model.picture()->grey, small);
    EXPECT_EQ(model.picture()->name, "small.png");
    EXPECT_EQ(filter.made()->drawn->channels.front(), vision::box_filter_direct(small, 12));
    EXPECT_GT(model.picture()->table_ms, 0);
    ASSERT_GE(filter.sweep().points().size(), 6U);
    EXPECT_GT(*filter.sweep().points().front().direct_ms, 0);
    EXPECT_FALSE(filter.sweep().running());
}

TEST_F(PlaygroundModel, TheSentenceSaysWhatThePlotRings) {
    open_small();
    filter.set("radius", 5);  // none of the usual radii: measured on its own
    settle();
    const SweepPoint* point = filter.sweep().at(5);
    ASSERT_TRUE(point);
    EXPECT_DOUBLE_EQ(point->integral_ms, model.picture()->table_ms + point->filter_ms);
    const std::string text = time_sentence(*model.picture(), point);
    EXPECT_THAT(text, HasSubstr("`" + milliseconds_text(point->integral_ms) + "` at r = 5."));
    EXPECT_THAT(text, HasSubstr("on the CPU by “" + std::string(model.picture()->algorithm->title) + "” `"));
    EXPECT_THAT(text, HasSubstr("box filter on one core of the CPU `"));
    for (size_t i = 1; i < filter.sweep().points().size(); ++i)
        EXPECT_LT(filter.sweep().points()[i - 1].radius, filter.sweep().points()[i].radius);
    filter.set("radius", 0);
    settle();
    EXPECT_TRUE(filter.sweep().at(0));
}

TEST_F(PlaygroundModel, TheDirectSumStopsAtItsLimit) {
    PlaygroundSweep sweep(jobs, 0);
    const vision::IntegralImage integral{
        vision::make_table(small, vision::usual_table_algorithm(backends::cpu()), backends::cpu(),
                           Convention::inclusive)
            .table,
        Convention::inclusive};
    sweep.start(std::make_shared<const Array>(small), std::make_shared<const vision::IntegralImage>(integral),
                1, 12);
    settle();
    ASSERT_GE(sweep.points().size(), 6U);
    ASSERT_TRUE(sweep.stopped());
    EXPECT_EQ(sweep.stopped()->radius, 1);
    for (const SweepPoint& point : sweep.points()) EXPECT_EQ(point.direct_ms.has_value(), point.radius == 1);
    open_small();
    EXPECT_EQ(filter.sweep().stopped(), nullptr);
    for (const SweepPoint& point : filter.sweep().points())
        EXPECT_TRUE(point.direct_ms) << "radius " << point.radius;
}

TEST_F(PlaygroundModel, TheEmulatorFiltersASmallPicture) {
    open_small();
    EXPECT_EQ(model.emulator_reason(), "");
    model.set_backend(backends::emulator());
    settle();
    EXPECT_EQ(model.picture()->on, &backends::emulator());
    EXPECT_EQ(filter.made()->drawn->channels.front(), vision::box_filter_direct(small, 12));
    // It has no time to show beside that of a GPU.
    EXPECT_TRUE(filter.sweep().points().empty());
    EXPECT_THAT(time_sentence(*model.picture(), nullptr), HasSubstr("emulator"));
    EXPECT_THAT(parts_sentence(*model.picture(), "Table", 0, "filter", 0, 0), HasSubstr("emulator"));
    EXPECT_TRUE(complaints.empty());
}

TEST_F(PlaygroundModel, WhatIsTooLargeForTheEmulatorGoesToTheCpu) {
    struct Modest : BoxFilterTask {
        using BoxFilterTask::BoxFilterTask;
        int64_t most_emulated_pixels() const override { return 3000; }
    } modest(jobs);
    open_small();
    model.set_backend(backends::emulator());
    settle();
    // Another task that takes less.
    model.work_on(modest);
    settle();
    EXPECT_EQ(&model.backend(), &backends::cpu());
    EXPECT_EQ(model.picture()->on, &backends::cpu());
    EXPECT_EQ(modest.made()->drawn->channels.front(), vision::box_filter_direct(small, 12));
    EXPECT_THAT(model.emulator_reason(), HasSubstr("at most 3 000 pixels"));
    EXPECT_THAT(model.emulator_reason(), HasSubstr("this picture has 3 072."));
    model.set_backend(backends::emulator());
    EXPECT_EQ(&model.backend(), &backends::cpu());
    // Another picture that is larger.
    media::save_image(folder / "smaller.png", media::find_sample("noise").draw({50, 40}));
    model.open_file((folder / "smaller.png").string());
    settle();
    model.set_backend(backends::emulator());
    settle();
    EXPECT_EQ(model.picture()->on, &backends::emulator());
    open_small();
    EXPECT_EQ(&model.backend(), &backends::cpu());
    EXPECT_EQ(model.picture()->on, &backends::cpu());
    model.work_on(filter);
}

TEST(PlaygroundTime, SaysWhichPartRanOnTheGpu) {
    Algorithm kernel;
    kernel.title = "Scan, transpose, scan";
    PlaygroundPicture picture;
    picture.algorithm = &kernel;
    picture.on = &backends::gpu();
    picture.table_ms = 0.0515;
    picture.transfer_ms = 1.23;
    const SweepPoint point{12, 2, 3.2815, std::nullopt};
    EXPECT_EQ(time_sentence(picture, &point),
              "Integral image on the GPU by “Scan, transpose, scan” `52 µs` and `1.2 ms` for transfers, box "
              "filter on one core of the CPU `2.0 ms`: together `3.3 ms` at r = 12.");
    EXPECT_EQ(time_sentence(picture, nullptr), "");
}

TEST(PlaygroundTime, NumbersAsPeopleReadThem) {
    EXPECT_EQ(milliseconds_text(0.0000421), "42 ns");
    EXPECT_EQ(milliseconds_text(0.0042), "4.2 µs");
    EXPECT_EQ(milliseconds_text(0.094), "94 µs");
    EXPECT_EQ(milliseconds_text(0.9996), "1.0 ms");
    EXPECT_EQ(milliseconds_text(2.61), "2.6 ms");
    EXPECT_EQ(milliseconds_text(120.4), "120 ms");
    EXPECT_EQ(milliseconds_text(3400), "3.4 s");
}

TEST_F(PlaygroundModel, TheLatestRadiusWins) {
    open_small();
    for (int radius = 0; radius <= 40; ++radius) filter.set("radius", radius);
    settle();
    EXPECT_EQ(filter.shown()[0], 40);
    EXPECT_EQ(filter.made()->drawn->channels.front(), vision::box_filter_direct(small, 40));
    filter.set("radius", -5);
    EXPECT_EQ(filter.value("radius"), 0);
    filter.set("radius", 999);
    EXPECT_EQ(filter.value("radius"), 255);
    settle();
}

TEST_F(PlaygroundModel, TheLatestPictureWins) {
    model.open_sample("text");
    model.open_file((folder / "small.png").string());
    settle();
    EXPECT_EQ(model.picture()->name, "small.png");
    EXPECT_EQ(filter.made()->drawn->channels.front().extent(), small.extent());
}

TEST_F(PlaygroundModel, ABadFileIsASentenceAndChangesNothing) {
    open_small();
    std::ofstream(folder / "words.png") << "just words";
    const auto before = model.picture();
    model.open_file((folder / "words.png").string());
    settle();
    EXPECT_EQ(model.picture(), before);
    ASSERT_EQ(complaints.size(), 1U);
    EXPECT_THAT(complaints[0], HasSubstr("not a picture"));
    EXPECT_FALSE(model.opening().busy());
}

TEST_F(PlaygroundModel, RegionIsOrderedClippedAndCounted) {
    open_small();
    model.set_region({30, 40, -5, 10});
    settle();
    ASSERT_TRUE(model.region());
    EXPECT_EQ(*model.region(), (vision::Region{0, 10, 30, 40}));
    EXPECT_EQ(model.region_histogram(), vision::region_histogram(small, {0, 10, 30, 40}));
    model.set_region({5, 5, 5, 9});
    EXPECT_FALSE(model.region());
}

TEST_F(PlaygroundModel, PointerStaysOnThePicture) {
    open_small();
    model.point_at(1000, -4);
    EXPECT_EQ(model.pointer_x(), 63);
    EXPECT_EQ(model.pointer_y(), 0);
}

TEST_F(PlaygroundModel, AnotherAlgorithmGivesTheSameResult) {
    open_small();
    for (const Algorithm* algorithm : vision::table_algorithms(backends::cpu())) {
        model.set_algorithm(*algorithm);
        settle();
        EXPECT_EQ(model.picture()->algorithm, algorithm);
        EXPECT_EQ(filter.made()->drawn->channels.front(), vision::box_filter_direct(small, 12))
            << algorithm->slug;
    }
}

TEST_F(PlaygroundModel, WithoutAGpuTheCpuStays) {
    model.start();
    settle();
    if (model.gpu_reason().empty()) GTEST_SKIP() << "there is a GPU";
    model.set_backend(backends::gpu());
    EXPECT_EQ(&model.backend(), &backends::cpu());
}

TEST_F(PlaygroundModel, SavesWithoutOverwriting) {
    open_small();
    EXPECT_EQ(model.proposed_file(), (folder / "small-box-r12.png").string());
    for (const char* name : {"small-box-r12.png", "small-box-r12-2.png"}) {
        model.save_result(model.proposed_file());
        settle();
        EXPECT_EQ(model.saved(), (folder / name).string());
        EXPECT_EQ(media::load_image(folder / name).grey, filter.made()->drawn->channels.front());
    }
    model.save_result((folder / "no/such/place.png").string());
    settle();
    ASSERT_EQ(complaints.size(), 1U);
    EXPECT_THAT(complaints[0], HasSubstr("Cannot write"));
}

TEST(PlaygroundCamera, FitsZoomsAtTheCursorAndPans) {
    PlaygroundCamera camera;
    camera.set_view(100, 50, 800, 400);
    camera.set_picture({1600, 400});
    EXPECT_DOUBLE_EQ(camera.zoom(), 0.5);
    EXPECT_TRUE(camera.fitted());
    const PlanePoint cursor{300, 200};
    const PlanePoint before = camera.to_picture(cursor);
    camera.zoom_at(cursor, 3);
    const PlanePoint after = camera.to_picture(cursor);
    EXPECT_NEAR(before.x, after.x, 1e-9);
    EXPECT_NEAR(before.y, after.y, 1e-9);
    EXPECT_DOUBLE_EQ(camera.zoom(), 1.5);
    EXPECT_FALSE(camera.fitted());
    camera.pan(30, -15);
    EXPECT_NEAR(camera.to_picture(cursor).x, after.x - 20, 1e-9);
    EXPECT_NEAR(camera.to_picture(cursor).y, after.y + 10, 1e-9);
    const PlanePoint there = camera.to_window(camera.to_picture(cursor));
    EXPECT_NEAR(there.x, cursor.x, 1e-9);
    camera.actual_size();
    EXPECT_DOUBLE_EQ(camera.zoom(), 1);
    for (int i = 0; i < 100; ++i) camera.pan(500, 500);
    EXPECT_GE(camera.to_picture({500, 250}).x, 0);
    camera.fit();
    camera.set_view(0, 0, 1600, 800);
    EXPECT_DOUBLE_EQ(camera.zoom(), 1);
}

}  // namespace
}  // namespace upsweep::app
