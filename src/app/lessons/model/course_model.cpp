// The cards, the class plan, and where to continue.
#include "app/lessons/model/course_model.h"
#include "core/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"

namespace upsweep::app {

using lessons::Chapter;
using lessons::ExercisePlace;
using lessons::Lesson;
using lessons::LessonPlace;

CourseModel::CourseModel(std::span<const Lesson> lessons, std::span<const lessons::ClassPlan> plans,
                         Settings& settings)
    : lessons_(lessons),
      plans_(plans),
      chapters_(lessons::chapters_of(lessons)),
      exercises_(lessons::exercises_of(lessons)),
      settings_(settings),
      progress_(settings) {
    chosen_ = resume().lesson;
    const int64_t minutes = settings.integer("lessons.plan", 0);
    for (size_t i = 0; i < plans.size(); ++i)
        if (plans[i].minutes == minutes) plan_ = i;
}

std::vector<ExercisePlace> CourseModel::exercises_in(size_t lesson) const {
    std::vector<ExercisePlace> found;
    std::copy_if(exercises_.begin(), exercises_.end(), std::back_inserter(found),
                 [&](const ExercisePlace& place) { return place.lesson == lesson; });
    return found;
}

CourseTotals CourseModel::totals() const {
    CourseTotals totals;
    totals.lessons = int(lessons_.size());
    totals.exercises = int(exercises_.size());
    for (const Lesson& lesson : lessons_) totals.lessons_done += progress_.done(lesson) ? 1 : 0;
    for (const ExercisePlace& place : exercises_)
        totals.exercises_passed += progress_.passed(place.slug) ? 1 : 0;
    return totals;
}

std::string CourseModel::size_in_words() const {
    return fmt::format("{}, {}", counted(std::ssize(lessons_), "lesson"),
                       lessons::in_hours(lessons::minutes_of(lessons_)));
}

LessonPlace CourseModel::opening_of(size_t lesson) const {
    const Lesson& one = lessons_[lesson];
    if (progress_.done(one)) return {lesson, 0};
    const int last = int(one.pages.size()) - 1;
    return {lesson, std::min(progress_.of(one.slug).page, last)};
}

LessonPlace CourseModel::resume() const {
    if (lessons_.empty()) return {};
    const auto last = lessons::find_lesson(lessons_, progress_.last_lesson());
    if (last && !progress_.done(lessons_[*last])) return opening_of(*last);
    // Behind the one that is done first: a reader who jumps ahead is not sent back.
    const size_t from = last.value_or(0);
    for (size_t i = 0; i < lessons_.size(); ++i) {
        const size_t lesson = (from + i) % lessons_.size();
        if (!progress_.done(lessons_[lesson])) return opening_of(lesson);
    }
    return {};
}

std::string CourseModel::resume_words() const {
    if (lessons_.empty()) return {};
    const LessonPlace place = resume();
    const Lesson& lesson = lessons_[place.lesson];
    if (progress_.last_lesson().empty()) return "Begin: " + lesson.title;
    if (progress_.done(lesson)) return "Read again: " + lesson.title;
    if (!progress_.of(lesson.slug).begun()) return "Next: " + lesson.title;
    return fmt::format("Continue: {}, page {}", lesson.title, place.page + 1);
}

void CourseModel::choose(size_t lesson) {
    if (lesson < lessons_.size()) chosen_ = lesson;
}

void CourseModel::move(int columns, int right, int down) {
    struct Row {
        size_t first, count;
    };
    const auto wide = size_t(std::max(columns, 1));
    std::vector<Row> rows;
    for (const Chapter& chapter : chapters_)
        for (size_t at = 0; at < chapter.count; at += wide)
            rows.push_back({chapter.first + at, std::min(wide, chapter.count - at)});
    for (size_t i = 0; i < rows.size(); ++i) {
        if (chosen_ < rows[i].first || chosen_ >= rows[i].first + rows[i].count) continue;
        const auto column = chosen_ - rows[i].first;
        const auto to = ptrdiff_t(i) + down;
        if (down != 0 && to >= 0 && to < ptrdiff_t(rows.size())) {
            const Row& row = nth(rows, to);
            chosen_ = row.first + std::min(column, row.count - 1);
        }
        break;
    }
    // To the side over the ends of rows: the lessons have an order.
    const auto aside = ptrdiff_t(chosen_) + right;
    if (aside >= 0 && aside < ptrdiff_t(lessons_.size())) chosen_ = size_t(aside);
}

void CourseModel::choose_plan(size_t number) {
    if (number >= plans_.size() || number == plan_) return;
    plan_ = number;
    item_ = 0;
    settings_.set("lessons.plan", plans_[number].minutes);
}

void CourseModel::go_to_item(ptrdiff_t item) {
    if (plans_.empty()) return;
    const auto last = ptrdiff_t(plan().items.size()) - 1;
    item_ = size_t(std::clamp<ptrdiff_t>(item, 0, std::max<ptrdiff_t>(last, 0)));
}

}  // namespace upsweep::app
