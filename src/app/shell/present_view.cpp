// Draws a presented view.
#include "app/shell/present_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/ui/canvas_painter.h"
#include "stage/page.h"

namespace upsweep::app {

PageChoice draw_presented(Frame& frame, View& view) {
    Presentation& shown = view.presentation();
    const std::optional<stage::Page> page = shown.page();
    if (!page) {
        view.draw(frame);
        return PageChoice::none;
    }
    canvas::Touch touched;
    canvas::Box room;
    {
        const Pane pane(frame, "present", frame.area, Role::bg0);
        canvas::Canvas canvas(box_of(frame.area), frame.em());
        room = stage::draw_page(canvas, *page);
        const canvas::Picture picture = canvas.finish();
        paint(frame, picture);
        touched = touch(frame, picture, "present");
        frame.area = rect_of(room).snapped();
        shown.draw_presented(frame);
    }
    if (!touched.clicked) return PageChoice::none;
    return touched.name == "on"     ? PageChoice::on
           : touched.name == "back" ? PageChoice::back
                                    : PageChoice::none;
}

void draw_pointer(Frame& frame, Rect window, const Present& present) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float width = frame.em(0.2F), halo = frame.em(0.34F);
    for (const Stroke& stroke : present.strokes()) {
        std::vector<ImVec2> points;
        for (const canvas::Point& point : stroke)
            points.emplace_back(window.min.x + point.x * window.width(),
                                window.min.y + point.y * window.height());
        const auto count = int(points.size());
        if (count == 1) list.AddCircleFilled(points[0], halo / 2, frame.colour(Role::ink));
        if (count < 2) continue;
        // A rim in the ground's colour, so that it is seen on any fill.
        list.AddPolyline(points.data(), count, frame.colour(Role::bg0), 0, halo);
        list.AddPolyline(points.data(), count, frame.colour(Role::ink), 0, width);
    }
    if (present.spotlight()) {
        // A ring so wide that it covers all but the light.
        const ImVec2 at = ImGui::GetIO().MousePos;
        const float radius = frame.em(4.5F), wide = 2 * std::hypot(window.width(), window.height());
        list.AddCircle(at, radius + wide / 2, IM_COL32(0, 0, 0, 165), 96, wide);
    }
    if (present.black()) list.AddRectFilled(window.min, window.max, IM_COL32(0, 0, 0, 255));
}

}  // namespace upsweep::app
