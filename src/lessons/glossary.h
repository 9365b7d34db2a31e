// Words that lessons explain.
#pragma once

#include <string_view>

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// Where `word` first stands as a word of its own in `text`, in small letters or capitals; npos if nowhere.
std::size_t find_word(std::string_view text, std::string_view word);

/// Throws Error where a term is explained twice, or its page's text does not contain it.
void check_terms(const Lesson& lesson);

}  // namespace upsweep::lessons
