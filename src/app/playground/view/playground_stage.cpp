// The stage: the picture and its result, what the mouse does there, the bars above and below.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/playground_view.h"
#include "app/ui/controls.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

constexpr double wheel_step = 1.2;
constexpr float value_zoom_em = 2.1F;  // cells this wide show their values
constexpr double progress_after_s = 0.3;

ImVec2 window_point(const PlaygroundCamera& camera, double x, double y) {
    const PlanePoint at = camera.to_window({x, y});
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

Rect window_rect(const PlaygroundCamera& camera, const vision::Region& region) {
    return {window_point(camera, static_cast<double>(region.x0), static_cast<double>(region.y0)),
            window_point(camera, static_cast<double>(region.x1), static_cast<double>(region.y1))};
}

Rect picture_rect(const Playground& model) {
    const Extent extent = model.picture()->extent();
    return window_rect(model.camera, {0, 0, extent.width, extent.height}).snapped();
}

float divider_x(const Playground& model) {
    const Rect rect = picture_rect(model);
    return snap(ImVec2(rect.min.x + static_cast<float>(model.divider) * rect.width(), 0)).x;
}

Playground::Show shown(const Playground& model) {
    return model.holding_original || !model.result() ? Playground::Show::original : model.show;
}

/// An arrow head to the left or right.
void draw_head(Frame& frame, ImVec2 tip, float size) {
    frame.list()->AddTriangleFilled(tip, {tip.x - size, tip.y - std::abs(size)},
                                    {tip.x - size, tip.y + std::abs(size)}, IM_COL32(12, 14, 18, 255));
}

}  // namespace

void PlaygroundView::draw_stage(Frame& frame, Rect area) {
    const Pane pane(frame, "playground.stage_pane", area, Role::bg0);
    const Rect status = area.cut_bottom(frame.em(2));
    const Rect toolbar = area.cut_top(frame.em(4));
    draw_toolbar(frame, toolbar.inset(frame.em(1.5F), frame.em(1)));
    draw_status(frame, status);
    area =
        Rect(area.min.x + frame.em(1.5F), area.min.y, area.max.x - frame.em(1.5F), area.max.y - frame.em(1))
            .snapped();
    draw_camera(frame, area);
}

/// What the camera sees, and what the mouse does to it.
void PlaygroundView::draw_camera(Frame& frame, Rect area) {
    if (area.empty()) return;
    model_.camera.set_view(area.min.x, area.min.y, area.width(), area.height());
    if (model_.picture()) {
        // The divider comes first: where two controls overlap, the earlier one has the mouse.
        if (shown(model_) == Playground::Show::split) draw_divider(frame, area);
        handle_mouse(frame, area);
        draw_picture(frame, area);
    }
    draw_opening(frame, area);
}

void PlaygroundView::draw_toolbar(Frame& frame, Rect bar) {
    static constexpr std::array<std::string_view, 3> shows = {"original", "split", "result"};
    int chosen = static_cast<int>(model_.show);
    if (segmented(frame, "playground.show", bar.min, shows, chosen))
        model_.show = static_cast<Playground::Show>(chosen);
    const float after = bar.min.x + segmented_width(frame, shows) + frame.em(1);

    const ButtonOptions fit{.chosen = model_.camera.fitted(), .hint = "F", .tip = "The whole picture"};
    const bool actual = model_.camera.zoom() == 1.0;
    const ButtonOptions one{
        .chosen = actual, .hint = "1", .tip = "One pixel of the picture on one of the screen"};
    const std::string percent = fmt::format("{:.0f} %", model_.camera.zoom() * 100);
    Rect rest = bar;
    const Rect one_rect = rest.cut_right(button_width(frame, percent, one));
    rest.cut_right(frame.em(0.5F));
    const Rect fit_rect = rest.cut_right(button_width(frame, "Fit", fit));
    if (button(frame, "playground.fit", fit_rect, "Fit", fit)) model_.camera.fit();
    if (button(frame, "playground.actual", one_rect, percent, one)) model_.camera.actual_size();

    constexpr std::string_view hints[] = {"hold A: original · right-drag: rectangle", "hold A: original"};
    for (std::string_view hint : hints) {
        if (after + text_width(frame, type::label, hint) + frame.em(1) > fit_rect.min.x) continue;
        draw_text(frame, {after, bar.centre().y}, type::label, frame.colour(Role::t3), hint);
        break;
    }
}

