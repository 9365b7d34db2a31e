// What `upsweep step` says of breakpoints and of a cell's history.
#pragma once

#include <memory>
#include <string>

#include "scenes/run_scene.h"

namespace upsweep::commands {

/// A line a breakpoint of the scene: at which steps it stops, or why it never does.
void print_stops(const scenes::RunScene& run);

/// Every write of the cell, and what its value was made of at the scene's step, without one at the end.
/// Throws UsageError where there is no such cell.
void print_cell_history(const std::shared_ptr<const scenes::RunScene>& run, const std::string& cell);

}  // namespace upsweep::commands
