// The Playground's tasks without a window: their pictures are those of src/vision, the latest request wins,
// and what is stepped through is the user's own picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/playground/model/operation_task.h"
#include "app/playground/model/playground.h"
#include "core/error.h"
#include "emulator/trace/trace.h"
#include "media/samples.h"
#include "replay/data/cell_history.h"
#include "scenes/run_scene.h"
#include "vision/contrast.h"
#include "vision/difference.h"
#include "vision/filter_run.h"
#include "vision/threshold.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

class PlaygroundTasks : public testing::Test {
  protected:
    PlaygroundTasks()
        : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }),
          model(jobs),
          filter(jobs, vision::box_filter_operation),
          contrast(jobs, vision::contrast_operation),
          threshold(jobs, vision::threshold_operation),
          difference(jobs, vision::difference_operation) {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-tasks-XXXXXX").string();
        folder = mkdtemp(name.data());
        grey = media::find_sample("noise").draw({64, 48});
        media::save_image(folder / "grey.png", grey);
    }
    ~PlaygroundTasks() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    void open(const std::string& name) {
        model.open_file((folder / name).string());
        settle();
        ASSERT_TRUE(model.picture());
    }
    void open_colours() {
        for (const char* sample : {"noise", "spheres", "text"})
            colours.push_back(media::find_sample(sample).draw({40, 30}));
        media::save_image(folder / "colour.png", colours);
        open("colour.png");
    }
    static std::string beside(const OperationTask& task, int64_t x, int64_t y, std::string_view label) {
        const auto numbers = task.numbers(x, y);
        if (!numbers) return "nothing yet";
        for (const vision::NumberRow& row : numbers->beside)
            if (row.label == label) return row.value;
        return "no such row";
    }
    /// What Step shows there: the write of the cell, of the right run of the cut-out.
    void expect_step(const StepThrough& what, std::string_view slug) {
        const scenes::Scene scene = at_its_step(what).scene;
        EXPECT_EQ(scene.slug(), slug);
        EXPECT_EQ(scene.catalog().input_kind, scenes::InputKind::given);
        const scenes::RunScene run = scenes::run_scene(scene);
        EXPECT_TRUE(run.check.right) << run.check.message;
        const auto writes = replay::writes_of(*run.trace, {run.trace->plan.output.index, what.cell});
        ASSERT_FALSE(writes.empty());
        EXPECT_EQ(scene.step, writes.back().step + 1);
        EXPECT_GT(scene.step, 1);
    }

    std::vector<std::string> complaints;
    Jobs jobs;
    Playground model;
    OperationTask filter, contrast, threshold, difference;
    std::filesystem::path folder;
    Array grey;
    std::vector<Array> colours;
};

TEST_F(PlaygroundTasks, PassesAreThoseOfSmoothing) {
    model.work_on(filter);
    open("grey.png");
    filter.set("radius", 3);
    filter.set("passes", 3);
    settle();
    const std::vector<Array> channels = {grey};
    const auto expected =
        vision::smooth_picture(channels, {.filter = {.radius = 3}, .passes = 3}, backends::cpu());
    EXPECT_EQ(filter.made()->drawn->channels.front(), expected.channels.front());
    EXPECT_EQ(filter.label(), "box filter, r = 3, 3 passes");
    EXPECT_EQ(filter.file_tag(), "box-r3-x3");
    filter.set("passes", 9);
    EXPECT_EQ(filter.value("passes"), 3);
    filter.set("passes", 0);
    EXPECT_EQ(filter.value("passes"), 1);
    settle();
    EXPECT_EQ(filter.label(), "box filter, r = 3");
}

TEST_F(PlaygroundTasks, ColoursAreFilteredChannelByChannel) {
    model.work_on(filter);
    open_colours();
    ASSERT_EQ(model.picture()->drawn->channels, colours);
    ASSERT_TRUE(filter.made());
    ASSERT_EQ(filter.made()->drawn->channels.size(), 3U);
    for (size_t c = 0; c < 3; ++c)
        EXPECT_EQ(filter.made()->drawn->channels[c], vision::box_filter_direct(colours[c], 12)) << c;
    EXPECT_EQ(filter.made()->drawn->texture_channels, 4);
    EXPECT_EQ(filter.value_at(2, 1), filter.made()->drawn->text(2, 1));
    model.save_result((folder / "saved.png").string());
    settle();
    EXPECT_EQ(media::load_image(folder / "saved.png", {.keep_colour = true}).colour,
              filter.made()->drawn->channels);
    model.save_result((folder / "saved.pgm").string());
    settle();
    ASSERT_EQ(complaints.size(), 1U);
    EXPECT_THAT(complaints[0], HasSubstr("PGM holds only grey"));
}

