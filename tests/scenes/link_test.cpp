// Links: the part of an address behind "#".
#include "scenes/link.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "emulator/trace/trace.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::scenes {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal_of(const std::string& text) {
    try {
        (void)parse_link(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

TEST(Link, OfWhatIsShortIsReadable) {
    const std::pair<const char*, Destination> places[] = {
        {"lesson=", LessonPage{}},
        {"lesson=look-back", LessonPage{.lesson = "look-back"}},
        {"lesson=look-back/2", LessonPage{.lesson = "look-back", .page = 2}},
        {"exercise=way-down", ExercisePage{"way-down"}},
        {"race=", RacePlace{}},
        {"race=Scans?view=spread", RacePlace{.experiment = "Scans", .view = "spread"}},
        {"race=Integral%20images?curves=copy", RacePlace{"Integral images", {"copy"}}},
        {"race=?view=spread", RacePlace{.view = "spread"}},
        {"race=?preset=bugetti-6", RacePlace{.preset = "bugetti-6"}},
        {"playground=", PlaygroundPlace{}},
        {"playground=box_filter?image=spheres&radius=12",
         PlaygroundPlace{"box_filter", "spheres", {{"radius", 12}}}},
    };
    for (const auto& [link, place] : places) {
        EXPECT_EQ(link_of(place), link);
        for (const char* before : {"", "#", "upsweep:#", "https://example.org/a/upsweep.html#", "  "})
            EXPECT_EQ(parse_link(before + std::string(link)), place) << before << link;
    }
    EXPECT_EQ(link_of(LessonPage{"look-back", 2}, "https://example.org/u.html"),
              "https://example.org/u.html#lesson=look-back/2");
    EXPECT_EQ(parse_link("lesson%3Dlook-back/2"), Destination(LessonPage("look-back", 2))) << "as a chat may";
}

TEST(Link, OfASceneRestoresAllOfIt) {
    emulator::ToyGpu gpu;
    gpu.lanes = 8;
    gpu.schedule = emulator::parse_schedule("adversarial");
    Scene scene = with_gpu(initial_scene("scan_blelloch"), gpu);
    scene.step = 25;
    scene.stops = {"line 16", "sums[3] = 14"};
    scene.by = "barrier";
    scene.distance = "blocks";
    scene.edits["scan_blelloch.cu"] = "// \"mine\" & yours\n\tint a; // 100 %\n";
    const std::string link = link_of(scene);
    EXPECT_THAT(link, StartsWith("scene=~"));
    EXPECT_EQ(link.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=~"),
              std::string::npos);
    const Destination read = parse_link("https://example.org/u.html#" + link);
    const auto& back = std::get<Scene>(read);
    EXPECT_EQ(back, scene);
    EXPECT_EQ(back.stops, scene.stops);
    EXPECT_EQ(back.by, "barrier");
    EXPECT_EQ(back.distance, "blocks");
    EXPECT_EQ(parse_scene("file", to_toml(scene)), scene) << "a file keeps the edits too";
    // A mail breaks it into lines.
    std::string broken = link;
    broken.insert(20, "\r\n  ");
    EXPECT_EQ(std::get<Scene>(parse_link(broken)), scene);
}

TEST(Link, OfAProgramHoldsItsTextsAndNotItsPath) {
    const std::string file = test::own_file("link_mine.cu"), header = test::own_file("link_mine.cuh");
    std::ofstream(header) << "#define VALUE 7\n";
    std::ofstream(file) << "#include \"" << std::filesystem::path(header).filename().string()
                        << "\"\n__global__ void fill(int* a) { a[threadIdx.x] = VALUE; }\n"
                           "int main() { int* a; cudaMalloc(&a, 32); fill<<<1, 8>>>(a); }\n";
    Scene scene = scene_of_file(file);
    scene.step = 2;
    const Destination read = parse_link(link_of(scene));
    const auto& back = std::get<Scene>(read);
    EXPECT_EQ(back.program()->file, programs::untitled);
    EXPECT_EQ(back.edits.size(), 2U);
    EXPECT_THAT(to_text(back), testing::Not(HasSubstr(std::filesystem::path(file).parent_path().string())));
    std::filesystem::remove(file);
    std::filesystem::remove(header);
    const RunScene run = run_scene(back);
    EXPECT_FALSE(run.trace->steps.empty());
    EXPECT_EQ(std::get<Scene>(parse_link(link_of(back))), back) << "and on";
}

TEST(Link, ToAnExerciseMayHoldAText) {
    const ExercisePage page{"way-down", "// mine\nif (a < b && c) a = 1;\n"};
    EXPECT_EQ(std::get<ExercisePage>(parse_link(link_of(page))), page);
    EXPECT_THAT(link_of(page), StartsWith("exercise=~"));
}

TEST(Link, ToWhatIsOnThisComputerAloneIsRefused) {
    Scene trace;
    trace.of = TraceFile{"a.trace"};
    EXPECT_THROW(link_of(trace), Error);
    EXPECT_THROW(link_of(LessonPage{"mine.md", 1}), Error);
    EXPECT_THROW(link_of(scene_of_file("/no/such.cu")), Error);
    Scene huge = scene_of_text(std::string(size_t{1} << 21, 'x'));
    EXPECT_THROW(link_of(huge), Error);
}

TEST(Link, ThatOpensAFileHereIsRefused) {
    EXPECT_THAT(refusal_of("scene=/etc/passwd.cu"), HasSubstr("without its text"));
    EXPECT_THAT(refusal_of("scene=?trace=a.trace"), HasSubstr("a link opens no file"));
    EXPECT_THAT(refusal_of("lesson=mine.md"), HasSubstr("file of another computer"));
}

TEST(Link, ThatIsDamagedSaysSo) {
    const std::string link = link_of(scene_of_text("__global__ void k(int* a) { a[threadIdx.x] = 1; }\n"));
    EXPECT_THAT(refusal_of(link.substr(0, link.size() - 3)), HasSubstr("cut short or damaged"));
    std::string changed = link;
    changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
    EXPECT_THAT(refusal_of(changed), HasSubstr("damaged"));
    EXPECT_THAT(refusal_of("scene=~"), HasSubstr("damaged"));
    EXPECT_THAT(refusal_of("scene=~ä"), HasSubstr("damaged"));
    EXPECT_THAT(refusal_of("exercise="), HasSubstr("something is missing"));
    EXPECT_THAT(refusal_of("https://example.org/#top"), HasSubstr("A link is #scene="));
    EXPECT_THAT(refusal_of("#scene=no_such_scan"), HasSubstr("no_such_scan"));
    EXPECT_THAT(refusal_of("scene=" + std::string(size_t{1} << 20, 'a')), HasSubstr("too long"));
}

TEST(Link, IsToldFromOtherTexts) {
    for (const char* text : {"#scene=x", "upsweep:#lesson=a/1", "https://e.org/u.html#race=", "exercise=a"})
        EXPECT_TRUE(is_link(text)) << text;
    for (const char* text :
         {"", "scene", "a.cu", "https://e.org/", "https://e.org/#top", "lesson:look-back#2"})
        EXPECT_FALSE(is_link(text)) << text;
    EXPECT_TRUE(is_place("lesson:look-back#2"));
    EXPECT_EQ(address_in_shortcut("[InternetShortcut]\r\nURL=upsweep:#lesson=a/1\r\n"),
              "upsweep:#lesson=a/1");
    EXPECT_EQ(address_in_shortcut("nothing"), "");
}

}  // namespace
}  // namespace upsweep::scenes
