// Files that lie beside a lesson.
#pragma once

#include <string>

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// The lesson of a file on the disk, with what lies in its folder: programs of its scenes are named by their
/// whole paths, and lines of kernels are cut from there where there is such a file. Throws Error (file, line,
/// what) for a marker that the file does not contain.
Lesson with_files_beside(Lesson lesson, const std::string& path);

}  // namespace upsweep::lessons
