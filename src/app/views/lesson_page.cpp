// A lesson's page: title, paragraphs, lists, kernel excerpts.
#include <algorithm>

#include "app/views/lessons_view.h"
#include "app/widgets/controls.h"

namespace upsweep::app::lesson {
namespace {

constexpr float body_line = 1.6F, between = 0.85F;  // a line's height in its size; space between blocks, in E

float draw_title(Frame& frame, ImVec2 at, float width, const std::string& title) {
    const std::vector<Run> runs{{title, type::lesson_title, frame.colour(Role::t1)}};
    return draw_paragraph(frame, at, width, runs, 1.25F) + frame.em(0.9F);
}

float draw_item(Frame& frame, ImVec2 at, float width, const lessons::Block& block) {
    const float indent = frame.em(1.7F);
    const float middle = at.y + frame.em(type::lesson.em * body_line / 2);
    if (block.kind == lessons::Block::Kind::numbered) {
        draw_text(frame, {at.x + frame.em(0.2F), middle}, {Face::mono, 1.1F}, frame.colour(Role::t2),
                  std::to_string(block.number));
    } else {
        const Rect square =
            Rect::around({at.x + frame.em(0.55F), middle}, frame.em(0.42F), frame.em(0.42F)).snapped();
        frame.list()->AddRectFilled(square.min, square.max, frame.colour(Role::t3), frame.px());
    }
    return draw_paragraph(frame, {at.x + indent, at.y}, width - indent,
                          runs_of(frame, block.inlines, type::lesson, Role::t1), body_line);
}

void draw_code_line(Frame& frame, Rect row, int number, const std::string& text, const std::string& note,
                    bool lit) {
    if (lit) {
        frame.list()->AddRectFilled(row.min, row.max, frame.colour(Role::bg3));
        frame.list()->AddRectFilled(row.min, {row.min.x + snap(frame.px(3)), row.max.y},
                                    frame.colour(Role::ink));
    }
    const float y = row.centre().y;
    if (number > 0)
        draw_text(frame, {row.min.x + frame.em(2), y}, type::tick, frame.colour(Role::t3),
                  std::to_string(number), Align::right);
    const float x = row.min.x + frame.em(number > 0 ? 2.7F : 1), right = row.max.x - frame.em(0.8F);
    const TextStyle style = lit ? type::code_strong : type::code;
    const float code =
        draw_elided(frame, {x, y}, right - x, style, frame.colour(lit ? Role::t1 : Role::t2), text);
    // A note that would touch the code is left out; the text says it, too.
    if (!note.empty() && x + code + frame.em(0.6F) + text_width(frame, type::small, note) <= right)
        draw_text(frame, {right, y}, type::small, frame.colour(lit ? Role::t2 : Role::t3), note,
                  Align::right);
}

float draw_code_field(Frame& frame, ImVec2 at, float width, const std::vector<std::string>& lines,
                      const lessons::Excerpt* excerpt) {
    const float row = frame.em(1.5F), pad = frame.em(0.5F);
    const Rect field = Rect::sized(at, width, row * static_cast<float>(lines.size()) + 2 * pad).snapped();
    frame.list()->AddRectFilled(field.min, field.max, frame.colour(Role::bg0), frame.em(0.5F));
    float y = field.min.y + pad;
    for (std::size_t i = 0; i < lines.size(); ++i, y += row) {
        const Rect at_row = Rect(field.min.x, y, field.max.x, y + row).snapped();
        const int number = excerpt != nullptr ? excerpt->first_line + static_cast<int>(i) : 0;
        const bool lit = excerpt != nullptr && number == excerpt->lit_line;
        draw_code_line(frame, at_row, number, lines[i],
                       excerpt != nullptr && i < excerpt->notes.size() ? excerpt->notes[i] : "", lit);
    }
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line), frame.em(0.5F), 0,
                          snap(frame.px()));
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
    draw_text(frame, {at.x, y}, type::small, frame.colour(Role::t3), where);
    constexpr std::string_view link = "open in Step";
    const float wide = text_width(frame, type::head, link);
    const Rect rect(at.x + width - wide, y - frame.em(0.8F), at.x + width, y + frame.em(0.8F));
    const Interaction state = interact(frame, "lessons.open." + std::to_string(excerpt.first_line), rect);
    const ImU32 colour = frame.colour(state.hovered ? Role::t1 : Role::t2);
    draw_text(frame, {rect.min.x, y}, type::head, colour, link);
    const float under = snap(y + frame.em(0.55F));
    frame.list()->AddRectFilled({rect.min.x, under}, {rect.max.x, under + snap(frame.px())}, colour);
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

float draw_block(Frame& frame, ImVec2 at, float width, const lessons::Block& block, bool& open_in_step) {
    using Kind = lessons::Block::Kind;
    switch (block.kind) {
        case Kind::heading:
            return draw_paragraph(frame, {at.x, at.y + frame.em(0.4F)}, width,
                                  runs_of(frame, block.inlines, {Face::sans_semibold, 1.25F}, Role::t1),
                                  1.3F);
        case Kind::bullet:
        case Kind::numbered:
            return draw_item(frame, at, width, block);
        case Kind::code:
            return draw_code_field(frame, at, width, code_lines(block), nullptr);
        case Kind::excerpt:
            return draw_excerpt(frame, at, width, block.excerpt, open_in_step);
        case Kind::paragraph:
            break;
    }
    return draw_paragraph(frame, at, width, runs_of(frame, block.inlines, type::lesson, Role::t1), body_line);
}

bool is_item(const lessons::Block& block) {
    return block.kind == lessons::Block::Kind::bullet || block.kind == lessons::Block::Kind::numbered;
}

}  // namespace

std::vector<Run> runs_of(const Frame& frame, const std::vector<lessons::Inline>& inlines, TextStyle style,
                         Role colour) {
    std::vector<Run> runs;
    for (const lessons::Inline& piece : inlines) {
        TextStyle own = style;
        // Mono looks larger than Inter of the same size.
        if (piece.style == lessons::Style::code) own = {Face::mono, style.em * 0.95F};
        if (piece.style == lessons::Style::strong) own = {Face::sans_semibold, style.em};
        runs.push_back({piece.text, own, frame.colour(colour)});
    }
    return runs;
}

float draw_page(Frame& frame, ImVec2 top_left, float width, LessonModel& model, bool& open_in_step) {
    const lessons::PreparedPage& page = model.page();
    ImVec2 at = top_left;
    at.y += draw_title(frame, at, width, page.title);
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
        at.y += draw_block(frame, at, width, page.blocks[i], open_in_step);
        const bool list_goes_on =
            is_item(page.blocks[i]) && i + 1 < page.blocks.size() && is_item(page.blocks[i + 1]);
        at.y += frame.em(list_goes_on ? 0.1F : between);
    }
    return at.y - top_left.y;
}

}  // namespace upsweep::app::lesson
