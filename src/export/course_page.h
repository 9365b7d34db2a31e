// The whole course as pages that need nothing but each other: an index, the lessons, the plan of a class, the
// glossary; and the plan's pages as a sheet to print.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "export/film.h"
#include "lessons/class_plan.h"
#include "lessons/lesson.h"

namespace upsweep::exports {

struct CourseFile {
    std::string name, html;  ///< "index.html"
};
inline constexpr const char* course_index_file = "index.html";
inline constexpr const char* course_plan_file = "class-plan.html";
inline constexpr const char* course_glossary_file = "glossary.html";
/// "double-the-reach.html".
std::string course_file_of(const lessons::Lesson& lesson);

/// Chapters with a picture, the minutes, pages, questions and exercises of each lesson. Runs the scene of
/// each picture.
std::string course_index(std::span<const lessons::Lesson> lessons);
/// Every plan with its minutes, what to say and to ask; links lead to the lessons' pages.
std::string course_plan_page(std::span<const lessons::ClassPlan> plans,
                             std::span<const lessons::Lesson> lessons);
std::string course_glossary_page(std::span<const lessons::Lesson> lessons);

/// All files one after the other, given to `write` as each is made: a lesson's page takes seconds. Throws
/// what running the lessons throws.
void make_course(std::span<const lessons::Lesson> lessons, std::span<const lessons::ClassPlan> plans,
                 const FilmOptions& options, const std::function<void(const CourseFile&)>& write);

/// To print for a class: the pages of the lessons that the plan opens, with their questions; the answers
/// are on a last page of their own. Throws UsageError where the plan opens no lesson.
std::string class_handout(const lessons::ClassPlan& plan, std::span<const lessons::Lesson> lessons,
                          const stage::Drawing& how);

}  // namespace upsweep::exports
