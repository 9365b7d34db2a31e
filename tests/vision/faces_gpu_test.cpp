// Faces by the plan of kernels on the emulator: what the CPU finds, to the last window.

#include <algorithm>
#include <atomic>

#include <gtest/gtest.h>

#include "cascade/cascade.h"
#include "core/error.h"
#include "media/paint.h"
#include "pipelines/parts/frames_plan.h"
#include "vision/face_detector.h"

namespace upsweep::vision {
namespace {

void expect_equal(const FaceRun& cpu, const FaceRun& plan) {
    EXPECT_EQ(cpu.found, plan.found);
    EXPECT_EQ(cpu.faces, plan.faces);
    EXPECT_EQ(cpu.left, plan.left);
    ASSERT_EQ(cpu.levels.size(), plan.levels.size());
    for (size_t i = 0; i < cpu.levels.size(); ++i) {
        EXPECT_EQ(cpu.levels[i].passed, plan.levels[i].passed) << i;
        ASSERT_EQ(cpu.levels[i].survived == nullptr, plan.levels[i].survived == nullptr);
        if (cpu.levels[i].survived == nullptr) continue;
        EXPECT_TRUE(*cpu.levels[i].survived == *plan.levels[i].survived) << "level " << i;
        EXPECT_TRUE(*cpu.levels[i].picture == *plan.levels[i].picture) << "level " << i;
    }
}

FaceRun expect_equal(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request) {
    const FaceRun cpu = detect_faces(grey, cascade, request, backends::cpu());
    expect_equal(cpu, detect_faces(grey, cascade, request, backends::emulator()));
    if (backends::gpu().missing().empty())
        expect_equal(cpu, detect_faces(grey, cascade, request, backends::gpu()));
    return cpu;
}

/// Pixels between 0 and 255 that no two rows share.
Array noise(Extent extent) {
    Array picture(ScalarType::u8, extent);
    uint32_t state = 12345;
    for (uint8_t& pixel : picture.view<uint8_t>()) {
        state = state * 1664525 + 1013904223;
        pixel = uint8_t(state >> 24);
    }
    return picture;
}

TEST(FacesByPlan, AreThoseOfTheCpuWithTheToy) {
    const Array grey = noise({45, 38});
    for (const FaceRule rule : {FaceRule::paper, FaceRule::opencv})
        for (const FeatureMemory memory : {FeatureMemory::constant, FeatureMemory::shared})
            for (const bool maps : {false, true}) {
                FaceRequest request;
                request.rule = rule;
                request.factor = 1.4;
                request.memory = memory;
                request.maps = maps;
                for (const FaceOrder order : {FaceOrder::concurrent, FaceOrder::together}) {
                    request.order = order;
                    const FaceRun run = expect_equal(grey, cascade::toy_cascade(), request);
                    EXPECT_GT(run.left.back(), 0);
                    EXPECT_LT(run.left.back(), run.left.front());
                }
            }
}

TEST(FacesByPlan, AreThoseOfTheCpuWithTheFilterScaled) {
    FaceRequest request;
    request.scaling = FaceScaling::filter;
    request.factor = 1.7;
    for (const bool maps : {false, true}) {
        request.maps = maps;
        EXPECT_GT(expect_equal(noise({33, 29}), cascade::toy_cascade(), request).left.back(), 0);
    }
}

TEST(FacesByPlan, AreNoneInPicturesSmallerThanTheWindow) {
    for (const Extent extent : {Extent{5, 9}, Extent{1, 1}, Extent{6, 6}})
        expect_equal(noise(extent), cascade::toy_cascade(), {});
}

TEST(FacesByPlan, AreThoseOfTheCpuWithFrontalFaces) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "No frontal face cascade is installed.";
    const cascade::Cascade faces = cascade::frontal_face_cascade();
    FaceRequest request;
    request.factor = 1.5;
    request.maps = true;
    for (const FaceRule rule : {FaceRule::paper, FaceRule::opencv}) {
        request.rule = rule;
        EXPECT_GT(expect_equal(media::draw_class({132, 88}), faces, request).left.back(), 0);
    }
    request.rule = FaceRule::paper;
    request.memory = FeatureMemory::shared;
    expect_equal(media::draw_class({80, 60}), faces, request);
    request.scaling = FaceScaling::filter;
    expect_equal(media::draw_class({80, 60}), faces, request);
}

std::vector<const backends::Backend*> faces_gpu_backends_here() {
    std::vector<const backends::Backend*> here = {&backends::cpu(), &backends::emulator()};
    if (backends::gpu().missing().empty()) here.push_back(&backends::gpu());
    return here;
}

/// Two pictures in turn: nothing of the one may be left when the other is looked at.
TEST(FaceDetector, FindsInEveryFrameWhatItHolds) {
    const Array frames[] = {noise({41, 33}), media::draw_class({41, 33})};
    for (const bool maps : {false, true})
        for (const FeatureMemory memory : {FeatureMemory::constant, FeatureMemory::shared})
            for (const backends::Backend* on : faces_gpu_backends_here()) {
                FaceRequest request;
                request.factor = 1.4;
                request.maps = maps;
                request.memory = memory;
                FaceDetector detector(frames[0].extent(), cascade::toy_cascade(), request, *on);
                for (const int i : {0, 1, 1, 0})
                    expect_equal(detect_faces(frames[i], cascade::toy_cascade(), request, backends::cpu()),
                                 detector.detect(frames[i]));
            }
}

TEST(FaceDetector, TakesPicturesOfItsSizeAndTypeAlone) {
    for (const backends::Backend* on : faces_gpu_backends_here()) {
        FaceDetector detector({20, 16}, cascade::toy_cascade(), {}, *on);
        EXPECT_THROW((void)detector.detect(noise({20, 17})), UsageError);
        EXPECT_THROW((void)detector.detect(Array(ScalarType::u32, {20, 16})), UsageError);
        (void)detector.detect(noise({20, 16}));
    }
}

TEST(FaceDetector, StopsWhenItIsCancelled) {
    const std::atomic<bool> cancel = true;
    for (const backends::Backend* on : faces_gpu_backends_here()) {
        FaceDetector detector({60, 40}, cascade::toy_cascade(), {}, *on);
        EXPECT_THROW((void)detector.detect(noise({60, 40}), &cancel), Cancelled) << on->name();
    }
}

/// White where the rectangle's outermost pixels are, black beside them, white over black where two cross.
TEST(FaceDetector, DrawsFramesAlikeEverywhere) {
    const Extent extent{48, 40};
    std::vector<FaceRectangle> faces = {{5, 6, 20, 18, 4}, {15, 12, 24, 24, 5}, {-3, 30, 14, 14, 4}};
    // More than a plan for drawing has room for at first.
    std::vector<FaceRectangle> many(70, faces[1]);
    for (const backends::Backend* on : faces_gpu_backends_here()) {
        FaceDetector detector(extent, cascade::toy_cascade(), {}, *on);
        for (const uint8_t grey : {90, 160}) {
            Array picture(ScalarType::u8, extent);
            for (uint8_t& pixel : picture.view<uint8_t>()) pixel = grey;
            (void)detector.detect(picture);
            FaceParts parts;
            const Array drawn = detector.draw(picture, faces, parts);
            const auto at = [&](int64_t x, int64_t y) { return drawn.number(y * 48 + x); };
            EXPECT_EQ(at(5, 6), 255) << on->name();
            EXPECT_EQ(at(4, 5), 0) << "outside";
            EXPECT_EQ(at(3, 4), grey);
            EXPECT_EQ(at(6, 7), 0) << "inside";
            EXPECT_EQ(at(7, 8), grey);
            EXPECT_EQ(at(15, 12), 255) << "the second in the first";
            EXPECT_EQ(at(24, 14), 255) << "the first's right edge in the second";
            EXPECT_EQ(at(23, 12), 255) << "a black line does not cut a white one";
            EXPECT_EQ(at(10, 30), 255) << "across the border";
            EXPECT_EQ(at(0, 29), 0);
            Array by_cpu = picture;
            draw_framed(by_cpu, {{5, 6, 20, 18}, {15, 12, 24, 24}, {-3, 30, 14, 14}});
            EXPECT_TRUE(drawn == by_cpu) << on->name();
            Array one = picture;
            draw_framed(one, {{15, 12, 24, 24}});
            EXPECT_TRUE(detector.draw(picture, many, parts) == one) << on->name();
            EXPECT_TRUE(detector.draw(picture, {}, parts) == picture) << "nothing of the frames before";
        }
    }
}

TEST(FaceDetectors, HandEachPictureToOneOfItsKind) {
    FaceDetectors detectors;
    FaceRequest request;
    request.factor = 1.4;
    for (const backends::Backend* on : faces_gpu_backends_here())
        for (const Extent extent : {Extent{30, 20}, Extent{20, 30}, Extent{30, 20}})
            for (const FaceRule rule : {FaceRule::paper, FaceRule::opencv}) {
                request.rule = rule;
                expect_equal(detect_faces(noise(extent), cascade::toy_cascade(), request, backends::cpu()),
                             detectors.detect(noise(extent), cascade::toy_cascade(), request, *on));
            }
    cascade::Cascade other = cascade::toy_cascade();
    other.stages.pop_back();
    expect_equal(detect_faces(noise({30, 20}), other, request, backends::cpu()),
                 detectors.detect(noise({30, 20}), other, request, backends::emulator()));
}

/// At full size, where there is a GPU: both rules, both places of the features, all levels at once.
TEST(FacesByPlan, AreThoseOfTheCpuInAFilmFrame) {
    if (!backends::gpu().missing().empty()) GTEST_SKIP() << backends::gpu().missing();
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "No frontal face cascade is installed.";
    const cascade::Cascade faces = cascade::frontal_face_cascade();
    const Array grey = media::draw_class({1920, 1080});
    for (const FaceRule rule : {FaceRule::paper, FaceRule::opencv})
        for (const FeatureMemory memory : {FeatureMemory::constant, FeatureMemory::shared})
            for (const FaceOrder order : {FaceOrder::serial, FaceOrder::concurrent, FaceOrder::together}) {
                FaceRequest request;
                request.rule = rule;
                request.memory = memory;
                request.order = order;
                const FaceRun cpu = detect_faces(grey, faces, request, backends::cpu());
                EXPECT_GE(cpu.faces.size(), 9u);
                FaceDetector detector(grey.extent(), faces, request, backends::gpu());
                for (int i = 0; i < 3; ++i) expect_equal(cpu, detector.detect(grey));
                FaceParts parts;
                FaceDetector on_cpu(grey.extent(), faces, request, backends::cpu());
                EXPECT_TRUE(detector.draw(grey, cpu.faces, parts) == on_cpu.draw(grey, cpu.faces, parts));
                EXPECT_GT(parts.draw_ms, 0);
            }
}

}  // namespace
}  // namespace upsweep::vision
