// Progress as whole numbers in the settings.
#include "app/lessons/model/course_progress.h"

#include <algorithm>
#include <bit>

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

}  // namespace upsweep::app
