// Below the picture: each feature over its own map, the maps' values multiplied, and the product.
#include <algorithm>

#include <fmt/core.h>

#include "app/playground/view/likelihood_panel.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr float title_em = 1.3F, value_em = 1.3F, gap_em = 0.3F, sign_em = 1.2F;

/// What is over a column: there is no room for more.
std::string_view short_title(vision::PictureFeature feature) {
    switch (feature) {
        case vision::PictureFeature::gradient_magnitude:
            return "magnitude";
        case vision::PictureFeature::gradient_angle:
            return "angle";
        case vision::PictureFeature::shape_index:
            return "shape";
        default:
            return title_of(feature);
    }
}

}  // namespace

float LikelihoodPanel::strip_em(const Frame& frame) const {
    const auto found = task_.found();
    if (!found) return 0;
    if (found->request.features.size() == 1) return frame.low ? 5.8F : 8;
    return frame.low ? 8 : frame.density >= Density::wide ? 13 : 11;
}

void LikelihoodPanel::draw_strip(Frame& frame, Rect area) {
    const auto found = task_.found();
    if (!found) return;
    area = area.inset(frame.em(1.5F), 0);
    area.max.y -= frame.em(0.4F);
    const std::size_t features = found->request.features.size();
    const Extent picture = found->grey->extent();
    const float shape =
        std::clamp(static_cast<float>(picture.width) / static_cast<float>(picture.height), 0.4F, 4.0F);
    const float heights = area.height() - frame.em(title_em + value_em);
    if (features == 1) {
        // One feature: its map is beside it.
        const float width = std::min(heights * shape, area.width() / 2 - frame.em(sign_em));
        draw_feature(frame, Rect::sized(area.min, width, width / shape), {width + frame.em(sign_em), 0}, 0);
        return;
    }
    const auto columns = static_cast<float>(features + 1);
    const float room = area.width() / columns - frame.em(sign_em);
    const float width = std::min(room, (heights - frame.em(gap_em)) / 2 * shape), height = width / shape;
    const float pitch = std::clamp(frame.em(7), width + frame.em(sign_em), area.width() / columns);
    const ImVec2 below(0, height + frame.em(gap_em));
    for (std::size_t i = 0; i <= features; ++i) {
        const float left = area.min.x + static_cast<float>(i) * pitch;
        const Rect first = Rect::sized({left, area.min.y}, width, height);
        if (i < features)
            draw_feature(frame, first, below, i);
        else
            draw_product(frame, first.moved(below));
        if (i > 0)
            draw_text(frame, {left - (pitch - width) / 2, first.centre().y + below.y + frame.em(title_em)},
                      type::strong, frame.colour(Role::t2), i == features ? "=" : "×", Align::centre);
    }
}

void LikelihoodPanel::draw_feature(Frame& frame, Rect plane, ImVec2 to_map, std::size_t number) {
    const auto found = task_.found();
    const vision::PictureFeature feature = found->request.features[number];
    const bool shown = task_.shown_feature() == feature;
    const auto id = [&](std::string_view what) {
        return fmt::format("playground.likelihood.{}.{}", what, static_cast<int>(feature));
    };
    const bool single = found->request.features.size() == 1;
    draw_elided(frame, {plane.min.x, plane.min.y + frame.em(0.6F)}, plane.width() + frame.em(sign_em * 0.8F),
                type::small, frame.colour(shown || single ? Role::t1 : Role::t2), short_title(feature));
    plane = plane.moved({0, frame.em(title_em)});
    const Rect map = plane.moved(to_map);
    draw_thumb(frame, id("plane"), plane, found->planes.at(feature).thumb, shown && task_.shows_plane(),
               [this, feature] { task_.show_feature(feature, true); });
    const bool mapped = single ? !task_.shows_plane() : shown && !task_.shows_plane();
    draw_thumb(frame, id("map"), map, found->thumbs[number], mapped,
               [this, feature] { task_.show_feature(feature); });
    draw_text(frame, {map.centre().x, map.max.y + frame.em(0.75F)}, type::code, frame.colour(Role::t1),
              likelihood_text(app::value_at(found->run.maps[number], task_.window())), Align::centre);
}

void LikelihoodPanel::draw_product(Frame& frame, Rect map) {
    const auto found = task_.found();
    const bool shown = !task_.shown_feature();
    draw_text(frame, {map.min.x, map.min.y + frame.em(0.6F)}, type::small,
              frame.colour(shown ? Role::t1 : Role::t2), "product");
    map = map.moved({0, frame.em(title_em)});
    draw_thumb(frame, "playground.likelihood.product", map, found->thumbs.back(), shown,
               [this] { task_.show_feature(std::nullopt); });
    draw_text(frame, {map.centre().x, map.max.y + frame.em(0.75F)}, type::code_strong, frame.colour(Role::t1),
              likelihood_text(app::value_at(found->run.fused, task_.window())), Align::centre);
}

void LikelihoodPanel::draw_thumb(Frame& frame, const std::string& id, Rect rect,
                                 const std::shared_ptr<const DrawnPicture>& picture, bool chosen,
                                 const std::function<void()>& choose) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    if (state.clicked) choose();
    frame.list()->AddRectFilled(rect.min, rect.max, frame.colour(Role::bg2));
    // A map is smaller than its picture by the window: each place is at its window's middle.
    Rect inside = rect;
    if (picture->place) {
        const Extent whole = task_.found()->grey->extent();
        const auto x = [&](std::int64_t at) {
            return rect.min.x + rect.width() * static_cast<float>(at) / static_cast<float>(whole.width);
        };
        const auto y = [&](std::int64_t at) {
            return rect.min.y + rect.height() * static_cast<float>(at) / static_cast<float>(whole.height);
        };
        inside = {x(picture->place->x0), y(picture->place->y0), x(picture->place->x1), y(picture->place->y1)};
    }
    frame.list()->AddImage(textures_[id].of(picture)->id(), inside.min, inside.max);
    if (chosen || state.hovered)
        frame.list()->AddRect(rect.min, rect.max, frame.colour(chosen ? Role::ink : Role::line2), 0, 0,
                              frame.px(2));
    if (state.focused) draw_focus(frame, rect, 0);
}

}  // namespace upsweep::app
