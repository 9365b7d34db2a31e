// Below the picture: each feature over its own map, the maps' values multiplied, and the product.
#include <algorithm>

#include <fmt/core.h>

#include "app/playground/view/likelihood_panel.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr float title_em = 1.3F, value_em = 1.3F, gap_em = 0.3F, sign_em = 1.2F;

/// What stands over a column: there is no room for more.
std::string_view short_title(vision::PictureFeature feature) {
    switch (feature) {
        case vision::PictureFeature::gradient_magnitude:
            return "magnitude";
        case vision::PictureFeature::gradient_angle:
            return "angle";
        default:
            return title_of(feature);
    }
}

}  // namespace

float LikelihoodPanel::strip_em(const Frame& frame) const {
    if (!task_.found()) return 0;
    return frame.low ? 7.5F : 11;
}

void LikelihoodPanel::draw_strip(Frame& frame, Rect area) {
    const auto found = task_.found();
    if (!found) return;
    const std::size_t features = found->request.features.size();
    const auto columns = static_cast<float>(features == 1 ? 1 : features + 1);
    const float heights = area.height() - frame.em(title_em + value_em + gap_em);
    const Extent picture = found->grey->extent();
    const float shape = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    const float room = area.width() / columns - frame.em(sign_em);
    const float thumb_width = std::min({room, heights / 2 * shape, frame.em(9)});
    const float thumb_height = std::min(heights / 2, thumb_width / shape);
    const float pitch = std::clamp(thumb_width + frame.em(sign_em), frame.em(6.2F), area.width() / columns);
    for (std::size_t i = 0; i < static_cast<std::size_t>(columns); ++i) {
        const float left = area.min.x + static_cast<float>(i) * pitch;
        const Rect column(left, area.min.y, left + std::min(thumb_width, pitch), area.max.y);
        draw_column(frame, column, thumb_height, i);
        if (i == 0) continue;
        const float y = area.min.y + frame.em(title_em + gap_em) + 1.5F * thumb_height;
        draw_text(frame, {(left + left - pitch + thumb_width) / 2, y}, type::strong, frame.colour(Role::t2),
                  i == features ? "=" : "×", Align::centre);
    }
}

void LikelihoodPanel::draw_column(Frame& frame, Rect column, float thumb_height, std::size_t number) {
    const auto found = task_.found();
    const bool product = number == found->request.features.size();
    const float width = column.width(), middle = column.centre().x;
    float y = column.min.y;
    const auto shown = task_.shown_feature();
    const vision::Region window = task_.window();
    const Array& map = product ? found->run.fused : found->run.maps[number];
    if (!product) {
        const vision::PictureFeature feature = found->request.features[number];
        const bool own = shown == feature || found->request.features.size() == 1;
        draw_elided(frame, {column.min.x, y + frame.em(0.6F)}, width + frame.em(sign_em * 0.8F), type::small,
                    frame.colour(own ? Role::t1 : Role::t2), short_title(feature));
        y += frame.em(title_em);
        draw_thumb(frame, fmt::format("playground.likelihood.plane.{}", static_cast<int>(feature)),
                   Rect::sized({column.min.x, y}, width, thumb_height), found->planes.at(feature).thumb,
                   shown == feature && task_.shows_plane(),
                   [this, feature] { task_.show_feature(feature, true); });
        y += thumb_height + frame.em(gap_em);
        draw_thumb(frame, fmt::format("playground.likelihood.map.{}", static_cast<int>(feature)),
                   Rect::sized({column.min.x, y}, width, thumb_height), found->thumbs[number],
                   shown == feature && !task_.shows_plane(),
                   [this, feature] { task_.show_feature(feature); });
    } else {
        y += frame.em(title_em) + thumb_height + frame.em(gap_em);
        draw_text(frame, {column.min.x, y - frame.em(0.7F)}, type::small,
                  frame.colour(shown ? Role::t2 : Role::t1), "product");
        draw_thumb(frame, "playground.likelihood.product",
                   Rect::sized({column.min.x, y}, width, thumb_height), found->thumbs[number], !shown,
                   [this] { task_.show_feature(std::nullopt); });
    }
    draw_text(frame, {middle, y + thumb_height + frame.em(0.8F)}, product ? type::code_strong : type::code,
              frame.colour(Role::t1), likelihood_text(app::value_at(map, window)), Align::centre);
}

void LikelihoodPanel::draw_thumb(Frame& frame, const std::string& id, Rect rect,
                                 const std::shared_ptr<const DrawnPicture>& picture, bool chosen,
                                 const std::function<void()>& choose) {
    rect = rect.snapped();
    const Interaction state = interact(frame, id, rect);
    if (state.clicked) choose();
    frame.list()->AddRectFilled(rect.min, rect.max, frame.colour(Role::bg2));
    // A map is smaller than its picture by the window: each place stands at its window's middle.
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
