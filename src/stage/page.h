// The stage without a window around it: the picture of a position, and what it is called; and a presented
// page, as a class sees it from the last row: subject, step discs, one sentence, one line of counts, how far
// it is, and between them the picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/palette.h"
#include "replay/position/position.h"
#include "stage/stage.h"

namespace upsweep::stage {

/// What a presented page says around its picture.
struct Page {
    std::string subject = {};              ///< "Kogge–Stone scan"
    bool fault = false;                    ///< what is shown is wrong: a sign is before the subject
    std::string sentence = {};             ///< one, with `code` and **strong** marks; may be empty
    std::vector<std::string> counts = {};  ///< one line: the first of these that fits
    int64_t place = 0, count = 0;          ///< steps done, and how many there are; count 0: no discs
};

/// E in pixels of a presented page: a twenty-ninth and a half of the height, less in windows narrower than
/// 4:3.
float page_em(float width, float height);

/// Draws everything but the picture and gives the room that is left for it. Places: "back" and
/// "on", the discs of the step before and the next.
Box draw_page(Canvas& canvas, const Page& page);

/// What a page says of a position in a trace, seen at a zoom.
Page page_of(const replay::StepPosition& at, Zoom zoom);

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
