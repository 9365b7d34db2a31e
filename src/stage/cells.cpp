// Cells: fill, outline, mark and value of each state.
#include "stage/cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "stage/marks.h"
#include "stage/parts.h"

namespace upsweep::stage {
namespace {

/// The next smaller size that the window bakes: any other would cost it a new atlas.
float baked_em(float em) {
    for (const float size : {1.9F, 1.6F, 1.45F, 1.3F, 1.2F, 1.1F, 1.0F, 0.95F, 0.85F, 0.8F})
        if (size <= em + 0.001F) return size;
    return 0.7F;
}

bool is_mixed(CellState state) { return state == CellState::read_written; }

// The mark of a state, or none.
void (*mark_of(CellState state))(Canvas&, Box, Ink) {
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

void draw_box(Canvas& canvas, Box rect, CellState state) {
    const StateInks colours = state_inks(state);
    const float rounding = canvas.em(0.25F), width = canvas.px(outline_width(state));
    if (state == CellState::out_of_range) {
        const Box box = rect.inset(width / 2);
        const Point corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}, box.min};
        const Pen dashed{colours.line, width, canvas.px(6), canvas.px(4)};
        for (int i = 0; i < 4; ++i) canvas.line(corners[i], corners[i + 1], dashed);
        const Box inner = rect.inset(rect.width() * 0.22F, rect.height() * 0.25F);
        canvas.line({inner.min.x, inner.max.y}, {inner.max.x, inner.min.y}, {colours.line, width});
        return;
    }
    canvas.rectangle(rect, colours.fill, {}, rounding);
    if (state == CellState::conflict)
        canvas.hatch(rect.inset(2 * canvas.px()), colours.line, canvas.px(6), canvas.px(1.2F));
    const float half = width / 2;
    canvas.outline(rect.inset(half), {colours.line, width}, rounding);
}

void draw_cap(Canvas& canvas, Box rect) {
    Box cap = rect.inset(canvas.px(), canvas.px());
    cap.max.y = std::min(rect.max.y, snap(rect.min.y + canvas.em(0.95F)));
    canvas.rectangle(cap, {Role::read_fill}, {}, canvas.em(0.25F), Corners::top);
    const Ink ink = {Role::read_text};
    const float size = canvas.em(0.46F), gap = canvas.em(0.14F);
    const float middle = cap.centre().x, y = cap.centre().y;
    marks::triangle_up_hollow(canvas, Box::around({middle - size / 2 - gap / 2, y}, size, size), ink);
    marks::triangle_down(canvas, Box::around({middle + size / 2 + gap / 2, y}, size, size), ink);
}

constexpr float widest_cornered_em = 5;  ///< a wider cell has its mark at the left, in the middle

void draw_mark(Canvas& canvas, Box rect, CellState state, Ink colour) {
    const auto mark = mark_of(state);
    if (mark == nullptr) return;
    const float em_wide = rect.width() / canvas.em();
    const float size = canvas.em(em_wide < 3 ? 0.42F : 0.5F), in = canvas.em(em_wide < 3 ? 0.2F : 0.28F);
    const Box corner = Box::sized(rect.min + Point{in, in}, size, size);
    const Box beside = Box::around({rect.min.x + canvas.em(0.6F), rect.centre().y}, size, size);
    mark(canvas, em_wide > widest_cornered_em ? beside : corner, colour);
}

constexpr TextStyle note_style{Face::sans, 0.85F};

// The old value under the new one, the degree of a conflict, the value that should have been.
std::string note_text(const Canvas& canvas, const Cell& cell, float wide) {
    if (cell.note.empty()) return {};
    if (cell.state == CellState::wrong) {
        for (const char* words : {"should be ", "right: ", "→"})
            if (std::string note = words + std::string(cell.note);
                canvas.text_width(note_style, note) <= wide)
                return note;
        return {};
    }
    const std::string brief = "←" + std::string(cell.note), whole = "was " + std::string(cell.note);
    const bool has_room = wide >= canvas.em(2.9F);
    if (has_room && canvas.text_width(note_style, whole) <= wide) return whole;
    // What lay there by chance can be long.
    return canvas.text_width(note_style, brief) <= wide || !has_room ? brief : std::string();
}

void draw_plate(Canvas& canvas, Point centre, TextStyle style, std::string_view text) {
    const float width = canvas.text_width(style, text) + canvas.em(0.4F);
    const Box plate = Box::around(centre, width, canvas.em(style.em * 1.15F));
    canvas.rectangle(plate, {Role::trouble_fill}, {}, canvas.em(0.2F));
    canvas.text(centre, style, {Role::trouble_text}, text, Align::centre);
}

// Everything but idle and earlier cells is bold: what takes part in this step.
bool is_strong(const Cell& cell) {
    return cell.strong || (cell.state != CellState::idle && cell.state != CellState::earlier);
}

/// The longest part of what a cell holds that fits: of "max 3…7" the range, which an arrow's operator goes
/// with, then its end, "…7", then "…".
std::string_view shortened(const Canvas& canvas, TextStyle style, std::string_view value, float across) {
    constexpr std::string_view dots = "…";
    const size_t at = value.find(dots), space = value.find(' ');
    const bool one_range = value.find(',') == std::string_view::npos || value.front() == '(';
    if (one_range && space < at && canvas.text_width(style, value.substr(space + 1)) <= across)
        return value.substr(space + 1);
    if (one_range && canvas.text_width(style, value.substr(at)) <= across) return value.substr(at);
    return dots;
}

/// What a cell holds, "(0,0)…(2,3)", where it is wider than the cell: on two lines, or where these have no
/// room shortened; the tip says it whole. False where it fits in its `least` size.
bool draw_folded(Canvas& canvas, Box room, TextStyle least, std::string_view value, Ink colour) {
    constexpr std::string_view dots = "…";
    const size_t at = value.find(dots);
    const float across = room.width() - canvas.em(0.2F);
    if (at == std::string_view::npos || value.size() == dots.size()) return false;
    if (canvas.text_width(least, value) <= across) return false;
    const std::string_view first = value.substr(0, at + dots.size()), last = value.substr(at + dots.size());
    for (const float em : {0.95F, 0.8F, 0.7F}) {
        const TextStyle style{least.face, em};
        const float line = canvas.em(em * 1.1F);
        if (std::max(canvas.text_width(style, first), canvas.text_width(style, last)) > across ||
            2 * line > room.height())
            continue;
        const Point centre = room.centre();
        canvas.text(centre - Point{0, line / 2}, style, colour, first, Align::centre);
        canvas.text(centre + Point{0, line / 2}, style, colour, last, Align::centre);
        return true;
    }
    const std::string_view brief = shortened(canvas, {least.face, 0.7F}, value, across);
    canvas.text(room.centre(), {least.face, brief == dots ? 0.95F : 0.7F}, colour, brief, Align::centre);
    return true;
}

/// What lay in memory by chance can have ten digits: where they would run over the cell and the gaps beside
/// it they are dots.
std::string_view or_dots(const Canvas& canvas, TextStyle style, std::string_view value, float width) {
    constexpr float gaps_em = 0.45F;
    const auto fits = [&](std::string_view text) {
        return canvas.text_width(style, text) <= width + canvas.em(gaps_em);
    };
    if (fits(value)) return value;
    // Of an input its place is enough.
    constexpr std::string_view input = "in";
    if (value.starts_with("in[") && fits(value.substr(input.size()))) return value.substr(input.size());
    return "…";
}

void draw_value(Canvas& canvas, Box rect, const Cell& cell, Ink colour) {
    const float em_wide = rect.width() / canvas.em();
    const std::string note = note_text(canvas, cell, rect.width());
    // The value has the room that cap and note leave.
    Box room = rect;
    if (is_mixed(cell.state)) room.min.y += canvas.em(0.95F);
    if (!note.empty()) room.max.y -= canvas.em(0.85F);
    TextStyle style{is_strong(cell) ? Face::mono_bold : Face::mono, cell.value_em};
    if (note.empty() && draw_folded(canvas, room, {style.face, 0.8F}, cell.value, colour)) return;
    style.em = std::clamp(room.height() / canvas.em() * 0.95F, 0.8F, style.em);
    const bool marked = mark_of(cell.state) != nullptr && !is_mixed(cell.state);
    // In a wide cell the mark is at the value's left, which begins behind it.
    const float behind = canvas.em(marked && em_wide > widest_cornered_em ? 1.0F : 0.2F);
    const float across = rect.width() - behind - canvas.em(0.2F);
    const float wanted = canvas.text_width(style, cell.value);
    if (wanted > across) style.em = std::max(0.7F, style.em * across / wanted);
    style.em = baked_em(style.em);
    const std::string_view value = or_dots(canvas, style, cell.value, rect.width());
    const float wide = canvas.text_width(style, value);
    Point at = room.centre();
    if (!note.empty() && !is_mixed(cell.state)) at.y += canvas.em(0.1F);
    if (em_wide < 3 && marked) {
        // Off the mark, as far as the value stays inside.
        const float spare = std::max(0.0F, (rect.width() - canvas.em(0.3F) - wide) / 2);
        at = at + Point{std::min(canvas.em(0.14F), spare), note.empty() ? canvas.em(0.14F) : 0};
    }
    if (behind + wide <= rect.width()) at.x = std::max(at.x, rect.min.x + behind + wide / 2);
    canvas.text(at, style, colour, value, Align::centre);
    if (!note.empty())
        canvas.text({rect.centre().x, rect.max.y - canvas.em(0.55F)}, note_style, colour, note,
                    Align::centre);
}

}  // namespace

