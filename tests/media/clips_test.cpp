// The built-in clips: the same bytes everywhere, any frame by itself, and truth that the pictures agree with.
#include "media/clips.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::media {
namespace {

using testing::HasSubstr;

/// The mean difference of two frames' greys in a box, inside the picture.
double change_in(const Array& a, const Array& b, const TruthBox& box) {
    const Extent extent = a.extent();
    double sum = 0, count = 0;
    for (int64_t y = std::max<int64_t>(0, box.y0); y < std::min(extent.height, box.y1); ++y)
        for (int64_t x = std::max<int64_t>(0, box.x0); x < std::min(extent.width, box.x1); ++x) {
            sum += std::abs(a.number(y * extent.width + x) - b.number(y * extent.width + x));
            ++count;
        }
    return count > 0 ? sum / count : 0;
}

TEST(Clips, FramesHaveTheClipsExtentAndAreTheSameTheSecondTime) {
    for (const Clip& clip : clips()) {
        const Array one = clip.paint(7).grey;
        EXPECT_EQ(one.extent(), clip.extent) << clip.slug;
        EXPECT_NE(one, clip.paint(clip.frames - 1).grey) << clip.slug;
        EXPECT_EQ(one, clip.paint(7).grey) << clip.slug;
        EXPECT_EQ(clip.extent.width % 2 + clip.extent.height % 2, 0)
            << clip.slug << ": films need even sides";
    }
}

TEST(Clips, OfPeopleComeInAnySize) {
    EXPECT_EQ(draw_people_frame("crowd", 5, {1280, 720}), find_clip("crowd").paint(5).grey);
    EXPECT_EQ(draw_people_frame("class", 155, {320, 213}), draw_people_frame("class", 5, {320, 213}));
    EXPECT_THROW(draw_people_frame("spheres", 1, {64, 64}), UsageError);
}

TEST(Clips, EachNameIsInEveryFrameOnce) {
    for (const Clip& clip : clips()) {
        std::vector<std::string> names;
        for (const TruthBox& box : clip.truth(0)) names.emplace_back(box.name);
        EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size()) << clip.slug;
        EXPECT_THAT(names, testing::Contains(std::string(clip.target))) << clip.slug;
        for (int64_t n = 0; n < clip.frames; n += 9) {
            const std::vector<TruthBox> boxes = clip.truth(n);
            ASSERT_EQ(boxes.size(), names.size()) << clip.slug << " " << n;
            for (size_t i = 0; i < boxes.size(); ++i) {
                EXPECT_EQ(boxes[i].name, names[i]);
                EXPECT_TRUE(boxes[i].visible >= 0 && boxes[i].visible <= 1) << boxes[i].visible;
            }
        }
        // What is to be followed is whole in the picture at first.
        const TruthBox first = clip.box(clip.target, 0);
        EXPECT_EQ(first.visible, 1) << clip.slug;
        EXPECT_EQ(share_in_picture(first, clip.extent), 1) << clip.slug;
    }
}

/// Between two frames the picture changes where the thing was and is, more than elsewhere.
TEST(Clips, ThePictureChangesWhereTheTruthMoves) {
    for (const Clip& clip : clips()) {
        const Array before = clip.paint(10).grey, after = clip.paint(16).grey;
        const TruthBox all{"", 0, 0, clip.extent.width, clip.extent.height};
        EXPECT_GT(change_in(before, after, clip.box(clip.target, 10)), change_in(before, after, all))
            << clip.slug;
        EXPECT_GT(change_in(before, after, clip.box(clip.target, 16)), change_in(before, after, all))
            << clip.slug;
    }
}

TEST(Clips, TheTaxiIsHiddenForAWhileAndComesBack) {
    const Clip& clip = find_clip("roundabout");
    int64_t hidden = 0, first = -1, back = -1;
    for (int64_t n = 0; n < clip.frames; ++n) {
        const float visible = clip.box("taxi", n).visible;
        if (visible == 0 && back < 0) {
            first = first < 0 ? n : first;
            ++hidden;
        } else if (first >= 0 && back < 0 && visible == 1) {
            back = n;
        }
    }
    EXPECT_GE(hidden, 8);
    EXPECT_GT(first, 60);
    EXPECT_GT(back, first);
    // Hidden means hidden: the picture there is that of the trees, whatever the frame.
    const TruthBox box = clip.box("taxi", first + hidden / 2);
    EXPECT_LT(change_in(clip.paint(first + hidden / 2).grey, clip.paint(20).grey, box), 1.5);
}

TEST(Clips, SomeoneWalksOutOfTheClass) {
    const Clip& clip = find_clip("class");
    EXPECT_EQ(clip.box("front 4", 0).visible, 1);
    EXPECT_EQ(clip.box("front 4", clip.frames - 1).visible, 0);
    EXPECT_EQ(clip.box("back 1", clip.frames - 1).visible, 1);
}

TEST(Clips, DirectionsAreCosineAndSine) {
    for (int i = -40; i <= 40; ++i) {
        const double turns = i / 16.0 + 0.01;
        const ClipPoint at = clip_direction(float(turns));
        EXPECT_NEAR(at.x, std::cos(turns * 6.283185307179586), 4e-6) << turns;
        EXPECT_NEAR(at.y, std::sin(turns * 6.283185307179586), 4e-6) << turns;
    }
}

TEST(Clips, AreFramesLikeAFilms) {
    EXPECT_TRUE(is_moving("clip:class"));
    FrameOptions options;
    options.colour = true;
    const auto source = open_frames("clip:spheres", options);
    const Clip& clip = find_clip("spheres");
    EXPECT_EQ(source->count(), clip.frames);
    EXPECT_EQ(source->rate(), 25);
    const auto frame = source->frame(30);
    EXPECT_EQ(frame->number, 30);
    EXPECT_DOUBLE_EQ(frame->seconds, 1.2);
    EXPECT_EQ(frame->grey, clip.paint(30).grey);
    ASSERT_EQ(frame->colour.size(), 3U);
    EXPECT_EQ(source->frame(clip.frames), nullptr);
    EXPECT_EQ(source->frame(-1), nullptr);
}

TEST(Clips, UnknownNamesAreASentence) {
    EXPECT_THAT([] { open_frames("clip:cars"); },
                testing::ThrowsMessage<UsageError>(HasSubstr("class, crowd, roundabout, spheres")));
    EXPECT_THAT([] { find_clip("class").box("teacher", 0); },
                testing::ThrowsMessage<UsageError>(HasSubstr("back 1")));
}

}  // namespace
}  // namespace upsweep::media
