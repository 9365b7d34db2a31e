// Paragraphs of a lesson whose words do something: links lead on, words of the glossary explain themselves.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "app/ui/text.h"
#include "lessons/course_glossary.h"

namespace upsweep::app::lesson {

/// Of one page, while it is drawn.
struct Prose {
    const lessons::Glossary& glossary;
    std::set<size_t> told = {};  ///< entries whose word was dotted on this page already
    int links = 0;               ///< drawn so far: the names of their controls
    bool sources = false;        ///< titles of other people's texts: they use no word of the glossary
    std::string followed = {};   ///< where the link that was clicked leads
};

/// Like draw_paragraph. A word of the glossary is dotted where it is first, and shows its sentence under
/// the pointer wherever it is. Returns the height.
float draw_prose(Frame& frame, ImVec2 top_left, float width, const std::vector<lessons::Inline>& words,
                 TextStyle style, float line, Prose& prose);

}  // namespace upsweep::app::lesson
