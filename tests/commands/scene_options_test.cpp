// Scenes on the command line: what scenes::to_command writes reads back, and one text means one trace
// wherever it is opened.
#include "commands/scene_options.h"

#include <fstream>
#include <utility>

#include <gmock/gmock.h>

#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "emulator/trace/trace_file.h"
#include "lessons/prepare.h"
#include "scenes/helpers/random_scene.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::commands {
namespace {

using scenes::Scene;

/// As a shell takes them: what is between single quotes is one word.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    bool quoted = false, open = false;
    for (const char c : text) {
        if (c == '\'') {
            quoted = !quoted;
        } else if (c == ' ' && !quoted) {
            open = false;
            continue;
        }
        if (!std::exchange(open, true)) words.emplace_back();
        if (c != '\'') words.back() += c;
    }
    return words;
}

/// As `upsweep step` reads it.
Scene read(const std::string& text) {
    const std::string begin = "upsweep step ";
    EXPECT_EQ(text.substr(0, begin.size()), begin);
    CommandLine line;
    SceneOptions options;
    add_scene_options(line.program(), options);
    line.run(words_of(text.substr(begin.size())));
    return scene_of(options);
}

TEST(SceneOptions, EveryEntryReadsBackAsItWasOpened) {
    for (const Algorithm* algorithm : catalog()) {
        const Scene scene = scenes::initial_scene(std::string(algorithm->slug));
        EXPECT_EQ(read(to_command(scene)), scene) << to_command(scene);
    }
}

TEST(SceneOptions, FiveHundredScenesReadBack) {
    test::SceneMaker maker(501);
    for (int i = 0; i < 500; ++i) {
        const Scene scene = maker.scene();
        ASSERT_EQ(read(to_command(scene)), scene) << i << "\n" << to_command(scene);
    }
}

TEST(SceneOptions, ASceneFileIsNotSaidTwice) {
    const std::string file = test::own_file("upsweep_options_scene.toml");
    Scene scene = scenes::initial_scene("scan_blelloch");
    scene.step = 7;
    std::ofstream(file) << to_toml(scene);
    EXPECT_EQ(read("upsweep step " + file), scene);
    scene.step = 9;
    EXPECT_EQ(read("upsweep step " + file + " --step 9"), scene);
    try {
        read("upsweep step " + file + " --banks 4");
        ADD_FAILURE() << "the banks were said twice";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("upsweep_options_scene.toml\" already has a scene, and --banks"));
    }
}

/// A lesson's block, a file that Step opens, and options.
TEST(SceneOptions, OneTextIsOneTraceEverywhere) {
    for (const char* text : {"algorithm = \"scan_blelloch\"\nn = 16\n",
                             "algorithm = \"scan_blelloch\"\ninput = [3, 1, 7, 0]\nbanks = 4\n",
                             "algorithm = \"integral_image_blelloch\"\nwidth = 5\nheight = 3\nseed = 4\n",
                             "algorithm = \"transpose_tiled\"\nn = 9\ninput = \"usual\"\nlanes = 8\n"}) {
        const lessons::Lesson lesson =
            lessons::parse_lesson("x.md", "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\n" +
                                              std::string(text) + "+++\n# P\nText.\n");
        const auto of_lesson = lessons::run(lesson.pages.at(0).scene)->trace;
        const Scene opened = scenes::parse_scene("s.toml", "version = 1\n" + std::string(text));
        EXPECT_EQ(lesson.pages.at(0).scene, opened) << text;
        const auto of_step = scenes::run_scene(opened).trace;
        const Scene said = read(to_command(opened));
        EXPECT_EQ(said, opened) << text;
        const auto of_command = scenes::run_scene(said).trace;
        EXPECT_EQ(emulator::encode_trace(*of_lesson), emulator::encode_trace(*of_step)) << text;
        EXPECT_EQ(emulator::encode_trace(*of_command), emulator::encode_trace(*of_step)) << text;
    }
}

}  // namespace
}  // namespace upsweep::commands