void PlaygroundView::draw_status(Frame& frame, Rect bar) {
    frame.list()->AddRectFilled(bar.min, bar.max, frame.colour(Role::bg1));
    frame.list()->AddLine(bar.min, {bar.max.x, bar.min.y}, frame.colour(Role::line), 1);
    if (!model_.picture()) return;
    const PlaygroundPicture& picture = *model_.picture();
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y(), at = y * picture.extent().width + x;
    float left = bar.min.x + frame.em(1);
    auto pair = [&](std::string_view label, const std::string& value, float room_em) {
        draw_text(frame, {left, bar.centre().y}, type::label, frame.colour(Role::t3), label);
        left += text_width(frame, type::label, label) + frame.em(0.45F);
        draw_text(frame, {left, bar.centre().y}, type::number, frame.colour(Role::t1), value);
        left += frame.em(room_em);
    };
    pair("x", std::to_string(x), 3);
    pair("y", std::to_string(y), 3);
    pair("original", picture.grey->text(at), 2.6F);
    if (model_.result()) pair("result", model_.result()->pixels.text(at), 2.6F);
    const std::string about = fmt::format("{}   {} × {}   {}", picture.name, picture.extent().width,
                                          picture.extent().height, picture.origin);
    const float room = bar.max.x - frame.em(1) - left;
    if (room > frame.em(4))
        draw_elided(frame, {bar.max.x - frame.em(1), bar.centre().y}, room, type::label,
                    frame.colour(Role::t3), about, Align::right);
}

void PlaygroundView::draw_picture(Frame& frame, Rect area) {
    const PlaygroundPicture& picture = *model_.picture();
    ImDrawList& list = *frame.list();
    const bool smooth = model_.camera.zoom() < 2;
    original_.set_smooth(smooth);
    result_.set_smooth(smooth);
    const Rect rect = picture_rect(model_);
    const ImU32 tint =
        IM_COL32(255, 255, 255, model_.opening() && model_.opening()->age() > progress_after_s ? 128 : 255);
    auto draw_part = [&](const Texture* texture, float from, float to) {
        if (texture == nullptr || to <= from) return;
        list.PushClipRect({std::max(area.min.x, from), area.min.y}, {std::min(area.max.x, to), area.max.y},
                          true);
        list.AddImage(texture->id(), rect.min, rect.max, {0, 0}, {1, 1}, tint);
        list.PopClipRect();
    };
    const Playground::Show show = shown(model_);
    float middle = show == Playground::Show::split ? divider_x(model_) : area.max.x;
    if (show == Playground::Show::result) middle = area.min.x;
    draw_part(original_.of(picture.shown), area.min.x, middle);
    if (model_.result()) draw_part(result_.of(model_.result()->shown), middle, area.max.x);

    list.PushClipRect(area.min, area.max, true);
    draw_values(frame, area);
    draw_marks(frame, area, rect, middle);
    list.PopClipRect();
}

/// Everything with a label: names of what is shown, rectangle, the filter's window, divider.
void PlaygroundView::draw_marks(Frame& frame, Rect area, Rect rect, float middle) {
    const Playground::Show show = shown(model_);
    const bool split = show == Playground::Show::split;
    const std::string filtered =
        model_.result() ? fmt::format("box filter, r = {}", model_.result()->radius) : "";
    const std::string name = show == Playground::Show::original ? "original" : filtered;
    const float top = std::max(rect.min.y, area.min.y), gap = frame.em(0.8F), in = frame.em(1.4F);
    Plates plates(frame, area);
    ImVec2 handle;
    if (split) {
        handle = {middle, frame.items.find("playground.divider")->centre().y};
        draw_vertical(frame, middle, top, std::min(rect.max.y, area.max.y));
        plates.keep_free(Rect::around(handle, frame.em(2.5F), frame.em(2.5F)));
        // Over a picture that is too small to carry them, the names stand above it.
        const bool small = rect.width() < frame.em(20) || rect.height() < frame.em(12);
        const float y = small ? top - in : top + in, higher = top - frame.em(3.3F);
        plates.put("original", {{{middle - gap, y}, Align::right}, {{middle - gap, higher}, Align::right}});
        plates.put(name, {{{middle + gap, y}, Align::left}, {{middle + gap, higher}, Align::left}});
    } else {
        const float left = std::max(rect.min.x, area.min.x) + gap;
        plates.put(name, {{{left, top - in}, Align::left}, {{left, top + in}, Align::left}});
    }
    if (model_.region())
        draw_region(frame, plates, window_rect(model_.camera, *model_.region()), *model_.region());
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const vision::Region window = vision::window_around(x, y, model_.radius(), model_.picture()->extent());
    draw_window(frame, plates, window_rect(model_.camera, window),
                window_rect(model_.camera, {x, y, x + 1, y + 1}), window);
    if (!split) return;
    frame.list()->AddCircleFilled(handle, frame.em(1.2F), over::shade);
    frame.list()->AddCircleFilled(handle, frame.em(1.1F), over::white);
    draw_head(frame, {handle.x + frame.em(0.62F), handle.y}, frame.em(0.32F));
    draw_head(frame, {handle.x - frame.em(0.62F), handle.y}, -frame.em(0.32F));
}

