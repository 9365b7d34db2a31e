// Running a scene of the Step view: plan, input, emulator, check.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "emulator/emulator.h"
#include "pipelines/algorithm.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

/// A scene that has run. Shared read-only between threads.
struct RunScene {
    Scene scene;                           ///< parameters complete, input there
    const Algorithm* algorithm = nullptr;  ///< null: from a trace file, with no expectations and no check
    std::shared_ptr<const emulator::Trace> trace;
    std::vector<Expectation> expectations;
    CheckResult check;  ///< of the result against the reference; right where the trace is not complete
};

/// What Step opens an algorithm with: its initial extent, first type, options at their defaults, a toy GPU of
/// 4 lanes and 8 banks, the usual input. Throws UsageError for an unknown slug.
Scene initial_scene(const std::string& slug);

/// What Step opens with when nothing was chosen: the catalog's first algorithm that is a kernel. Throws
/// UsageError where the catalog is empty.
std::string first_kernel();

/// An input of a kind (given: the usual one). Usual is, for a row of up to 64 elements, what is easy to add
/// in one's head; where nothing is added, each element tells its row and column; else it is random. Random
/// values are small enough for all sums to be read in the cells.
Array make_input(const Algorithm& algorithm, const Parameters& parameters, InputKind kind,
                 std::uint64_t seed = 1);

/// The scene for other parameters; what becomes of the input says its kind. Throws UsageError for what the
/// catalog or the emulator does not take.
Scene with_parameters(Scene scene, Parameters parameters);

/// Plans, runs and checks, or reads a trace file. Slow: call it off the window's thread. Throws what the
/// catalog, the emulator and read_trace throw.
RunScene run_scene(Scene scene, const std::atomic<bool>* cancel = nullptr,
                   const std::function<void(double)>& progress = nullptr);

/// Reads "3, 1, 7 0" as numbers. Throws UsageError naming what it cannot read.
std::vector<double> parse_values(const std::string& text);
/// The same the other way round, at most `limit` values, then "…".
std::string values_text(const Array& array, std::int64_t limit);

}  // namespace upsweep::scenes