TEST_F(PlaygroundTasks, ContrastShowsWhatVisionGives) {
    model.work_on(contrast);
    open("grey.png");
    contrast.set("radius", 4);
    for (const auto shows : {vision::ContrastPicture::deviation, vision::ContrastPicture::mean,
                             vision::ContrastPicture::normalised}) {
        contrast.set("shows", int(shows));
        settle();
        EXPECT_EQ(contrast.made()->drawn->channels.front(),
                  vision::contrast_of(grey, {4, shows}, backends::cpu()).picture());
        EXPECT_EQ(beside(contrast, 10, 7, "shown as"), contrast.value_at(10, 7));
        EXPECT_EQ(contrast.numbers(10, 7)->sections.at(2).note, "n = 81");
    }
    EXPECT_EQ(contrast.label(), "normalised, r = 4");
    contrast.set("radius", 1000);
    EXPECT_EQ(contrast.value("radius"), 255);
    settle();
    EXPECT_TRUE(complaints.empty()) << complaints.front();
}

TEST_F(PlaygroundTasks, ThresholdComparesWithTheMean) {
    model.work_on(threshold);
    open("grey.png");
    threshold.set("radius", 5);
    threshold.set("percent", 30);
    settle();
    const Array expected = vision::threshold_picture(grey, {5, 30}, backends::cpu()).picture();
    EXPECT_EQ(threshold.made()->drawn->channels.front(), expected);
    const auto pixels = expected.view<uint8_t>();
    EXPECT_EQ(threshold.made()->run.whole, std::count(pixels.begin(), pixels.end(), 0));
    for (const int64_t x : {0, 13, 63}) {
        const bool black = threshold.value_at(x, 20) == "0";
        EXPECT_EQ(beside(threshold, x, 20, "so it is"), black ? "black" : "white") << x;
        EXPECT_EQ(
            std::stod(beside(threshold, x, 20, "pixel")) < std::stod(beside(threshold, x, 20, "black below")),
            black)
            << x;
    }
    EXPECT_EQ(threshold.file_tag(), "threshold-r5-30");
    threshold.set("percent", 200);
    EXPECT_EQ(threshold.value("percent"), 100);
    settle();
}

TEST_F(PlaygroundTasks, DifferencesShowTheNumberItself) {
    model.work_on(difference);
    open("grey.png");
    difference.set("size", 1);
    for (int i = 0; i < reference::box_response_count; ++i) {
        const auto response = static_cast<vision::BoxResponse>(i);
        difference.set("response", i);
        settle();
        EXPECT_EQ(difference.made()->run.values.front(), reference::difference_of_boxes(grey, response, 9))
            << i;
        std::string value = beside(difference, 20, 20, "value");
        if (const auto minus = value.find("\u2212"); minus == 0) value.replace(0, 3, "-");
        EXPECT_EQ(value, difference.value_at(20, 20)) << i;
        EXPECT_FALSE(difference.numbers(20, 20)->sections.at(0).boxes.empty()) << i;
    }
    EXPECT_THAT(difference.numbers(2, 2)->sections.at(0).words, HasSubstr("reach beyond the picture"));
    EXPECT_EQ(difference.value_at(2, 2), "0");
    EXPECT_EQ(difference.value_at(64, 2), "");
    difference.set("size", 99);
    EXPECT_THAT(difference.file_tag(), HasSubstr("-195"));
    difference.set("size", -1);
    EXPECT_EQ(difference.value("size"), 0);
    EXPECT_THAT(difference.file_tag(), HasSubstr("surround-3"));
    settle();
    EXPECT_TRUE(complaints.empty());
}

TEST_F(PlaygroundTasks, AnotherTaskHasThePictureAtOnce) {
    model.work_on(filter);
    open("grey.png");
    model.work_on(threshold);
    EXPECT_FALSE(model.result());
    EXPECT_THAT(model.proposed_file(), HasSubstr("grey-threshold-r31-15.png"));
    settle();
    EXPECT_EQ(model.result(), threshold.result());
    // What the first one made is still there when it comes back.
    const auto before = filter.made();
    model.work_on(filter);
    EXPECT_EQ(model.result(), before->drawn);
    settle();
    EXPECT_EQ(filter.made(), before);
    // Of another picture nothing stays.
    model.work_on(threshold);
    open_colours();
    EXPECT_EQ(threshold.made()->drawn->extent(), (Extent{40, 30}));
    model.work_on(filter);
    EXPECT_FALSE(model.result());
    settle();
    EXPECT_EQ(filter.made()->drawn->extent(), (Extent{40, 30}));
}

TEST_F(PlaygroundTasks, StepsThroughThePixelOfTheUsersPicture) {
    model.work_on(filter);
    open("grey.png");
    const auto what = filter.step_through(63, 0);
    ASSERT_TRUE(what);
    EXPECT_EQ(*what->scene.catalog().input, cut_out(grey, {54, 0, 64, 8}));
    EXPECT_EQ(what->cell, 9);
    EXPECT_EQ(what->scene.catalog().parameters.option("radius"), 3);
    expect_step(*what, "box_filter");
    filter.set("radius", 1);
    EXPECT_EQ(filter.step_through(30, 20)->scene.catalog().parameters.option("radius"), 1);
    expect_step(*filter.step_through(30, 20), "box_filter");
}

