// The picture of a lesson in the course: the scene of the page that the lesson names.
#pragma once

#include <atomic>

#include "canvas/canvas.h"
#include "lessons/lesson.h"

namespace upsweep::lessons {

/// The stage at that page's moment, laid out large enough to be shrunk (canvas/fit.h). Runs the scene. Throws
/// what running it and finding its moment throw, Cancelled.
canvas::Picture course_picture(const Lesson& lesson, const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::lessons
