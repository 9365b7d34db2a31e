// The likelihood task without a window: the latest template wins, and a map belongs to what was asked.
#include "app/playground/model/likelihood_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "media/samples.h"
#include "replay/data/cell_history.h"
#include "scenes/run_scene.h"
#include "vision/helpers/integral_histogram.h"

namespace upsweep::app {
namespace {

using vision::PictureFeature;

/// The picture itself, or its negative.
Array plain_plane(const Array& grey, PictureFeature feature) {
    Array plane = grey;
    if (feature != PictureFeature::intensity)
        for (uint8_t& value : plane.view<uint8_t>()) value = uint8_t(255 - value);
    return plane;
}

/// By the tables of `integral_histogram.h`, bins of equal width.
vision::LikelihoodRun plain_search(const Array& grey, const vision::LikelihoodRequest& request) {
    vision::LikelihoodRun run;
    for (const PictureFeature feature : request.features) {
        const auto tables = vision::integral_histogram(plain_plane(grey, feature), request.bins);
        run.wanted_histograms.push_back(tables.histogram(request.wanted));
        run.maps.push_back(vision::likelihood_map(tables, run.wanted_histograms.back(),
                                                  {request.wanted.width(), request.wanted.height()},
                                                  request.measure));
        Array& binned = run.binned.emplace_back(plain_plane(grey, feature));
        for (uint8_t& value : binned.view<uint8_t>()) value = uint8_t(value * request.bins / 256);
        auto& edges = run.bin_edges.emplace_back();
        for (int bin = 0; bin <= request.bins; ++bin) edges.push_back(256 * bin / request.bins);
    }
    run.fused = run.maps.front();
    for (size_t i = 1; i < run.maps.size(); ++i)
        for (size_t at = 0; at < run.fused.view<float>().size(); ++at)
            run.fused.view<float>()[at] *= run.maps[i].view<float>()[at];
    const auto best = vision::most_likely(run.fused);
    run.best = {best.x, best.y, best.x + request.wanted.width(), best.y + request.wanted.height()};
    run.best_value = best.likelihood;
    run.planes_ms = 0.5, run.tensor_ms = 1, run.map_ms = 2;
    return run;
}

std::vector<vision::BinCount> plain_window(const vision::LikelihoodRun& run,
                                           const vision::LikelihoodRequest& request, size_t feature,
                                           int64_t x, int64_t y) {
    const auto counts =
        reference::count_bins(run.binned[feature], {request.bins, request.bins},
                              {x, y, x + request.wanted.width(), y + request.wanted.height()});
    std::vector<vision::BinCount> bins;
    for (size_t i = 0; i < counts.size(); ++i) {
        const uint32_t wanted = run.wanted_histograms[feature][i];
        bins.push_back({{0, 0, 0, counts[i]},
                        counts[i],
                        wanted,
                        reference::likeness({wanted}, {counts[i]}, request.measure, 1)});
    }
    return bins;
}

std::shared_ptr<const PlaygroundPicture> as_picture(Array grey) {
    auto picture = std::make_shared<PlaygroundPicture>();
    picture->grey = std::make_shared<const Array>(std::move(grey));
    return picture;
}

class LikelihoodTaskTest : public testing::Test {
  protected:
    LikelihoodTaskTest()
        : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }) {
        picture = as_picture(media::find_sample("spheres").draw({64, 48}));
    }
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    std::unique_ptr<LikelihoodTask> started() {
        auto task = std::make_unique<LikelihoodTask>(jobs, work);
        task->take(picture);
        return task;
    }

    std::vector<std::string> complaints;
    std::shared_ptr<const PlaygroundPicture> picture;
    std::atomic<int> searches = 0;
    LikelihoodTask::Work work{[this](const Array& grey, const vision::LikelihoodRequest& request,
                                     const backends::Backend&, const std::atomic<bool>*) {
                                  ++searches;
                                  return plain_search(grey, request);
                              },
                              plain_plane, plain_window};
    Jobs jobs;  // last: its threads use the members above
};

