// Places in the program as text.
#include "scenes/destination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"

namespace upsweep::scenes {
namespace {

TEST(Destination, OfEachKindIsReadAndWritten) {
    const std::pair<const char*, Destination> places[] = {
        {"lessons", LessonPage{}},
        {"lesson:one", LessonPage{.lesson = "one"}},
        {"lesson:one#2", LessonPage{.lesson = "one", .page = 2}},
        {"lesson:a%23b.md#2", LessonPage{.lesson = "a#b.md", .page = 2}},
        {"exercise:try-it", ExercisePage{"try-it"}},
        {"race", RacePlace{}},
        {"race:Integral images, n × n", RacePlace{.experiment = "Integral images, n × n"}},
        {"race:Scans?curves=here scan_loop,a%252Cb", RacePlace{"Scans", {"here scan_loop", "a,b"}}},
        {"race?view=spread", RacePlace{.view = "spread"}},
        {"race:Scans?preset=bugetti-6&view=paper&curves=copy",
         RacePlace{.experiment = "Scans", .curves = {"copy"}, .view = "paper", .preset = "bugetti-6"}},
        {"playground", PlaygroundPlace{}},
        {"playground:faces", PlaygroundPlace{.task = "faces"}},
        {"playground?image=spheres", PlaygroundPlace{.image = "spheres"}},
        {"playground:box_filter?image=spheres&passes=2&radius=12",
         PlaygroundPlace{"box_filter", "spheres", {{"passes", 2}, {"radius", 12}}}},
        {"step:", Scene{}},
    };
    for (const auto& [text, place] : places) {
        EXPECT_EQ(parse_destination(text), place) << text;
        EXPECT_EQ(to_text(place), text);
    }
    EXPECT_EQ(to_text(parse_destination("playground:12")), "playground:box_filter?radius=12");
}

TEST(Destination, ThatMakesNoSenseIsRefused) {
    for (const char* text : {"",
                             "lesson",
                             "lesson:",
                             "lesson:#2",
                             "lesson:one#",
                             "lesson:one#0",
                             "lesson:one#x",
                             "lesson:one?a=1",
                             "exercise:",
                             "race:",
                             "race:A?lap=1",
                             "race:A?curves=",
                             "race:A?view=",
                             "race?preset=",
                             "race:A?edited=race",
                             "race:A%2",
                             "race:A%zz",
                             "playground:-1",
                             "playground:12px",
                             "playground?radius=5",
                             "playground:faces?bins=many",
                             "https://x.org",
                             "step",
                             "step:no_such_scan",
                             "step:scan_blelloch?n",
                             "step:scan_blelloch?m=8",
                             "step:scan_blelloch?n=8%0Aseed=2",
                             "step:?trace=",
                             "step:?n=8",
                             "figure:",
                             "figure:bilgic-9",
                             "figure:bilgic-1?n=8"})
        EXPECT_THROW(parse_destination(text), Error) << text;
}

TEST(Destination, OfASceneHasTheKeysOfItsFile) {
    const Destination read = parse_destination(
        "step:scan_blelloch?n=8&input=usual&lanes=8&options={padding=1}&stops=[\"line 16\"]&step=3");
    const auto& scene = std::get<Scene>(read);
    EXPECT_EQ(scene, parse_scene("file",
                                 "version = 1\nalgorithm = \"scan_blelloch\"\nn = 8\ninput = \"usual\"\n"
                                 "lanes = 8\noptions = { padding = 1 }\nstep = 3\n"));
    EXPECT_EQ(scene.stops, std::vector<std::string>{"line 16"});
    EXPECT_EQ(view_of(read), "step");
    for (const char* slug : {"scan_blelloch", "transpose_tiled", "integral_image_float4"}) {
        const Scene opening = initial_scene(slug);
        EXPECT_EQ(std::get<Scene>(parse_destination(to_text(opening))), opening) << to_text(opening);
    }
}

TEST(Destination, WithNothingButAMomentIsWhatStepOpensWith) {
    const auto scene_at = [](const char* text) { return std::get<Scene>(parse_destination(text)); };
    const Scene opening = initial_scene("scan_lookback");
    EXPECT_EQ(scene_at("step:scan_lookback"), opening);
    EXPECT_EQ(opening.gpu.multiprocessors, 2) << "toy GPU included";
    Scene later = opening;
    later.step = 40;
    EXPECT_EQ(scene_at("step:scan_lookback?step=40"), later);
    EXPECT_EQ(scene_at("step:box_filter").step, initial_scene("box_filter").step);
    EXPECT_EQ(scene_at("step:box_filter?step=0").step, 0);
    EXPECT_EQ(scene_at("step:box_filter?launch=mean of each window").step, 0);
    EXPECT_EQ(scene_at("step:scan_lookback?n=24").gpu.multiprocessors, 1) << "a scene of its own";
}

TEST(Destination, OfAProgramKeepsItsLaunchAndItsEdits) {
    Scene scene = scene_of_file("/home/ada/100% mine & yours.cu");
    scene.program()->kernel = "reduce";
    scene.program()->arguments = {"iota:65", "", "true"};
    scene.edits["a = \"b\".cu"] = "int main() {\n  return 1 & 2;\n}\n";
    scene.step = 4;
    const std::string text = to_text(scene);
    EXPECT_THAT(text, testing::StartsWith("step:/home/ada/100%25 mine %26 yours.cu?kernel=reduce&"));
    EXPECT_EQ(std::get<Scene>(parse_destination(text)), scene) << text;
    const Destination race = RacePlace{.experiment = "Scans", .edited = scene};
    EXPECT_EQ(parse_destination(to_text(race)), race);
}

TEST(Destination, OfATraceIsItsFile) {
    const Destination read = parse_destination("step:?trace=runs/a.trace&step=7");
    EXPECT_EQ(std::get<Scene>(read).step, 7);
    EXPECT_EQ(to_text(read), "step:?trace=runs/a.trace&step=7");
}

}  // namespace
}  // namespace upsweep::scenes
