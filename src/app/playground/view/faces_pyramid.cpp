// The image pyramid, true to scale: some of its levels, each with the window in the same size.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {
namespace {

constexpr double faces_pyramid_progress_after_s = 0.3;
constexpr float head_em = 1.9F, label_em = 3.1F, column_em = 6.1F;

/// Which of the first `count` levels are in `columns` columns: evenly apart, and the chosen one in its
/// neighbour's place.
std::vector<int> levels_in(int columns, int count, int chosen) {
    std::vector<int> levels;
    columns = std::min(columns, count);
    for (int i = 0; i < columns; ++i)
        levels.push_back(columns == 1 ? 0 : (i * (count - 1) + (columns - 1) / 2) / (columns - 1));
    // The first one stays, so that the others have their measure.
    const auto from = levels.begin() + (columns > 1 && chosen > 0 ? 1 : 0);
    const auto nearest = std::min_element(
        from, levels.end(), [&](int a, int b) { return std::abs(a - chosen) < std::abs(b - chosen); });
    if (nearest != levels.end()) *nearest = chosen;
    return levels;
}

float column_width(const Frame& frame, const vision::FaceLevel& level, float scale) {
    return std::max(frame.em(column_em), static_cast<float>(level.extent.width) * scale + frame.em(1.2F));
}

}  // namespace

float FacesPanel::strip_em(const Frame& frame) const {
    // Not where it would leave the picture too little.
    const float height = frame.area.height() / frame.em();
    return height < 30 ? 0 : std::clamp(height * 0.2F, 7.6F, 12.4F);
}

void FacesPanel::draw_strip(Frame& frame, Rect area) {
    area = area.inset(frame.em(1.5F), 0);
    area.cut_bottom(frame.em(0.6F));
    area = area.snapped();
    if (task_.searching().age() > faces_pyramid_progress_after_s) draw_searching(frame, area);
    if (task_.levels() == 0) return;
    draw_head(frame, area.cut_top(frame.em(head_em)));
    const std::vector<vision::FaceLevel>& levels = task_.found()->run.levels;

    // The first level gives the scale: as high as there is room, and no wider than a third.
    const Extent first = levels.front().extent;
    const float scale = std::min((area.height() - frame.em(label_em)) / static_cast<float>(first.height),
                                 area.width() * 0.3F / static_cast<float>(first.width));
    // Levels that would be specks are left out, but for the chosen one.
    int count = task_.levels();
    while (count - 1 > task_.level_number() &&
           static_cast<float>(levels[static_cast<std::size_t>(count - 1)].extent.height) * scale <
               frame.em(0.7F))
        --count;
    int columns = std::min(count, 12);
    const auto width_of = [&](const std::vector<int>& shown) {
        float width = 0;
        for (const int level : shown)
            width += column_width(frame, levels[static_cast<std::size_t>(level)], scale);
        return width;
    };
    while (columns > 1 && width_of(levels_in(columns, count, task_.level_number())) > area.width()) --columns;
    const std::vector<int> shown = levels_in(columns, count, task_.level_number());
    const float gap =
        shown.size() < 2 ? 0 : (area.width() - width_of(shown)) / static_cast<float>(shown.size() - 1);
    float x = area.min.x;
    for (const int level : shown) {
        const float width = column_width(frame, levels[static_cast<std::size_t>(level)], scale);
        draw_level(frame, Rect::sized({x, area.min.y}, width, area.height()).snapped(), level, scale);
        x += width + std::min(gap, frame.em(4));
    }
}

