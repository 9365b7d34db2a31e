// Words that lessons explain.
#pragma once

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// Throws Error where a term is explained twice, or its page's text does not contain it.
void check_terms(const Lesson& lesson);

}  // namespace upsweep::lessons
