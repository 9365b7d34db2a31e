// The glossary: the `term` blocks of all lessons, and where their words are in a text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lessons/course.h"

namespace upsweep::lessons {

struct GlossaryEntry {
    std::string name;
    std::vector<Inline> says;
    LessonPlace first;                 ///< the page that explains it
    std::string says_plainly() const;  ///< without marks
};

/// Bytes of a text that are one of an entry's words.
struct TermUse {
    size_t begin = 0, length = 0, entry = 0;
};

class Glossary {
  public:
    Glossary() = default;
    /// Entries by name. Of two terms of one name the first in the course holds.
    explicit Glossary(std::span<const Lesson> lessons);

    const std::vector<GlossaryEntry>& entries() const { return entries_; }
    /// Whole words of `text`, capitals apart, the longest first where several begin alike; they do not
    /// overlap. Costs the text's length.
    std::vector<TermUse> uses_in(std::string_view text) const;

  private:
    std::vector<GlossaryEntry> entries_;
    std::unordered_map<std::string, size_t> forms_;  ///< small letters
    size_t longest_ = 0;                             ///< form, bytes
};

/// Of the lessons in the binary.
const Glossary& course_glossary();

}  // namespace upsweep::lessons
