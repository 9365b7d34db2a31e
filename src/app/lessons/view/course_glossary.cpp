// The glossary as a page; a document as a page.
#include "app/lessons/view/course_glossary.h"

#include <algorithm>
#include <vector>

#include "app/host/palette.h"
#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/ranges.h"

namespace upsweep::app {

using lessons::GlossaryEntry;
using lessons::LessonPlace;

namespace {

/// "Lessons ›" and a title, 3.2 E high.
bool draw_title(Frame& frame, Rect bar, std::string_view title) {
    const float y = bar.centre().y, left = bar.min.x + frame.em(1.6F);
    const float wide = text_width(frame, type::body, "Lessons");
    const Rect rect(left, y - frame.em(0.9F), left + wide, y + frame.em(0.9F));
    const Interaction state = interact(frame, "lessons.crumb.course", rect);
    draw_text(frame, {left, y}, type::body, state.hovered ? Role::t1 : Role::t2, "Lessons");
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    const float x = rect.max.x + frame.em(0.8F);
    marks::chevron_right(frame, Rect::around({x, y}, frame.em(0.5F)), Role::t3);
    draw_text(frame, {x + frame.em(0.8F), y}, {Face::sans_bold, 1.25F}, Role::t1, title);
    return state.clicked;
}

}  // namespace

std::optional<LessonPlace> GlossaryView::draw(Frame& frame, bool& back) {
    std::optional<LessonPlace> chosen;
    Rect area = frame.area;
    const Rect bar = area.cut_top(frame.em(3.2F));
    {
        const Pane head(frame, "lessons.glossary.head", bar, Role::bg1);
        back = draw_title(frame, bar, "Glossary");
        const float wide = std::min(frame.em(16), bar.width() * 0.4F);
        const Rect field =
            Rect::sized({bar.max.x - wide - frame.em(1.6F), bar.centre().y - frame.em(1)}, wide, frame.em(2));
        text_field(frame, "lessons.glossary.find", field, typed_, "Find a word");
    }
    Pane pane(frame, "lessons.glossary", area, Role::bg0, true);
    if (scroll_by_ != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by_ * area.height());
    scroll_by_ = 0;
    const float left = area.min.x + frame.em(1.6F),
                width = std::min(area.width() - frame.em(3.8F), frame.em(60));
    float y = pane.origin().y + frame.em(1.2F);
    if (glossary_.entries().empty())
        y += draw_empty_state(frame, {left, y}, width, "No words yet",
                              "These lessons have no glossary entries.");
    std::vector<PaletteEntry> words;
    for (const GlossaryEntry& entry : glossary_.entries()) words.push_back({entry.name, "", "", "", {}});
    std::vector<size_t> hits = palette_hits(words, typed_);
    sort(hits);
    if (hits.empty() && !words.empty())
        y += draw_empty_state(frame, {left, y}, width, "No such word", "No lesson explains this word.");
    for (const size_t hit : hits) {
        const GlossaryEntry& entry = glossary_.entries()[hit];
        if (wanted_ == hit) {
            ImGui::SetScrollY(y - pane.origin().y - frame.em(0.6F));
            wanted_.reset();
        }
        draw_text(frame, {left, y + frame.em(0.7F)}, type::name, Role::t1, entry.name);
        const lessons::Lesson& lesson = lessons_[entry.first.lesson];
        const std::string where = lesson.title + ", page " + std::to_string(entry.first.page + 1);
        const float name = text_width(frame, type::name, entry.name) + frame.em(1.2F);
        const std::string shown = elided(frame, type::label, where, width - name);
        const float wide = text_width(frame, type::label, shown);
        if (text_link(frame, "lessons.word." + entry.name, {left + width - wide, y + frame.em(0.7F)},
                      type::label, shown)
                .clicked)
            chosen = entry.first;
        y += frame.em(1.6F);
        y += draw_paragraph(frame, {left, y}, width, lesson::runs_of(entry.says, type::lesson, Role::t1),
                            1.45F) +
             frame.em(1.1F);
    }
    pane.set_height(y - pane.origin().y + frame.em(1));
    return chosen;
}

void draw_document(Frame& frame, std::string_view title, std::string_view text, float scroll_by, bool& back) {
    Rect area = frame.area;
    const Rect bar = area.cut_top(frame.em(3.2F));
    {
        const Pane head(frame, "lessons.document.head", bar, Role::bg1);
        back = draw_title(frame, bar, title);
    }
    Pane pane(frame, "lessons.document", area, Role::bg0, true);
    if (scroll_by != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by * area.height());
    const float left = area.min.x + frame.em(1.6F),
                width = std::min(area.width() - frame.em(3.8F), frame.em(72));
    float y = pane.origin().y + frame.em(1);
    bool fenced = false;
    std::string prose;
    const auto flush = [&] {
        if (!prose.empty())
            y += draw_paragraph(frame, {left, y}, width, marked_runs(type::body, {Role::t1}, prose), 1.5F);
        prose.clear();
    };
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool fence = line.starts_with("```");
        if (fence) fenced = !fenced;
        const bool mono = fenced || fence || line.starts_with("|") || line.starts_with("    ");
        if (!mono && !line.empty() && line.front() != '#') {
            prose += (prose.empty() ? "" : " ") + line;
            continue;
        }
        flush();
        if (line.empty())
            y += frame.em(0.7F);
        else if (mono)
            y += draw_paragraph(frame, {left, y}, width, {{line, type::code, {Role::t2}}}, 1.35F);
        else
            y += draw_paragraph(frame, {left, y}, width,
                                {{line.substr(line.find_first_not_of("# ")), type::name, {Role::t1}}}, 1.8F);
    }
    flush();
    pane.set_height(y - pane.origin().y + frame.em(1));
}

}  // namespace upsweep::app
