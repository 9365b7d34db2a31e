// What `upsweep step` prints about a run: each phase's arrays, counts beside their formulas, findings, the
// result.
#pragma once

#include <memory>

#include "scenes/run_scene.h"

namespace upsweep::commands {

/// For people. Cells that nothing has been written to are dots. At its scene's step, unless that is 0, it
/// shows the moment too.
void print_text(const std::shared_ptr<const scenes::RunScene>& run);

/// The step of the run's scene, unless that is 0, and the arrays there.
void print_moment(const std::shared_ptr<const scenes::RunScene>& run);

}  // namespace upsweep::commands
