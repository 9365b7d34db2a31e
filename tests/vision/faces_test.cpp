// Face detection on the CPU against the plain code: every window of every level, both rules, both ways of
// scaling; grouping by hand; one window looked at.
#include "vision/faces.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/error.h"
#include "media/samples.h"
#include "reference/haar_cascade.h"
#include "vision/helpers/face_pictures.h"

namespace upsweep::vision {
namespace {

using cascade::Cascade;
using reference::PyramidLevel;

FaceRequest request_of(FaceRule rule, double factor = 1.1, FaceScaling scaling = FaceScaling::picture) {
    FaceRequest request;
    request.rule = rule;
    request.factor = factor;
    request.scaling = scaling;
    request.maps = true;
    return request;
}

Array expected_map(const Array& grey, const Array& level_picture, const Cascade& cascade,
                   const FaceRequest& request, const PyramidLevel& level) {
    return request.scaling == FaceScaling::filter
               ? reference::stages_survived_by_scaled_filter(grey, cascade, level)
               : reference::stages_survived(level_picture, cascade, request.rule, level);
}

/// Holds levels, maps, counts and raw rectangles of a run against the plain code.
void expect_as_reference(const Array& grey, const Cascade& cascade, const FaceRequest& request) {
    const FaceRun run = detect_faces(grey, cascade, request, backends::cpu());
    const auto levels =
        reference::pyramid_levels(grey.extent(), cascade.window, request.factor, request.rule);
    ASSERT_EQ(run.levels.size(), levels.size());
    std::vector<int64_t> left(cascade.stages.size() + 1);
    size_t passed = 0;
    for (size_t l = 0; l < levels.size(); ++l) {
        const FaceLevel& level = run.levels[l];
        const Array picture = reference::resized(grey, levels[l].extent, request.rule);
        if (request.scaling == FaceScaling::picture) {
            ASSERT_EQ(*level.picture, picture) << "level " << l;
        }
        const Array map = expected_map(grey, picture, cascade, request, levels[l]);
        ASSERT_EQ(level.survived->extent(), map.extent()) << "level " << l;
        ASSERT_EQ(*level.survived, map) << "level " << l;
        int64_t here = 0;
        for (const uint8_t survived : map.view<uint8_t>()) {
            if (survived == reference::not_looked_at) continue;
            for (size_t s = 0; s <= survived; ++s) ++left[s];
            here += survived == cascade.stages.size();
        }
        EXPECT_EQ(level.passed, here);
        passed += size_t(here);
    }
    EXPECT_EQ(run.left, left);
    EXPECT_EQ(run.found.size(), passed);
    // Without maps nothing else comes out.
    FaceRequest plain = request;
    plain.maps = false;
    EXPECT_EQ(detect_faces(grey, cascade, plain, backends::cpu()).raw, run.raw);
}

Array class_picture(Extent extent) { return media::find_sample("class").draw(extent); }

std::vector<Array> small_pictures() {
    return {class_picture({16, 12}),
            class_picture({67, 41}),
            media::find_sample("noise").draw({52, 39}),
            media::find_sample("text").draw({6, 6}),
            class_picture({6, 40}),
            class_picture({90, 7})};
}

TEST(Faces, AreTheReferencesByTheToy) {
    for (const Array& grey : small_pictures())
        for (const FaceRule rule : {FaceRule::opencv, FaceRule::paper})
            for (const double factor : {1.1, 1.37}) {
                SCOPED_TRACE(testing::Message() << grey.extent().width << " x " << grey.extent().height
                                                << " by " << (rule == FaceRule::opencv ? "opencv" : "paper"));
                expect_as_reference(grey, cascade::toy_cascade(), request_of(rule, factor));
            }
}

TEST(Faces, AreTheReferencesWithTheFilterScaled) {
    for (const Array& grey : small_pictures())
        expect_as_reference(grey, cascade::toy_cascade(),
                            request_of(FaceRule::paper, 1.3, FaceScaling::filter));
}

TEST(Faces, AreTheReferencesByTheFrontalFaces) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    const Cascade frontal = cascade::frontal_face_cascade();
    const Array room = class_picture({240, 160});
    for (const FaceRule rule : {FaceRule::opencv, FaceRule::paper})
        expect_as_reference(cut(room, 50, 50, {101, 77}), frontal, request_of(rule, 1.2));
    expect_as_reference(cut(room, 60, 60, {60, 50}), frontal,
                        request_of(FaceRule::paper, 1.4, FaceScaling::filter));
}

/// Windows so large that sums of squares exceed 32 bits, and n exceeds what f64 holds exactly.
TEST(Faces, AreTheReferencesInLargeWindows) {
    Cascade wide;
    wide.window = {300, 290};
    wide.stages = {{0, 0, 1}};
    wide.stumps = {{0, 0.01F, -1, 1}};
    wide.features = {{{{{0, 0, 300, 290, -1}, {0, 0, 150, 290, 2}, {}}}, 2}};
    const Array noise = media::find_sample("noise").draw({309, 297});
    for (const FaceRule rule : {FaceRule::opencv, FaceRule::paper})
        expect_as_reference(noise, wide, request_of(rule, 1.05));
}

TEST(Faces, OfTheClassAreNine) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    const Array room = class_picture(media::find_sample("class").extent);
    for (const FaceRule rule : {FaceRule::opencv, FaceRule::paper}) {
        FaceRequest request = request_of(rule);
        request.maps = false;
        const FaceRun run = detect_faces(room, cascade::frontal_face_cascade(), request, backends::cpu());
        EXPECT_EQ(run.faces.size(), 9U);
        EXPECT_EQ(run.left.size(), 26U);
        EXPECT_TRUE(std::is_sorted(run.left.rbegin(), run.left.rend()));
        EXPECT_EQ(run.left.back(), int64_t(run.found.size()));
    }
}

