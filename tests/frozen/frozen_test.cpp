// What is frozen for a term: links, scene files, slugs, options of commands, marks. Each is stored in this
// folder with what it meant; here all are opened. With UPSWEEP_FREEZE=1 what is not stored yet is added, and
// no line changes.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"
#include "core/error.h"
#include "core/json.h"
#include "exercises/mark.h"
#include "lessons/course.h"
#include "media/samples.h"
#include "pipelines/algorithm.h"
#include "report/report.h"
#include "scenes/figures.h"
#include "scenes/link.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"
#include "vision/operation.h"

namespace upsweep::test {
namespace {

namespace fs = std::filesystem;
using scenes::Destination;
using scenes::Scene;

const fs::path frozen = FROZEN;

bool freezing() { return std::getenv("UPSWEEP_FREEZE") != nullptr; }

std::string text_in(const fs::path& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::string> lines_in(const fs::path& file) {
    std::istringstream in(text_in(file));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

/// Stored lines that this program no longer has are failures; `now` may have more.
void expect_all_kept(const std::string& name, const std::set<std::string>& now) {
    const std::vector<std::string> stored = lines_in(frozen / name);
    std::set<std::string> known(stored.begin(), stored.end());
    for (const std::string& line : stored) EXPECT_TRUE(now.contains(line)) << "no longer here: " << line;
    if (freezing()) {
        std::ofstream out(frozen / name, std::ios::app);
        for (const std::string& line : now)
            if (!known.contains(line)) out << line << "\n";
    }
    EXPECT_GT(lines_in(frozen / name).size(), 10U) << name << " holds little";
}

/// A scene with everything that it leaves out, so that a change of what is usual is seen; else the place.
std::string meaning_of(const Destination& place) {
    const auto* scene = std::get_if<Scene>(&place);
    if (scene == nullptr) return to_text(place) + "\n";
    std::string text = to_toml(*scene);
    if (text.starts_with("#")) text.erase(0, text.find('\n') + 1);
    // What is usual is left out of a scene's text, so the machine is said in full.
    const emulator::ToyGpu& gpu = scene->gpu;
    text += fmt::format("# {} lanes, {} banks, {} multiprocessors, {} resident blocks, {} bytes, {}\n",
                        gpu.lanes, gpu.banks, gpu.multiprocessors, gpu.resident_blocks, gpu.shared_bytes,
                        to_string(gpu.schedule));
    return text;
}

/// What the scene's run leaves: all numbers that a student may have noted down.
std::string results_of(const Scene& scene) {
    const Json all = report::Report(scene).json();
    Json kept;
    if (all.contains("parameters")) kept["input"] = all["parameters"]["input"];
    for (const char* key : {"result", "buffers"})
        if (all.contains(key)) kept[key] = all[key];
    // There may be more counts one day.
    for (const char* key : {"additions", "copies", "moves", "barriers", "depth", "steps"})
        kept[key] = all["counts"][key];
    return json_text(kept) + "\n";
}

/// Places of every kind that a link leads to; the first freeze made links of them.
std::vector<Destination> some_places() {
    std::vector<Destination> places;
    for (const char* text :
         {"lessons", "lesson:look-back#2", "lesson:work-efficient-scan", "lesson:work-efficient-scan#3",
          "exercise:way-down", "exercise:way-down?text=// mine%0Aint a = 1 %26 2;", "figure:bilgic-1", "race",
          "race?view=spread", "race?preset=bugetti-6", "playground",
          "playground:box_filter?image=spheres&radius=12", "playground:faces", "step:scan_lookback",
          "step:scan_lookback?step=40", "step:scan_blelloch?n=8&step=25",
          "step:transpose_tiled?width=8&height=8&options={padding=1}&input=random&seed=7",
          "step:scan_hillis_steele?n=6&input=[3, 1, 7, 0, 4, 1]&type=u32->u32&stops=[\"line 16\"]"})
        places.push_back(scenes::parse_destination(text));
    emulator::ToyGpu gpu;
    gpu.lanes = 8;
    gpu.weak_memory = true;
    gpu.schedule = emulator::parse_schedule("adversarial");
    Scene scene = with_gpu(scenes::initial_scene("scan_blelloch"), gpu);
    scene.step = 17;
    scene.by = "barrier";
    scene.distance = "blocks";
    places.emplace_back(scene);
    scene.edits["scan_blelloch.cu"] = "// changed\n" + upsweep::kernel_text("scan_blelloch.cu");
    places.emplace_back(scene);
    places.emplace_back(scenes::RacePlace{.edited = scene, .view = "throughput"});
    Scene program = scenes::scene_of_text(
        "__global__ void twice(int* a) { a[threadIdx.x] *= 2; }\n"
        "int main() { int* a; cudaMalloc(&a, 32); twice<<<1, 8>>>(a); }\n");
    program.program()->arguments = {"iota:8"};
    program.step = 2;
    places.emplace_back(program);
    return places;
}

// Blocks with a blank line between: a link, and then what it means.
TEST(Frozen, LinksMeanWhatTheyMeant) {
    std::istringstream in(text_in(frozen / "links.txt"));
    std::map<std::string, std::string> stored;
    std::string link, meaning;
    const auto keep = [&] {
        if (!link.empty()) stored[link] = meaning;
        link.clear();
        meaning.clear();
    };
    for (std::string line; std::getline(in, line);) {
        if (line.empty())
            keep();
        else if (link.empty())
            link = line;
        else
            meaning += line + "\n";
    }
    keep();
    for (const auto& [one, meant] : stored) {
        try {
            EXPECT_EQ(meaning_of(scenes::parse_link(one)), meant) << one;
        } catch (const Error& error) {
            ADD_FAILURE() << one << " no longer opens: " << error.what();
        }
    }
    if (freezing()) {
        std::ofstream out(frozen / "links.txt", std::ios::app);
        for (const Destination& place : some_places()) {
            const std::string made = scenes::link_of(place, "https://example.org/upsweep.html");
            if (!stored.contains(made)) out << made << "\n" << meaning_of(place) << "\n";
        }
        return;
    }
    EXPECT_GE(stored.size(), some_places().size());
}

TEST(Frozen, SceneFilesRunAsTheyDid) {
    const fs::path folder = frozen / "scenes";
    if (freezing()) {
        fs::create_directories(folder);
        int number = 0;
        for (const Destination& place : some_places())
            if (const auto* scene = std::get_if<Scene>(&place)) {
                const fs::path file = folder / fmt::format("scene-{:02}.toml", ++number);
                if (!fs::exists(file)) std::ofstream(file) << to_toml(*scene);
            }
    }
    int64_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".toml") continue;
        ++files;
        fs::path results = entry.path();
        results.replace_extension(".json");
        try {
            const Scene scene = scenes::read_scene_file(entry.path().string());
            if (freezing() && !fs::exists(results)) std::ofstream(results) << results_of(scene);
            EXPECT_EQ(results_of(scene), text_in(results)) << entry.path();
        } catch (const Error& error) {
            ADD_FAILURE() << entry.path() << " no longer opens: " << error.what();
        }
    }
    EXPECT_GE(files, 8);
}

TEST(Frozen, SlugsAreKept) {
    std::set<std::string> now;
    for (const Algorithm* algorithm : catalog()) {
        now.insert(fmt::format("algorithm {}", algorithm->slug));
        for (const Option& option : algorithm->options)
            now.insert(fmt::format("option {} {}", algorithm->slug, option.name));
    }
    const auto& all = lessons::all_lessons();
    for (const lessons::Lesson& lesson : all)
        for (size_t page = 1; page <= lesson.pages.size(); ++page)
            now.insert(fmt::format("lesson {}/{}", lesson.slug, page));
    for (const exercises::Exercise& exercise : exercises::all_exercises())
        for (const exercises::Row& row : exercises::rows_to_come(exercise))
            now.insert(fmt::format("exercise {} {}", exercise.slug, row.key));
    for (const scenes::Figure& figure : scenes::figures()) now.insert(fmt::format("figure {}", figure.name));
    for (const vision::Operation* task : vision::operations()) {
        now.insert(fmt::format("task {}", task->slug));
        for (const vision::Parameter& number : task->parameters)
            now.insert(fmt::format("task {} {}", task->slug, number.name));
    }
    for (const media::SamplePicture& sample : media::sample_pictures())
        now.insert(fmt::format("sample {}", sample.slug));
    expect_all_kept("slugs.txt", now);
}

TEST(Frozen, OptionsOfCommandsAreKept) {
    std::set<std::string> now;
    const std::regex command("\n  ([a-z][a-z-]+) "), option("(?:^|[ ,])(--?[A-Za-z][A-Za-z0-9-]*)");
    const std::string help = "\n" + run_program("--help").out;
    const std::string list = help.substr(help.find("\nSubcommands:"));
    for (std::sregex_iterator at(list.begin(), list.end(), command), end; at != end; ++at) {
        const std::string name = (*at)[1];
        now.insert(name);
        std::istringstream lines(run_program(name + " --help").out);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("  -")) continue;
            const std::string words = line.substr(2, line.find(' ', 2) - 2);
            for (std::sregex_iterator one(words.begin(), words.end(), option); one != end; ++one)
                now.insert(name + " " + std::string((*one)[1]));
        }
    }
    expect_all_kept("options.txt", now);
}

TEST(Frozen, AnswersGetTheMarksThatTheyGot) {
    std::set<std::string> now;
    for (const auto& entry : fs::recursive_directory_iterator(frozen / "marked")) {
        if (!entry.is_regular_file()) continue;
        const std::string slug = entry.path().parent_path().filename().string();
        const exercises::Marks marks = exercises::mark(exercises::find_exercise(slug), text_in(entry.path()));
        std::string line =
            slug + "/" + entry.path().filename().string() + (marks.passed ? " passed" : " failed");
        for (const exercises::Row& row : marks.rows)
            line += fmt::format(" {}={}", row.key,
                                row.state == exercises::State::met      ? "met"
                                : row.state == exercises::State::failed ? "failed"
                                                                        : "open");
        now.insert(line);
    }
    expect_all_kept("marks.txt", now);
}

}  // namespace
}  // namespace upsweep::test
