// `threshold`, `contrast`, `differences`, `features` and `likelihood`, and `blur` in colour: pictures and
// arrays in and out, and one sentence for what is wrong.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/json_keys.h"
#include "commands/helpers/run_program.h"
#include "media/helpers/picture_bytes.h"
#include "media/image.h"
#include "media/npy.h"
#include "media/samples.h"
#include "reference/box_filter.h"
#include "reference/feature_planes.h"
#include "vision/contrast.h"
#include "vision/difference.h"
#include "vision/likelihood.h"

namespace upsweep::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder of files for one test, removed with it.
class Seeing : public testing::Test {
  protected:
    Seeing() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-seeing-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        grey_ = media::find_sample("spheres").draw({60, 40});
        media::save_image(path("in.png"), grey_);
        media::save_npy(path("in.npy"), grey_);
    }
    ~Seeing() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    /// `command in.png … -o output`, which must succeed; what it printed.
    std::string run(const std::string& command, const std::string& options, const std::string& output) const {
        const Outcome outcome =
            run_program(command + " " + path("in.png") + " " + options + " -o " + path(output));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }
    Array picture(const std::string& name) const { return media::load_image(path(name)).grey; }
    /// One line on stderr, no output file.
    void expect_refused(const std::string& arguments, const std::string& words) const {
        const Outcome outcome = run_program(arguments + " -o " + path("out.png"));
        EXPECT_NE(outcome.status, 0) << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(words));
        EXPECT_EQ(outcome.out, "");
        EXPECT_FALSE(std::filesystem::exists(path("out.png")));
    }

    std::filesystem::path folder_;
    Array grey_;
};

TEST_F(Seeing, ThresholdOnTheCpuAndTheEmulator) {
    for (const char* on : {"cpu", "emulator"}) {
        EXPECT_THAT(run("threshold", "--radius 5 --percent 10 --on " + std::string(on), "out.png"),
                    HasSubstr("window 11 × 11, black where 10 % darker"));
        EXPECT_EQ(picture("out.png"), reference::adaptive_threshold(grey_, 5, 10)) << on;
    }
}

/// Black ink on clear paper, whose hidden colour is black as well, is as black ink on white.
TEST_F(Seeing, ThresholdOfInkOnClearPaper) {
    const Extent extent{20, 16};
    std::vector<uint8_t> samples(size_t(2 * extent.count()));
    Array expected(ScalarType::u8, extent);
    for (int64_t i = 0; i < extent.count(); ++i) {
        const bool ink = i % 20 == 7;
        samples[2 * i + 1] = ink ? 255 : 0;
        expected.set_number(i, ink ? 0 : 255);
    }
    media::write_bytes(path("in.png"), media::encode_png(extent, 2, samples.data()));
    run("threshold", "--radius 4", "out.png");
    EXPECT_EQ(picture("out.png"), expected);
    EXPECT_THAT(run_program("threshold --help").out, HasSubstr("transparent parts show white paper"));
}

TEST_F(Seeing, ContrastAsPictureAndAsNumbers) {
    const vision::OperationRun expected =
        vision::contrast_of(grey_, {4, vision::ContrastPicture::normalised}, backends::cpu());
    EXPECT_THAT(run("contrast", "--radius 4 --show normalised", "out.png"), HasSubstr("9 × 9"));
    EXPECT_EQ(picture("out.png"), expected.picture());
    run("contrast", "--radius 4", "usual.png");
    EXPECT_EQ(picture("usual.png"),
              vision::contrast_of(grey_, {4, vision::ContrastPicture::deviation}, backends::cpu()).picture());
    run("contrast", "--radius 4", "out.npy");
    EXPECT_EQ(media::load_samples(path("out.npy")), reference::local_statistics(grey_, 4));
}

TEST_F(Seeing, DifferencesAsPictureAndAsNumbers) {
    const vision::OperationRun expected =
        vision::difference_picture(grey_, {vision::BoxResponse::determinant, 15}, backends::cpu());
    EXPECT_THAT(run("differences", "--size 15", "out.png"), HasSubstr("determinant of boxes 15 pixels wide"));
    EXPECT_EQ(picture("out.png"), expected.picture());
    run("differences", "--size 15 --on emulator", "out.npy");
    EXPECT_EQ(media::load_samples(path("out.npy")), expected.values[0]);
}

TEST_F(Seeing, FeaturesOnTheCpuAndTheEmulator) {
    for (int i = 0; i < reference::feature_count; ++i) {
        const auto feature = static_cast<reference::PictureFeature>(i);
        const std::string name(reference::name_of(feature));
        for (const char* on : {"cpu", "emulator"}) {
            run("features", "--feature " + name + " --on " + on, "out.npy");
            EXPECT_EQ(media::load_samples(path("out.npy")), reference::plane_of_feature(grey_, feature))
                << name << " " << on;
        }
    }
}

