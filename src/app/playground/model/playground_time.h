// What the Playground says about time, in words.
#pragma once

#include <string>
#include <string_view>

#include "app/playground/model/playground.h"
#include "app/playground/model/playground_sweep.h"

namespace upsweep::app {

/// "4.2 µs", "690 µs", "1.2 ms", "120 ms", "3.4 s": two digits that mean something.
std::string milliseconds_text(double milliseconds);

/// What is said of time where the emulator ran.
std::string emulated_sentence();

/// One sentence: what each part took and where it ran, from the point that the plot rings; empty while
/// nothing is measured at this radius.
std::string time_sentence(const PlaygroundPicture& picture, const SweepPoint* point);

/// "Two tables `0.5 ms`, deviations `1.2 ms` on the CPU: together `1.7 ms`, 590 pictures a second." With the
/// way to the GPU and back where there is one.
std::string parts_sentence(const PlaygroundPicture& picture, std::string_view tables, double tables_ms,
                           std::string_view filter, double filter_ms, double transfer_ms);

}  // namespace upsweep::app
