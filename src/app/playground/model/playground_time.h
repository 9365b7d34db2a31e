// What the Playground says about time, in words.
#pragma once

#include <string>

#include "app/playground/model/playground.h"
#include "app/playground/model/playground_sweep.h"

namespace upsweep::app {

/// "4.2 µs", "690 µs", "1.2 ms", "120 ms", "3.4 s": two digits that mean something.
std::string milliseconds_text(double milliseconds);

/// One sentence: what each part took and where it ran, from the point that the plot rings; empty while
/// nothing is measured at this radius.
std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point);

}  // namespace upsweep::app
