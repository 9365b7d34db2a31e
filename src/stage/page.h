// A presented page, as a class sees it from the last row: subject, step discs, one sentence, one line of
// counts, how far it is; and between them the picture. It needs no window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "canvas/canvas.h"
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

}  // namespace upsweep::stage