TEST(Faces, NeedAWindowsRoom) {
    const FaceRun run = detect_faces(class_picture({5, 50}), cascade::toy_cascade(),
                                     request_of(FaceRule::paper), backends::cpu());
    EXPECT_TRUE(run.levels.empty() && run.raw.empty() && run.faces.empty());
    EXPECT_EQ(run.left, (std::vector<int64_t>(4, 0)));
}

TEST(Faces, RefuseWhatMakesNoSense) {
    const Array grey = class_picture({20, 20});
    const auto refused = [&](const Array& picture, auto&& change) -> std::string {
        FaceRequest request = request_of(FaceRule::opencv);
        change(request);
        try {
            (void)detect_faces(picture, cascade::toy_cascade(), request, backends::cpu());
        } catch (const UsageError& error) {
            return error.what();
        }
        return "taken";
    };
    using testing::HasSubstr;
    EXPECT_THAT(refused(Array(ScalarType::f32, {20, 20}), [](FaceRequest&) {}),
                HasSubstr("this one has f32"));
    EXPECT_THAT(refused(grey, [](FaceRequest& r) { r.factor = 1; }), HasSubstr("from 1.01 to 4"));
    EXPECT_THAT(refused(grey, [](FaceRequest& r) { r.factor = std::nan(""); }), HasSubstr("from 1.01 to 4"));
    EXPECT_THAT(refused(grey, [](FaceRequest& r) { r.neighbours = -1; }), HasSubstr("-1 were asked for"));
    EXPECT_THAT(refused(grey, [](FaceRequest& r) { r.scaling = FaceScaling::filter; }),
                HasSubstr("OpenCV's rule scales the picture"));
}

TEST(Faces, StopWhenCancelled) {
    const std::atomic<bool> cancel{true};
    for (const FaceScaling scaling : {FaceScaling::picture, FaceScaling::filter})
        EXPECT_THROW((void)detect_faces(class_picture({100, 80}), cascade::toy_cascade(),
                                        request_of(FaceRule::paper, 1.1, scaling), backends::cpu(), &cancel),
                     Cancelled);
}

TEST(GroupFaces, TakesTheMeanOfThoseThatBelongTogether) {
    // Edges differ by at most 0.2 · (20 + 20) / 2 = 4; the third is reached through the second.
    const std::vector<FaceRectangle> chain{
        {10, 10, 20, 20, 1}, {14, 10, 20, 20, 1}, {18, 10, 20, 20, 1}, {60, 60, 20, 20, 1}};
    EXPECT_EQ(group_faces(chain, 1), (std::vector<FaceRectangle>{{14, 10, 20, 20, 3}}));
    EXPECT_EQ(group_faces(chain, 2), (std::vector<FaceRectangle>{{14, 10, 20, 20, 3}}));
    EXPECT_TRUE(group_faces(chain, 3).empty());
    EXPECT_EQ(group_faces(chain, 0), chain);
    // 5 apart is too far.
    EXPECT_TRUE(group_faces({{10, 10, 20, 20, 1}, {15, 10, 20, 20, 1}}, 1).empty());
}

TEST(GroupFaces, RoundsMeansHalfToEven) {
    const auto faces = group_faces({{10, 11, 20, 20, 1}, {11, 12, 21, 21, 1}}, 1);
    EXPECT_EQ(faces, (std::vector<FaceRectangle>{{10, 12, 20, 20, 2}}));
}

