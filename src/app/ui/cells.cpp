// Cells: fill, outline, mark and value of each state.
#include "app/ui/cells.h"

#include <algorithm>
#include <string>

#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

bool is_mixed(CellState state) { return state == CellState::read_written; }

// The mark of a state, or none.
void (*mark_of(CellState state))(Frame&, Rect, ImU32) {
    switch (state) {
        case CellState::read:
            return marks::triangle_up_hollow;
        case CellState::written:
            return marks::triangle_down;
        case CellState::waiting:
            return marks::hourglass;
        case CellState::wrong:
            return marks::cross;
        case CellState::right:
            return marks::tick;
        default:
            return nullptr;
    }
}

float outline_width(CellState state) {
    switch (state) {
        case CellState::idle:
        case CellState::earlier:
        case CellState::to_come:
            return 1;
        default:
            return 2;
    }
}

void draw_box(Frame& frame, Rect rect, CellState state) {
    const StateColours colours = state_colours(frame, state);
    const float rounding = frame.em(0.25F), width = frame.px(outline_width(state));
    ImDrawList& list = *frame.list();
    if (state == CellState::out_of_range) {
        marks::dashed_rect(frame, rect.inset(width / 2), colours.line, width, frame.px(6), frame.px(4));
        const Rect inner = rect.inset(rect.width() * 0.22F, rect.height() * 0.25F);
        list.AddLine({inner.min.x, inner.max.y}, {inner.max.x, inner.min.y}, colours.line, width);
        return;
    }
    list.AddRectFilled(rect.min, rect.max, colours.fill, rounding);
    if (state == CellState::conflict)
        marks::hatch(frame, rect.inset(2 * frame.px()), colours.line, frame.px(6), frame.px(1.2F));
    const float half = width / 2;
    list.AddRect({rect.min.x + half, rect.min.y + half}, {rect.max.x - half, rect.max.y - half}, colours.line,
                 rounding, 0, width);
}

void draw_cap(Frame& frame, Rect rect) {
    Rect cap = rect.inset(frame.px(), frame.px());
    cap.max.y = std::min(rect.max.y, snap(rect.min.y + frame.em(0.95F)));
    frame.list()->AddRectFilled(cap.min, cap.max, frame.colour(Role::read_fill), frame.em(0.25F),
                                ImDrawFlags_RoundCornersTop);
    const ImU32 ink = frame.colour(Role::read_text);
    const float size = frame.em(0.46F), gap = frame.em(0.14F);
    const float middle = cap.centre().x, y = cap.centre().y;
    marks::triangle_up_hollow(frame, Rect::around({middle - size / 2 - gap / 2, y}, size, size), ink);
    marks::triangle_down(frame, Rect::around({middle + size / 2 + gap / 2, y}, size, size), ink);
}

void draw_mark(Frame& frame, Rect rect, CellState state, ImU32 colour) {
    const auto mark = mark_of(state);
    if (mark == nullptr) return;
    const float em_wide = rect.width() / frame.em();
    const float size = frame.em(em_wide < 3 ? 0.42F : 0.5F), in = frame.em(em_wide < 3 ? 0.2F : 0.28F);
    const Rect corner = Rect::sized(rect.min + ImVec2(in, in), size, size);
    const Rect beside = Rect::around({rect.min.x + frame.em(0.6F), rect.centre().y}, size, size);
    mark(frame, em_wide > 5 ? beside : corner, colour);
}

// The old value under the new one, the degree of a conflict, the value that should have been.
std::string note_text(const Cell& cell, float em_wide) {
    if (cell.note.empty()) return {};
    if (cell.state == CellState::wrong) return {};
    return (em_wide < 2.9F ? "←" : "was ") + std::string(cell.note);
}

void draw_plate(Frame& frame, ImVec2 centre, TextStyle style, std::string_view text) {
    const float width = text_width(frame, style, text) + frame.em(0.4F);
    const Rect plate = Rect::around(centre, width, frame.em(style.em * 1.15F));
    frame.list()->AddRectFilled(plate.min, plate.max, frame.colour(Role::trouble_fill), frame.em(0.2F));
    draw_text(frame, centre, style, frame.colour(Role::trouble_text), text, Align::centre);
}

// Everything but idle and earlier cells is bold: what takes part in this step.
bool is_strong(const Cell& cell) {
    return cell.strong || (cell.state != CellState::idle && cell.state != CellState::earlier);
}

