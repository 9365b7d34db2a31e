// `upsweep track`: what it prints and writes, and a sentence for everything that is wrong.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"
#include "media/clips.h"
#include "media/image.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::ordered_json;

std::string contents(const std::string& name) {
    std::ifstream file(name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

class TrackCommand : public testing::Test {
  protected:
    TrackCommand() {
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-track-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~TrackCommand() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    static std::string refused(const std::string& arguments, int status) {
        const Outcome outcome = run_program("track " + arguments);
        EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        return outcome.err;
    }

    std::filesystem::path folder_;
};

TEST_F(TrackCommand, ComparesAClipWithItsTruth) {
    const Outcome outcome = run_program("track clip:roundabout --frames 30 -o " + path("taxi.csv"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("30 frames of 640 × 480, by intensity, gradient magnitude"));
    EXPECT_THAT(outcome.out, HasSubstr("Against the truth: 29 frames"));
    const std::string csv = contents(path("taxi.csv"));
    EXPECT_THAT(csv, StartsWith("frame,seconds,x,y,width,height,likelihood,state,true_x"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 31);
    EXPECT_THAT(csv, HasSubstr("\n0,0.000,"));
    EXPECT_THAT(csv, HasSubstr(",found,"));
}

/// A folder of a clip's frames gives the same windows as the clip, without its truth.
TEST_F(TrackCommand, FollowsThroughAFolderOfPictures) {
    const media::Clip& clip = media::find_clip("roundabout");
    std::filesystem::create_directory(path("frames"));
    for (int64_t n = 0; n < 6; ++n)
        media::save_image(path("frames/" + std::to_string(n) + ".png"), clip.paint(n).grey);
    const media::TruthBox box = clip.box("taxi", 0);
    const std::string wanted = std::to_string(box.x0) + "," + std::to_string(box.y0) + ",32,32";
    const Outcome folder = run_program("track " + path("frames") + " --template " + wanted + " --json");
    ASSERT_EQ(folder.status, 0) << folder.err;
    const Outcome drawn = run_program("track clip:roundabout --frames 6 --json");
    const Json of_folder = Json::parse(folder.out), of_clip = Json::parse(drawn.out);
    ASSERT_EQ(of_folder["frames"].size(), 6U);
    EXPECT_EQ(of_folder["frames"][0]["state"], "template");
    EXPECT_FALSE(of_folder["frames"][1].contains("truth"));
    for (size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(of_folder["frames"][i]["window"], of_clip["frames"][i]["window"]) << i;
        EXPECT_EQ(of_folder["frames"][i]["likelihood"], of_clip["frames"][i]["likelihood"]) << i;
        EXPECT_GE(of_clip["frames"][i]["overlap"].get<double>(), 0.4) << i;
    }
}

TEST_F(TrackCommand, BeginsInALaterFrameAndTakesEveryNumber) {
    const Outcome outcome = run_program(
        "track clip:roundabout --target 'white car' --from 5 --frames 4 --features "
        "intensity,gradient_angle,curvature --bins 16 --search 20 --update 0 --fixed-size --all-alike "
        "--json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json frames = Json::parse(outcome.out)["frames"];
    ASSERT_EQ(frames.size(), 4U);
    EXPECT_EQ(frames[0]["frame"], 5);
    for (const Json& frame : frames) EXPECT_EQ(frame["window"][2], 32);
}

TEST_F(TrackCommand, WhatIsWrongIsASentence) {
    EXPECT_THAT(refused("", 2), HasSubstr("Say what film"));
    EXPECT_THAT(refused("clip:cars", 2), HasSubstr("roundabout"));
    EXPECT_THAT(refused("clip:class --target teacher", 2), HasSubstr("front 4"));
    EXPECT_THAT(refused("clip:class --template 1,2,3", 2), HasSubstr("X,Y,W,H"));
    EXPECT_THAT(refused("clip:class --template 630,1,20,20", 2), HasSubstr("beyond the frame of 640 × 426"));
    EXPECT_THAT(refused("clip:class --features colour", 2), HasSubstr("Unknown feature"));
    EXPECT_THAT(refused("clip:class --bins 1", 2), HasSubstr("2 to 256 bins"));
    EXPECT_THAT(refused("clip:class --search 1000", 2), HasSubstr("4 to 256 pixels"));
    EXPECT_THAT(refused("clip:spheres --from 5000", 1), HasSubstr("so frame 5000 is behind its end"));
    EXPECT_THAT(refused(path("no.mp4") + " --template 1,1,5,5", 1), HasSubstr("no such file"));
    EXPECT_THAT(refused(path("no.mp4"), 2), HasSubstr("--template X,Y,W,H"));
    EXPECT_THAT(refused(path("no.mp4") + " --target taxi", 2), HasSubstr("built-in clip"));
}

/// The documentation's table is what the command prints.
TEST_F(TrackCommand, TheTableOfTheDocumentationIsUpToDate) {
    const Outcome outcome = run_program("track --table");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(contents(UPSWEEP_TRACKING_DOCUMENT), HasSubstr(outcome.out))
        << "upsweep track --table prints what belongs into docs/tracking.md.";
}

}  // namespace
}  // namespace upsweep::test
