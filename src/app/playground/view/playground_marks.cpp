// What lies over the picture: outlines, plates, the rectangle's corners, the filter's window.
#include <fmt/core.h>

#include "app/playground/view/playground_marks.h"
#include "app/ui/labels.h"

namespace upsweep::app {

ImVec2 window_point(const PlaygroundCamera& camera, double x, double y) {
    const PlanePoint at = camera.to_window({x, y});
    return {static_cast<float>(at.x), float(at.y)};
}

Rect window_rect(const PlaygroundCamera& camera, const vision::Region& region) {
    return {window_point(camera, double(region.x0), double(region.y0)),
            window_point(camera, double(region.x1), double(region.y1))};
}

void draw_corner(Frame& frame, ImVec2 at, bool added) {
    const float radius = frame.em(0.32F);
    frame.disc(at, radius + frame.px(1.5F), over::shade);
    frame.disc(at, radius, added ? over::white : over::plate);
    frame.list()->AddCircle(at, radius, over::white, 0, frame.px(1.6F));
}

void draw_outline(Frame& frame, Rect rect) {
    rect = rect.snapped();
    frame.outline(rect, over::shade, 0, frame.px(4.5F));
    frame.outline(rect, over::white, 0, frame.px(2));
}

void draw_vertical(Frame& frame, float x, float top, float bottom) {
    frame.line({x, top}, {x, bottom}, over::shade, frame.px(4.5F));
    frame.line({x, top}, {x, bottom}, over::white, frame.px(2));
}

namespace {

Rect plate_rect(const Frame& frame, ImVec2 at, std::string_view text, Align align) {
    const float width = text_width(frame, type::strong, text) + frame.em(1.1F), height = frame.em(1.75F);
    if (align == Align::centre) at.x -= width / 2;
    if (align == Align::right) at.x -= width;
    return Rect::sized({at.x, at.y - height / 2}, width, height).snapped();
}

}  // namespace

void draw_plate(Frame& frame, ImVec2 at, std::string_view text, Align align, bool light) {
    const Rect rect = plate_rect(frame, at, text, align);
    frame.fill(rect, light ? over::white : over::plate, frame.em(0.25F));
    draw_text(frame, rect.centre(), type::strong, light ? over::black : over::white, text, Align::centre);
}

bool Plates::put(std::string_view text, std::initializer_list<Place> places, bool light) {
    for (const Place& place : places) {
        const Rect rect = plate_rect(frame_, place.at, text, place.align);
        if (!first_free({&rect, 1}, taken_, area_)) continue;
        draw_plate(frame_, place.at, text, place.align, light);
        taken_.push_back(rect.inset(-frame_.px(2)));
        return true;
    }
    return false;
}

void draw_region(Frame& frame, Plates& plates, Rect rect, vision::Region region) {
    draw_outline(frame, rect);
    const float in = frame.em(0.4F), up = frame.em(1.25F), gap = frame.em(0.6F), beside = frame.em(0.2F);
    const auto corner = [&](std::string_view text, ImVec2 at, float right, float down, bool added) {
        // Over the corner; beside it, away from the rectangle; level with the edge; along the edge; inside.
        const Align away = right < 0 ? Align::right : Align::left;
        const Align back = right < 0 ? Align::left : Align::right;
        plates.put(text,
                   {{{at.x + right * in, at.y + down * up}},
                    {{at.x + right * beside, at.y + down * up}, away},
                    {{at.x + right * gap, at.y - down * gap}, away},
                    {{at.x - right * beside, at.y + down * up}, back},
                    {{at.x - right * gap, at.y - down * up}, back}},
                   added);
        draw_corner(frame, at, added);
    };
    corner("A +", rect.min, -1, -1, true);
    corner("B \u2212", {rect.max.x, rect.min.y}, 1, -1, false);
    corner("C \u2212", {rect.min.x, rect.max.y}, -1, 1, false);
    corner("D +", rect.max, 1, 1, true);
    const float x = rect.centre().x;
    plates.put(fmt::format("{} × {}", region.width(), region.height()),
               {{{x, rect.max.y + up}}, {{x, rect.max.y + up + frame.em(2)}}, {{x, rect.max.y - up}}});
}

void draw_window(Frame& frame, Plates& plates, Rect window, Rect pixel, vision::Region region) {
    draw_outline(frame, window);
    const ImVec2 middle = pixel.centre();
    const float arm = frame.em(0.3F), gap = frame.em(0.6F), up = frame.em(1.25F);
    if (pixel.width() > frame.em(2)) {
        if (pixel.width() < window.width() || pixel.height() < window.height()) draw_outline(frame, pixel);
    } else {
        for (auto [colour, width] : {std::pair(over::shade, 4.0F), std::pair(over::white, 1.6F)}) {
            frame.line({middle.x - arm, middle.y}, {middle.x + arm, middle.y}, colour, frame.px(width));
            frame.line({middle.x, middle.y - arm}, {middle.x, middle.y + arm}, colour, frame.px(width));
        }
    }
    plates.put(fmt::format("{} × {}", region.width(), region.height()),
               {{{window.max.x + gap, middle.y}, Align::left},
                {{window.min.x - gap, middle.y}, Align::right},
                {{middle.x, window.max.y + up}},
                {{middle.x, window.min.y - up}}});
}

}  // namespace upsweep::app
