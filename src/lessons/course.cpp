// Counting through the lessons.
#include "lessons/course.h"

#include <algorithm>

#include <fmt/format.h>

namespace upsweep::lessons {

std::vector<Chapter> chapters_of(std::span<const Lesson> lessons) {
    std::vector<Chapter> chapters;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
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

std::optional<std::size_t> find_lesson(std::span<const Lesson> lessons, std::string_view slug) {
    const auto found =
        std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& one) { return one.slug == slug; });
    if (found == lessons.end()) return std::nullopt;
    return static_cast<std::size_t>(found - lessons.begin());
}

std::vector<ExercisePlace> exercises_of(std::span<const Lesson> lessons) {
    std::vector<ExercisePlace> places;
    for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson)
        for (std::size_t page = 0; page < lessons[lesson].pages.size(); ++page)
            if (const auto& exercise = lessons[lesson].pages[page].exercise)
                places.push_back({*exercise, lesson, page});
    return places;
}

}  // namespace upsweep::lessons
