// Over the picture: the faces with the numbers of their windows, all windows that pass, the chosen one. Where
// the GPU drew the picture, the frames of the faces are its pixels (FacesPanel::original_texture), and only
// they: the numbers, the thin frames of windows and the dashed one of the choice are marks everywhere, since
// they follow the pointer and the theme and keep their width at every zoom.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/labels.h"

namespace upsweep::app {
namespace {

constexpr float dash_em = 0.35F;

Rect window_rect(const PlaygroundSight& sight, const vision::FaceRectangle& face) {
    return sight.rect({face.x, face.y, face.x + face.width, face.y + face.height});
}

void draw_dashed(Frame& frame, ImVec2 from, ImVec2 to) {
    const ImVec2 way = to - from;
    const float length = std::hypot(way.x, way.y), dash = frame.em(dash_em);
    if (length <= 0) return;
    frame.list()->AddLine(from, to, over::shade, frame.px(4));
    for (float at = 0; at < length; at += 2 * dash)
        frame.list()->AddLine(from + way * (at / length), from + way * (std::min(length, at + dash) / length),
                              over::white, frame.px(2));
}

void draw_dashed_rect(Frame& frame, Rect rect) {
    rect = rect.snapped();
    draw_dashed(frame, rect.min, {rect.max.x, rect.min.y});
    draw_dashed(frame, {rect.max.x, rect.min.y}, rect.max);
    draw_dashed(frame, {rect.min.x, rect.max.y}, rect.max);
    draw_dashed(frame, rect.min, {rect.min.x, rect.max.y});
}

/// "49", on a plate at the rectangle's upper left corner. Returns the plate.
Rect draw_count(Frame& frame, Rect face, std::string_view text) {
    const float width = text_width(frame, type::code_strong, text) + frame.em(0.8F), height = frame.em(1.35F);
    const Rect plate = Rect::sized({face.min.x, face.min.y - height - frame.px(3)}, width, height).snapped();
    frame.list()->AddRectFilled(plate.min, plate.max, over::plate, frame.em(0.2F));
    draw_text(frame, plate.centre(), type::code_strong, over::white, text, Align::centre);
    return plate;
}

}  // namespace

void FacesPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    if (!task_.found() || context_.playground.holding_original) return;
    if (task_.draw_windows)
        for (const vision::FaceRectangle& window : task_.found()->run.raw)
            if (const Rect rect = window_rect(sight, window); meet(rect, sight.area))
                frame.list()->AddRect(rect.min, rect.max, IM_COL32(255, 255, 255, 70), 0, 0, frame.px(1));
    if (task_.draw_faces && !frames_are_pixels_)
        for (const vision::FaceRectangle& face : task_.faces()) draw_outline(frame, window_rect(sight, face));
    const FacesTask::Box box = task_.window_box();
    const Rect chosen(sight.point(box.x, box.y), sight.point(box.x + box.width, box.y + box.height));
    if (task_.level()) draw_dashed_rect(frame, chosen);
    if (task_.draw_faces && task_.draw_counts)
        for (const vision::FaceRectangle& face : task_.faces())
            sight.plates.keep_free(
                draw_count(frame, window_rect(sight, face), std::to_string(face.neighbours)));
    if (!task_.level()) return;
    const FacePlace corner = task_.window_corner();
    const float up = frame.em(2.1F), gap = frame.em(0.6F), x = chosen.centre().x, y = chosen.centre().y;
    sight.plates.put(fmt::format("window ({}, {}) at scale {}", corner.x, corner.y, task_.level_number() + 1),
                     {{{x, chosen.max.y + up}},
                      {{chosen.min.x, chosen.max.y + up}, Align::left},
                      {{chosen.max.x, chosen.max.y + up}, Align::right},
                      {{x, chosen.min.y - up}},
                      {{chosen.max.x + gap, y}, Align::left},
                      {{chosen.min.x - gap, y}, Align::right}});
}

}  // namespace upsweep::app
