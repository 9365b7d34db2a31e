// A lesson's page: title, paragraphs, lists, kernel excerpts.
#include <algorithm>
#include <utility>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"

namespace upsweep::app::lesson {

using namespace replay;

namespace {

// Spacing where there is room, and in small windows, where more of the page should be seen at once.
bool roomy(const Frame& frame) { return frame.density >= Density::wide && !frame.low; }
// A line's height in its size; space between blocks, in E.
float body_line(const Frame& frame) { return roomy(frame) ? 1.6F : 1.42F; }
float between(const Frame& frame) { return roomy(frame) ? 0.85F : 0.6F; }

float draw_title(Frame& frame, ImVec2 at, float width, const std::string& title) {
    const TextStyle style = roomy(frame) ? type::lesson_title : TextStyle{Face::sans_bold, 1.6F};
    const std::vector<Run> runs{{title, style, {Role::t1}}};
    return draw_paragraph(frame, at, width, runs, 1.25F) + frame.em(roomy(frame) ? 0.9F : 0.5F);
}

float draw_item(Frame& frame, ImVec2 at, float width, const lessons::Block& block, Prose& prose) {
    const float indent = frame.em(1.7F);
    const float middle = at.y + frame.em(page_style(frame).em * body_line(frame) / 2);
    if (block.kind == lessons::Block::Kind::numbered) {
        draw_text(frame, {at.x + frame.em(0.2F), middle}, {Face::mono, 1.1F}, Role::t2,
                  std::to_string(block.number));
    } else {
        const Rect square = Rect::around({at.x + frame.em(0.55F), middle}, frame.em(0.42F)).snapped();
        frame.fill(square, Role::t3, frame.px());
    }
    return draw_prose(frame, {at.x + indent, at.y}, width - indent, block.inlines, page_style(frame),
                      body_line(frame), prose);
}

// A row of a code field: a source line or the rest of one that was wrapped, or a note under its line.
struct CodeRow {
    int number = 0;  // 0: none is shown
    std::string text, note;
    bool lit = false, under = false;
};

// Where a line of code breaks: after the last blank that leaves `width`, but behind its indent.
std::size_t break_of(const Frame& frame, TextStyle style, float width, const std::string& text) {
    if (text_width(frame, style, text) <= width) return text.size();
    const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
    std::size_t best = std::string::npos;
    for (std::size_t at = text.find(' ', indent); at != std::string::npos; at = text.find(' ', at + 1)) {
        if (best != std::string::npos && text_width(frame, style, text.substr(0, at)) > width) break;
        best = at;
    }
    return best == std::string::npos ? text.size() : best;
}

// The rows of one source line: no code and no note is left out, whatever the width.
void add_rows(const Frame& frame, float width, CodeRow line, std::vector<CodeRow>& rows) {
    const TextStyle style = line.lit ? type::code_strong : type::code;
    const std::string deeper(std::min(line.text.find_first_not_of(' '), line.text.size()) + 4, ' ');
    const std::string note = std::exchange(line.note, "");
    for (;;) {
        const std::size_t end = break_of(frame, style, width, line.text);
        CodeRow row = line;
        row.text = line.text.substr(0, end);
        rows.push_back(row);
        if (end >= line.text.size()) break;
        line.text = deeper + line.text.substr(end + 1);
        line.number = 0;
    }
    if (note.empty()) return;
    const float used = text_width(frame, style, rows.back().text) + frame.em(0.6F);
    if (used + text_width(frame, type::small, note) <= width)
        rows.back().note = note;
    else
        rows.push_back({0, "", note, line.lit, true});
}

void draw_code_row(Frame& frame, Rect row, float left, const CodeRow& line) {
    if (line.lit) {
        frame.fill(row, Role::bg3);
        frame.fill(row.left(snap(frame.px(3))), Role::ink);
    }
    const float y = row.centre().y, right = row.max.x - frame.em(0.8F);
    if (line.number > 0)
        draw_text(frame, {row.min.x + frame.em(2), y}, type::tick, Role::t3, std::to_string(line.number),
                  Align::right);
    draw_text(frame, {left, y}, line.lit ? type::code_strong : type::code, line.lit ? Role::t1 : Role::t2,
              line.text);
    draw_elided(frame, {right, y}, right - left, type::small, line.lit ? Role::t2 : Role::t3, line.note,
                Align::right);
}

float draw_code_field(Frame& frame, ImVec2 at, float width, const std::vector<std::string>& lines,
                      const lessons::Excerpt* excerpt) {
    const float left = at.x + frame.em(excerpt != nullptr ? 2.7F : 1), room = at.x + width - left;
    std::vector<CodeRow> rows;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CodeRow line{0, lines[i], "", false, false};
        if (excerpt != nullptr) {
            line.number = excerpt->first_line + static_cast<int>(i);
            line.lit = line.number == excerpt->lit_line;
            if (i < excerpt->notes.size()) line.note = excerpt->notes[i];
        }
        add_rows(frame, room - frame.em(0.8F), line, rows);
    }
    const float high = frame.em(1.5F), low = frame.em(1.2F), pad = frame.em(0.5F);
    float height = 2 * pad;
    for (const CodeRow& row : rows) height += row.under ? low : high;
    const Rect field = Rect::sized(at, width, height).snapped();
    frame.fill(field, Role::bg0, frame.em(0.5F));
    float y = field.min.y + pad;
    for (const CodeRow& row : rows) {
        const float next = y + (row.under ? low : high);
        draw_code_row(frame, Rect(field.min.x, y, field.max.x, next).snapped(), left, row);
        y = next;
    }
    frame.outline(field, Role::line, frame.em(0.5F), snap(frame.px()));
    return field.height();
}

float draw_excerpt(Frame& frame, ImVec2 at, float width, const lessons::Excerpt& excerpt,
                   bool& open_in_step) {
    const float height = draw_code_field(frame, at, width, excerpt.lines, &excerpt);
    const float y = at.y + height + frame.em(0.9F);
    const int last = excerpt.first_line + static_cast<int>(excerpt.lines.size()) - 1;
    std::string where = excerpt.file + ", line " + std::to_string(excerpt.first_line);
    if (last > excerpt.first_line)
        where =
            excerpt.file + ", lines " + std::to_string(excerpt.first_line) + " to " + std::to_string(last);
    draw_text(frame, {at.x, y}, type::small, Role::t3, where);
    constexpr std::string_view link = "open in Step";
    const float wide = text_width(frame, type::head, link);
    const Rect rect(at.x + width - wide, y - frame.em(0.8F), at.x + width, y + frame.em(0.8F));
    const Interaction state = interact(frame, "lessons.open." + std::to_string(excerpt.first_line), rect);
    const Role colour = state.hovered ? Role::t1 : Role::t2;
    draw_text(frame, {rect.min.x, y}, type::head, colour, link);
    const float under = snap(y + frame.em(0.55F));
    frame.fill({rect.min.x, under, rect.max.x, under + snap(frame.px())}, colour);
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    if (state.clicked) open_in_step = true;
    return height + frame.em(1.6F);
}

std::vector<std::string> code_lines(const lessons::Block& block) {
    std::vector<std::string> lines{""};
    for (const lessons::Inline& piece : block.inlines)
        for (char c : piece.text)
            if (c == '\n')
                lines.emplace_back();
            else
                lines.back() += c;
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    return lines;
}

// What blocks are drawn with.
struct Drawing {
    LessonModel& model;
    Prose& prose;
    PageState& state;
    bool& open_in_step;
};

float draw_block(Frame& frame, ImVec2 at, float width, const lessons::Block& block, const Drawing& drawing) {
    Prose& prose = drawing.prose;
    using Kind = lessons::Block::Kind;
    switch (block.kind) {
        case Kind::heading:
            return draw_paragraph(frame, {at.x, at.y + frame.em(0.4F)}, width,
                                  runs_of(block.inlines, {Face::sans_semibold, 1.25F}, Role::t1), 1.3F);
        case Kind::bullet:
        case Kind::numbered:
            return draw_item(frame, at, width, block, prose);
        case Kind::code:
            return draw_code_field(frame, at, width, code_lines(block), nullptr);
        case Kind::excerpt:
            return draw_excerpt(frame, at, width, block.excerpt, drawing.open_in_step);
        case Kind::figure:
            return draw_figure(frame, at, width, *block.figure, drawing.model, drawing.state.figures, prose);
        case Kind::paragraph:
            break;
    }
    return draw_prose(frame, at, width, block.inlines, page_style(frame), body_line(frame), prose);
}

bool is_item(const lessons::Block& block) {
    return block.kind == lessons::Block::Kind::bullet || block.kind == lessons::Block::Kind::numbered;
}

float draw_blocks(Frame& frame, ImVec2 at, float width, const std::vector<lessons::Block>& blocks,
                  const Drawing& drawing) {
    const float top = at.y;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].kind == lessons::Block::Kind::heading)
            drawing.prose.sources = blocks[i].inlines.size() == 1 && blocks[i].inlines[0].text == "Sources";
        at.y += draw_block(frame, at, width, blocks[i], drawing);
        const bool list_goes_on = is_item(blocks[i]) && i + 1 < blocks.size() && is_item(blocks[i + 1]);
        at.y += frame.em(list_goes_on ? 0.1F : between(frame));
    }
    return at.y - top;
}