TEST_F(LikelihoodTaskTest, TheTemplateIsItsOwnBestMatchAndAnotherStandsElsewhere) {
    const auto task = started();
    EXPECT_FALSE(task->result());
    settle();
    EXPECT_TRUE(task->current());
    const LikelihoodFound& found = *task->found();
    EXPECT_EQ(found.request.wanted, task->request().wanted);
    EXPECT_EQ(found.run.best_value, 1);
    EXPECT_EQ(value_at(found.run.fused, found.request.wanted), 1);
    ASSERT_TRUE(found.elsewhere);
    EXPECT_LT(found.elsewhere->value, 1);
    EXPECT_DOUBLE_EQ(found.milliseconds(), 3.5);
    EXPECT_EQ(found.thumbs.size(), 2U);
    EXPECT_TRUE(task->result()->lies_over());
}

TEST_F(LikelihoodTaskTest, EachPlaceIsDrawnAtItsWindowsMiddle) {
    const auto task = started();
    task->set_wanted({10, 10, 17, 16});
    settle();
    ASSERT_TRUE(task->result()->place);
    const vision::Region place = *task->result()->place;
    EXPECT_EQ((Extent{place.width(), place.height()}), task->found()->run.fused.extent());
    // What is read at a place is the window about it.
    for (const auto& [x, y] : {std::pair(30, 20), {3, 3}, {60, 44}}) {
        const Array& map = task->found()->run.fused;
        EXPECT_EQ(place.x0, 3);
        EXPECT_EQ(task->value_at(x, y),
                  likelihood_text(
                      map.number(std::clamp(y - 3, 0, 42) * map.extent().width + std::clamp(x - 3, 0, 57))));
    }
    EXPECT_EQ(task->value_at(64, 0), "");
    task->set("opacity", 40);
    settle();
    EXPECT_EQ(task->result()->channels[3].number(0), 102);
    EXPECT_EQ(task->to_save()->channels.size(), 3U);
}

TEST_F(LikelihoodTaskTest, TheLatestTemplateWins) {
    const auto task = started();
    for (int64_t x = 0; x < 30; ++x) task->set_wanted({x, 4, x + 12, 20});
    EXPECT_FALSE(task->current());
    settle();
    EXPECT_TRUE(task->current());
    EXPECT_EQ(task->found()->request.wanted, (vision::Region{29, 4, 41, 20}));
    EXPECT_EQ(task->found()->run.fused, plain_search(*picture->grey, task->request()).fused);
    EXPECT_LE(searches, 3);
    // A map that is no longer what was asked says so.
    EXPECT_EQ(task->label(), "likelihood");
    task->set_wanted({0, 0, 9, 9});
    EXPECT_EQ(task->label(), "likelihood, before the change");
    EXPECT_EQ(task->result()->place->x0, 6);
    settle();
    EXPECT_EQ(task->label(), "likelihood");
}

