// What lies over the picture: outlines, plates, the rectangle's corners, the filter's window.
#include <fmt/core.h>

#include "app/views/playground_view.h"

namespace upsweep::app {
namespace {

/// A corner that is added is solid, one that is subtracted hollow.
void draw_corner(Frame& frame, ImVec2 at, bool added) {
    const float radius = frame.em(0.32F);
    frame.list()->AddCircleFilled(at, radius + frame.px(1.5F), over::shade);
    frame.list()->AddCircleFilled(at, radius, added ? over::white : over::plate);
    frame.list()->AddCircle(at, radius, over::white, 0, frame.px(1.6F));
}

}  // namespace

void draw_outline(Frame& frame, Rect rect) {
    rect = rect.snapped();
    frame.list()->AddRect(rect.min, rect.max, over::shade, 0, 0, frame.px(4.5F));
    frame.list()->AddRect(rect.min, rect.max, over::white, 0, 0, frame.px(2));
}

void draw_vertical(Frame& frame, float x, float top, float bottom) {
    frame.list()->AddLine({x, top}, {x, bottom}, over::shade, frame.px(4.5F));
    frame.list()->AddLine({x, top}, {x, bottom}, over::white, frame.px(2));
}

void draw_plate(Frame& frame, ImVec2 at, std::string_view text, Align align, bool light) {
    const float width = text_width(frame, type::strong, text) + frame.em(1.1F), height = frame.em(1.75F);
    float left = at.x;
    if (align == Align::centre) left -= width / 2;
    if (align == Align::right) left -= width;
    const Rect rect = Rect::sized({left, at.y - height / 2}, width, height).snapped();
    frame.list()->AddRectFilled(rect.min, rect.max, light ? over::white : over::plate, frame.em(0.25F));
    draw_text(frame, rect.centre(), type::strong, light ? IM_COL32(12, 14, 18, 255) : over::white, text,
              Align::centre);
}

void draw_region(Frame& frame, Rect rect, vision::Region region) {
    draw_outline(frame, rect);
    const float out = frame.em(0.4F), up = frame.em(1.25F);
    draw_plate(frame, {rect.min.x - out, rect.min.y - up}, "A +", Align::centre, true);
    draw_plate(frame, {rect.max.x + out, rect.min.y - up}, "B \u2212", Align::centre);
    draw_plate(frame, {rect.min.x - out, rect.max.y + up}, "C \u2212", Align::centre);
    draw_plate(frame, {rect.max.x + out, rect.max.y + up}, "D +", Align::centre, true);
    draw_corner(frame, rect.min, true);
    draw_corner(frame, {rect.max.x, rect.min.y}, false);
    draw_corner(frame, {rect.min.x, rect.max.y}, false);
    draw_corner(frame, rect.max, true);
    const std::string size = fmt::format("{} × {}", region.width(), region.height());
    // Between the plates of C and D where there is room, else below them.
    const bool room = rect.width() > text_width(frame, type::strong, size) + frame.em(4.5F);
    draw_plate(frame, {rect.centre().x, rect.max.y + up + (room ? 0 : frame.em(2))}, size, Align::centre);
}

void draw_window(Frame& frame, Rect window, Rect pixel, vision::Region region) {
    draw_outline(frame, window);
    const ImVec2 middle = pixel.centre();
    const float arm = frame.em(0.3F);
    for (auto [colour, width] : {std::pair(over::shade, 4.0F), std::pair(over::white, 1.6F)}) {
        frame.list()->AddLine({middle.x - arm, middle.y}, {middle.x + arm, middle.y}, colour,
                              frame.px(width));
        frame.list()->AddLine({middle.x, middle.y - arm}, {middle.x, middle.y + arm}, colour,
                              frame.px(width));
    }
    draw_plate(frame, {window.max.x + frame.em(0.6F), middle.y},
               fmt::format("{} × {}", region.width(), region.height()), Align::left);
}

}  // namespace upsweep::app
