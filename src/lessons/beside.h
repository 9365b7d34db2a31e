// Files that lie beside a lesson.
#pragma once

#include <string>

#include <string_view>

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// The lesson of a file on the disk, with what lies in its folder: programs of its scenes are named by their
/// whole paths, and lines of kernels are cut from there where there is such a file. Throws Error (file, line,
/// what) for a marker that the file does not contain.
Lesson with_files_beside(Lesson lesson, const std::string& path);

/// Whether a lesson is named by its file: the name ends in .md, has a /, or is a file and not a lesson's
/// slug.
bool is_lesson_path(const std::string& named);
/// A lesson of the course by its slug, or that of a file with what lies beside it. Throws UsageError with
/// there_is_no_lesson, and what reading the file throws.
Lesson lesson_named(const std::string& named);
/// "There is no lesson "scan"; there are: …": what names no lesson of the course.
std::string there_is_no_lesson(std::string_view slug);

}  // namespace upsweep::lessons
