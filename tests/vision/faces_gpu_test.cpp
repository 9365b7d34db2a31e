// Faces by the plan of kernels on the emulator: what the CPU finds, to the last window.
#include "vision/faces_gpu.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "cascade/cascade.h"
#include "media/class_picture.h"
#include "vision/faces.h"

namespace upsweep::vision {
namespace {

void expect_equal(const FaceRun& cpu, const FaceRun& plan) {
    EXPECT_EQ(cpu.found, plan.found);
    EXPECT_EQ(cpu.faces, plan.faces);
    EXPECT_EQ(cpu.left, plan.left);
    ASSERT_EQ(cpu.levels.size(), plan.levels.size());
    for (std::size_t i = 0; i < cpu.levels.size(); ++i) {
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
    std::uint32_t state = 12345;
    for (std::uint8_t& pixel : picture.view<std::uint8_t>()) {
        state = state * 1664525 + 1013904223;
        pixel = static_cast<std::uint8_t>(state >> 24);
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
                request.concurrent = memory == FeatureMemory::constant;
                request.maps = maps;
                const FaceRun run = expect_equal(grey, cascade::toy_cascade(), request);
                EXPECT_GT(run.left.back(), 0);
                EXPECT_LT(run.left.back(), run.left.front());
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

/// At full size, where there is a GPU: both rules, both places of the features, all levels at once.
TEST(FacesByPlan, AreThoseOfTheCpuInAFilmFrame) {
    if (!backends::gpu().missing().empty()) GTEST_SKIP() << backends::gpu().missing();
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "No frontal face cascade is installed.";
    const cascade::Cascade faces = cascade::frontal_face_cascade();
    const Array grey = media::draw_class({1920, 1080});
    for (const FaceRule rule : {FaceRule::paper, FaceRule::opencv})
        for (const FeatureMemory memory : {FeatureMemory::constant, FeatureMemory::shared})
            for (const bool concurrent : {false, true}) {
                FaceRequest request;
                request.rule = rule;
                request.memory = memory;
                request.concurrent = concurrent;
                const FaceRun cpu = detect_faces(grey, faces, request, backends::cpu());
                EXPECT_GE(cpu.faces.size(), 9u);
                expect_equal(cpu, detect_faces(grey, faces, request, backends::gpu()));
            }
}

}  // namespace
}  // namespace upsweep::vision
