// The cards, the class plan, where to continue, and how far the user has come.
#include "app/lessons/model/course_model.h"

#include <bit>

#include <fmt/format.h>

#include "core/words.h"

namespace upsweep::app {

namespace {

std::string key(std::string_view slug, std::string_view what) {
    return "progress." + std::string(slug) + "." + std::string(what);
}

uint64_t bits(const Settings& settings, const std::string& name) {
    constexpr uint64_t counted = (uint64_t{1} << most_counted_pages) - 1;
    return uint64_t(settings.integer(name, 0)) & counted;
}

int64_t with_bit(uint64_t all, int bit) {
    if (bit >= 0 && bit < most_counted_pages) all |= uint64_t{1} << bit;
    return int64_t(all);
}

}  // namespace

int LessonProgress::pages_seen() const { return std::popcount(seen); }

LessonProgress CourseProgress::of(std::string_view slug) const {
    LessonProgress progress;
    // A file of settings may hold anything.
    progress.page =
        int(std::clamp<int64_t>(settings_.integer(key(slug, "page"), 0), 0, most_counted_pages - 1));
    progress.seen = bits(settings_, key(slug, "seen"));
    progress.answered = bits(settings_, key(slug, "answered"));
    return progress;
}

void CourseProgress::set(std::string_view slug, std::string_view what, int64_t value) {
    const std::string name = key(slug, what);
    if (settings_.integer(name, -1) == value) return;
    settings_.set(name, value);
    ++changes_;
}

void CourseProgress::see(std::string_view slug, int page) {
    set(slug, "page", page);
    set(slug, "seen", with_bit(of(slug).seen, page));
    if (last_lesson() == slug) return;
    settings_.set("lessons.last", std::string(slug));
    ++changes_;
}

void CourseProgress::answer(std::string_view slug, int page) {
    set(slug, "answered", with_bit(of(slug).answered, page));
}

bool CourseProgress::done(const lessons::Lesson& lesson) const {
    const LessonProgress progress = of(lesson.slug);
    const int count = std::min(int(lesson.pages.size()), most_counted_pages);
    for (int page = 0; page < count; ++page)
        if (!progress.has_seen(page)) return false;
    return true;
}

bool CourseProgress::passed(std::string_view exercise) const {
    return settings_.flag("exercises." + std::string(exercise), false);
}

void CourseProgress::pass(std::string_view exercise) {
    if (passed(exercise)) return;
    settings_.set("exercises." + std::string(exercise), true);
    ++changes_;
}

std::string CourseProgress::last_lesson() const { return settings_.text("lessons.last", ""); }

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
