// The legend under the stage: the states that cells take in a step, and the arrows.
#include <array>

#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

struct StateEntry {
    CellState state;
    std::string_view word;
};
struct ArrowEntry {
    ArrowKind kind;
    std::string_view word;
};

constexpr std::array<StateEntry, 4> states = {{{CellState::read, "read"},
                                               {CellState::written, "written"},
                                               {CellState::read_written, "both"},
                                               {CellState::to_come, "no value yet"}}};
constexpr std::array<ArrowEntry, 3> arrows = {{{ArrowKind::read, "value read"},
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
    for (const StateEntry& entry : states) {
        const float side = canvas.em(0.95F);
        if (!put(side, entry.word, [&](float left) {
                draw_swatch(canvas, {left, y - side / 2, left + side, y + side / 2}, entry.state);
            }))
            return;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(last); ++i) {
        const ArrowEntry& entry = arrows[i];
        const float length = canvas.em(1.9F);
        if (!put(length, entry.word, [&](float left) {
                draw_straight(canvas, {left, y}, {left + length, y}, entry.kind);
            }))
            return;
    }
}

}  // namespace upsweep::stage
