// A scene: everything that says what the Step view shows. Lessons, links and the command line name scenes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/array.h"
#include "emulator/toy_gpu.h"
#include "pipelines/algorithm.h"

namespace upsweep::app {

struct Scene {
    std::string algorithm;       ///< slug
    Parameters parameters;       ///< with_defaults fills in what is missing
    std::optional<Array> input;  ///< none: the algorithm's usual one
    emulator::ToyGpu gpu;
    std::int64_t step = 0;  ///< steps done; clamped to the trace's length
};

}  // namespace upsweep::app
