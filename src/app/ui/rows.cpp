// Rows: rail, counts, findings; and the empty state.

#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

// A selected row: bg3 and a 3 px ink bar at its left.
void draw_selection(Frame& frame, Rect rect) {
    frame.fill(rect, Role::bg3);
    frame.fill(rect.left(snap(frame.px(3))), Role::ink);
}

void draw_bar(Frame& frame, Rect bar, double share, Role colour) {
    const float round = bar.height() / 2;
    frame.fill(bar, Role::bg3, round);
    const float width = bar.width() * float(std::clamp(share, 0.0, 1.0));
    if (width >= 1) frame.fill(bar.left(std::max(width, bar.height())), colour, round);
}

bool is_roomy(const Frame& frame, float width) { return width > frame.em(32); }

// Where a count's formula begins, from the row's left.
float count_formula_left(const Frame& frame, float width, const CountRow& row) {
    const float numbers = is_roomy(frame, width) ? width - frame.em(16.5F) : frame.em(6.2F);
    const float expected = text_width(frame, type::number, "/ " + std::to_string(row.expected));
    return numbers + frame.em(3.15F) + std::max(frame.em(3.4F), expected + frame.em(0.6F));
}

}  // namespace

bool rail_group(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool open) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    const float size = frame.em(0.6F), y = rect.centre().y;
    const Rect box = Rect::around({rect.min.x + frame.em(0.85F), y}, size);
    (open ? marks::chevron_down : marks::chevron_right)(frame, box, Role::t3);
    draw_elided(frame, {rect.min.x + frame.em(1.45F), y}, rect.width() - frame.em(1.7F),
                {Face::sans_semibold, 0.9F}, state.hovered ? Role::t1 : Role::t2, label);
    if (state.focused) draw_focus(frame, rect.inset(frame.px(4)), frame.em(0.25F));
    return state.clicked;
}

bool rail_row(Frame& frame, std::string_view id, Rect rect, std::string_view label, bool selected) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    if (selected)
        draw_selection(frame, rect);
    else if (state.hovered)
        frame.fill(rect, Role::bg2);
    const TextStyle style{selected ? Face::sans_semibold : Face::sans, 0.95F};
    draw_elided(frame, {rect.min.x + frame.em(1.45F), rect.centre().y}, rect.width() - frame.em(1.9F), style,
                selected ? Role::t1 : Role::t2, label);
    if (state.focused) draw_focus(frame, rect.inset(frame.px(4)), frame.em(0.25F));
    return state.clicked;
}

bool count_row_wraps(const Frame& frame, float width, const CountRow& row) {
    const float before = count_formula_left(frame, width, row);
    const float formula = text_width(frame, type::label, row.formula);
    return before + formula > width && frame.em() + formula <= width;
}

void count_row(Frame& frame, Rect rect, const CountRow& row) {
    const bool two_lines = rect.height() > frame.em(2) && count_row_wraps(frame, rect.width(), row);
    const float y = two_lines ? rect.min.y + frame.em(0.75F) : rect.centre().y;
    const bool roomy = is_roomy(frame, rect.width());
    float x = rect.min.x;
    draw_text(frame, {x, y}, type::body, Role::t2, row.name);
    x += frame.em(roomy ? 6 : 6.2F);
    const std::string value = std::to_string(row.value), expected = "/ " + std::to_string(row.expected);
    if (roomy) {
        const Rect bar =
            Rect::sized({x, y - frame.em(0.2F)}, rect.width() - frame.em(22.5F), frame.em(0.4F)).snapped();
        if (row.expected > 0)
            draw_bar(frame, bar, double(row.value) / double(row.expected),
                     row.trouble ? Role::trouble : Role::t2);
        x = bar.max.x;
    }
    x += frame.em(2.7F);
    draw_text(frame, {x, y}, type::number_strong, Role::t1, value, Align::right);
    x += frame.em(0.45F);
    if (row.expected > 0) draw_text(frame, {x, y}, type::number, Role::t2, expected);
    x = rect.min.x + count_formula_left(frame, rect.width(), row);
    const ImVec2 at = two_lines ? ImVec2(rect.min.x + frame.em(), y + frame.em(1.25F)) : ImVec2(x, y);
    // A sum that has no room says nothing; the row's tooltip has it.
    if (text_width(frame, type::label, row.formula) <= rect.max.x - at.x)
        draw_text(frame, at, type::label, Role::t3, row.formula);
    else if (under_mouse(rect))
        tooltip(frame, row.formula);
}

bool finding_row(Frame& frame, std::string_view id, Rect rect, const FindingRow& row) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    if (row.current || state.hovered) frame.fill(rect, row.current ? Role::bg3 : Role::bg2, frame.em(0.25F));
    const float y = rect.centre().y, size = frame.em(0.85F);
    const Rect mark = Rect::around({rect.min.x + frame.em(0.9F), y}, size);
    (row.fault ? marks::fault : marks::finding)(frame, mark, Role::trouble);
    float right = rect.max.x - frame.em(0.4F);
    const float chevron = frame.em(0.55F);
    marks::chevron_right(frame, Rect::around({right - chevron / 2, y}, chevron), Role::t2);
    right -= chevron + frame.em(0.3F);
    draw_text(frame, {right, y}, {Face::mono, 0.95F}, Role::t1, row.step, Align::right);
    right -= text_width(frame, {Face::mono, 0.95F}, row.step) + frame.em(0.6F);
    float x = rect.min.x + frame.em(1.7F);
    x += draw_elided(frame, {x, y}, right - x, type::strong, Role::t1, row.title) + frame.em(0.5F);
    if (right - x > frame.em(3)) draw_elided(frame, {x, y}, right - x, type::label, Role::t3, row.where);
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    return state.clicked;
}

bool panel_head(Frame& frame, std::string_view id, Rect head, std::string_view title) {
    const float y = head.centre().y;
    draw_text(frame, {head.min.x, y}, title_style(frame), Role::t1, title);
    const ButtonOptions back{.hint = "Esc"};
    return button(
        frame, id,
        {head.max.x - button_width(frame, "Back", back), y - frame.em(), head.max.x, y + frame.em()}, "Back",
        back);
}

float draw_empty_state(Frame& frame, ImVec2 at, float width, std::string_view title,
                       std::string_view sentence) {
    draw_text(frame, {at.x, at.y + frame.em(0.6F)}, {Face::sans_semibold, 1.1F}, Role::t1, title);
    const auto runs = marked_runs(type::body, {Role::t2}, sentence);
    return frame.em(1.7F) +
           draw_paragraph(frame, {at.x, at.y + frame.em(1.7F)}, std::min(width, frame.em(40)), runs);
}

}  // namespace upsweep::app
