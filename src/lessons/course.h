// The lessons together: chapters, minutes, exercises, the next one; the picture of each in the course.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/lesson.h"

namespace upsweep::lessons {

inline constexpr std::string_view course_title = "From a sum to a face";

/// A run of lessons that name the same chapter.
struct Chapter {
    std::string title;
    size_t first = 0, count = 0;  ///< positions of its lessons
};
std::vector<Chapter> chapters_of(std::span<const Lesson> lessons);

/// Minutes that these lessons say they take.
int minutes_of(std::span<const Lesson> lessons);
/// "34 min", "2 h 44 min", "3 h".
std::string in_hours(int minutes);
/// "0:06", "1:30": a time within a class.
std::string clock_time(int minutes);

std::optional<size_t> find_lesson(std::span<const Lesson> lessons, std::string_view slug);

/// An exercise and where it is; the page from 0.
struct ExercisePlace {
    std::string slug;
    size_t lesson = 0, page = 0;
};
/// In the order of their pages.
std::vector<ExercisePlace> exercises_of(std::span<const Lesson> lessons);

/// A page of the course; lesson and page from 0.
struct LessonPlace {
    size_t lesson = 0;
    int page = 0;
    friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};
/// Where a lesson's page or an exercise is; nothing for other destinations and for missing pages.
std::optional<LessonPlace> place_of(const scenes::Destination& to, std::span<const Lesson> lessons);

/// Why the destination leads nowhere, as a sentence; empty if it leads somewhere. What is raced, and the
/// Playground's tasks, are not looked at.
std::string why_missing(const scenes::Destination& to, std::span<const Lesson> lessons);

/// "A loop has to wait, page 2", "Step: Work-efficient scan, n = 16", "Race: …": what a link says. Throws
/// UsageError for a scene of an unknown algorithm.
std::string words_of(const scenes::Destination& to, std::span<const Lesson> lessons);

/// The stage at that page's moment, laid out large enough to be shrunk (canvas/fit.h). Runs the scene. Throws
/// what running it and finding its moment throw, Cancelled.
canvas::Picture course_picture(const Lesson& lesson, const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::lessons
