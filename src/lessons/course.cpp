// Counting through the lessons; one page's stage as the picture of its lesson.
#include "lessons/course.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "bench/experiment.h"
#include "canvas/fit.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "pipelines/algorithm.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::lessons {

using scenes::Destination;
using scenes::ExercisePage;
using scenes::LessonPage;
using scenes::PlaygroundPlace;
using scenes::RacePlace;

namespace {

std::string playground_words(const PlaygroundPlace& place) {
    std::string words = place.task;
    std::replace(words.begin(), words.end(), '_', ' ');
    for (const auto& [name, number] : place.numbers) words += fmt::format(", {} {}", name, number);
    return words.empty() ? "Playground" : "Playground: " + words;
}

std::string scene_words(const scenes::Scene& scene) {
    if (const scenes::CatalogRun* run = scene.entry())
        return fmt::format("Step: {}, n = {}", find_algorithm(run->algorithm).title,
                           run->parameters.extent.width);
    return scene.chosen() ? "Step: " + std::filesystem::path(scene.file()).filename().string() : "Step";
}

constexpr float em = 16, width_em = 46, height_em = 32;

/// The page that the lesson names; where that shows no scene of its own, the nearest before that does.
const Page& pictured(const Lesson& lesson) {
    const int last = int(lesson.pages.size()) - 1;
    const int named = std::clamp(lesson.picture - 1, 0, last);
    for (int page = named; page >= 0; --page) {
        const Page& one = lesson.pages[page];
        if (!one.race && !one.playground && !one.exercise) return one;
    }
    return lesson.pages[named];
}

}  // namespace

std::vector<Chapter> chapters_of(std::span<const Lesson> lessons) {
    std::vector<Chapter> chapters;
    for (size_t i = 0; i < lessons.size(); ++i) {
        if (chapters.empty() || chapters.back().title != lessons[i].chapter)
            chapters.push_back({lessons[i].chapter, i, 0});
        ++chapters.back().count;
    }
    return chapters;
}

int minutes_of(std::span<const Lesson> lessons) {
    int sum = 0;
    for (const Lesson& lesson : lessons) sum += lesson.minutes;
    return sum;
}

std::string in_hours(int minutes) {
    if (minutes < 60) return fmt::format("{} min", minutes);
    if (minutes % 60 == 0) return fmt::format("{} h", minutes / 60);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string clock_time(int minutes) { return fmt::format("{}:{:02}", minutes / 60, minutes % 60); }

std::optional<size_t> find_lesson(std::span<const Lesson> lessons, std::string_view slug) {
    const Lesson* found = find_by(lessons, &Lesson::slug, slug);
    if (found == nullptr) return std::nullopt;
    return size_t(found - lessons.data());
}

std::vector<ExercisePlace> exercises_of(std::span<const Lesson> lessons) {
    std::vector<ExercisePlace> places;
    for (size_t lesson = 0; lesson < lessons.size(); ++lesson)
        for (size_t page = 0; page < lessons[lesson].pages.size(); ++page)
            if (const auto& exercise = lessons[lesson].pages[page].exercise)
                places.push_back({*exercise, lesson, page});
    return places;
}

std::optional<LessonPlace> place_of(const Destination& to, std::span<const Lesson> lessons) {
    if (const auto* exercise = std::get_if<ExercisePage>(&to)) {
        for (const ExercisePlace& place : exercises_of(lessons))
            if (place.slug == exercise->exercise) return LessonPlace{place.lesson, int(place.page)};
        return std::nullopt;
    }
    const auto* page = std::get_if<LessonPage>(&to);
    if (page == nullptr) return std::nullopt;
    const auto lesson = find_lesson(lessons, page->lesson);
    if (!lesson || page->page > int(lessons[*lesson].pages.size())) return std::nullopt;
    return LessonPlace{*lesson, std::max(page->page - 1, 0)};
}

std::string why_missing(const Destination& to, std::span<const Lesson> lessons) {
    const auto* exercise = std::get_if<ExercisePage>(&to);
    if (exercise != nullptr && !place_of(to, lessons))
        return "No lesson has the exercise " + in_quotes(exercise->exercise) + ".";
    const auto* race = std::get_if<RacePlace>(&to);
    if (race != nullptr && !race->preset.empty() && bench::find_experiment(race->preset) == nullptr)
        return "No preset of the Race is called " + in_quotes(race->preset) + ".";
    const auto* page = std::get_if<LessonPage>(&to);
    if (page == nullptr || page->lesson.empty() || place_of(to, lessons)) return {};
    const auto lesson = find_lesson(lessons, page->lesson);
    if (!lesson) return "There is no lesson " + in_quotes(page->lesson) + ".";
    return fmt::format("The lesson {} has {} pages, so it has no page {}.", in_quotes(page->lesson),
                       lessons[*lesson].pages.size(), page->page);
}

std::string words_of(const Destination& to, std::span<const Lesson> lessons) {
    if (const auto* scene = std::get_if<scenes::Scene>(&to)) return scene_words(*scene);
    if (const auto* race = std::get_if<RacePlace>(&to)) {
        if (const bench::Experiment* preset = bench::find_experiment(race->preset)) return preset->heading;
        return race->experiment.empty() ? "Race" : "Race: " + race->experiment;
    }
    if (const auto* playground = std::get_if<PlaygroundPlace>(&to)) return playground_words(*playground);
    const auto* page = std::get_if<LessonPage>(&to);
    if (page != nullptr && page->lesson.empty()) return std::string(course_title);
    const auto place = place_of(to, lessons);
    if (!place) return page != nullptr ? page->lesson : std::get<ExercisePage>(to).exercise;
    const std::string& title = lessons[place->lesson].title;
    if (page == nullptr) return title + ", exercise";
    return page->page > 0 ? fmt::format("{}, page {}", title, page->page) : title;
}

canvas::Picture course_picture(const Lesson& lesson, const std::atomic<bool>* cancel) {
    const Page& page = pictured(lesson);
    const auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(page.scene, cancel));
    replay::StepPosition at(run);
    at.set_grain(page.look.zoom ? stage::step_of(*page.look.zoom) : replay::Grain::barrier);
    at.seek(resolve(page.at, *run->trace));
    stage::StageOptions options;
    options.zoom = page.look.zoom;
    options.roomy = false;
    options.banks = options.legend = false;
    stage::StageState state;
    const canvas::Box all{{0, 0}, {width_em * em, height_em * em}};
    const canvas::Picture picture = stage::draw_stage(all, em, at, options, state);
    // The diagram tells more than the present row alone, where there is one with something in it.
    const canvas::Hit* diagram = picture.find("diagram");
    constexpr size_t least_shapes = 12;
    if (diagram != nullptr) {
        canvas::Picture rows = canvas::without_words(picture, diagram->box);
        if (rows.shapes.size() >= least_shapes) return rows;
    }
    return canvas::without_words(picture, all);
}

}  // namespace upsweep::lessons