StateInks state_inks(CellState state) {
    const auto of = [&](Role fill, Role line, Role text) {
        return StateInks{Ink{fill}, Ink{line}, Ink{text}};
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

void draw_cell(Canvas& canvas, Box rect, const Cell& cell) {
    rect = rect.snapped();
    draw_box(canvas, rect, cell.state);
    const Ink text = state_inks(cell.state).text;
    if (is_mixed(cell.state)) draw_cap(canvas, rect);
    draw_mark(canvas, rect, cell.state, text);
    if (cell.state == CellState::out_of_range || cell.state == CellState::to_come) return;
    if (cell.state == CellState::conflict) {
        const std::string degree = cell.note.empty() ? std::string(cell.value) : std::string(cell.note);
        draw_plate(canvas, rect.centre(), {Face::mono_bold, std::min(cell.value_em, 1.2F)}, degree);
        return;
    }
    if (cell.state == CellState::to_predict && cell.value.empty()) {
        Cell asked = cell;
        asked.value = "?";
        draw_value(canvas, rect, asked, text);
        return;
    }
    draw_value(canvas, rect, cell, text);
}

void draw_lit_row(Canvas& canvas, const Box& box) {
    canvas.rectangle(box, {Role::bg3}, {}, canvas.em(0.25F));
    canvas.rectangle({box.min, {box.min.x + std::round(canvas.px(3)), box.max.y}}, {Role::ink});
}

void draw_node(Canvas& canvas, Box rect, CellState state, std::string_view value, float value_em) {
    rect = rect.snapped();
    const StateInks colours = state_inks(state);
    const float rounding = std::min(canvas.em(0.3F), rect.height() / 3), width = std::round(canvas.px());
    const bool thick = state == CellState::to_predict || state == CellState::right;
    canvas.rectangle(rect, colours.fill, {colours.line, thick ? 2 * width : width}, rounding);
    const bool strong = state == CellState::written || is_mixed(state) || state == CellState::to_predict ||
                        state == CellState::right;
    TextStyle style{strong ? Face::mono_bold : Face::mono, value_em};
    if (draw_folded(canvas, rect, {style.face, 0.7F}, value, colours.text)) return;
    const float room = rect.width() - canvas.em(0.2F), wide = canvas.text_width(style, value);
    if (wide > room) style.em = baked_em(style.em * room / wide);
    canvas.text(rect.centre(), style, colours.text, or_dots(canvas, style, value, rect.width()),
                Align::centre);
}

// ---- What the states and arrows mean, in a line

namespace {

struct StateEntry {
    CellState state;
    std::string_view word;
};
struct ArrowEntry {
    ArrowKind kind;
    std::string_view word;
};

constexpr std::array<StateEntry, 4> legend_states = {{{CellState::read, "read"},
                                                      {CellState::written, "written"},
                                                      {CellState::read_written, "both"},
                                                      {CellState::to_come, "no value yet"}}};
constexpr std::array<ArrowEntry, 3> legend_arrows = {{{ArrowKind::read, "value read"},
                                                      {ArrowKind::written, "value written"},
                                                      {ArrowKind::before, "previous step"}}};

void draw_swatch(Canvas& canvas, Box box, CellState state) {
    const StateInks colours = state_inks(state);
    box = box.snapped();
    canvas.rectangle(box, colours.fill, {}, canvas.em(0.2F));
    if (state == CellState::read_written)
        canvas.rectangle({box.min, {box.max.x, snap(box.centre().y)}}, {Role::read_fill}, {}, canvas.em(0.2F),
                         Corners::top);
    canvas.outline(box, {colours.line, canvas.px(1.5F)}, canvas.em(0.2F));
}

}  // namespace

void draw_legend(Canvas& canvas, Box rect, LegendArrows last) {
    const float y = rect.centre().y, gap = canvas.em(1.1F);
    float x = rect.min.x;
    const auto put = [&](float width, std::string_view word, const auto& draw) {
        const float whole = width + canvas.em(0.45F) + canvas.text_width(type::small, word);
        if (x + whole > rect.max.x) return false;
        draw(x);
        canvas.text({x + width + canvas.em(0.45F), y}, type::small, {Role::t3}, word);
        x += whole + gap;
        return true;
    };
    for (const StateEntry& entry : legend_states) {
        const float side = canvas.em(0.95F);
        if (!put(side, entry.word, [&](float left) {
                draw_swatch(canvas, {left, y - side / 2, left + side, y + side / 2}, entry.state);
            }))
            return;
    }
    for (size_t i = 0; i < size_t(last); ++i) {
        const ArrowEntry& entry = legend_arrows[i];
        const float length = canvas.em(1.9F);
        if (!put(length, entry.word, [&](float left) {
                draw_straight(canvas, {left, y}, {left + length, y}, entry.kind);
            }))
            return;
    }
}

}  // namespace upsweep::stage