void FacesPanel::draw_head(Frame& frame, Rect head) {
    const float y = head.min.y + frame.em(0.7F);
    const TextStyle title{Face::sans_bold, 1.05F};
    draw_text(frame, {head.min.x, y}, title, frame.colour(Role::t1), "Image pyramid");

    const ButtonOptions sweep{.icon = task_.sweeping() ? marks::pause : marks::play,
                              .tip = "Scan scale by scale (Space)",
                              .bare = true};
    const float side = frame.em(1.75F);
    const Rect play = Rect::sized({head.max.x - side, y - side / 2}, side, side);
    if (button(frame, "playground.faces.sweep", play, "", sweep)) task_.set_sweeping(!task_.sweeping());
    const std::string number = fmt::format("{} / {}", task_.level_number() + 1, task_.levels());
    float right = play.min.x - frame.em(0.3F);
    draw_text(frame, {right, y}, type::code_strong, frame.colour(Role::t1), number, Align::right);
    right -= text_width(frame, type::code_strong, number) + frame.em(0.45F);
    draw_text(frame, {right, y}, type::label, frame.colour(Role::t2), "scanning scale", Align::right);
    right -= text_width(frame, type::label, "scanning scale") + frame.em(1);
    if (task_.searching().busy()) return;  // says so there

    const Extent window = task_.found()->cascade->window;
    const float left = head.min.x + text_width(frame, title, "Image pyramid") + frame.em(0.7F);
    for (const std::string& words :
         {fmt::format("each level 1 / {:.2f} of the previous one; the window stays {} × {}",
                      task_.found()->request.factor, window.width, window.height),
          fmt::format("the window stays {} × {}", window.width, window.height)}) {
        if (text_width(frame, type::label, words) > right - left) continue;
        draw_text(frame, {left, y}, type::label, frame.colour(Role::t3), words);
        break;
    }
}

/// Beside the title, or alone where there is nothing yet.
void FacesPanel::draw_searching(Frame& frame, Rect area) {
    const float left = area.min.x + (task_.levels() == 0 ? 0 : frame.em(9)), y = area.min.y + frame.em(0.7F);
    const std::string title = task_.searching().title() + " \u2026";
    draw_text(frame, {left, y}, type::label, frame.colour(Role::t2), title);
    const ButtonOptions options{};
    const Rect rect =
        Rect::sized({left + text_width(frame, type::label, title) + frame.em(0.6F), y - frame.em(0.875F)},
                    button_width(frame, "Cancel", options), frame.em(1.75F));
    if (button(frame, "playground.faces.cancel", rect, "Cancel", options)) task_.cancel();
}

void FacesPanel::draw_level(Frame& frame, Rect column, int number, float scale) {
    const vision::FaceLevel& level = task_.found()->run.levels[static_cast<std::size_t>(number)];
    const bool chosen = number == task_.level_number();
    const Interaction state = interact(frame, fmt::format("playground.faces.level.{}", number), column);
    if (state.clicked) {
        task_.set_sweeping(false);
        task_.choose_level(number);
    }
    ImDrawList& list = *frame.list();
    if (chosen || state.hovered)
        list.AddRectFilled(column.min, column.max, frame.colour(chosen ? Role::bg3 : Role::bg2),
                           frame.em(0.2F));
    if (chosen)
        list.AddRectFilled({column.min.x, column.max.y - frame.px(3)}, column.max, frame.colour(Role::ink));
    if (state.focused) draw_focus(frame, column, frame.em(0.2F));

    const float width = std::max(2.0F, static_cast<float>(level.extent.width) * scale),
                height = std::max(2.0F, static_cast<float>(level.extent.height) * scale);
    const float foot = column.max.y - frame.em(label_em);
    const float x = column.centre().x;
    const Rect thumb = Rect::sized({x - width / 2, foot - height}, width, height).snapped();
    if (const Texture* texture = thumbs_.of(task_.found()->run.levels, width))
        list.AddImage(texture->id(), thumb.min, thumb.max);
    if (chosen) list.AddRect(thumb.min, thumb.max, over::white, 0, 0, frame.px(1.4F));

    // The window is as large on every level; on the chosen one it is where it is looked at.
    const Extent window = task_.found()->cascade->window;
    const FacePlace corner = chosen ? task_.window_corner() : FacePlace{1, 1};
    const ImVec2 at = thumb.min + ImVec2(static_cast<float>(corner.x), static_cast<float>(corner.y)) * scale;
    const Rect square = Rect::sized(at, std::max(3.0F, static_cast<float>(window.width) * scale),
                                    std::max(3.0F, static_cast<float>(window.height) * scale));
    list.AddRect(square.min - ImVec2(1, 1), square.max + ImVec2(1, 1), over::shade);
    list.AddRect(square.min, square.max, over::white);

    const TextStyle size = chosen ? TextStyle{Face::mono_bold, 0.8F} : type::tick;
    draw_text(frame, {x, foot + frame.em(0.95F)}, size, frame.colour(chosen ? Role::t1 : Role::t2),
              fmt::format("{} × {}", level.extent.width, level.extent.height), Align::centre);
    draw_text(frame, {x, foot + frame.em(2.05F)}, size, frame.colour(chosen ? Role::t1 : Role::t3),
              grouped(level.passed) + " pass", Align::centre);
}

}  // namespace upsweep::app
