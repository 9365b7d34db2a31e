// A scene: everything that says what the Step view shows. Lessons, files (scene_file.h) and the command line
// (scene_words.h) name scenes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/array.h"
#include "emulator/trace/toy_gpu.h"
#include "pipelines/algorithm.h"
#include "programs/user_program.h"

namespace upsweep::scenes {

/// Where an input came from: it decides what becomes of it when the size or the type changes.
enum class InputKind : uint8_t {
    usual,   ///< the algorithm's own example, made again
    random,  ///< made again from the seed
    ones,    ///< made again
    given,   ///< kept, row by row; filled up with usual values
};

/// An entry of the catalog on an input.
struct CatalogRun {
    std::string algorithm = {};       ///< slug; empty: nothing is chosen yet
    Parameters parameters = {};       ///< with_step_defaults fills in what is missing
    std::optional<Array> input = {};  ///< none: made of `input_kind`
    InputKind input_kind = InputKind::random;
    uint64_t seed = 1;  ///< of a random input
    friend bool operator==(const CatalogRun& a, const CatalogRun& b);
};

using programs::UserProgram;

/// A trace that `upsweep run --trace` wrote. There is nothing to choose but the step.
struct TraceFile {
    std::string path;
    friend bool operator==(const TraceFile&, const TraceFile&) = default;
};

struct Scene {
    std::variant<CatalogRun, UserProgram, TraceFile> of = {};
    emulator::ToyGpu gpu = {};  ///< with the schedule and the memory model
    int64_t step = 0;           ///< steps done; clamped to the trace's length
    /// With `step` 0 it is where the launch of this name begins; empty: at the beginning.
    std::string launch = {};
    /// Texts that are run in the place of the files of these names: what someone changed, and did not save.
    programs::Edits edits = {};
    /// Breakpoints, each as parse_stop (stop.h) reads it. They say nothing of what runs: two scenes that
    /// differ in them alone are equal.
    std::vector<std::string> stops = {};
    /// The figure of a paper (figures.h) as which it was opened, if any. It says nothing of what runs either.
    std::string figure = {};
    /// How it is looked at: a size of step ("statement", "barrier", "phase", "launch") and a distance
    /// ("plan", "blocks", "block", "lanes"); empty: as it opens. They say nothing of what runs either.
    std::string by = {}, distance = {};
    friend bool operator==(const Scene& a, const Scene& b);

    /// The run of a catalog's entry, once one is chosen; else null.
    const CatalogRun* entry() const;
    /// Its slug; else empty.
    const std::string& slug() const;
    /// The path of the program or of the trace; else empty.
    const std::string& file() const;
    const UserProgram* program() const { return std::get_if<UserProgram>(&of); }
    UserProgram* program() { return std::get_if<UserProgram>(&of); }
    const TraceFile* trace_file() const { return std::get_if<TraceFile>(&of); }
    /// Throws UsageError for a program and a trace file.
    const CatalogRun& catalog() const;
    CatalogRun& catalog();
    bool chosen() const { return entry() != nullptr || program() != nullptr || trace_file() != nullptr; }
};

/// What Step opens an algorithm with: its Opening, its first type, the usual input. Throws UsageError for an
/// unknown slug.
Scene initial_scene(const std::string& slug);

/// What Step opens with when nothing was chosen: the catalog's first algorithm that is a kernel. Throws
/// UsageError where the catalog is empty.
std::string first_kernel();

/// The scene for other parameters; what becomes of the input says its kind. Where someone
/// chooses several streams on a toy GPU of one multiprocessor, it gets as many as let them run side by side.
/// Throws UsageError for what the
/// catalog or the emulator does not take.
Scene with_parameters(Scene scene, Parameters parameters);

/// The scene on another machine. Throws UsageError likewise.
Scene with_gpu(Scene scene, emulator::ToyGpu gpu);

}  // namespace upsweep::scenes