TEST_F(LikelihoodTaskTest, ASlowSearchIsGivenUpForANewerOne) {
    std::atomic<int> given_up = 0;
    work.search = [&](const Array& grey, const vision::LikelihoodRequest& request, const backends::Backend&,
                      const std::atomic<bool>* cancel) {
        if (request.bins == 64)
            while (true) {
                if (*cancel) {
                    ++given_up;
                    throw Cancelled();
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        vision::LikelihoodRun run = plain_search(grey, request);
        run.map_ms = 5000;
        return run;
    };
    const auto task = started();
    settle();
    task->set_bins(64);
    task->set_bins(16);
    settle();
    EXPECT_EQ(given_up, 1);
    EXPECT_EQ(task->found()->request.bins, 16);
    task->set_bins(64);
    EXPECT_FALSE(task->current());
    task->leave();
    settle();
    EXPECT_EQ(given_up, 2);
    EXPECT_EQ(task->found()->request.bins, 16);
    // Back in front, it continues with the request.
    task->set_bins(8);
    task->take(picture);
    settle();
    EXPECT_TRUE(task->current());
}

TEST_F(LikelihoodTaskTest, WhatFailsIsSaidAndTheNextRequestIsTriedAgain) {
    work.search = [](const Array& grey, const vision::LikelihoodRequest& request, const backends::Backend&,
                     const std::atomic<bool>*) {
        if (request.bins == 256) throw UsageError("Too many bins for this memory; take fewer.");
        return plain_search(grey, request);
    };
    const auto task = started();
    settle();
    const auto before = task->found();
    task->set_bins(256);
    settle();
    EXPECT_EQ(task->complaint(), "Too many bins for this memory; take fewer.");
    EXPECT_EQ(task->found(), before);
    EXPECT_FALSE(task->current());
    EXPECT_TRUE(complaints.empty());
    task->set_bins(128);
    settle();
    EXPECT_EQ(task->complaint(), "");
    EXPECT_TRUE(task->current());
}

TEST_F(LikelihoodTaskTest, FeaturesAreFusedByProductAndTheLastStays) {
    const auto task = started();
    task->toggle(PictureFeature::orientation);
    task->toggle(PictureFeature::gradient_angle);
    settle();
    EXPECT_THAT(task->request().features,
                testing::ElementsAre(PictureFeature::intensity, PictureFeature::gradient_angle,
                                     PictureFeature::orientation));
    const LikelihoodFound& found = *task->found();
    ASSERT_EQ(found.run.maps.size(), 3U);
    EXPECT_EQ(found.thumbs.size(), 4U);
    EXPECT_EQ(*found.planes.at(PictureFeature::orientation).pixels,
              plain_plane(*picture->grey, PictureFeature::orientation));
    for (const PictureFeature feature : all_features)
        if (task->has(feature)) task->toggle(feature);
    EXPECT_EQ(task->request().features.size(), 1U);
}

TEST_F(LikelihoodTaskTest, BinsArePowersOfTwo) {
    const auto task = started();
    for (const auto& [asked, given] : {std::pair(0, 8), {8, 8}, {11, 8}, {13, 16}, {100, 128}, {999, 256}}) {
        task->set_bins(asked);
        EXPECT_EQ(task->request().bins, given) << asked;
    }
    settle();
}

TEST_F(LikelihoodTaskTest, TheTemplateStaysInsideThePicture) {
    const auto task = started();
    task->set_wanted({70, 20, 50, 10});
    EXPECT_EQ(task->request().wanted, (vision::Region{50, 10, 64, 20}));
    task->set_wanted({3, 3, 3, 9});
    EXPECT_EQ(task->request().wanted, (vision::Region{50, 10, 64, 20}));
    settle();
}

TEST_F(LikelihoodTaskTest, AnotherPictureKeepsATemplateThatFits) {
    const auto task = started();
    task->set_wanted({10, 10, 20, 20});
    settle();
    const auto first = task->found();
    task->take(as_picture(media::find_sample("noise").draw({30, 30})));
    EXPECT_FALSE(task->result());
    EXPECT_FALSE(task->found());
    settle();
    EXPECT_EQ(task->request().wanted, (vision::Region{10, 10, 20, 20}));
    EXPECT_NE(task->found()->run.fused, first->run.fused);
    task->take(as_picture(media::find_sample("noise").draw({1, 1})));
    settle();
    EXPECT_EQ(task->request().wanted, (vision::Region{0, 0, 1, 1}));
    EXPECT_EQ(task->found()->run.best_value, 1);
    EXPECT_FALSE(task->found()->elsewhere);
}

TEST_F(LikelihoodTaskTest, TheWindowUnderThePointerIsWhatTheMapSays) {
    const auto task = started();
    task->set_measure(vision::Measure::bhattacharyya);
    settle();
    for (const auto& [x, y] : {std::pair(0, 0), {40, 20}, {63, 47}}) {
        task->point_at(x, y);
        settle();
        const LikelihoodFound& found = *task->found();
        const auto* looked = task->looked_at();
        ASSERT_TRUE(looked);
        EXPECT_EQ(looked->of, task->found());
        EXPECT_EQ(looked->window, task->window());
        EXPECT_NEAR(likeness_of(task->looked_at_bins(), found.request.wanted.count()),
                    value_at(found.run.fused, task->window()), 1e-5)
            << x;
    }
    task->point_at(-5, 999);
    EXPECT_EQ(task->window().x0, 0);
    EXPECT_EQ(task->window().y1, 48);
    settle();
}

TEST_F(LikelihoodTaskTest, TheWindowBeforeStaysWhileTheNextIsCounted) {
    const auto task = started();
    EXPECT_FALSE(task->looked_at());
    settle();
    const vision::Region before = task->window();
    task->point_at(60, 40);
    ASSERT_TRUE(task->looked_at());
    EXPECT_EQ(task->looked_at()->window, before);
    EXPECT_NE(task->window(), before);
    settle();
    EXPECT_EQ(task->looked_at()->window, task->window());
}

TEST_F(LikelihoodTaskTest, TheBinIsThePixelsUntilOneIsChosen) {
    const auto task = started();
    EXPECT_EQ(task->bin(), -1);
    settle();
    task->point_at(40, 20);
    const int own = task->bin();
    EXPECT_EQ(own, int(picture->grey->number(20 * 64 + 40)) * 32 / 256);
    task->look_at_bin(31);
    EXPECT_EQ(task->bin(), 31);
    task->look_at_bin(400);
    EXPECT_EQ(task->bin(), 31);
    task->look_at_bin(std::nullopt);
    EXPECT_EQ(task->bin(), own);
    settle();
}

TEST_F(LikelihoodTaskTest, AFeatureIsShownLargeWhileItIsSearched) {
    const auto task = started();
    task->toggle(PictureFeature::curvature);
    settle();
    EXPECT_EQ(&task->shown_map(), &task->found()->run.fused);
    EXPECT_EQ(task->counted(), 0U);
    EXPECT_EQ(task->label(), "likelihood");
    task->show_feature(PictureFeature::curvature);
    settle();
    EXPECT_EQ(&task->shown_map(), &task->found()->run.maps[1]);
    EXPECT_EQ(task->counted(), 1U);
    EXPECT_EQ(task->label(), "likelihood by curvature");
    EXPECT_EQ(task->shown_heat().high, heat_picture(task->found()->run.maps[1]).high);
    EXPECT_EQ(task->result()->channels[0], heat_picture(task->found()->run.maps[1]).colours[0]);
    task->show_feature(PictureFeature::curvature, true);
    settle();
    EXPECT_TRUE(task->shows_plane());
    EXPECT_EQ(task->label(), "curvature");
    EXPECT_TRUE(task->result()->grey());
    EXPECT_EQ(task->result()->channels[0], plain_plane(*picture->grey, PictureFeature::curvature));
    EXPECT_EQ(task->value_at(3, 2), task->result()->text(3, 2));
    task->toggle(PictureFeature::curvature);
    settle();
    EXPECT_FALSE(task->shown_feature());
    EXPECT_FALSE(task->shows_plane());
    EXPECT_EQ(&task->shown_map(), &task->found()->run.fused);
}

TEST_F(LikelihoodTaskTest, StepOpensTheCutOutAtThePointer) {
    const auto task = started();
    EXPECT_FALSE(task->step_through(30, 20));
    task->set_bins(8);
    task->set_measure(vision::Measure::bhattacharyya);
    settle();
    const auto what = task->step_through(30, 20);
    const scenes::Scene& scene = what->scene;
    EXPECT_EQ(scene.slug(), "likelihood_map");
    EXPECT_EQ(scene.catalog().parameters.option("bins"), 8);
    EXPECT_EQ(scene.catalog().parameters.option("measure"), 1);
    EXPECT_EQ(scene.catalog().input->number(0),
              picture->grey->number((20 - scene.catalog().parameters.extent.height / 2) * 64 + 30 -
                                    scene.catalog().parameters.extent.width / 2));
    // The window of 4 x 3 about pixel (5, 4) of the cut-out begins at (3, 3), of 7 places a row.
    EXPECT_EQ(what->cell, 3 * 7 + 3);
}

TEST_F(LikelihoodTaskTest, StepStandsWhereTheWindowsLikelihoodIsWritten) {
    const auto task = started();
    settle();
    for (const auto& [x, y] : {std::pair{30, 20}, {0, 0}, {63, 47}, {33, 2}}) {
        const auto what = task->step_through(x, y);
        const SteppedThrough found = at_its_step(*what);
        EXPECT_FALSE(found.look);
        const scenes::RunScene run = scenes::run_scene(found.scene);
        EXPECT_TRUE(run.check.right) << run.check.message;
        ASSERT_GT(found.scene.step, 0);
        // The step just done writes that place, and no other step does.
        const auto writes = replay::writes_of(*run.trace, {run.trace->plan.output.index, what->cell});
        ASSERT_EQ(writes.size(), 1U);
        EXPECT_EQ(writes[0].step + 1, found.scene.step) << x << ", " << y;
    }
}

}  // namespace
}  // namespace upsweep::app
