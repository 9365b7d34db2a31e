// `upsweep faces`: its JSON, its files, and a sentence for everything that is wrong.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cascade/cascade.h"
#include "commands/helpers/run_program.h"
#include "media/image.h"
#include "media/samples.h"
#include "vision/faces.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

class FacesCommand : public testing::Test {
  protected:
    FacesCommand() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-faces-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        grey_ = media::find_sample("class").draw({60, 44});
        media::save_image(path("in.pgm"), grey_);
    }
    ~FacesCommand() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }
    std::string refused(const std::string& arguments, int status = 1) const {
        const Outcome outcome = run_program("faces " + arguments);
        EXPECT_EQ(outcome.status, status) << arguments << ": " << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        return outcome.err;
    }
    vision::FaceRun expected(vision::FaceRule rule, double factor, int neighbours) const {
        vision::FaceRequest request;
        request.rule = rule;
        request.factor = factor;
        request.neighbours = neighbours;
        return vision::detect_faces(grey_, cascade::toy_cascade(), request, backends::cpu());
    }

    std::filesystem::path folder_;
    Array grey_;
};

TEST_F(FacesCommand, PrintsTheDocumentedJson) {
    for (const bool opencv : {true, false}) {
        const Outcome outcome =
            run_program("faces " + path("in.pgm") + " --cascade toy --json --factor 1.3 --neighbours 2" +
                        (opencv ? "" : " --rule paper"));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const Json document = Json::parse(outcome.out);
        std::vector<std::string> keys;
        for (const auto& [key, value] : document.items()) keys.push_back(key);
        EXPECT_EQ(keys,
                  (std::vector<std::string>{"rule", "scales", "raw", "faces", "parts_ms", "kernels_ms"}));
        EXPECT_EQ(document["rule"], opencv ? "opencv" : "paper");
        const vision::FaceRun run =
            expected(opencv ? vision::FaceRule::opencv : vision::FaceRule::paper, 1.3, 2);
        ASSERT_GT(run.faces.size(), 0U);
        EXPECT_EQ(document["scales"].size(), run.levels.size());
        Json raw = Json::array(), faces = Json::array();
        for (const auto& r : run.raw) raw.push_back({r.x, r.y, r.width, r.height});
        for (const auto& r : run.faces) faces.push_back({r.x, r.y, r.width, r.height, r.neighbours});
        EXPECT_EQ(document["raw"], raw);
        EXPECT_EQ(document["faces"], faces);
        EXPECT_GT(document["parts_ms"]["cascade"].get<double>(), 0);
    }
}

