// "Until …" in the transport: what to run until, on or back, and the list of breakpoints.
#pragma once

#include <string>
#include <vector>

#include "app/host/view.h"
#include "app/step/model/stops.h"

namespace upsweep::app::step {

struct UntilState {
    std::string text, error;
    bool wants_open = false;  ///< the key was pressed: the menu opens when the button is drawn next
    bool typing = false;      ///< the field had the keyboard in the last frame
};

struct UntilTools {
    Stops& stops;
    UntilState& state;
    StepModel& model;
    Notices& notices;
};

/// Puts a sentence where it is read.
Stops::Told tell_until(const UntilTools& tools);
/// The button with its menu, where it fits before `right`; returns where the next control begins. Controls:
/// "step.until", "step.until.text", "step.until.on", "step.until.back", "step.until.keep",
/// "step.until.try.N", "step.until.stop.N", "step.until.remove.N".
float draw_until_button(Frame& frame, ImVec2 at, float right, const UntilTools& tools);
/// What the palette offers of it: "until" with anything typed behind it, phases, barriers, findings.
std::vector<PaletteEntry> until_offers(const UntilTools& tools);

}  // namespace upsweep::app::step
