// The course page's state: which card is chosen, where to continue, which class plan is shown; and how far
// the user has come, kept in the settings, so that it outlives the program. Needs no window.
#pragma once

#include "app/host/settings.h"
#include "lessons/class_plan.h"
#include "lessons/course.h"
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

/// What is done of all there is.
struct CourseTotals {
    int lessons_done = 0, lessons = 0, exercises_passed = 0, exercises = 0;
};

class CourseModel {
  public:
    /// Lessons, plans and settings have to outlive it.
    CourseModel(std::span<const lessons::Lesson> lessons, std::span<const lessons::ClassPlan> plans,
                Settings& settings);

    std::span<const lessons::Lesson> lessons() const { return lessons_; }
    const std::vector<lessons::Chapter>& chapters() const { return chapters_; }
    CourseProgress& progress() { return progress_; }
    const CourseProgress& progress() const { return progress_; }
    /// Those of one lesson.
    std::vector<lessons::ExercisePlace> exercises_in(size_t lesson) const;
    CourseTotals totals() const;
    /// "16 lessons, 2 h 44 min".
    std::string size_in_words() const;

    /// Where a reader continues: the page of the lesson that was open last; where that is done, the first
    /// lesson that is not, and at its end the first lesson of all.
    lessons::LessonPlace resume() const;
    /// "Continue: Up and down the tree, page 5"; "Begin: …" where nothing was read; "Read again: …".
    std::string resume_words() const;
    /// Where a lesson opens: the page where the reader left it; at the beginning of one that is done.
    lessons::LessonPlace opening_of(size_t lesson) const;

    size_t chosen() const { return chosen_; }
    void choose(size_t lesson);
    /// Over the cards as they are now in rows of `columns`, chapter under chapter: stays where no card is.
    void move(int columns, int right, int down);

    std::span<const lessons::ClassPlan> plans() const { return plans_; }
    size_t plan_number() const { return plan_; }
    const lessons::ClassPlan& plan() const { return plans_[plan_]; }
    void choose_plan(size_t number);
    /// The item that a class is at, for presenting; clamped.
    size_t item() const { return item_; }
    void go_to_item(ptrdiff_t item);

  private:
    std::span<const lessons::Lesson> lessons_;
    std::span<const lessons::ClassPlan> plans_;
    std::vector<lessons::Chapter> chapters_;
    std::vector<lessons::ExercisePlace> exercises_;
    Settings& settings_;
    CourseProgress progress_;
    size_t chosen_ = 0, plan_ = 0, item_ = 0;
};

}  // namespace upsweep::app
