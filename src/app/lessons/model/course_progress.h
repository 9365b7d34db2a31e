// How far the user has come in the course: kept in the settings, so that it outlives the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/host/settings.h"
#include "lessons/lesson.h"

namespace upsweep::app {

/// Pages beyond these are not counted.
inline constexpr int most_counted_pages = 60;

/// Of one lesson. Bit p stands for page p, from 0.
struct LessonProgress {
    int page = 0;  ///< where the reader is
    uint64_t seen = 0, answered = 0;
    bool begun() const { return seen != 0; }
    bool has_seen(int page_number) const { return (seen >> page_number & 1) != 0; }
    bool has_answered(int page_number) const { return (answered >> page_number & 1) != 0; }
    int pages_seen() const;
};

/// Reads and writes "progress.SLUG.…" and "exercises.SLUG" of the settings. They have to outlive it.
class CourseProgress {
  public:
    explicit CourseProgress(Settings& settings) : settings_(settings) {}

    LessonProgress of(std::string_view slug) const;
    /// The page is in front of the reader.
    void see(std::string_view slug, int page);
    /// The page's question is answered right, or was looked up.
    void answer(std::string_view slug, int page);
    /// Every page was seen.
    bool done(const lessons::Lesson& lesson) const;

    bool passed(std::string_view exercise) const;
    void pass(std::string_view exercise);

    /// The lesson that was open last; empty: none was.
    std::string last_lesson() const;
    /// Grows with every change that is worth writing at once.
    int64_t changes() const { return changes_; }

  private:
    void set(std::string_view slug, std::string_view what, int64_t value);
    Settings& settings_;
    int64_t changes_ = 0;
};

}  // namespace upsweep::app