TEST_F(FacesCommand, WritesPictureListAndDocument) {
    const std::string run = "faces " + path("in.pgm") + " --cascade toy --factor 1.3 -o ";
    const vision::FaceRun found = expected(vision::FaceRule::opencv, 1.3, 3);
    ASSERT_GT(found.faces.size(), 0U);

    const Outcome outcome = run_program(run + path("out.png"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("OpenCV's rule"));
    const Array framed = media::load_image(path("out.png")).grey;
    ASSERT_EQ(framed.extent(), grey_.extent());
    const vision::FaceRectangle& first = found.faces.back();
    EXPECT_EQ(framed.number(first.y * 60 + first.x + first.width / 2), 255);

    EXPECT_EQ(run_program(run + path("out.npy")).status, 0);
    const Array rows = media::load_samples(path("out.npy"));
    EXPECT_EQ(rows.extent(), (Extent{5, int64_t(found.faces.size())}));
    EXPECT_EQ(rows.number(4), found.faces[0].neighbours);

    EXPECT_EQ(run_program(run + path("out.json")).status, 0);
    std::ifstream file(path("out.json"));
    EXPECT_EQ(Json::parse(file)["faces"].size(), found.faces.size());
}

/// Colours become grey as in OpenCV under its rule, and as in our other commands under the paper's.
TEST_F(FacesCommand, TakesColoursByTheRulesOwnGrey) {
    EXPECT_EQ(media::luma(10, 20, 41), 19U);
    EXPECT_EQ(media::luma(10, 20, 41, media::Luma::opencv), 19U);
    int differ = 0;
    for (uint32_t c = 0; c < 4096; ++c) {
        const uint32_t r = (c >> 8) * 17, g = (c >> 4 & 15) * 17, b = (c & 15) * 17;
        const uint32_t ours = media::luma(r, g, b), theirs = media::luma(r, g, b, media::Luma::opencv);
        EXPECT_EQ(theirs, (9798 * r + 19235 * g + 3735 * b + 16384) / 32768);
        EXPECT_LE(ours > theirs ? ours - theirs : theirs - ours, 1U);
        differ += ours != theirs;
    }
    EXPECT_GT(differ, 0);
    const std::string colour = write("in.ppm", "P3 1 1 255 0 1 252\n");
    EXPECT_EQ(media::load_image(colour).grey.number(0), media::luma(0, 1, 252));
    EXPECT_EQ(media::load_image(colour, {}, media::Luma::opencv).grey.number(0),
              media::luma(0, 1, 252, media::Luma::opencv));
}

TEST_F(FacesCommand, ScalesTheFilterUnderThePapersRule) {
    const std::string run = "faces " + path("in.pgm") + " --cascade toy --scaling filter --json --factor 1.5";
    const Outcome outcome = run_program(run + " --rule paper");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GT(Json::parse(outcome.out)["raw"].size(), 0U);
    EXPECT_THAT(refused(path("in.pgm") + " --cascade toy --scaling filter", 2),
                HasSubstr("the paper's rule"));
}

/// One detector for all frames: what is found and drawn is what one frame gives.
TEST_F(FacesCommand, LooksAtManyFrames) {
    const std::string run = "faces " + path("in.pgm") + " --cascade toy --factor 1.3 --on emulator ";
    Json once = Json::parse(run_program(run + "--json -o " + path("one.pgm")).out);
    const Outcome outcome = run_program(run + "--json --frames 3 -o " + path("three.pgm"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    Json thrice = Json::parse(outcome.out);
    once.erase("parts_ms"), thrice.erase("parts_ms");
    EXPECT_EQ(once, thrice);
    EXPECT_TRUE(media::load_image(path("one.pgm")).grey == media::load_image(path("three.pgm")).grey);
    ASSERT_EQ(
        run_program("faces " + path("in.pgm") + " --cascade toy --factor 1.3 -o " + path("cpu.pgm")).status,
        0);
    EXPECT_TRUE(media::load_image(path("one.pgm")).grey == media::load_image(path("cpu.pgm")).grey);
    EXPECT_THAT(refused(path("in.pgm") + " --cascade toy --frames 0", 2), HasSubstr("--frames"));
}

TEST_F(FacesCommand, SaysWhatIsWrong) {
    const std::string toy = path("in.pgm") + " --cascade toy ";
    EXPECT_THAT(refused(path("no.png") + " --cascade toy"), HasSubstr("no.png"));
    EXPECT_THAT(refused(toy + "--rule both", 2), HasSubstr("opencv or paper"));
    EXPECT_THAT(refused(toy + "--scaling both", 2), HasSubstr("the picture or the filter"));
    EXPECT_THAT(refused(toy + "--factor 1", 2), HasSubstr("from 1.01 to 4"));
    EXPECT_THAT(refused(toy + "--neighbours -2", 2), HasSubstr("-2"));
    EXPECT_THAT(refused(toy + "-o " + path("out.gif"), 2), HasSubstr(".png"));
    EXPECT_THAT(refused(toy + "-o " + path("in.pgm"), 2), HasSubstr("the command also reads it"));
    EXPECT_THAT(refused(path("in.pgm") + " --cascade " + path("no.xml")), HasSubstr("There is no file"));
    const std::string broken = write("broken.xml", "<opencv_storage><cascade>");
    EXPECT_THAT(refused(path("in.pgm") + " --cascade " + broken), HasSubstr("truncated"));
    const std::string numbers = write("numbers.npy", "not numbers");
    EXPECT_THAT(refused(numbers + " --cascade toy"), HasSubstr("numbers.npy"));
}

TEST_F(FacesCommand, SaysWhichPackageHasTheFaces) {
    setenv("UPSWEEP_CASCADES", folder_.c_str(), 1);
    EXPECT_THAT(refused(path("in.pgm")), HasSubstr("install the package opencv-data"));
    unsetenv("UPSWEEP_CASCADES");
}

TEST_F(FacesCommand, FindsTheClass) {
    if (cascade::frontal_face_file().empty()) GTEST_SKIP() << "opencv-data is not installed.";
    media::save_image(path("class.png"), media::find_sample("class").draw({480, 320}));
    const Outcome outcome = run_program("faces " + path("class.png"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("9 faces in"));
    EXPECT_THAT(outcome.out, HasSubstr("Intel License Agreement"));
}

}  // namespace
}  // namespace upsweep::test
