// A drawn picture becomes a texture: from the GPU's memory where there is a way, else through the host's.
#include "app/playground/view/playground_texture.h"

#include <glad/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "app/platform/offscreen.h"
#include "core/error.h"
#include "device/helpers/cuda_screen.h"
#include "pipelines/parts/frames_plan.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

/// A frame in host memory that counts how often it was read.
class PretendedFrame : public vision::GpuFrame {
  public:
    PretendedFrame(Extent extent, int channels, uint8_t first) : extent_(extent), channels_(channels) {
        samples.resize(size_t(extent.count() * channels));
        std::iota(samples.begin(), samples.end(), first);
    }
    Extent extent() const override { return extent_; }
    int channels() const override { return channels_; }
    const backends::GpuPixels* pixels() const override { return nullptr; }
    std::vector<uint8_t> read() const override {
        ++reads;
        return samples;
    }

    std::vector<uint8_t> samples;
    mutable int reads = 0;

  private:
    Extent extent_;
    int channels_;
};

std::vector<uint8_t> read_back(const Texture& texture, int channels) {
    std::vector<uint8_t> samples(size_t(texture.bytes()));
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 0, channels == 4 ? GL_RGBA : GL_RED, GL_UNSIGNED_BYTE, samples.data());
    return samples;
}

TEST(FrameTexture, TakesTheWayAcrossAndReadsNothing) {
    const Offscreen screen(8, 8);
    const std::vector<uint8_t> drawn(7 * 5, 99);
    int taken = 0;
    FrameTexture texture([&](Texture& to, const vision::GpuFrame&) { ++taken, to.update(drawn); });
    EXPECT_EQ(texture.of(nullptr), nullptr);
    EXPECT_FALSE(texture.handed_over_ms());
    const auto frame = std::make_shared<PretendedFrame>(Extent{7, 5}, 1, uint8_t{3});
    for (int i = 0; i < 3; ++i) {
        const Texture* shown = texture.of(frame);
        ASSERT_NE(shown, nullptr);
        EXPECT_EQ(read_back(*shown, 1), drawn);
    }
    EXPECT_EQ(taken, 1) << "a frame is taken once";
    EXPECT_EQ(frame->reads, 0);
    EXPECT_EQ(texture.detour(), "");
    ASSERT_TRUE(texture.handed_over_ms());
    EXPECT_GT(*texture.handed_over_ms(), 0);
    EXPECT_EQ(texture.of(nullptr), nullptr);
}

TEST(FrameTexture, GoesThroughTheHostForGoodWhereThereIsNoWayAcross) {
    const Offscreen screen(8, 8);
    int asked = 0;
    FrameTexture texture([&](Texture&, const vision::GpuFrame&) {
        ++asked;
        throw BackendMissing("OpenGL is elsewhere, so pictures go through host memory.");
    });
    for (const int channels : {1, 4, 4}) {
        const auto frame = std::make_shared<PretendedFrame>(Extent{9, 3}, channels, uint8_t{7});
        const Texture* shown = texture.of(frame);
        ASSERT_NE(shown, nullptr);
        EXPECT_EQ(read_back(*shown, channels), frame->samples);
        EXPECT_EQ(frame->reads, 1);
    }
    EXPECT_EQ(asked, 1);
    EXPECT_FALSE(texture.handed_over_ms());
    EXPECT_THAT(texture.detour(), HasSubstr("through host memory."));
}

/// The usual way, with a frame that no GPU drew.
TEST(FrameTexture, SaysThatNoGpuDrewIt) {
    const Offscreen screen(8, 8);
    FrameTexture texture;
    const auto frame = std::make_shared<PretendedFrame>(Extent{4, 4}, 4, uint8_t{0});
    const Texture* shown = texture.of(frame);
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(read_back(*shown, 4), frame->samples);
    EXPECT_THAT(texture.detour(), HasSubstr("not drawn on the GPU"));
}

/// What the kernels draw, by the CPU.
std::vector<uint8_t> drawn_on_cpu(const vision::FramedPicture& picture,
                                  const std::vector<vision::FaceRectangle>& faces) {
    std::vector<FramedRectangle> frames;
    for (const vision::FaceRectangle& face : faces)
        frames.push_back({face.x, face.y, face.width, face.height});
    std::vector<uint8_t> all(picture.samples.begin(), picture.samples.end());
    const auto channels = size_t(picture.channels);
    for (size_t c = 0; c < std::min<size_t>(channels, 3); ++c) {
        Array channel(ScalarType::u8, picture.extent);
        const auto samples = channel.view<uint8_t>();
        for (size_t i = 0; i < samples.size(); ++i) samples[i] = all[i * channels + c];
        draw_framed(channel, frames);
        for (size_t i = 0; i < samples.size(); ++i) all[i * channels + c] = samples[i];
    }
    return all;
}

class FrameTextureOnGpu : public testing::TestWithParam<int> {};

TEST_P(FrameTextureOnGpu, OpenGlShowsWhatTheCpuWouldHaveDrawn) {
    if (device::probe().devices.empty()) GTEST_SKIP() << device::probe().reason;
    const device::CudaScreen screen;
    if (!screen.reason.empty()) GTEST_SKIP() << screen.reason;
    load_gl(screen.get_address());
    const int channels = GetParam();
    const Extent extent{403, 301};  // rows that end at no word
    auto samples = std::make_shared<std::vector<uint8_t>>(size_t(extent.count() * channels));
    for (size_t i = 0; i < samples->size(); ++i)
        (*samples)[i] = channels == 4 && i % 4 == 3 ? 255 : uint8_t(i * 31 % 251);
    const vision::FramedPicture picture{samples, extent, channels, *samples};
    // Over the border, and crossing.
    const std::vector<vision::FaceRectangle> few = {{20, 30, 60, 60}, {50, 60, 80, 80}, {-9, 280, 50, 50}};
    std::vector<vision::FaceRectangle> many(200, {200, 100, 90, 90});
    for (size_t i = 0; i < many.size(); ++i) many[i].x += int64_t(i);

    vision::FramePainter painter;
    vision::FaceParts parts;
    FrameTexture texture;
    const auto first = painter.paint(picture, few, backends::gpu(), parts);
    ASSERT_TRUE(first);
    EXPECT_GT(parts.draw_ms, 0);
    // The painter is at work on another while the first one is shown: more frames than there was room for.
    const auto second = painter.paint(picture, many, backends::gpu(), parts);
    for (const auto& [frame, faces] :
         {std::pair(first, few), std::pair(second, many), std::pair(first, few)}) {
        const Texture* shown = texture.of(frame);
        ASSERT_NE(shown, nullptr);
        EXPECT_EQ(read_back(*shown, channels), drawn_on_cpu(picture, faces));
        EXPECT_EQ(frame->read(), drawn_on_cpu(picture, faces));
        EXPECT_EQ(texture.detour(), "");
        EXPECT_TRUE(texture.handed_over_ms());
    }
    EXPECT_EQ(painter.paint(picture, few, backends::cpu(), parts), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Channels, FrameTextureOnGpu, testing::Values(1, 4));

}  // namespace
}  // namespace upsweep::app
