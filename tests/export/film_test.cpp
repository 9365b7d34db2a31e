// A film holds the stage's own pictures, and code with its marks.
#include "export/film.h"

#include <gmock/gmock.h>

#include <set>

#include "canvas/svg.h"
#include "core/error.h"
#include "emulator/trace/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"

namespace upsweep::exports {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::shared_ptr<const scenes::RunScene> run_of(const std::string& slug) {
    return std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug)));
}

/// What the film gives back for each step, beside the picture that the stage draws there.
void expect_pictures(const std::shared_ptr<const scenes::RunScene>& run, StepSize by) {
    FilmOptions options;
    options.by = by;
    const Film film = make_film(run, options);
    replay::StepPosition at(run);
    at.set_grain(by);
    stage::StageState state;
    std::vector<int> list;
    for (const FilmStep& step : film.steps) {
        at.seek(step.done);
        const canvas::Picture picture = stage::draw_alone(at, options.how, state);
        const auto elements =
            canvas::svg_elements(picture, {.variables = true, .background = false, .ids = "c-"});
        list = changed(std::move(list), step.changes);
        ASSERT_EQ(list.size(), elements.size()) << run->scene.slug() << " step " << step.done;
        for (size_t i = 0; i < list.size(); ++i)
            ASSERT_EQ(film.shapes[list[i]], elements[i]) << "step " << step.done;
        // Of the beginning no word of the window's keys.
        const std::string nothing = "Nothing has run yet.";
        ASSERT_EQ(step.sentence, at.sentence().starts_with(nothing) ? nothing : at.sentence());
    }
    EXPECT_EQ(film.steps.front().done, 0);
    EXPECT_EQ(film.steps.back().done, at.step_count());
}

TEST(Film, OfEveryEntryHasTheStagesPictures) {
    for (const Algorithm* algorithm : catalog()) {
        const auto run = run_of(std::string(algorithm->slug));
        expect_pictures(run, algorithm->opening.step);
    }
}

TEST(Film, OfEachSizeOfStepHasItsPictures) {
    const auto run = run_of("scan_blelloch");
    for (const StepSize by : {StepSize::statement, StepSize::barrier, StepSize::phase, StepSize::launch})
        expect_pictures(run, by);
}

/// What predict mode hides, beside what the trace says was written since the step before.
TEST(Film, AsksForWhatIsWrittenAndForNoOtherCell) {
    const auto run = run_of("scan_blelloch");
    FilmOptions options;
    const Film film = make_film(run, options);
    replay::StepPosition at(run);
    at.set_grain(StepSize::barrier);
    const emulator::Trace& trace = *run->trace;
    stage::StageState state;
    int asked = 0;
    for (size_t k = 0; k < film.steps.size(); ++k) {
        std::set<std::string> written;
        for (int64_t i = k == 0 ? 0 : film.steps[k - 1].done; i < film.steps[k].done; ++i)
            for (int64_t a = trace.steps[i].first_access; a < trace.end_access(i); ++a) {
                const emulator::Access& access = trace.accesses[a];
                if (access.kind != emulator::AccessKind::read)
                    written.insert(stage::cell_name(trace, access.array, access.offset / access.size));
            }
        at.seek(film.steps[k].done);
        const canvas::Picture picture = stage::draw_alone(at, options.how, state);
        std::set<std::string> hidden;
        for (const int place : film.steps[k].asked) {
            const auto& text = std::get<canvas::Text>(picture.shapes[place]);
            const canvas::Hit* const hit = picture.at(text.box().centre());
            if (hit == nullptr || !hit->name.starts_with("cell.")) continue;
            EXPECT_TRUE(written.contains(hit->name)) << hit->name << " at step " << film.steps[k].done;
            hidden.insert(hit->name);
        }
        for (const std::string& name : written)
            EXPECT_TRUE(hidden.contains(name) || picture.find(name) == nullptr)
                << name << " at step " << film.steps[k].done;
        asked += int(hidden.size());
    }
    EXPECT_GT(asked, 20);
}

TEST(Film, HasFewerShapesThanItsPictures) {
    const auto run = run_of("scan_blelloch");
    const Film film = make_film(run, {});
    size_t all = 0;
    for (size_t i = 0; i < film.steps.size(); ++i) all += film.list(i).size();
    EXPECT_LT(film.shapes.size() * 2, all) << "what stays is there once";
}

TEST(Film, LightsTheCodeAsTheTraceSays) {
    const auto run = run_of("scan_blelloch");
    const Film film = make_film(run, {});
    replay::StepPosition at(run);
    at.set_grain(StepSize::barrier);
    int marks = 0;
    for (const FilmStep& step : film.steps) {
        at.seek(step.done);
        EXPECT_EQ(step.line, at.code().line);
        EXPECT_EQ(step.file, at.code().file);
        if (step.line == 0) continue;
        const std::string& text = film.files[step.file].lines[step.line - 1].text;
        for (const CodeMark& mark : step.marks) {
            ASSERT_LT(mark.begin, mark.end);
            ASSERT_LE(size_t(mark.end), text.size());
            EXPECT_NE(text[mark.begin], ' ') << text;
            ++marks;
        }
    }
    EXPECT_GT(marks, 4);
}

TEST(Film, FindsComments) {
    const Film film = make_film(run_of("scan_blelloch"), {});
    int comments = 0;
    for (const CodeFile& file : film.files)
        for (const CodeLine& line : file.lines) {
            if (line.comment < 0) continue;
            ++comments;
            EXPECT_THAT(line.text.substr(size_t(line.comment)),
                        testing::AnyOf(StartsWith("//"), HasSubstr("*")))
                << line.text;
        }
    EXPECT_GT(comments, 5);
}

TEST(Film, StartsWhereTheSceneStands) {
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    scene.step = 30;
    const auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(scene));
    FilmOptions options;
    options.by = StepSize::statement;
    const Film film = make_film(run, options);
    EXPECT_EQ(film.steps[film.start].done, 30);
    EXPECT_EQ(film.at(-1), 0U);
    EXPECT_EQ(film.at(1'000'000), film.steps.size() - 1);
    options.by = StepSize::launch;
    options.also = {17, 17};
    const Film coarse = make_film(run, options);
    EXPECT_EQ(coarse.steps[coarse.at(17)].done, 17) << "asked for beside the launches' ends";
}

TEST(Film, SaysTheCommandThatOpensItsScene) {
    EXPECT_THAT(make_film(run_of("scan_blelloch"), {}).command, StartsWith("upsweep step scan_blelloch"));
}

}  // namespace
}  // namespace upsweep::exports
