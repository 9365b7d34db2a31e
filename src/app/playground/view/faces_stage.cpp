// The stage of the faces task: the picture, its rectangles, the map over it, and what the mouse does there.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "app/playground/view/faces_panel.h"
#include "app/ui/controls.h"
#include "app/ui/labels.h"

namespace upsweep::app {
namespace {

constexpr double wheel_step = 1.2;
constexpr double progress_after_s = 0.3;
constexpr float dash_em = 0.35F;

Rect window_rect(const PlaygroundCamera& camera, double x, double y, double width, double height) {
    const PlanePoint from = camera.to_window({x, y}), to = camera.to_window({x + width, y + height});
    return {static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(to.x),
            static_cast<float>(to.y)};
}

Rect window_rect(const PlaygroundCamera& camera, const vision::FaceRectangle& face) {
    return window_rect(camera, static_cast<double>(face.x), static_cast<double>(face.y),
                       static_cast<double>(face.width), static_cast<double>(face.height));
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

/// The window that is looked at.
void draw_dashed_rect(Frame& frame, Rect rect) {
    rect = rect.snapped();
    draw_dashed(frame, rect.min, {rect.max.x, rect.min.y});
    draw_dashed(frame, {rect.max.x, rect.min.y}, rect.max);
    draw_dashed(frame, {rect.min.x, rect.max.y}, rect.max);
    draw_dashed(frame, rect.min, {rect.min.x, rect.max.y});
}

/// "49", on a plate that stands on the rectangle's upper left corner.
Rect count_plate(const Frame& frame, Rect face, std::string_view text) {
    const float width = text_width(frame, type::code_strong, text) + frame.em(0.8F), height = frame.em(1.35F);
    return Rect::sized({face.min.x, face.min.y - height - frame.px(3)}, width, height).snapped();
}

}  // namespace

FacesTask::Show FacesPanel::shown() const {
    return picture_alone_ || !task_.level() ? FacesTask::Show::picture : task_.show;
}

void FacesPanel::draw_stage(Frame& frame, Rect area) {
    const Pane pane(frame, "playground.stage_pane", area, Role::bg0);
    const float margin = frame.em(frame.density <= Density::medium ? 1 : 1.5F);
    draw_toolbar(frame, area.cut_top(frame.em(4)).inset(margin, frame.em(1)));
    area = area.inset(margin, 0);
    area.cut_bottom(frame.em(0.8F));
    // The pyramid has a share of what is there, and nothing where that would leave the picture too little.
    const float strip = std::clamp(area.height() * 0.24F, frame.em(7.4F), frame.em(12.4F));
    if (task_.levels() > 0 && area.height() > frame.em(18)) {
        draw_pyramid(frame, area.cut_bottom(strip).snapped());
        area.cut_bottom(frame.em(0.8F));
    }
    draw_camera(frame, area.snapped());
}

void FacesPanel::draw_toolbar(Frame& frame, Rect bar) {
    static constexpr std::array<std::string_view, 3> shows = {"picture", "rejection map", "both"};
    int chosen = static_cast<int>(task_.show);
    if (segmented(frame, "playground.faces.show", bar.min, shows, chosen))
        task_.show = static_cast<FacesTask::Show>(chosen);
    const float after = bar.min.x + segmented_width(frame, shows) + frame.em(1);

    PlaygroundCamera& camera = playground_.camera;
    const ButtonOptions fit{.chosen = camera.fitted(), .hint = "F", .tip = "The whole picture"};
    const ButtonOptions one{
        .chosen = camera.zoom() == 1.0, .hint = "1", .tip = "One pixel of the picture on one of the screen"};
    const std::string percent = fmt::format("{:.0f} %", camera.zoom() * 100);
    const Rect one_rect = bar.cut_right(button_width(frame, percent, one));
    bar.cut_right(frame.em(0.5F));
    const Rect fit_rect = bar.cut_right(button_width(frame, "Fit", fit));
    if (button(frame, "playground.fit", fit_rect, "Fit", fit)) camera.fit();
    if (button(frame, "playground.actual", one_rect, percent, one)) camera.actual_size();
    for (std::string_view hint :
         {"hold A to see the picture alone · click: choose a window", "hold A to see the picture alone"}) {
        if (after + text_width(frame, type::label, hint) + frame.em(1) > fit_rect.min.x) continue;
        draw_text(frame, {after, bar.centre().y}, type::label, frame.colour(Role::t3), hint);
        break;
    }
}

void FacesPanel::draw_camera(Frame& frame, Rect area) {
    if (area.empty()) return;
    playground_.camera.set_view(area.min.x, area.min.y, area.width(), area.height());
    if (!playground_.picture()) return;
    // Where two controls overlap, the earlier one has the mouse; its picture has to lie over the other's.
    frame.list()->ChannelsSplit(2);
    frame.list()->ChannelsSetCurrent(1);
    draw_state(frame, area);
    frame.list()->ChannelsSetCurrent(0);
    handle_mouse(frame, area);
    draw_picture(frame, area);
    frame.list()->ChannelsMerge();
}

void FacesPanel::draw_picture(Frame& frame, Rect area) {
    const PlaygroundPicture& picture = *playground_.picture();
    const PlaygroundCamera& camera = playground_.camera;
    ImDrawList& list = *frame.list();
    const Extent extent = picture.extent();
    const Rect rect =
        window_rect(camera, 0, 0, static_cast<double>(extent.width), static_cast<double>(extent.height))
            .snapped();
    list.PushClipRect(area.min, area.max, true);
    picture_.set_smooth(camera.zoom() < 2);
    const FacesTask::Show show = shown();
    if (const Texture* texture = picture_.of(picture.shown); texture && show != FacesTask::Show::map)
        list.AddImage(texture->id(), rect.min, rect.max);
    if (show != FacesTask::Show::picture) {
        // A window stands in the map where its middle is in the picture.
        const vision::FaceLevel& level = *task_.level();
        const double step = static_cast<double>(level.step) * level.scale;
        const Rect field = window_rect(camera, (static_cast<double>(level.window.width) - step) / 2,
                                       (static_cast<double>(level.window.height) - step) / 2,
                                       static_cast<double>(level.places.width) * step,
                                       static_cast<double>(level.places.height) * step);
        const bool alone = show == FacesTask::Show::map;
        if (alone) list.AddRectFilled(rect.min, rect.max, rejection::unseen);
        const int stages = static_cast<int>(task_.found()->cascade->stages.size());
        if (const Texture* texture = (alone ? map_ : veil_).of(level, stages))
            list.AddImage(texture->id(), field.min, field.max);
    }
    if (!picture_alone_ && task_.found()) draw_rectangles(frame, area);
    draw_headline(frame, rect);
    list.PopClipRect();
}

void FacesPanel::draw_rectangles(Frame& frame, Rect area) {
    const PlaygroundCamera& camera = playground_.camera;
    if (task_.draw_windows)
        for (const vision::FaceRectangle& window : task_.found()->run.raw) {
            const Rect rect = window_rect(camera, window);
            if (meet(rect, area))
                frame.list()->AddRect(rect.min, rect.max, IM_COL32(255, 255, 255, 70), 0, 0, frame.px(1));
        }
    if (task_.draw_faces)
        for (const vision::FaceRectangle& face : task_.faces())
            draw_outline(frame, window_rect(camera, face));
    if (task_.level()) {
        const FacesTask::Box box = task_.window_box();
        draw_dashed_rect(frame, window_rect(camera, box.x, box.y, box.width, box.height));
    }
    std::vector<Rect> taken;
    if (task_.draw_faces && task_.draw_counts)
        for (const vision::FaceRectangle& face : task_.faces()) {
            const std::string text = std::to_string(face.neighbours);
            const Rect plate = count_plate(frame, window_rect(camera, face), text);
            frame.list()->AddRectFilled(plate.min, plate.max, over::plate, frame.em(0.2F));
            draw_text(frame, plate.centre(), type::code_strong, over::white, text, Align::centre);
            taken.push_back(plate);
        }
    if (!task_.level()) return;
    const FacesTask::Box box = task_.window_box();
    const Rect rect = window_rect(camera, box.x, box.y, box.width, box.height);
    const FacePlace corner = task_.window_corner();
    Plates plates(frame, area);
    for (const Rect& plate : taken) plates.keep_free(plate);
    const float up = frame.em(2.1F), x = rect.centre().x;
    plates.put(fmt::format("window ({}, {}) at scale {}", corner.x, corner.y, task_.level_number() + 1),
               {{{x, rect.max.y + up}},
                {{rect.min.x, rect.max.y + up}, Align::left},
                {{rect.max.x, rect.max.y + up}, Align::right},
                {{x, rect.min.y - up}},
                {{rect.max.x + frame.em(0.6F), rect.centre().y}, Align::left},
                {{rect.min.x - frame.em(0.6F), rect.centre().y}, Align::right}});
}

void FacesPanel::draw_headline(Frame& frame, Rect rect) {
    if (!task_.found() || picture_alone_) return;
    const std::string faces = counted(static_cast<std::int64_t>(task_.faces().size()), "face", "faces");
    const auto raw = static_cast<std::int64_t>(task_.found()->run.raw.size());
    const std::string windows = "from " + counted(raw, "window", "windows");
    const TextStyle quiet = type::body;
    const float gap = frame.em(0.4F), pad = frame.em(0.6F);
    const float width = text_width(frame, type::strong, faces) + gap + text_width(frame, quiet, windows);
    const Rect plate =
        Rect::sized(rect.min + ImVec2(frame.em(0.8F), frame.em(0.8F)), width + 2 * pad, frame.em(1.9F))
            .snapped();
    // Over a picture too small to carry it, it is left out: the rail says it as well.
    if (plate.max.x > rect.max.x || rect.height() < frame.em(8)) return;
    frame.list()->AddRectFilled(plate.min, plate.max, over::plate, frame.em(0.25F));
    const float y = plate.centre().y;
    draw_text(frame, {plate.min.x + pad, y}, type::strong, over::white, faces);
    draw_text(frame, {plate.max.x - pad, y}, quiet, IM_COL32(205, 212, 222, 255), windows, Align::right);
}

/// What runs, or why nothing does.
void FacesPanel::draw_state(Frame& frame, Rect area) {
    const auto opening = playground_.opening();
    const auto searching = task_.searching();
    const std::shared_ptr<Job> job = opening ? opening : searching;
    if (!job || job->age() < progress_after_s) return;
    const std::string title = job->title() + " \u2026";
    const float width = text_width(frame, type::strong, title) + frame.em(2.5F);
    if (button(frame, "playground.cancel",
               Rect::sized({area.min.x + width, area.max.y - frame.em(3)}, frame.em(5), frame.em(2)),
               "Cancel")) {
        playground_.cancel_opening();
        task_.cancel();
    }
    draw_plate(frame, {area.min.x + frame.em(1), area.max.y - frame.em(2)}, title, Align::left);
}

void FacesPanel::handle_mouse(Frame& frame, Rect area) {
    const ImGuiIO& io = ImGui::GetIO();
    const Interaction stage = interact(frame, "playground.stage", area);
    PlaygroundCamera& camera = playground_.camera;
    const PlanePoint at = camera.to_picture({io.MousePos.x, io.MousePos.y});
    const Extent extent = playground_.picture()->extent();
    const bool inside = at.x >= 0 && at.y >= 0 && at.x < static_cast<double>(extent.width) &&
                        at.y < static_cast<double>(extent.height);
    if (stage.hovered && inside)
        playground_.point_at(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y));
    if (stage.hovered && io.MouseWheel != 0)
        camera.zoom_at({io.MousePos.x, io.MousePos.y},
                       std::pow(wheel_step, static_cast<double>(io.MouseWheel)));
    if (!dragging_ && stage.held) dragging_ = true, dragged_ = false;
    if (dragging_) {
        const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
        dragged_ = dragged_ || std::hypot(moved.x, moved.y) > frame.em(0.4F);
        if (dragged_) camera.pan(io.MouseDelta.x, io.MouseDelta.y);
    }
    // A press that stayed where it was chooses, one that moved has moved the picture.
    if (stage.clicked && inside && !dragged_) task_.choose_at(at.x, at.y);
    if (!stage.held) dragging_ = false;
}

}  // namespace upsweep::app
