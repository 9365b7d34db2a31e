// Scenes as TOML: what is written reads back, what is left out is usual, and what is wrong is one sentence.
#include "scenes/scene_file.h"

#include <gmock/gmock.h>

#include <limits>

#include "core/error.h"
#include "scenes/helpers/random_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(SceneFile, EveryEntryReadsBackAsItWasOpened) {
    for (const Algorithm* algorithm : catalog()) {
        const Scene scene = initial_scene(std::string(algorithm->slug));
        EXPECT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << to_toml(scene);
    }
}

TEST(SceneFile, EveryEntryReadsBackWithWhateverIsChosen) {
    test::SceneMaker maker(12);
    for (const Algorithm* algorithm : catalog())
        for (int i = 0; i < 6; ++i) {
            const Scene scene = maker.scene(*algorithm);
            EXPECT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << to_toml(scene);
        }
}

TEST(SceneFile, FiveHundredScenesReadBack) {
    test::SceneMaker maker(500);
    for (int i = 0; i < 500; ++i) {
        const Scene scene = maker.scene();
        ASSERT_EQ(parse_scene("s.toml", to_toml(scene)), scene) << i << "\n" << to_toml(scene);
    }
}

TEST(SceneFile, HoldsWhatIsNotUsual) {
    Scene scene = initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {8, 1};
    parameters.set_option("padding", 1);
    scene = with_parameters(scene, parameters);
    scene.step = 25;
    const std::string text = to_toml(scene);
    EXPECT_EQ(text,
              "# upsweep step scan_blelloch --n 8 --set padding=1 --input=usual --step 25\n"
              "version = 1\nalgorithm = \"scan_blelloch\"\nn = 8\noptions = { padding = 1 }\n"
              "input = \"usual\"\nstep = 25\n");
}

/// What `step`, a lesson and Step mean by a scene that says little.
TEST(SceneFile, WhatIsLeftOutIsUsual) {
    const Scene scene = parse_scene("s.toml", "version = 1\nalgorithm = \"scan_blelloch\"\n");
    const Algorithm& algorithm = find_algorithm("scan_blelloch");
    EXPECT_EQ(scene.catalog().parameters.extent, algorithm.opening.extent);
    EXPECT_EQ(scene.catalog().parameters.option("padding"), 0) << "the trouble is shown before its cure";
    EXPECT_EQ(*scene.catalog().input, random_input(algorithm, scene.catalog().parameters, 1));
    EXPECT_EQ(scene.step, 0);
    const Scene given = parse_scene("s.toml", "version = 1\nalgorithm = \"scan_loop\"\ninput = [3, 1, 7]\n");
    EXPECT_EQ(given.catalog().parameters.extent, (Extent{3, 1}));
    EXPECT_EQ(given.catalog().input_kind, InputKind::given);
}

TEST(SceneFile, NamesAreReadToo) {
    const Scene scene = parse_scene(
        "s.toml",
        "version = 1\nalgorithm = \"scan_blelloch\"\noptions = { padding = \"on\" }\ntype = \"u8->u32\"\n");
    EXPECT_EQ(scene.catalog().parameters.option("padding"), 1);
    EXPECT_EQ(to_string(scene.catalog().parameters.types), "u8→u32");
}

/// A page of a lesson changes the scene of its lesson.
TEST(SceneFile, AChangedSceneKeepsTheRest) {
    const Scene base =
        parse_scene("s.toml",
                    "version = 1\nalgorithm = \"scan_blelloch\"\ninput = [3, 1, 7, 0]\nbanks = 4\n"
                    "options = { padding = 1, segment = 4 }\n");
    const auto changed = [&](std::string_view text) {
        TomlReader reader("x", 1, text);
        return read_scene(reader, base);
    };
    EXPECT_EQ(changed(""), base);
    const Scene plain = changed("options = { padding = 0 }");
    EXPECT_EQ(plain.catalog().parameters.option("padding"), 0);
    EXPECT_EQ(plain.catalog().parameters.option("segment"), 4);
    EXPECT_EQ(plain.gpu.banks, 4);
    const Scene loop = changed("algorithm = \"scan_loop\"");
    EXPECT_EQ(*loop.catalog().input, *base.catalog().input);
    EXPECT_EQ(loop.catalog().parameters.options.size(), find_algorithm("scan_loop").options.size());
    EXPECT_THROW(changed("n = 5"), Error) << "four values fill no five elements";
}