TEST(GroupFaces, LeavesOutTheSmallInsideTheBetter) {
    std::vector<FaceRectangle> found;
    for (int k = 0; k < 5; ++k) found.push_back({100, 100, 100, 100, 1});
    for (int k = 0; k < 3; ++k) found.push_back({130, 130, 30, 30, 1});
    EXPECT_EQ(group_faces(found, 2), (std::vector<FaceRectangle>{{100, 100, 100, 100, 5}}));
    // As many windows as the large one has: both stay.
    for (int k = 0; k < 2; ++k) found.push_back({130, 130, 30, 30, 1});
    EXPECT_EQ(group_faces(found, 2).size(), 2U);
}

/// Of all pairs, as the definition has it: without a grid.
std::vector<FaceRectangle> grouped_by_pairs(std::vector<FaceRectangle> found, int neighbours) {
    const auto similar = [](const FaceRectangle& a, const FaceRectangle& b) {
        const double near = 0.2 * double(std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
        const auto within = [&](int64_t d) { return double(std::abs(d)) <= near; };
        return within(a.x - b.x) && within(a.y - b.y) && within(a.x + a.width - b.x - b.width) &&
               within(a.y + a.height - b.y - b.height);
    };
    std::vector<FaceRectangle> means;
    while (!found.empty()) {
        std::vector<FaceRectangle> group{found.back()};
        found.pop_back();
        for (size_t i = 0; i < group.size(); ++i) {
            const auto rest = std::partition(found.begin(), found.end(),
                                             [&](const auto& one) { return !similar(group[i], one); });
            group.insert(group.end(), rest, found.end());
            found.erase(rest, found.end());
        }
        if (int(group.size()) <= neighbours) continue;
        FaceRectangle mean{0, 0, 0, 0, int(group.size())};
        for (auto edge :
             {&FaceRectangle::x, &FaceRectangle::y, &FaceRectangle::width, &FaceRectangle::height}) {
            for (const FaceRectangle& one : group) mean.*edge += one.*edge;
            mean.*edge = std::llrint(float(mean.*edge) * (1.0F / float(group.size())));
        }
        means.push_back(mean);
    }
    std::vector<FaceRectangle> faces;
    for (const FaceRectangle& small : means) {
        const bool inside = std::any_of(means.begin(), means.end(), [&](const FaceRectangle& large) {
            const auto dx = std::llrint(double(large.width) * 0.2);
            const auto dy = std::llrint(double(large.height) * 0.2);
            return &small != &large && small.x >= large.x - dx && small.y >= large.y - dy &&
                   small.x + small.width <= large.x + large.width + dx &&
                   small.y + small.height <= large.y + large.height + dy &&
                   (large.neighbours > std::max(3, small.neighbours) || small.neighbours < 3);
        });
        if (!inside) faces.push_back(small);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

/// One window in `each` of a pyramid over a picture, as a cascade finds them that lets pass so many.
std::vector<FaceRectangle> windows_of_pyramid(Extent picture, double factor, unsigned each) {
    std::mt19937 random(5);
    std::vector<FaceRectangle> windows;
    for (double scale = 1; 24 * scale <= double(picture.height); scale *= factor) {
        const int64_t side = std::llrint(24 * scale);
        for (double y = 0; y + 24 * scale <= double(picture.height); y += scale)
            for (double x = 0; x + 24 * scale <= double(picture.width); x += scale)
                if (random() % each == 0) windows.push_back({std::llrint(x), std::llrint(y), side, side, 1});
    }
    return windows;
}

TEST(GroupFaces, AreThoseOfAllPairs) {
    std::mt19937 random(3);
    const auto below = [&](unsigned most) { return int64_t(random() % most); };
    for (int round = 0; round < 300; ++round) {
        std::vector<FaceRectangle> found;
        const unsigned span = random() % 300 + 20, longest = random() % 100 + 1;
        for (int64_t left = below(150) + 1; left > 0; --left) {
            const int64_t width = below(longest) + 1;
            const int64_t height = round % 3 == 0 ? width : below(longest) + 1;
            found.push_back({below(span) - 20, below(span) - 20, width, height, 1});
        }
        for (int neighbours = 1; neighbours < 4; ++neighbours)
            ASSERT_EQ(group_faces(found, neighbours), grouped_by_pairs(found, neighbours)) << round;
    }
    for (unsigned each : {1u, 4u, 30u, 200u}) {
        const auto found = windows_of_pyramid({60, 50}, 1.2, each);
        for (int neighbours = 1; neighbours < 4; ++neighbours)
            EXPECT_EQ(group_faces(found, neighbours), grouped_by_pairs(found, neighbours)) << each;
    }
}

/// Whatever the picture's size and however many windows pass, each is looked at a few times.
TEST(GroupFaces, LookAtEachWindowAFewTimes) {
    for (unsigned each : {1u, 10u, 100u})
        for (int64_t width : {80, 160, 320}) {
            const auto found = windows_of_pyramid({width, width * 3 / 4}, 1.1, each);
            int64_t looks = 0;
            (void)group_faces(found, 1, nullptr, &looks);
            EXPECT_LT(double(looks), 25 * double(found.size()) + 100) << each << " " << width;
        }
    // Many small groups: two windows each.
    std::vector<FaceRectangle> found;
    for (int64_t y = 0; y < 1200; y += 12)
        for (int64_t x = 0; x < 1200; x += 12)
            for (int64_t k = 0; k < 2; ++k) found.push_back({x + k, y, 24, 24, 1});
    int64_t looks = 0;
    EXPECT_EQ(group_faces(found, 1, nullptr, &looks).size(), found.size() / 2);
    EXPECT_LT(looks, 25 * int64_t(found.size()));
}

TEST(ClippedFaces, EndAtThePicturesBorder) {
    EXPECT_EQ(clipped_faces({{90, 70, 24, 24, 1}, {100, 0, 5, 5, 1}, {1, 2, 3, 4, 2}}, {100, 80}),
              (std::vector<FaceRectangle>{{1, 2, 3, 4, 2}, {90, 70, 10, 10, 1}}));
}

/// Looking at a window agrees with the map at every place, and its numbers with the pixels.
void expect_windows_agree(const Array& grey, const FaceRequest& request) {
    const Cascade& toy = cascade::toy_cascade();
    const FaceRun run = detect_faces(grey, toy, request, backends::cpu());
    for (const FaceLevel& level : run.levels) {
        const auto map = level.survived->view<uint8_t>();
        for (int64_t j = 0; j < level.places.height; ++j)
            for (int64_t i = 0; i < level.places.width; ++i) {
                const uint8_t survived = map[j * level.places.width + i];
                if (survived == reference::not_looked_at) continue;
                const LookedWindow looked =
                    look_at_window(level, toy, request.rule, i * level.step, j * level.step);
                ASSERT_EQ(looked.survived, survived) << i << ", " << j << " at scale " << level.scale;
                size_t stumps = 0;
                for (size_t s = 0; s < looked.stage_sums.size(); ++s) stumps += size_t(toy.stages[s].count);
                ASSERT_EQ(looked.stumps.size(), stumps);
                if (looked.flat) {
                    ASSERT_TRUE(looked.stumps.empty());
                }
            }
    }
}

TEST(LookAtWindow, AgreesWithTheMaps) {
    const Array grey = class_picture({40, 31});
    expect_windows_agree(grey, request_of(FaceRule::opencv, 1.3));
    expect_windows_agree(grey, request_of(FaceRule::paper, 1.3));
    expect_windows_agree(grey, request_of(FaceRule::paper, 1.3, FaceScaling::filter));
}

TEST(LookAtWindow, TellsCornersSumsAndVotes) {
    // Rows of 10, 20, … 80: the toy's first feature has the sums of rows 1 to 4 and of rows 3 and 4.
    Array grey(ScalarType::u8, {8, 8});
    for (int64_t i = 0; i < 64; ++i) grey.set_number(i, double(10 * (i / 8 + 1)));
    const FaceRun run =
        detect_faces(grey, cascade::toy_cascade(), request_of(FaceRule::paper), backends::cpu());
    const LookedWindow looked = look_at_window(run.levels[0], cascade::toy_cascade(), FaceRule::paper, 1, 1);
    const LookedStump& first = looked.stumps.at(0);
    ASSERT_EQ(first.parts.size(), 2U);
    EXPECT_EQ(first.parts[0].sum, 6 * (30 + 40 + 50 + 60));
    EXPECT_EQ(first.parts[1].sum, 6 * (50 + 60));
    // D is below the window's row 4, so below the picture's row 5, and right of column 6.
    EXPECT_EQ(first.parts[1].corners.d, 7U * (10 + 20 + 30 + 40 + 50 + 60));
    // Inside: rows of 30, 40, 50, 60, four pixels each. 16 · 34 400 − 720² = 32 000.
    EXPECT_FLOAT_EQ(looked.norm, std::sqrt(32000.0F));
    EXPECT_FLOAT_EQ(first.value, (2 * 660 - 1080) / std::sqrt(32000.0F));
    EXPECT_EQ(first.vote, 1.0F);
    EXPECT_EQ(looked.stage_sums.at(0), 1.0F);
    EXPECT_THROW((void)look_at_window(run.levels[0], cascade::toy_cascade(), FaceRule::paper, 3, 0),
                 UsageError);
    EXPECT_THROW((void)look_at_window(FaceLevel{}, cascade::toy_cascade(), FaceRule::paper, 0, 0),
                 UsageError);
}

}  // namespace
}  // namespace upsweep::vision
