// The right pane of the faces task, and its first part: the rejection map of the chosen scale.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/model/faces_map.h"
#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

ImU32 ink(MapColour colour) { return IM_COL32(colour[0], colour[1], colour[2], 255); }

}  // namespace

float FacesPanel::draw_numbers(Frame& frame, ImVec2 at, float width, float bottom) {
    const float start = at.y;
    if (!task_.level()) {
        const bool small = task_.found() != nullptr;
        const std::string sentence =
            small ? "The picture is smaller than the cascade's window, so no window fits." : task_.problem();
        if (sentence.empty()) return 0;
        return draw_empty_state(frame, at, width, small ? "No windows" : "No cascade", sentence);
    }
    // A low pane keeps the map small, so that all of it is seen without scrolling.
    const bool low = bottom - at.y < frame.em(52);
    at.y += draw_map(frame, at, width, frame.em(low ? 7.5F : 12)) + frame.em(0.6F);
    at.y += section_rule(frame, at, width);
    at.y += draw_funnel(frame, at, width, frame.em(low ? 3.6F : 5.6F)) + frame.em(0.6F);
    at.y += section_rule(frame, at, width);
    at.y += draw_filter(frame, at, width) + frame.em(0.6F);
    at.y += section_rule(frame, at, width);
    return at.y + draw_times(frame, at, width) - start;
}

float FacesPanel::draw_map(Frame& frame, ImVec2 at, float width, float most_height) {
    const float start = at.y;
    const vision::FaceLevel& level = *task_.level();
    at.y += section_head(frame, at, width, "Rejection map",
                         fmt::format("scale {}   {} × {} windows", task_.level_number() + 1,
                                     level.places.width, level.places.height),
                         type::tick);
    const float ratio = static_cast<float>(level.places.height) / static_cast<float>(level.places.width);
    const float height = std::max(frame.em(2), std::min(most_height, width * ratio));
    const float across = std::min(width, height / ratio);
    const Rect field = Rect::sized({at.x + (width - across) / 2, at.y}, across, height).snapped();
    draw_map_field(frame, field);
    at.y = field.max.y + frame.em(0.55F);
    return at.y + draw_legend(frame, at, width) - start;
}

/// The map itself; a click chooses a window.
void FacesPanel::draw_map_field(Frame& frame, Rect field) {
    const vision::FaceLevel& level = *task_.level();
    const ImVec2 cell(field.width() / static_cast<float>(level.places.width),
                      field.height() / static_cast<float>(level.places.height));
    const Interaction state = interact(frame, "playground.faces.map", field);
    if (state.held || state.clicked) {
        const ImVec2 in = ImGui::GetIO().MousePos - field.min;
        task_.choose_window({static_cast<std::int64_t>(std::floor(in.x / cell.x)),
                             static_cast<std::int64_t>(std::floor(in.y / cell.y))});
    }
    if (const Texture* texture = map_.of(task_.result()))
        frame.list()->AddImage(texture->id(), field.min, field.max);
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line2));
    const FacePlace place = task_.place();
    const ImVec2 middle = field.min + ImVec2((static_cast<float>(place.x) + 0.5F) * cell.x,
                                             (static_cast<float>(place.y) + 0.5F) * cell.y);
    const float side = std::max(frame.em(0.6F), cell.x + 2);
    draw_outline(frame, Rect::around(middle, side, side));
    if (state.focused) draw_focus(frame, field, 0);
}

float FacesPanel::draw_legend(Frame& frame, ImVec2 at, float width) {
    const int stages = static_cast<int>(task_.found()->cascade->stages.size());
    const float middle = at.y + frame.em(0.5F), half = frame.em(0.3F);
    const std::string_view label = "stages passed";
    draw_text(frame, {at.x, middle}, type::small, frame.colour(Role::t2), label);
    const std::string all = fmt::format("all {}", stages);
    const TextStyle strong{Face::sans_semibold, 0.85F};
    const float all_width = text_width(frame, strong, all) + frame.em(1.1F);
    const bool skipped = task_.found()->request.rule == vision::FaceRule::opencv;
    const std::string_view unseen = "not tested";
    const float unseen_width = skipped ? text_width(frame, type::small, unseen) + frame.em(1.6F) : 0;
    const float left = at.x + text_width(frame, type::small, label) + frame.em(0.6F);
    const float right = at.x + width - all_width - unseen_width - frame.em(0.6F);
    const float step = (right - left) / static_cast<float>(stages);
    for (int s = 0; s < stages; ++s)
        frame.list()->AddRectFilled({left + step * static_cast<float>(s), middle - half},
                                    {left + step * static_cast<float>(s + 1), middle + half},
                                    ink(map_grey(s, stages)));
    const auto swatch = [&](float x, ImU32 colour) {
        const Rect box = Rect::sized({x, middle - half}, 2 * half, 2 * half).snapped();
        frame.list()->AddRectFilled(box.min, box.max, colour);
        frame.list()->AddRect(box.min, box.max, frame.colour(Role::line2));
    };
    float x = right + frame.em(0.6F);
    swatch(x, ink(map_all));
    draw_text(frame, {x + frame.em(0.95F), middle}, strong, frame.colour(Role::t1), all);
    if (skipped) {
        x += all_width + frame.em(0.5F);
        swatch(x, ink(map_not_asked));
        draw_text(frame, {x + frame.em(0.95F), middle}, type::small, frame.colour(Role::t2), unseen);
    }
    for (const int s : {0, stages / 2, stages - 1})
        draw_text(frame, {left + step * (static_cast<float>(s) + 0.5F), middle + frame.em(1)}, type::tick,
                  frame.colour(Role::t3), std::to_string(s), Align::centre);
    return frame.em(1.9F);
}

}  // namespace upsweep::app