std::string complaint_about(const std::string& text) {
    try {
        (void)parse_scene("s.toml", text);
    } catch (const UsageError& error) {
        return std::string("a usage error: ") + error.what();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

TEST(SceneFile, RefusesInOneSentenceThatSaysWhere) {
    const std::string head = "version = 1\nalgorithm = \"scan_blelloch\"\n";
    const std::pair<std::string, std::pair<const char*, const char*>> all[] = {
        {"", {"line 1", "`version` is missing; a scene begins with version = 1."}},
        {"version = 2\nalgorithm = \"later\"\nlight = 3\n",
         {"line 1", "version 2, but this program reads versions up to 1"}},
        {"algorithm = \"scan_loop\"\nversion = 0\n", {"line 2", "`version` must be"}},
        {"version = 1\n", {"line 1", "does not name an algorithm"}},
        {"version = 1\nalgorithm = \"scan_blellok\"\n", {"line 2", "did you mean scan_blelloch"}},
        {head + "zoom = 3\n", {"line 3", "`zoom` is not a known key here."}},
        {head + "options = { colour = 3 }\n", {"line 3", "no option \"colour\""}},
        {head + "options = { padding = 2.5 }\n", {"line 3", "whole numbers and names"}},
        {head + "n = \"many\"\n", {"line 3", "`n` must be a whole number"}},
        {head + "n = 0\n", {"line 2", "has no elements"}},
        {head + "n = 70000\n", {"line 2", "65536"}},
        {head + "n = 3\nwidth = 3\n", {"line 2", "either n, or width and height"}},
        {head + "input = \"somehow\"\n", {"line 3", "is not an input; write a list"}},
        {head + "input = [1, true]\n", {"line 3", "`input` must be a list of numbers."}},
        {head + "n = 3\ninput = [1, 2]\n", {"line 2", "2 input values do not fill 3 × 1 elements"}},
        {head + "input = [-1, 2]\n", {"line 2", "Input value -1 does not fit u32"}},
        {head + "lanes = 1\n", {"line 2", "lanes per warp is 1"}},
        {head + "weak_memory = 1\n", {"line 3", "must be true or false"}},
        {head + "schedule = \"never\"\n", {"line 2", "Unknown schedule \"never\""}},
        {head + "seed = -3\n", {"line 3", "`seed` must be"}},
        {head + "seed = \"x\"\n", {"line 3", "\"x\" is not a seed"}},
        {head + "step = -1\n", {"line 3", "`step` must be"}},
        {head + "type = \"u7\"\n", {"line 2", "u7"}},
        {"version = \n", {"line 1", ""}},
    };
    for (const auto& [text, wanted] : all) {
        const std::string said = complaint_about(text);
        EXPECT_THAT(said, StartsWith("s.toml, " + std::string(wanted.first) + ": ")) << text;
        EXPECT_THAT(said, HasSubstr(wanted.second)) << text;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
        EXPECT_THAT(".?", HasSubstr(said.substr(said.size() - 1))) << said;
    }
}

TEST(SceneFile, HoldsTheScheduleInWords) {
    Scene scene = initial_scene("scan_single_pass");
    scene.gpu.multiprocessors = 2;
    scene.gpu.schedule = {emulator::parse_block_order("list:3,0,1"),
                          emulator::parse_warp_order("random:35909")};
    scene.gpu.weak_memory = true;
    for (const char* lanes : {"before-volta", "since-volta", "adversarial"}) {
        scene.gpu.lanes_proceed = emulator::parse_lanes_proceed(lanes);
        const std::string text = to_toml(scene);
        EXPECT_EQ(parse_scene("s.toml", text), scene) << text;
        EXPECT_THAT(text, HasSubstr("blocks = \"list:3,0,1\"\nwarps = \"random:35909\"\n"));
        EXPECT_EQ(text.find("lanes_proceed = \"" + std::string(lanes)) != std::string::npos,
                  std::string_view(lanes) != "since-volta")
            << text;
    }
}

/// Before there were three ways there was one switch.
TEST(SceneFile, ReadsTheOldNameOfLanesThatRunApart) {
    const std::string text = "version = 1\nalgorithm = \"scan_warps\"\nindependent_threads = ";
    EXPECT_EQ(parse_scene("s.toml", text + "true\n").gpu.lanes_proceed, emulator::LanesProceed::adversarial);
    EXPECT_EQ(parse_scene("s.toml", text + "false\n").gpu.lanes_proceed, emulator::LanesProceed::since_volta);
}

TEST(SceneCommand, SaysWhatIsNotUsual) {
    const Scene scene = scene_of({.algorithm = "scan_blelloch",
                                  .type = "u8->u32",
                                  .options = {"padding=on"},
                                  .input = InputKind::given,
                                  .values = {"3", "1", "7"},
                                  .step = 25});
    EXPECT_EQ(to_command(scene),
              "upsweep step scan_blelloch --n 3 --type u8:u32 --set padding=1 --input=3,1,7 --step 25");
}

TEST(SceneWords, AHeightNeedsAWidth) {
    EXPECT_THROW(scene_of({.algorithm = "scan_loop", .height = 3}), UsageError);
    EXPECT_THROW(scene_of({.algorithm = "transpose_tiled", .width = 3}), UsageError);
    EXPECT_THROW(scene_of({.algorithm = "scan_loop", .step = -1}), UsageError);
}

}  // namespace
}  // namespace upsweep::scenes
