// Layout by the stage, drawing by ImGui.
#include "app/step/view/show_stage.h"

#include <string>

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "replay/position/position.h"

namespace upsweep::app {

stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale, CellAsked* asked) {
    const canvas::Picture picture = stage::draw_stage(box_of(rect), scale * frame.em(), at, options, state);
    paint(frame, picture);
    canvas::Touch touched = touch(frame, picture, prefix);
    // Controls that are buttons of the window are where the picture leaves room for them.
    for (const auto& [name, label] :
         {std::pair("banks.action", options.banks_action), std::pair("deadlock.cure", options.deadlock_cure)})
        if (const canvas::Hit* place = picture.find(name))
            if (button(frame, std::string(prefix) + "." + place->name, rect_of(place->box), label)) {
                touched.name = place->name;
                touched.clicked = true;
            }
    if (asked != nullptr && touched.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        *asked = stage::cell_of(at, touched.name);
    if (touched.hovered && !state.dragging)
        if (const std::string tip = stage::tip_of(touched, at); !tip.empty()) tooltip(frame, tip);
    stage::StageEvents events = stage::events_of(touched, picture, at, state);
    if (!options.movable) return events;
    // The place where a dragged block would go; a drag follows the hand.
    if (const auto place = stage::drag_block(touched, picture, at, state, events)) {
        const Rect edge = rect_of(place->edge).snapped();
        frame.fill(edge, Role::ink);
        const Rect card = rect_of(place->card.moved(touched.at - state.pressed_at)).snapped();
        frame.outline(card, Role::ink, frame.em(0.45F), frame.px(2));
    }
    return events;
}

}  // namespace upsweep::app