void draw_value(Frame& frame, Rect rect, const Cell& cell, ImU32 colour) {
    const float em_wide = rect.width() / frame.em();
    const std::string note = note_text(cell, em_wide);
    // The value has the room that cap and note leave.
    Rect room = rect;
    if (is_mixed(cell.state)) room.min.y += frame.em(0.95F);
    if (!note.empty()) room.max.y -= frame.em(0.85F);
    TextStyle style{is_strong(cell) ? Face::mono_bold : Face::mono, cell.value_em};
    style.em = std::clamp(room.height() / frame.em() * 0.95F, 0.8F, style.em);
    const float across = rect.width() - frame.em(0.4F), wide = text_width(frame, style, cell.value);
    if (wide > across) style.em = std::max(0.8F, style.em * across / wide);
    ImVec2 at = room.centre();
    if (!note.empty()) at.y += frame.em(0.1F);
    if (em_wide < 3 && mark_of(cell.state) != nullptr && !is_mixed(cell.state))
        at = at + ImVec2(frame.em(0.14F), note.empty() ? frame.em(0.14F) : 0);
    draw_text(frame, at, style, colour, cell.value, Align::centre);
    if (!note.empty())
        draw_text(frame, {rect.centre().x, rect.max.y - frame.em(0.6F)}, {Face::sans, 0.85F}, colour, note,
                  Align::centre);
}

}  // namespace

StateColours state_colours(const Frame& frame, CellState state) {
    const auto of = [&](Role fill, Role line, Role text) {
        return StateColours{frame.colour(fill), frame.colour(line), frame.colour(text)};
    };
    switch (state) {
        case CellState::idle:
            return of(Role::idle_fill, Role::line2, Role::idle_text);
        case CellState::earlier:
            return of(Role::idle_fill, Role::line, Role::t3);
        case CellState::read:
            return of(Role::read_fill, Role::read, Role::read_text);
        case CellState::written:
        case CellState::read_written:
            return of(Role::written_fill, Role::written, Role::written_text);
        case CellState::waiting:
            return of(Role::waiting_fill, Role::waiting, Role::waiting_text);
        case CellState::conflict:
        case CellState::wrong:
            return of(Role::trouble_fill, Role::trouble, Role::trouble_text);
        case CellState::out_of_range:
            return of(Role::bg0, Role::trouble, Role::trouble);
        case CellState::right:
            return of(Role::right_fill, Role::right, Role::right_text);
        case CellState::to_predict:
            return of(Role::bg0, Role::ink, Role::t1);
        case CellState::to_come:
            break;
    }
    return of(Role::bg0, Role::line2, Role::t3);
}

void draw_cell(Frame& frame, Rect rect, const Cell& cell) {
    rect = rect.snapped();
    draw_box(frame, rect, cell.state);
    const ImU32 text = state_colours(frame, cell.state).text;
    if (is_mixed(cell.state)) draw_cap(frame, rect);
    draw_mark(frame, rect, cell.state, text);
    if (cell.state == CellState::out_of_range || cell.state == CellState::to_come) return;
    if (cell.state == CellState::conflict) {
        const std::string degree = cell.note.empty() ? std::string(cell.value) : std::string(cell.note);
        draw_plate(frame, rect.centre(), {Face::mono_bold, std::min(cell.value_em, 1.2F)}, degree);
        return;
    }
    if (cell.state == CellState::to_predict && cell.value.empty()) {
        Cell asked = cell;
        asked.value = "?";
        draw_value(frame, rect, asked, text);
        return;
    }
    draw_value(frame, rect, cell, text);
    if (cell.state == CellState::wrong && !cell.note.empty())
        draw_text(frame, {rect.max.x + frame.em(0.45F), rect.centre().y}, type::label, frame.colour(Role::t2),
                  "should be " + std::string(cell.note));
}

void draw_node(Frame& frame, Rect rect, CellState state, std::string_view value, float value_em) {
    rect = rect.snapped();
    const StateColours colours = state_colours(frame, state);
    const float rounding = std::min(frame.em(0.3F), rect.height() / 3), width = std::round(frame.px());
    frame.list()->AddRectFilled(rect.min, rect.max, colours.fill, rounding);
    frame.list()->AddRect(rect.min, rect.max, colours.line, rounding, 0,
                          state == CellState::to_predict || state == CellState::right ? 2 * width : width);
    const bool strong = state == CellState::written || is_mixed(state) || state == CellState::to_predict ||
                        state == CellState::right;
    TextStyle style{strong ? Face::mono_bold : Face::mono, value_em};
    const float room = rect.width() - frame.em(0.2F), wide = text_width(frame, style, value);
    if (wide > room) style.em = std::max(0.7F, style.em * room / wide);
    draw_text(frame, rect.centre(), style, colours.text, value, Align::centre);
}

}  // namespace upsweep::app
