// A scene: everything that says what the Step view shows. Lessons, links and the command line name scenes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/array.h"
#include "emulator/trace/toy_gpu.h"
#include "pipelines/algorithm.h"

namespace upsweep::scenes {

/// Where an input came from: it decides what becomes of it when the size or the type changes.
enum class InputKind : std::uint8_t {
    usual,   ///< the algorithm's own example, made anew
    random,  ///< made anew from the seed
    ones,    ///< made anew
    given,   ///< kept, row by row; filled up with usual values
};

struct Scene {
    std::string algorithm;       ///< slug; empty where a trace file is shown
    Parameters parameters;       ///< with_defaults fills in what is missing
    std::optional<Array> input;  ///< none: the algorithm's usual one
    InputKind input_kind = InputKind::given;
    std::uint64_t seed = 1;  ///< of a random input
    emulator::ToyGpu gpu;
    std::int64_t step = 0;  ///< steps done; clamped to the trace's length
    /// Path of a trace that `upsweep run --trace` wrote. Then there is nothing to choose: all but `step` is
    /// empty.
    std::string trace_file = {};
};

}  // namespace upsweep::scenes
