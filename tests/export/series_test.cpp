// The stage alone, as one picture, as numbered ones, as a GIF.
#include "export/series.h"

#include <gif_lib.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "canvas/raster.h"
#include "core/error.h"
#include "media/file.h"
#include "media/gif.h"
#include "media/stb.h"
#include "replay/structure/index.h"
#include "scenes/run_scene.h"

namespace upsweep::exports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SeriesTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-series-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        series_.run = std::make_shared<const scenes::RunScene>(
            scenes::run_scene(scenes::initial_scene("scan_blelloch")));
        series_.how.width = 640;
        series_.how.height = 400;
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    size_t files() const {
        return size_t(std::distance(std::filesystem::directory_iterator(folder_),
                                    std::filesystem::directory_iterator()));
    }
    Series series_;
    std::filesystem::path folder_;
};

std::string complaint_of(const std::function<void()>& what) {
    try {
        what();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

/// The frames of a GIF as they are seen, one over the other, in three bytes a pixel.
struct SeriesFrames {
    int width = 0, height = 0;
    std::vector<std::vector<uint8_t>> seen;
    std::vector<int> delays;
};

SeriesFrames read_gif(const std::string& file) {
    int error = 0;
    GifFileType* const gif = DGifOpenFileName(file.c_str(), &error);
    SeriesFrames frames;
    if (gif == nullptr || DGifSlurp(gif) == GIF_ERROR) return frames;
    frames.width = gif->SWidth, frames.height = gif->SHeight;
    std::vector<uint8_t> canvas(size_t(gif->SWidth * gif->SHeight) * 3);
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& image = gif->SavedImages[i];
        const GifImageDesc& part = image.ImageDesc;
        EXPECT_EQ(part.ColorMap, nullptr) << "one palette serves all frames";
        for (int y = 0; y < part.Height; ++y)
            for (int x = 0; x < part.Width; ++x) {
                const GifColorType& colour = gif->SColorMap->Colors[image.RasterBits[y * part.Width + x]];
                uint8_t* const pixel =
                    canvas.data() + 3 * size_t((part.Top + y) * gif->SWidth + part.Left + x);
                pixel[0] = colour.Red, pixel[1] = colour.Green, pixel[2] = colour.Blue;
            }
        frames.seen.push_back(canvas);
        GraphicsControlBlock control{};
        EXPECT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        frames.delays.push_back(control.DelayTime);
    }
    DGifCloseFile(gif, &error);
    return frames;
}

TEST_F(SeriesTest, AGifHasAFrameAStepAndEachIsTheStage) {
    series_.steps = {10, 20};
    ASSERT_EQ(write_series(series_, path("run.gif")), 11U);
    const SeriesFrames frames = read_gif(path("run.gif"));
    ASSERT_EQ(frames.seen.size(), 11U);
    EXPECT_EQ(frames.width, 640);
    EXPECT_EQ(frames.height, 400);
    EXPECT_EQ(frames.delays.front(), 90);
    EXPECT_EQ(frames.delays.back(), 270) << "the last one stands longer";
    replay::StepPosition at(series_.run);
    stage::StageState state;
    for (size_t i = 0; i < frames.seen.size(); ++i) {
        at.seek(10 + int64_t(i));
        const canvas::Raster wanted =
            canvas::Rasteriser().draw(draw_alone(at, series_.how, state), series_.how.theme);
        ASSERT_EQ(wanted.rgb.size(), frames.seen[i].size());
        int worst = 0;
        size_t far = 0;
        for (size_t k = 0; k < wanted.rgb.size(); ++k) {
            const int gap = std::abs(int{wanted.rgb[k]} - int{frames.seen[i][k]});
            worst = std::max(worst, gap);
            far += gap > 16 ? 1 : 0;
        }
        EXPECT_LT(worst, 48) << "frame " << i << ": 256 colours are enough for its edges";
        EXPECT_LT(far, wanted.rgb.size() / 500) << "frame " << i;
    }
}

TEST_F(SeriesTest, AStepThatShowsNothingNewHasItsTime) {
    series_.run =
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene("scan_loop")));
    series_.delay_ms = 250;
    const size_t count = write_series(series_, path("run.gif"));
    const SeriesFrames frames = read_gif(path("run.gif"));
    EXPECT_EQ(frames.seen.size(), count);
    EXPECT_EQ(frames.delays.front(), 25);
}

