// Tracking: the likelihoods are those of a likelihood map, the truth of drawn clips is followed, and what
// goes wrong is said.
#include "vision/tracker.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "media/clips.h"
#include "vision/helpers/tables.h"

namespace upsweep::vision {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A textured square of 24 pixels on a soft background.
Array square_at(int64_t left, int64_t top, Extent extent = {160, 120}) {
    static const Array noise = random_picture({24, 24}, 3);
    Array picture(ScalarType::u8, extent);
    for (int64_t i = 0; i < picture.count(); ++i)
        picture.set_number(i, double((i % extent.width) / 4 + (i / extent.width) / 6));
    for (int64_t y = 0; y < 24; ++y)
        for (int64_t x = 0; x < 24; ++x)
            if (left + x >= 0 && left + x < extent.width && top + y >= 0 && top + y < extent.height)
                picture.set_number((top + y) * extent.width + left + x, noise.number(y * 24 + x) / 2 + 100);
    return picture;
}

Region box_at(int64_t left, int64_t top) { return {left, top, left + 24, top + 24}; }

TEST(Tracker, LikelihoodsAreThoseOfALikelihoodMap) {
    const Array grey = random_picture({90, 70}, 9);
    const Region wanted{30, 20, 47, 33};
    for (const int bins : {2, 32, 100}) {
        TrackRequest request;
        request.features = {PictureFeature::intensity, PictureFeature::gradient_angle,
                            PictureFeature::curvature};
        request.bins = bins;
        request.search = 16;
        request.weighted = false;
        Tracker tracker(grey, wanted, request);
        const TrackedFrame frame = tracker.follow(grey);
        const LikelihoodRun all = likelihood_of(
            grey, {.features = request.features, .bins = bins, .wanted = wanted}, backends::cpu());
        ASSERT_EQ(frame.searched, (Region{14, 4, 63, 49}));
        const Extent places = frame.map.extent();
        for (int64_t y = 0; y < places.height; ++y)
            for (int64_t x = 0; x < places.width; ++x)
                ASSERT_EQ(frame.map.number(y * places.width + x),
                          all.fused.number((y + 4) * all.fused.extent().width + x + 14))
                    << bins << ": " << x << ", " << y;
        EXPECT_EQ(frame.window, wanted);
        EXPECT_EQ(frame.likelihood, 1);
        for (size_t i = 0; i < frame.features.size(); ++i) {
            EXPECT_EQ(frame.features[i].found, all.wanted_histograms[i]);
            EXPECT_EQ(frame.features[i].wanted, all.wanted_histograms[i]);
        }
    }
}

/// Colours of the background count less: the template's own are what is compared.
TEST(Tracker, WeightsTellTheTemplateFromWhatIsAroundIt) {
    const Array grey = square_at(60, 40);
    // Half of the template is background.
    const Region wanted{54, 28, 90, 76};
    TrackRequest request;
    request.features = {PictureFeature::intensity};
    const auto elsewhere = [&](bool weighted) {
        request.weighted = weighted;
        Tracker tracker(grey, wanted, request);
        const TrackedFrame frame = tracker.follow(grey);
        EXPECT_EQ(frame.window, wanted);
        return frame.map.number(0);
    };
    EXPECT_LT(elsewhere(true), elsewhere(false));
}

TEST(Tracker, FollowsASquareThatMoves) {
    for (const int features : {1, 3, 6}) {
        TrackRequest request;
        request.features.clear();
        for (int i = 0; i < features; ++i) request.features.push_back(PictureFeature(i));
        Tracker tracker(square_at(20, 30), box_at(20, 30), request);
        for (int64_t n = 1; n < 20; ++n) {
            const TrackedFrame frame = tracker.follow(square_at(20 + 5 * n, 30 + 2 * n));
            EXPECT_FALSE(frame.lost);
            EXPECT_LE(centre_distance(frame.window, box_at(20 + 5 * n, 30 + 2 * n)), 2) << n;
        }
    }
}

TEST(Tracker, SaysThatItIsLostAndGoesOnAndFindsItAgain) {
    const Array empty = square_at(-100, -100);
    Tracker tracker(square_at(20, 30), box_at(20, 30));
    int64_t n = 1;
    for (; n < 8; ++n) EXPECT_FALSE(tracker.follow(square_at(20 + 4 * n, 30)).lost);
    int64_t searched = 0;
    for (; n < 14; ++n) {
        const TrackedFrame frame = tracker.follow(empty);
        EXPECT_TRUE(frame.lost) << n;
        EXPECT_FALSE(frame.updated);
        // It should be where its motion led, and the search widens.
        EXPECT_NEAR(double(frame.window.x0), double(20 + 4 * n), 4);
        EXPECT_GE(frame.searched.count(), searched);
        searched = frame.searched.count();
    }
    const TrackedFrame back = tracker.follow(square_at(20 + 4 * n, 30));
    EXPECT_TRUE(back.found_again);
    EXPECT_FALSE(back.lost);
    EXPECT_LE(centre_distance(back.window, box_at(20 + 4 * n, 30)), 2);
    EXPECT_FALSE(tracker.follow(square_at(20 + 4 * (n + 1), 30)).found_again);
}

/// The sphere is of one colour, so that a larger window hardly looks better: it is held, not measured.
TEST(Tracker, HoldsWhatComesNearer) {
    const media::Clip& clip = media::find_clip("spheres");
    const auto region = [](const media::TruthBox& box) { return Region{box.x0, box.y0, box.x1, box.y1}; };
    Tracker tracker(clip.paint(0).grey, region(clip.box(clip.target, 0)));
    for (int64_t n = 3; n < 90; n += 3) {
        const TrackedFrame frame = tracker.follow(clip.paint(n).grey);
        EXPECT_GE(overlap(frame.window, region(clip.box(clip.target, n))), 0.3) << n;
    }
}

/// What the documentation promises of the clip: the trees hide the taxi, another one drives by, and
/// the first is found again.
TEST(Tracker, SurvivesTheOcclusionOnTheRoundabout) {
    const media::Clip& clip = media::find_clip("roundabout");
    const auto truth = [&](int64_t n) {
        const media::TruthBox box = clip.box("taxi", n);
        return Region{box.x0, box.y0, box.x1, box.y1};
    };
    Tracker tracker(clip.paint(0).grey, truth(0));
    int64_t lost = 0, again = -1;
    for (int64_t n = 1; n < 130; ++n) {
        const TrackedFrame frame = tracker.follow(clip.paint(n).grey);
        lost += frame.lost;
        if (frame.found_again) again = n;
        if (n > again && again > 0) {
            EXPECT_LE(centre_distance(frame.window, truth(n)), 8) << n;
        }
    }
    EXPECT_GE(lost, 8);
    EXPECT_GT(again, 100);
}

TEST(Tracker, FramesAreTheSameTheSecondTime) {
    const media::Clip& clip = media::find_clip("roundabout");
    std::vector<Array> frames;
    for (int64_t n = 0; n < 12; ++n) frames.push_back(clip.paint(n).grey);
    const auto run = [&] {
        Tracker tracker(frames.front(), {60, 60, 92, 92});
        std::vector<Array> maps;
        for (const Array& frame : frames) maps.push_back(tracker.follow(frame).map);
        return maps;
    };
    EXPECT_EQ(run(), run());
}

TEST(Tracker, TemplatesAtTheBorderAndOfTheWholePicture) {
    const Array grey = random_picture({40, 30}, 4);
    for (const Region wanted :
         {Region{0, 0, 40, 30}, Region{0, 0, 1, 1}, Region{39, 29, 40, 30}, Region{0, 10, 40, 20}}) {
        Tracker tracker(grey, wanted);
        for (int i = 0; i < 3; ++i) {
            const TrackedFrame frame = tracker.follow(grey);
            EXPECT_EQ(clipped(frame.window, grey.extent()), frame.window);
        }
    }
}

TEST(Tracker, WhatIsWrongIsASentence) {
    const Array grey = random_picture({40, 30}, 4);
    const auto with = [&](auto change, Region wanted = {1, 1, 9, 9}) {
        TrackRequest request;
        change(request);
        return [=] { Tracker tracker(grey, wanted, request); };
    };
    const auto usual = [](TrackRequest&) {};
    EXPECT_THAT(with(usual, {5, 5, 5, 9}), ThrowsMessage<UsageError>(HasSubstr("no pixels")));
    EXPECT_THAT(with(usual, {35, 5, 45, 9}),
                ThrowsMessage<UsageError>(HasSubstr("beyond the frame of 40 × 30")));
    EXPECT_THAT(with([](TrackRequest& r) { r.bins = 1; }),
                ThrowsMessage<UsageError>(HasSubstr("2 to 256 bins")));
    EXPECT_THAT(with([](TrackRequest& r) { r.search = 999; }), ThrowsMessage<UsageError>(HasSubstr("999")));
    EXPECT_THAT(with([](TrackRequest& r) { r.update = -1; }), ThrowsMessage<UsageError>(HasSubstr("-1")));
    EXPECT_THAT(with([](TrackRequest& r) { r.features.clear(); }),
                ThrowsMessage<UsageError>(HasSubstr("at least one")));
    Tracker tracker(grey, {1, 1, 9, 9});
    EXPECT_THAT(
        [&] {
            tracker.follow(random_picture({41, 30}, 4));
        },
        ThrowsMessage<UsageError>(HasSubstr("41 × 30 follows frames of 40 × 30")));
}

TEST(Tracker, ThePathIsDrawn) {
    std::vector<Array> channels(2, Array(ScalarType::u8, {60, 40}));
    for (Array& channel : channels)
        for (int64_t i = 0; i < channel.count(); ++i) channel.set_number(i, 77);
    draw_tracked(channels, {{{4, 6, 12, 10}, true}, {{20, 10, 40, 30}, false}});
    EXPECT_EQ(channels[0], channels[1]);
    const auto at = [&](int64_t x, int64_t y) { return channels[0].number(y * 60 + x); };
    for (const auto& [x, y] : {std::pair{8, 8}, {9, 8}, {8, 9}, {9, 9}})
        EXPECT_EQ(at(x, y), 0) << x;  // lost there
    for (const auto& [x, y] :
         {std::pair{30, 20}, {31, 21}, {20, 10}, {39, 29}, {20, 29}, {39, 10}, {30, 10}, {20, 20}})
        EXPECT_EQ(at(x, y), 255) << x << ", " << y;
    for (const auto& [x, y] : {std::pair{19, 9}, {40, 30}, {30, 9}, {40, 20}})
        EXPECT_EQ(at(x, y), 0) << x << ", " << y;
    for (const auto& [x, y] :
         {std::pair{7, 8}, {10, 8}, {8, 7}, {8, 10}, {29, 20}, {32, 20}, {21, 11}, {41, 31}, {4, 6}})
        EXPECT_EQ(at(x, y), 77) << x << ", " << y;
    // Dashed while it is lost: four pixels of eight.
    std::vector<Array> lost(1, Array(ScalarType::u8, {60, 40}));
    draw_tracked(lost, {{{20, 10, 40, 30}, true}});
    for (int64_t x = 21; x < 39; ++x) EXPECT_EQ(lost[0].number(10 * 60 + x), x % 8 < 4 ? 255 : 0) << x;
}

TEST(Tracker, OverlapAndDistance) {
    EXPECT_DOUBLE_EQ(overlap({0, 0, 10, 10}, {0, 0, 10, 10}), 1);
    EXPECT_DOUBLE_EQ(overlap({0, 0, 10, 10}, {5, 0, 15, 10}), 1.0 / 3);
    EXPECT_DOUBLE_EQ(overlap({0, 0, 10, 10}, {10, 0, 20, 10}), 0);
    EXPECT_DOUBLE_EQ(centre_distance({0, 0, 10, 10}, {3, 4, 13, 14}), 5);
}

}  // namespace
}  // namespace upsweep::vision
