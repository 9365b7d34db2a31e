// Pages of words beside the lessons: the glossary, and how lessons are written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/frame.h"
#include "lessons/course_glossary.h"

namespace upsweep::app {

class GlossaryView {
  public:
    GlossaryView(const lessons::Glossary& glossary, std::span<const lessons::Lesson> lessons)
        : glossary_(glossary), lessons_(lessons) {}

    /// Gives the page whose link was clicked; sets `back` if the lessons were asked for.
    std::optional<lessons::LessonPlace> draw(Frame& frame, bool& back);
    void scroll(float by) { scroll_by_ = by; }
    /// Shows the entry of this name at the top when it is drawn next.
    void go_to(size_t entry) { wanted_ = entry; }

  private:
    const lessons::Glossary& glossary_;
    std::span<const lessons::Lesson> lessons_;
    std::string typed_;
    std::optional<size_t> wanted_;
    float scroll_by_ = 0;
};

/// A text of docs/ as it is written: headings large, tables and code in Mono. Sets `back` if the lessons were
/// asked for.
void draw_document(Frame& frame, std::string_view title, std::string_view text, float scroll_by, bool& back);

}  // namespace upsweep::app
