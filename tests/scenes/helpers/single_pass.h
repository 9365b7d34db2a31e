// Scenes of the single pass with flags, for tests of what blocks tell each other.
#pragma once

#include <string>

#include "scenes/scene.h"

namespace upsweep::scenes {

/// The opening scene, with blocks that take their number from blockIdx instead of a counter. In an
/// adversarial order it deadlocks.
inline Scene single_pass_without_counter(const std::string& order = "adversarial") {
    Scene scene = initial_scene("scan_single_pass");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("counted", 0);
    scene = with_parameters(scene, parameters);
    scene.gpu.schedule = emulator::parse_schedule(order);
    return scene;
}

}  // namespace upsweep::scenes
