// Cutting lines out of the real kernel.
#pragma once

#include <string_view>

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// Fills in the lines of an excerpt from the kernel's text. Throws Error naming the marker that is missing.
void cut_excerpt(Excerpt& excerpt, std::string_view kernel);

}  // namespace upsweep::lessons
