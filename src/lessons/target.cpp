// Targets by their words.
#include "lessons/target.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "lessons/course.h"
#include "pipelines/algorithm.h"

namespace upsweep::lessons {
namespace {

constexpr int target_most_pages = 1000, target_most_radius = 1000;

[[noreturn]] void refuse_target(std::string_view text) {
    throw Error(
        "A target is lesson:SLUG, lesson:SLUG#PAGE, exercise:SLUG, race, race:HEADING, playground, "
        "playground:RADIUS or playground:TASK, not " +
        in_quotes(text) + ".");
}

int number_in(std::string_view words, int most, std::string_view text) {
    int number = 0;
    const auto [end, failed] = std::from_chars(words.data(), words.data() + words.size(), number);
    if (failed != std::errc() || end != words.data() + words.size() || number < 1 || number > most)
        refuse_target(text);
    return number;
}

}  // namespace

Target parse_target(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (colon != std::string_view::npos && rest.empty()) refuse_target(text);
    Target target;
    if (kind == "lesson" && !rest.empty()) {
        const std::size_t mark = rest.find('#');
        if (mark != std::string_view::npos)
            target.page = number_in(rest.substr(mark + 1), target_most_pages, text);
        target.name = std::string(rest.substr(0, mark));
        if (target.name.empty()) refuse_target(text);
    } else if (kind == "exercise" && !rest.empty()) {
        target.kind = Target::Kind::exercise;
        target.name = std::string(rest);
    } else if (kind == "race") {
        target.kind = Target::Kind::race;
        target.name = std::string(rest);
    } else if (kind == "playground") {
        target.kind = Target::Kind::playground;
        constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
        if (rest.find_first_not_of(letters) == std::string_view::npos)
            target.name = std::string(rest);
        else
            target.radius = number_in(rest, target_most_radius, text);
    } else {
        refuse_target(text);
    }
    return target;
}

std::optional<LessonPlace> place_of(const Target& target, std::span<const Lesson> lessons) {
    if (target.kind == Target::Kind::exercise) {
        for (const ExercisePlace& place : exercises_of(lessons))
            if (place.slug == target.name) return LessonPlace{place.lesson, static_cast<int>(place.page)};
        return std::nullopt;
    }
    if (target.kind != Target::Kind::lesson) return std::nullopt;
    const auto lesson = find_lesson(lessons, target.name);
    if (!lesson || target.page > static_cast<int>(lessons[*lesson].pages.size())) return std::nullopt;
    return LessonPlace{*lesson, std::max(target.page - 1, 0)};
}

std::string why_missing(const Target& target, std::span<const Lesson> lessons) {
    if (target.kind == Target::Kind::exercise && !place_of(target, lessons))
        return "No lesson has the exercise " + in_quotes(target.name) + ".";
    if (target.kind != Target::Kind::lesson || place_of(target, lessons)) return {};
    const auto lesson = find_lesson(lessons, target.name);
    if (!lesson) return "There is no lesson " + in_quotes(target.name) + ".";
    return fmt::format("The lesson {} has {} pages, so it has no page {}.", in_quotes(target.name),
                       lessons[*lesson].pages.size(), target.page);
}

std::string words_of(const Target& target, std::span<const Lesson> lessons) {
    switch (target.kind) {
        case Target::Kind::race:
            return target.name.empty() ? "Race" : "Race: " + target.name;
        case Target::Kind::playground:
            if (!target.name.empty()) {
                std::string task = target.name;
                std::replace(task.begin(), task.end(), '_', ' ');
                return "Playground: " + task;
            }
            return target.radius > 0 ? fmt::format("Playground: box filter, radius {}", target.radius)
                                     : "Playground";
        case Target::Kind::step: {
            const scenes::Scene& scene = *target.scene;
            return fmt::format("Step: {}, n = {}", find_algorithm(scene.algorithm).title,
                               scene.parameters.extent.width);
        }
        default:
            break;
    }
    const auto place = place_of(target, lessons);
    if (!place) return target.name;
    const std::string& title = lessons[place->lesson].title;
    if (target.kind == Target::Kind::exercise) return title + ", exercise";
    return target.page > 0 ? fmt::format("{}, page {}", title, target.page) : title;
}

}  // namespace upsweep::lessons