// What the teacher alone reads: under the text, behind a bar.
float draw_notes(Frame& frame, ImVec2 at, float width, const std::vector<lessons::Block>& notes,
                 const Drawing& drawing) {
    const float top = at.y + frame.em(0.4F), indent = frame.em(1.2F);
    ImVec2 inner(at.x + indent, top);
    draw_text(frame, {inner.x, inner.y + frame.em(0.6F)}, type::strong, Role::t2, "Notes for the teacher");
    inner.y += frame.em(1.7F);
    if (notes.empty())
        inner.y += draw_paragraph(frame, inner, width - indent,
                                  marked_runs(type::body, {Role::t2}, "This page has no notes."));
    inner.y += draw_blocks(frame, inner, width - indent, notes, drawing);
    frame.fill({at.x, top, at.x + snap(frame.px(3)), inner.y}, Role::line2);
    frame.items.note("lessons.notes", Rect(at.x, top, at.x + width, inner.y));
    return inner.y - at.y + frame.em(0.6F);
}

}  // namespace

TextStyle page_style(const Frame& frame) {
    if (frame.density == Density::narrow) return {Face::sans, 1.02F};
    if (frame.density == Density::medium) return {Face::sans, 1.08F};
    return type::lesson;
}

std::vector<Run> runs_of(const std::vector<lessons::Inline>& inlines, TextStyle style, Role colour) {
    std::vector<Run> runs;
    for (const lessons::Inline& piece : inlines) {
        TextStyle own = style;
        // Mono looks larger than Inter of the same size.
        if (piece.style == lessons::Style::code) own = {Face::mono, style.em * 0.95F};
        if (piece.style == lessons::Style::strong) own = {Face::sans_semibold, style.em};
        if (piece.style == lessons::Style::emphasis) own = {Face::sans_italic, style.em};
        runs.push_back({piece.text, own, {colour}});
    }
    return runs;
}

float draw_page(Frame& frame, ImVec2 top_left, float width, LessonModel& model, Prose& prose,
                PageState& state, bool& open_in_step) {
    const lessons::PreparedPage& page = model.page();
    const Drawing drawing{model, prose, state, open_in_step};
    ImVec2 at = top_left;
    at.y += draw_title(frame, at, width, page.title);
    at.y += draw_blocks(frame, at, width, page.blocks, drawing);
    prose.sources = false;  // a page ends with them, and its notes are ours
    if (state.notes) at.y += draw_notes(frame, at, width, page.notes, drawing);
    return at.y - top_left.y;
}

}  // namespace upsweep::app::lesson
