// Layout by the stage, drawing by ImGui.
#include "app/step/view/show_stage.h"

#include <string>

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"

namespace upsweep::app {

stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale) {
    const canvas::Picture picture = stage::draw_stage(box_of(rect), scale * frame.em(), at, options, state);
    paint(frame, picture);
    canvas::Touch touched = touch(frame, picture, prefix);
    // The one control that is a button of the window stands where the picture leaves room for it.
    if (const canvas::Hit* place = picture.find("banks.action"))
        if (button(frame, std::string(prefix) + "." + place->name, rect_of(place->box),
                   options.banks_action)) {
            touched.name = place->name;
            touched.clicked = true;
        }
    if (touched.hovered)
        if (const std::string tip = stage::tip_of(touched, at); !tip.empty()) tooltip(frame, tip);
    return stage::events_of(touched, picture, at, state);
}

}  // namespace upsweep::app