TEST_F(PlaygroundTasks, EveryTaskStepsThroughItsEntry) {
    open("grey.png");
    model.work_on(contrast);
    expect_step(*contrast.step_through(30, 20), "local_statistics");
    threshold.set("percent", 20);
    model.work_on(threshold);
    const auto what = threshold.step_through(30, 20);
    EXPECT_EQ(what->scene.catalog().parameters.option("percent"), 20);
    expect_step(*what, "adaptive_threshold");
    model.work_on(difference);
    for (int i = 0; i < reference::box_response_count; ++i) {
        difference.set("response", i);
        EXPECT_EQ(difference.step_through(30, 20)->scene.catalog().parameters.option("response"), i);
    }
    expect_step(*difference.step_through(30, 20), "difference_of_boxes");
    settle();
}

TEST_F(PlaygroundTasks, PicturesSmallerThanACutOutAreTakenWhole) {
    media::save_image(folder / "tiny.png", media::find_sample("noise").draw({3, 2}));
    open("tiny.png");
    for (PlaygroundTask* task :
         std::initializer_list<PlaygroundTask*>{&filter, &contrast, &threshold, &difference}) {
        model.work_on(*task);
        settle();
        ASSERT_TRUE(task->result()) << task->name();
        const auto what = task->step_through(2, 1);
        ASSERT_TRUE(what) << task->name();
        EXPECT_EQ(what->scene.catalog().input->extent(), (Extent{3, 2})) << task->name();
        expect_step(*what, what->scene.slug());
    }
    EXPECT_TRUE(complaints.empty());
}

TEST(CutOut, StaysInThePicture) {
    const Extent picture{30, 20}, most{10, 8};
    EXPECT_EQ(cut_out_around(picture, most, 15, 10), (vision::Region{10, 6, 20, 14}));
    EXPECT_EQ(cut_out_around(picture, most, 0, 0), (vision::Region{0, 0, 10, 8}));
    EXPECT_EQ(cut_out_around(picture, most, 29, 19), (vision::Region{20, 12, 30, 20}));
    EXPECT_EQ(cut_out_around({4, 30}, most, 3, 2), (vision::Region{0, 0, 4, 8}));
}

TEST_F(PlaygroundTasks, OneAtATimeAndTheLatestWins) {
    std::atomic<int> runs = 0;
    std::atomic<bool> hold = true;
    LatestJob<int, int> job(jobs, "Doubling", [&](const int& request, Job&) {
        ++runs;
        while (hold) std::this_thread::yield();
        if (request < 0) throw Error("Less than nothing.");
        return 2 * request;
    });
    for (int request = 1; request <= 50; ++request) job.ask(request);
    EXPECT_FALSE(job.settled());
    hold = false;
    settle();
    EXPECT_EQ(runs, 2) << "the first, and the last of those that came meanwhile";
    EXPECT_EQ(*job.result(), 100);
    EXPECT_TRUE(job.settled());
    job.ask(50);
    settle();
    EXPECT_EQ(runs, 2) << "it is there";

    job.ask(-1);
    settle();
    EXPECT_EQ(complaints, std::vector<std::string>{"Less than nothing."});
    EXPECT_EQ(*job.result(), 100);
    job.ask(-1);
    settle();
    EXPECT_EQ(runs, 3) << "what failed is not tried again";
    job.ask(4);
    settle();
    EXPECT_EQ(*job.result(), 8);
}

TEST_F(PlaygroundTasks, WhatWasCancelledComesToNothingAndMayBeAskedAgain) {
    std::atomic<bool> hold = true;
    LatestJob<int, int> job(jobs, "Doubling", [&](const int& request, Job&) {
        while (hold) std::this_thread::yield();
        return 2 * request;
    });
    job.ask(1);
    EXPECT_TRUE(job.busy());
    job.cancel();
    EXPECT_FALSE(job.busy());
    hold = false;
    settle();
    EXPECT_FALSE(job.result());
    job.ask(1);
    settle();
    EXPECT_EQ(*job.result(), 2);
    job.forget();
    EXPECT_FALSE(job.result());
    job.ask(1);
    settle();
    EXPECT_EQ(*job.result(), 2);
}

TEST(PartsSentence, AddsUpWhatItSays) {
    PlaygroundPicture picture;
    EXPECT_EQ(
        parts_sentence(picture, "Two integral images", 0.5, "deviations", 1.5, 0),
        "Two integral images `500 µs`, deviations `1.5 ms` on the CPU: together `2.0 ms`, 500 pictures a "
        "second.");
    EXPECT_EQ(parts_sentence(picture, "Integral image", 400, "comparison", 500, 100),
              "Integral image `400 ms`, comparison `500 ms`, transfers `100 ms` on the CPU: "
              "together `1.0 s`.");
    EXPECT_EQ(parts_sentence(picture, "Integral image", 0, "comparison", 0, 0), "");
}

}  // namespace
}  // namespace upsweep::app
