// Whether a lesson is fit to be shown.
#pragma once

#include <string>

#include "lessons/prepare.h"

namespace upsweep::lessons {

/// Prepares a lesson, and checks what only a whole one has: an aim, its minutes, a question. Gives what was
/// computed: "8 pages, 4 questions, every number computed." Throws Error: file, line, what.
std::string check_lesson(const Lesson& lesson);

}  // namespace upsweep::lessons