TEST_F(Seeing, LikelihoodFindsTheTemplateAndTellsItAsJson) {
    vision::LikelihoodRequest request;
    request.features = {vision::PictureFeature::intensity, vision::PictureFeature::gradient_magnitude};
    request.bins = 16;
    request.widths = vision::BinWidths::equal_share;
    request.measure = vision::Measure::bhattacharyya;
    request.wanted = {20, 10, 40, 24};
    const vision::LikelihoodRun expected = vision::likelihood_of(grey_, request, backends::cpu());
    const std::string options =
        "--template 20,10,20,14 --bins 16 --widths share --measure bhattacharyya "
        "--features intensity,gradient_magnitude";
    EXPECT_THAT(run("likelihood", options, "out.npy"), HasSubstr("1107 places, 16 bins; best at (20, 10)"));
    const auto elsewhere = vision::best_elsewhere(expected.fused, request.wanted);
    ASSERT_TRUE(elsewhere);
    EXPECT_THAT(run("likelihood", options, "out.npy"),
                HasSubstr(fmt::format(", elsewhere best at ({}, {}) with {:.4f};", elsewhere->window.x0,
                                      elsewhere->window.y0, elsewhere->value)));
    EXPECT_EQ(media::load_samples(path("out.npy")), expected.fused);
    const auto document = nlohmann::ordered_json::parse(run("likelihood", options + " --json", "out.png"));
    EXPECT_THAT(keys(document),
                ElementsAre("on", "bins", "map", "best", "likelihood", "elsewhere", "features", "parts_ms"));
    EXPECT_THAT(document["best"].get<std::vector<int>>(), ElementsAre(20, 10, 20, 14));
    EXPECT_THAT(document["elsewhere"]["window"].get<std::vector<int64_t>>(),
                ElementsAre(elsewhere->window.x0, elsewhere->window.y0, 20, 14));
    EXPECT_FLOAT_EQ(document["elsewhere"]["likelihood"].get<float>(), elsewhere->value);
    EXPECT_EQ(document["features"][1]["feature"], "gradient_magnitude");
    EXPECT_EQ(document["features"][0]["edges"].size(), 17U);
    EXPECT_EQ(picture("out.png"), vision::heat_of(expected.fused, grey_.extent()));
}

TEST_F(Seeing, ArraysComeInToo) {
    const Outcome outcome = run_program("threshold " + path("in.npy") + " --radius 3 -o " + path("out.npy"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(media::load_samples(path("out.npy")), reference::adaptive_threshold(grey_, 3, 15));
}

TEST_F(Seeing, BlurKeepsColoursAndPassesSeveralTimes) {
    const std::vector<uint8_t> rgb = media::some_rgb(9 * 7);
    const media::Bytes bytes = media::colour_png(9, 7, rgb);
    std::ofstream(path("in.png"), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_THAT(run("blur", "--radius 1 --passes 3", "out.png"),
                HasSubstr("in colour, window 3 × 3, 3 passes"));
    media::ImageLimits limits;
    limits.keep_colour = true;
    const media::Image before = media::load_image(path("in.png"), limits),
                       after = media::load_image(path("out.png"), limits);
    ASSERT_EQ(after.colour.size(), 3U);
    for (size_t channel = 0; channel < 3; ++channel) {
        Array expected = before.colour[channel];
        for (int pass = 0; pass < 3; ++pass)
            expected = reference::box_filter(expected, 1, reference::Border::cut);
        EXPECT_EQ(after.colour[channel], expected) << channel;
    }
    run("blur", "--radius 1", "out.pgm");
    EXPECT_EQ(picture("out.pgm"), reference::box_filter(before.grey, 1, reference::Border::cut));
}

TEST_F(Seeing, RefusesWhatIsWrongWithOneSentence) {
    const std::string in = path("in.png");
    expect_refused("threshold " + in + " --radius 5000", "radius from 0 to 2047");
    expect_refused("threshold " + path("none.png") + " --radius 5", "none.png");
    expect_refused("contrast " + in + " --radius 256", "radius from 0 to 255");
    expect_refused("contrast " + in + " --radius 2 --show all", "deviation, mean or normalised");
    expect_refused("differences " + in + " --size 10", "3, 9, 15");
    expect_refused("differences " + in + " --response z", "centre_surround");
    expect_refused("features " + in + " --feature hue", "shape_index");
    expect_refused("likelihood " + in + " --template 1,2,3", "X,Y,W,H");
    expect_refused("likelihood " + in + " --template 1,2,3,x", "X,Y,W,H");
    expect_refused("likelihood " + in + " --template 50,2,30,4", "beyond the picture");
    expect_refused("likelihood " + in + " --template 5,2,3,4 --bins 1", "2 to 256 bins");
    expect_refused("likelihood " + in + " --template 5,2,3,4 --features intensity,intensity", "each once");
    expect_refused("blur " + in + " --radius 2 --passes 4", "1 to 3 times");
    Array floats(ScalarType::f32, {3, 3});
    media::save_npy(path("floats.npy"), floats);
    expect_refused("features " + path("floats.npy") + " --feature curvature", "takes u8, not f32");
}

}  // namespace
}  // namespace upsweep::test