TEST_F(SeriesTest, NumberedFilesAreThePicturesOfTheirSteps) {
    series_.steps = {0, 3};
    ASSERT_EQ(write_series(series_, path("run-%03d.png")), 4U);
    ASSERT_EQ(write_series(series_, path("run-%d.svg")), 4U);
    EXPECT_EQ(files(), 8U);
    replay::StepPosition at(series_.run);
    for (const int step : {0, 3}) {
        at.seek(step);
        write_picture(at, series_.how, path("one.png"));
        write_picture(at, series_.how, path("one.svg"));
        EXPECT_EQ(media::read_file(path("one.png"), 1 << 24),
                  media::read_file(path("run-00" + std::to_string(step) + ".png"), 1 << 24));
        EXPECT_EQ(media::read_file(path("one.svg"), 1 << 24),
                  media::read_file(path("run-" + std::to_string(step) + ".svg"), 1 << 24));
    }
    int width = 0, height = 0, channels = 0;
    ASSERT_TRUE(media::stb::info(media::read_file(path("one.png"), 1 << 24), width, height, channels));
    EXPECT_EQ(width, 640);
    EXPECT_EQ(height, 400);
}

TEST_F(SeriesTest, PlacesAreBothEndsAndWhereTheSizeOfStepStops) {
    const replay::StepPosition at(series_.run);
    EXPECT_THAT(places_of(at, {3, 6}, StepSize::statement), ElementsAre(3, 4, 5, 6));
    EXPECT_THAT(places_of(at, {7, 7}, StepSize::statement), ElementsAre(7));
    const auto passes = places_of(at, {}, StepSize::barrier);
    EXPECT_EQ(passes.front(), 0);
    EXPECT_EQ(passes.back(), at.step_count());
    for (size_t i = 1; i + 1 < passes.size(); ++i)
        EXPECT_EQ(passes[i], at.index().forward(passes[i - 1], StepSize::barrier));
    EXPECT_THAT(complaint_of([&] {
                    (void)places_of(at, {0, 9999}, StepSize::statement);
                }),
                HasSubstr("There is no step 9999; the run has "));
}

TEST_F(SeriesTest, WhatDoesNotDoIsOneSentenceAndNoFile) {
    EXPECT_THAT(complaint_of([&] { write_series(series_, path("run.png")); }),
                HasSubstr("has no place for one"));
    EXPECT_THAT(complaint_of([&] { write_series(series_, path("run-%d.bmp")); }),
                HasSubstr("GIF, PNG or SVG"));
    series_.delay_ms = 5;
    EXPECT_THAT(complaint_of([&] { write_series(series_, path("run.gif")); }), HasSubstr("20 to 60 000 ms"));
    series_.delay_ms = 900;
    series_.steps = {0, 5000};
    EXPECT_THAT(complaint_of([&] { write_series(series_, path("run.gif")); }),
                HasSubstr("There is no step 5000"));
    const std::atomic<bool> cancelled = true;
    series_.steps = {0, 5};
    EXPECT_THROW(write_series(series_, path("run.gif"), {}, &cancelled), Cancelled);
    EXPECT_EQ(files(), 0U);
}

TEST(Steps, AreARange) {
    EXPECT_EQ(parse_steps("0:40"), (StepsAsked{0, 40}));
    EXPECT_EQ(parse_steps("12:"), (StepsAsked{12, {}}));
    EXPECT_EQ(parse_steps("7:7"), (StepsAsked{7, 7}));
    for (const char* text :
         {"", ":", "4", "4:3", "-1:3", "1:2:3", "a:b", "1: 2", "0:99999999999999999999", "1:2x"})
        EXPECT_THAT(complaint_of([&] { (void)parse_steps(text); }),
                    HasSubstr("A range of steps is written as"))
            << text;
}

TEST(Steps, NumberTheirFiles) {
    EXPECT_EQ(numbered("run-%03d.svg", 7), "run-007.svg");
    EXPECT_EQ(numbered("%d", 1234), "1234");
    EXPECT_EQ(numbered("a%2d.png", 123), "a123.png");
    for (const char* text : {"run.svg", "%", "%s", "%d%d", "%003d", "%-3d", "50%-%d"})
        EXPECT_THAT(complaint_of([&] { (void)numbered(text, 0); }), HasSubstr("has no place for one"))
            << text;
}

TEST(GifPalette, HasTheFixedColoursThenTheMostFrequent) {
    media::ColourCounts counts;
    const std::vector<uint8_t> rgb = {1, 2, 3, 1, 2, 3, 200, 100, 50};
    media::count_colours(rgb, counts);
    EXPECT_EQ(counts[0x010203], 2);
    EXPECT_EQ(counts[0xc86432], 1);
    const uint32_t fixed[] = {0xffffff, 0x000000, 0xffffff};
    EXPECT_THAT(media::gif_palette(fixed, counts), ElementsAre(0xffffff, 0x000000, 0xc86432, 0x010203));
    for (uint32_t i = 0; i < 4000; ++i) counts[i * 4099] += 10;
    EXPECT_EQ(media::gif_palette(fixed, counts).size(), media::most_gif_colours);
}

}  // namespace
}  // namespace upsweep::exports
