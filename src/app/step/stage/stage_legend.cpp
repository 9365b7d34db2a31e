// The legend under the stage: the states that cells take in a step, and the three arrows.
#include <array>

#include "app/step/stage/stage_parts.h"

namespace upsweep::app::stage {

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
                                               {ArrowKind::before, "step before"}}};

void draw_swatch(Frame& frame, Rect box, CellState state) {
    const StateColours colours = state_colours(frame, state);
    box = box.snapped();
    frame.list()->AddRectFilled(box.min, box.max, colours.fill, frame.em(0.2F));
    if (state == CellState::read_written)
        frame.list()->AddRectFilled(box.min, {box.max.x, snap(box.centre().y)}, frame.colour(Role::read_fill),
                                    frame.em(0.2F), ImDrawFlags_RoundCornersTop);
    frame.list()->AddRect(box.min, box.max, colours.line, frame.em(0.2F), 0, frame.px(1.5F));
}

}  // namespace

void draw_legend(Frame& frame, Rect rect) {
    const float y = rect.centre().y, gap = frame.em(1.1F);
    float x = rect.min.x;
    const auto put = [&](float width, std::string_view word, const auto& draw) {
        const float whole = width + frame.em(0.45F) + text_width(frame, type::small, word);
        if (x + whole > rect.max.x) return false;
        draw(x);
        draw_text(frame, {x + width + frame.em(0.45F), y}, type::small, frame.colour(Role::t3), word);
        x += whole + gap;
        return true;
    };
    for (const StateEntry& entry : states) {
        const float side = frame.em(0.95F);
        if (!put(side, entry.word, [&](float left) {
                draw_swatch(frame, {left, y - side / 2, left + side, y + side / 2}, entry.state);
            }))
            return;
    }
    for (const ArrowEntry& entry : arrows) {
        const float length = frame.em(1.9F);
        if (!put(length, entry.word, [&](float left) {
                draw_straight(frame, {left, y}, {left + length, y}, entry.kind);
            }))
            return;
    }
}

}  // namespace upsweep::app::stage
