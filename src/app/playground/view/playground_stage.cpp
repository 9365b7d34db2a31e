// The stage: the picture and its result, what the mouse does there, the bars above and below.

#include "app/playground/view/playground_view.h"
#include "app/ui/controls.h"

namespace upsweep::app {
namespace {

constexpr double wheel_step = 1.2;
constexpr float value_zoom_em = 2.1F;  // cells this wide show their values
constexpr double playground_stage_progress_after_s = 0.3;

Rect picture_rect(const Playground& model) {
    const Extent extent = model.picture()->extent();
    return window_rect(model.camera, {0, 0, extent.width, extent.height}).snapped();
}

float divider_x(const Playground& model) {
    const Rect rect = picture_rect(model);
    return snap(ImVec2(rect.min.x + float(model.divider) * rect.width(), 0)).x;
}

Playground::Show shown(const Playground& model) {
    return model.holding_original || !model.result() ? Playground::Show::original : model.show;
}

/// An arrow head to the left or right.
void draw_head(Frame& frame, ImVec2 tip, float size) {
    frame.list()->AddTriangleFilled(tip, {tip.x - size, tip.y - std::abs(size)},
                                    {tip.x - size, tip.y + std::abs(size)}, over::black);
}

}  // namespace

void PlaygroundView::draw_stage(Frame& frame, Rect area) {
    const Pane pane(frame, "playground.stage_pane", area, Role::bg0);
    const Rect status = area.cut_bottom(frame.em(2));
    if (FilmPlayer& film = model_.film(); film.is_open())
        film_strip_.draw(frame, area.cut_bottom(frame.em(FilmStrip::height_em(frame, film))), film);
    const float strip = model_.picture() ? frame.em(panel().strip_em(frame)) : 0;
    if (strip > 0) panel().draw_strip(frame, area.cut_bottom(strip));
    const Rect toolbar = area.cut_top(frame.em(4));
    draw_toolbar(frame, toolbar.inset(frame.em(1.5F), frame.em()));
    draw_status(frame, status);
    area = Rect(area.min.x + frame.em(1.5F), area.min.y, area.max.x - frame.em(1.5F), area.max.y - frame.em())
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
    const std::array<std::string_view, 3> shows = panel().shows();
    int chosen = int(model_.show);
    if (segmented(frame, "playground.show", bar.min, shows, chosen)) model_.show = Playground::Show(chosen);
    const float after = bar.min.x + segmented_width(frame, shows) + frame.em();

    const ButtonOptions fit{.chosen = model_.camera.fitted(), .hint = "F", .tip = "The whole picture"};
    const bool actual = model_.camera.zoom() == 1.0;
    const ButtonOptions one{.chosen = actual, .hint = "1", .tip = "One picture pixel per screen pixel"};
    const std::string percent = fmt::format("{:.0f} %", model_.camera.zoom() * 100);
    Rect rest = bar;
    const Rect one_rect = rest.cut_right(button_width(frame, percent, one));
    rest.cut_right(frame.em(0.5F));
    const Rect fit_rect = rest.cut_right(button_width(frame, "Fit", fit));
    if (button(frame, "playground.fit", fit_rect, "Fit", fit)) model_.camera.fit();
    if (button(frame, "playground.actual", one_rect, percent, one)) model_.camera.actual_size();

    for (std::string_view hint : panel().hints()) {
        if (after + text_width(frame, type::label, hint) + frame.em() > fit_rect.min.x) continue;
        draw_text(frame, {after, bar.centre().y}, type::label, Role::t3, hint);
        break;
    }
}

void PlaygroundView::draw_status(Frame& frame, Rect bar) {
    frame.fill(bar, Role::bg1);
    frame.line(bar.min, {bar.max.x, bar.min.y}, Role::line, 1);
    if (!model_.picture()) return;
    const PlaygroundPicture& picture = *model_.picture();
    const int64_t x = model_.pointer_x(), y = model_.pointer_y(), at = y * picture.extent().width + x;
    float left = bar.min.x + frame.em();
    auto pair = [&](std::string_view label, const std::string& value, float room_em) {
        draw_text(frame, {left, bar.centre().y}, type::label, Role::t3, label);
        left += text_width(frame, type::label, label) + frame.em(0.45F);
        draw_text(frame, {left, bar.centre().y}, type::number, Role::t1, value);
        left += frame.em(room_em);
    };
    pair("x", std::to_string(x), 3);
    pair("y", std::to_string(y), 3);
    pair("original", picture.grey->text(at), 2.6F);
    if (const std::string value = panel().task().value_at(x, y); !value.empty())
        pair("result", value, std::max(2.6F, 0.65F * float(value.size()) + 0.8F));
    const std::string about = fmt::format("{}   {} × {}   {}", picture.name, picture.extent().width,
                                          picture.extent().height, picture.origin);
    const float room = bar.max.x - frame.em() - left;
    if (room > frame.em(4))
        draw_elided(frame, {bar.max.x - frame.em(), bar.centre().y}, room, type::label, Role::t3, about,
                    Align::right);
}

void PlaygroundView::draw_picture(Frame& frame, Rect area) {
    const PlaygroundPicture& picture = *model_.picture();
    ImDrawList& list = *frame.list();
    const bool smooth = model_.camera.zoom() < 2;
    original_.set_smooth(smooth);
    result_.set_smooth(smooth);
    const Rect rect = picture_rect(model_);
    const ImU32 tint =
        IM_COL32(255, 255, 255, model_.opening().age() > playground_stage_progress_after_s ? 128 : 255);
    auto draw_part = [&](const Texture* texture, Rect where, float from, float to) {
        if (texture == nullptr || to <= from) return;
        list.PushClipRect({std::max(area.min.x, from), area.min.y}, {std::min(area.max.x, to), area.max.y},
                          true);
        list.AddImage(texture->id(), where.min, where.max, {0, 0}, {1, 1}, tint);
        list.PopClipRect();
    };
    const Playground::Show show = shown(model_);
    float middle = show == Playground::Show::split ? divider_x(model_) : area.max.x;
    if (show == Playground::Show::result) middle = area.min.x;
    const bool waits = model_.film().is_open() && !panel().task().at_rest() && held_original_;
    if (!waits) held_original_ = picture.drawn, held_result_ = model_.result();
    const std::shared_ptr<const DrawnPicture> result = held_result_;
    const bool over = result && result->lies_over();
    const Texture* original = panel().original_texture(smooth);
    if (original == nullptr) original = original_.of(held_original_);
    draw_part(original, rect, area.min.x, result && (over || result->place) ? area.max.x : middle);
    if (result)
        draw_part(result_.of(result),
                  result->place ? window_rect(model_.camera, *result->place).snapped() : rect, middle,
                  area.max.x);

    list.PushClipRect(area.min, area.max, true);
    draw_values(frame, area);
    draw_marks(frame, area, rect, middle);
    list.PopClipRect();
}

/// Everything with a label: names of what is shown, the task's marks, the divider.
void PlaygroundView::draw_marks(Frame& frame, Rect area, Rect rect, float middle) {
    const Playground::Show show = shown(model_);
    const bool split = show == Playground::Show::split;
    const std::string name =
        show == Playground::Show::original ? panel().original_label() : panel().task().label();
    const float top = std::max(rect.min.y, area.min.y), gap = frame.em(0.8F), in = frame.em(1.4F);
    Plates plates(frame, area);
    ImVec2 handle;
    if (split) {
        handle = {middle, frame.items.find("playground.divider")->centre().y};
        draw_vertical(frame, middle, top, std::min(rect.max.y, area.max.y));
        plates.keep_free(Rect::around(handle, frame.em(2.5F)));
        // Over a picture that is too small to carry them, the names are above it.
        const bool small = rect.width() < frame.em(20) || rect.height() < frame.em(12);
        const float y = small ? top - in : top + in, higher = top - frame.em(3.3F);
        plates.put(panel().original_label(),
                   {{{middle - gap, y}, Align::right}, {{middle - gap, higher}, Align::right}});
        plates.put(name, {{{middle + gap, y}, Align::left}, {{middle + gap, higher}, Align::left}});
    } else {
        const float left = std::max(rect.min.x, area.min.x) + gap;
        plates.put(name, {{{left, top - in}, Align::left}, {{left, top + in}, Align::left}});
    }
    panel().draw_over(frame, {area, rect, model_.camera, plates});
    if (!split) return;
    frame.disc(handle, frame.em(1.2F), over::shade);
    frame.disc(handle, frame.em(1.1F), over::white);
    draw_head(frame, {handle.x + frame.em(0.62F), handle.y}, frame.em(0.32F));
    draw_head(frame, {handle.x - frame.em(0.62F), handle.y}, -frame.em(0.32F));
}

void PlaygroundView::draw_values(Frame& frame, Rect area) {
    if (model_.camera.zoom() < double(frame.em(value_zoom_em))) return;
    const Extent extent = model_.picture()->extent();
    const PlanePoint from = model_.camera.to_picture({area.min.x, area.min.y});
    const PlanePoint to = model_.camera.to_picture({area.max.x, area.max.y});
    const vision::Region cells = vision::clipped({int64_t(std::floor(from.x)), int64_t(std::floor(from.y)),
                                                  int64_t(std::ceil(to.x)), int64_t(std::ceil(to.y))},
                                                 extent);
    const Playground::Show show = shown(model_);
    for (int64_t y = cells.y0; y < cells.y1; ++y)
        for (int64_t x = cells.x0; x < cells.x1; ++x) {
            const Rect cell = window_rect(model_.camera, {x, y, x + 1, y + 1});
            const bool result = show == Playground::Show::result ||
                                (show == Playground::Show::split && cell.centre().x > divider_x(model_));
            if (!result || model_.result()->lies_over())
                draw_value(frame, *model_.picture()->drawn, x, y, cell);
            if (!result || model_.result()->lies_over()) continue;
            const vision::Region place = model_.result()->place.value_or(vision::Region{});
            draw_value(frame, *model_.result(), x - place.x0, y - place.y0, cell);
        }
}

/// Grey in one line; a colour in three where the cell is large enough.
void PlaygroundView::draw_value(Frame& frame, const DrawnPicture& picture, int64_t x, int64_t y, Rect cell) {
    const Extent extent = picture.extent();
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return;
    const int64_t at = y * extent.width + x;
    const auto value = [&](size_t channel) { return uint32_t(picture.channels[channel].number(at)); };
    const bool grey = picture.grey();
    if (!grey && cell.height() < frame.em(3)) return;
    const uint32_t light = grey ? value(0) : media::luma(value(0), value(1), value(2));
    const ImU32 ink = light < 128 ? over::white : over::black;
    for (size_t c = 0; c < (grey ? 1 : 3); ++c)
        draw_text(frame, {cell.centre().x, cell.centre().y + (grey ? 0 : float(c) - 1) * frame.em(0.95F)},
                  type::tick, ink, std::to_string(value(c)), Align::centre);
}

void PlaygroundView::draw_divider(Frame& frame, Rect area) {
    const Rect rect = picture_rect(model_);
    const float x = divider_x(model_);
    const float top = std::max(rect.min.y, area.min.y), bottom = std::min(rect.max.y, area.max.y);
    const float y = top + (bottom - top) * 0.8F;
    if (x < area.min.x - frame.em() || x > area.max.x + frame.em()) {
        frame.items.add("playground.divider", Rect::around({x, y}, 0));
        return;
    }
    const Interaction line = interact(frame, "playground.divider_line",
                                      {x - frame.em(0.35F), top, x + frame.em(0.35F), y - frame.em(1.2F)});
    const Interaction handle = interact(frame, "playground.divider", Rect::around({x, y}, frame.em(2.4F)));
    if (line.hovered || handle.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (line.held || handle.held)
        model_.divider =
            std::clamp(double((ImGui::GetIO().MousePos.x - rect.min.x) / rect.width()), 0.0, 1.0);
}

void PlaygroundView::handle_mouse(Frame& frame, Rect area) {
    const ImGuiIO& io = ImGui::GetIO();
    const Interaction stage = interact(frame, "playground.stage", area);
    const PlanePoint at = model_.camera.to_picture({io.MousePos.x, io.MousePos.y});
    const Extent extent = model_.picture()->extent();
    const bool inside = at.x >= 0 && at.y >= 0 && at.x < double(extent.width) && at.y < double(extent.height);
    if (stage.hovered && inside && drag_ == Drag::none) model_.point_at(int64_t(at.x), int64_t(at.y));
    if (stage.hovered && io.MouseWheel != 0)
        model_.camera.zoom_at({io.MousePos.x, io.MousePos.y}, std::pow(wheel_step, double(io.MouseWheel)));

    const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (drag_ == Drag::none && stage.hovered &&
        (stage.held || ImGui::IsMouseClicked(ImGuiMouseButton_Right))) {
        drag_ = right || io.KeyShift ? Drag::region : Drag::pan;
        if (drag_ == Drag::region && !panel().takes_region()) drag_ = Drag::pan;
        if (drag_ == Drag::pan && panel().grabs(at)) {
            drag_ = Drag::grabbed;
            panel().on_drag(at, at, true);
        }
        drag_from_ = at, pressed_at_ = io.MousePos, moved_ = right;
    }
    // A hand is never quite still.
    const ImVec2 way = io.MousePos - pressed_at_;
    moved_ = moved_ || std::hypot(way.x, way.y) > frame.em(0.3F);
    if (drag_ == Drag::pan && moved_) model_.camera.pan(io.MouseDelta.x, io.MouseDelta.y);
    if (drag_ == Drag::region) {
        auto corner = [](double value) { return std::llround(value); };
        model_.set_region({corner(drag_from_.x), corner(drag_from_.y), corner(at.x), corner(at.y)});
    }
    if (drag_ == Drag::grabbed) panel().on_drag(drag_from_, at, false);
    if (stage.held || right) return;
    if (drag_ == Drag::pan && !moved_ && inside) panel().on_click(at);
    drag_ = Drag::none;
}

void PlaygroundView::draw_opening(Frame& frame, Rect area) {
    const OwnJobs& opening = model_.opening();
    if (!opening.busy() || opening.age() < playground_stage_progress_after_s) return;
    draw_plate(frame, {area.min.x + frame.em(), area.max.y - frame.em(2)}, opening.title() + " \u2026",
               Align::left);
    const float width = text_width(frame, type::strong, opening.title()) + frame.em(4);
    if (button(frame, "playground.cancel",
               Rect::sized({area.min.x + width, area.max.y - frame.em(3)}, frame.em(5), frame.em(2)),
               "Cancel"))
        model_.cancel_opening();
}

}  // namespace upsweep::app