void PlaygroundView::draw_values(Frame& frame, Rect area) {
    if (model_.camera.zoom() < static_cast<double>(frame.em(value_zoom_em))) return;
    const Extent extent = model_.picture()->extent();
    const PlanePoint from = model_.camera.to_picture({area.min.x, area.min.y});
    const PlanePoint to = model_.camera.to_picture({area.max.x, area.max.y});
    const vision::Region cells = vision::clipped(
        {static_cast<std::int64_t>(std::floor(from.x)), static_cast<std::int64_t>(std::floor(from.y)),
         static_cast<std::int64_t>(std::ceil(to.x)), static_cast<std::int64_t>(std::ceil(to.y))},
        extent);
    const Playground::Show show = shown(model_);
    for (std::int64_t y = cells.y0; y < cells.y1; ++y)
        for (std::int64_t x = cells.x0; x < cells.x1; ++x) {
            const ImVec2 middle =
                window_point(model_.camera, static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
            const bool result = show == Playground::Show::result ||
                                (show == Playground::Show::split && middle.x > divider_x(model_));
            const Array& pixels = result ? model_.result()->pixels : *model_.picture()->grey;
            const std::int64_t at = y * extent.width + x;
            draw_text(frame, middle, type::tick,
                      pixels.number(at) < 128 ? over::white : IM_COL32(12, 14, 18, 255), pixels.text(at),
                      Align::centre);
        }
}

void PlaygroundView::draw_divider(Frame& frame, Rect area) {
    const Rect rect = picture_rect(model_);
    const float x = divider_x(model_);
    const float top = std::max(rect.min.y, area.min.y), bottom = std::min(rect.max.y, area.max.y);
    const float y = top + (bottom - top) * 0.8F;
    if (x < area.min.x - frame.em(1) || x > area.max.x + frame.em(1)) {
        frame.items.add("playground.divider", Rect::around({x, y}, 0, 0));
        return;
    }
    const Interaction line = interact(frame, "playground.divider_line",
                                      {x - frame.em(0.35F), top, x + frame.em(0.35F), y - frame.em(1.2F)});
    const Interaction handle =
        interact(frame, "playground.divider", Rect::around({x, y}, frame.em(2.4F), frame.em(2.4F)));
    if (line.hovered || handle.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (line.held || handle.held)
        model_.divider = std::clamp(
            static_cast<double>((ImGui::GetIO().MousePos.x - rect.min.x) / rect.width()), 0.0, 1.0);
}

void PlaygroundView::handle_mouse(Frame& frame, Rect area) {
    const ImGuiIO& io = ImGui::GetIO();
    const Interaction stage = interact(frame, "playground.stage", area);
    const PlanePoint at = model_.camera.to_picture({io.MousePos.x, io.MousePos.y});
    const Extent extent = model_.picture()->extent();
    const bool inside = at.x >= 0 && at.y >= 0 && at.x < static_cast<double>(extent.width) &&
                        at.y < static_cast<double>(extent.height);
    if (stage.hovered && inside && drag_ == Drag::none)
        model_.point_at(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y));
    if (stage.hovered && io.MouseWheel != 0)
        model_.camera.zoom_at({io.MousePos.x, io.MousePos.y},
                              std::pow(wheel_step, static_cast<double>(io.MouseWheel)));

    const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (drag_ == Drag::none && stage.hovered &&
        (stage.held || ImGui::IsMouseClicked(ImGuiMouseButton_Right))) {
        drag_ = right || io.KeyShift ? Drag::region : Drag::pan;
        drag_from_ = at;
    }
    if (drag_ == Drag::pan) model_.camera.pan(io.MouseDelta.x, io.MouseDelta.y);
    if (drag_ == Drag::region) {
        auto corner = [](double value) { return std::llround(value); };
        model_.set_region({corner(drag_from_.x), corner(drag_from_.y), corner(at.x), corner(at.y)});
    }
    if (!stage.held && !right) drag_ = Drag::none;
}

void PlaygroundView::draw_opening(Frame& frame, Rect area) {
    const auto opening = model_.opening();
    if (!opening || opening->age() < progress_after_s) return;
    draw_plate(frame, {area.min.x + frame.em(1), area.max.y - frame.em(2)}, opening->title() + " \u2026",
               Align::left);
    const float width = text_width(frame, type::strong, opening->title()) + frame.em(4);
    if (button(frame, "playground.cancel",
               Rect::sized({area.min.x + width, area.max.y - frame.em(3)}, frame.em(5), frame.em(2)),
               "Cancel"))
        model_.cancel_opening();
}

}  // namespace upsweep::app
