// The stage without a window around it: the picture of a position, and what it is called.
#pragma once

#include <optional>
#include <string>

#include "canvas/canvas.h"
#include "canvas/palette.h"
#include "replay/position/position.h"
#include "stage/stage.h"

namespace upsweep::stage {

/// How a stage is drawn on its own.
struct Drawing {
    int width = 1280, height = 800;  ///< pixels
    float scale = 1;                 ///< of type
    canvas::ThemeKind theme = canvas::ThemeKind::dark;
    std::optional<Zoom> zoom = {};  ///< none: as the position's size of step goes
    bool present = false;           ///< as a page for a class, with its words around it
};

/// The picture of a position. `state` is the one of the picture before.
canvas::Picture draw_alone(const replay::StepPosition& at, const Drawing& how, StageState& state);
/// The sentence where there is no window: at the beginning that nothing has run, and no word of the window's
/// keys.
std::string sentence_alone(const replay::StepPosition& at);
/// What a picture shows, for those who read a page's text: "Work-efficient scan, step 3 of 62: …".
std::string title_of(const replay::StepPosition& at);
/// The algorithm's title, or the name of the program or trace file.
std::string name_of(const scenes::RunScene& run);
/// The size of step that a scene opens with.
StepSize opening_step(const scenes::RunScene& run);

}  // namespace upsweep::stage
