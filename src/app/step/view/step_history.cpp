// The panel of a cell's history.
#include "app/step/view/step_history.h"

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"

namespace upsweep::app::step {

void draw_history_panel(Frame& frame, Rect rect, const StepModel& model, CellInquiry& inquiry) {
    Pane pane(frame, "step.history", rect, Role::bg0, true);
    const float margin = frame.em(frame.density >= Density::wide ? 1.5F : 1);
    const Rect head(rect.min.x + margin, pane.origin().y, rect.max.x - margin,
                    pane.origin().y + frame.em(3.4F));
    draw_text(frame, {head.min.x, head.centre().y},
              frame.density >= Density::wide ? type::title : TextStyle{Face::sans_bold, 1.2F}, Role::t1,
              "History of a cell");
    const ButtonOptions back{.hint = "Esc"};
    const float width = button_width(frame, "Back", back);
    bool leaves =
        button(frame, "history.close",
               {head.max.x - width, head.centre().y - frame.em(1), head.max.x, head.centre().y + frame.em(1)},
               "Back", back);
    const canvas::Box area =
        canvas::Box::edges(head.min.x, head.max.y + frame.em(0.3F), head.max.x, head.max.y + frame.em(1));
    const canvas::Picture picture = stage::draw_history(area, frame.em(), *model.position(), inquiry.view());
    paint(frame, picture);
    const canvas::Touch touched = touch(frame, picture, "step");
    // What the pointer is on.
    for (const canvas::Hit& hit : picture.hits) {
        const bool hovered = touched.hovered && touched.name == hit.name;
        if (hovered)
            frame.outline({hit.box.min.x, hit.box.min.y, hit.box.max.x, hit.box.max.y}, Role::line2,
                          frame.em(0.25F));
    }
    if (touched.hovered)
        tooltip(frame, touched.name.starts_with("history.more.") ? "Start the tree here" : "Go to its step");
    pane.set_height(picture.area.max.y - pane.origin().y + margin);
    if (touched.clicked) inquiry.choose(touched.name);
    if (leaves) inquiry.leave_one();
}

}  // namespace upsweep::app::step
