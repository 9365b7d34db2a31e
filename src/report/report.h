// A run, asked from outside the window: by the command line, by pages, and by whatever embeds the emulator. A
// scene goes in; out come the sentence, the arrays and the picture at a position, and of the whole run the
// phases, the counts and the findings, as values and as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/json_fwd.h"
#include "emulator/trace/trace.h"
#include "programs/expected.h"
#include "programs/user_program.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"

namespace upsweep::canvas {
struct Picture;
}
namespace upsweep::stage {
struct Drawing;
struct StageState;
}  // namespace upsweep::stage

namespace upsweep::report {

struct NamedArray {
    std::string name;  ///< "sums", or "sums[1]" for block 1 of several
    emulator::ArrayId id = 0;
};

/// What a phase left behind.
struct Phase {
    struct Left {
        NamedArray array;
        /// The position at which to look at it. Blocks may run one after another, and then the first is long
        /// done with the next phases when the last comes out of this one: so a block's own shared array is
        /// looked at when that block leaves the phase, and what all blocks share when the last of them does.
        int64_t at = 0;
    };
    std::string name;
    std::string launch;        ///< its name; empty: of an operation of the host
    std::vector<Left> arrays;  ///< the plan's buffers, then the blocks' shared arrays
};
/// In order, without those of operations that changed nothing on the device.
std::vector<Phase> phases_of(const emulator::Trace& trace);
/// The arrays that the position's launch and block use, most used first.
std::vector<NamedArray> arrays_at(const replay::StepPosition& position);

/// The trace's findings, faults first.
std::vector<const emulator::Finding*> faults_first(const emulator::Trace& trace);

class Report {
  public:
    explicit Report(std::shared_ptr<const scenes::RunScene> run) : run_(std::move(run)) {}
    /// Runs it. Throws what scenes::run_scene throws.
    explicit Report(const scenes::Scene& scene, const emulator::Limits& limits = {});

    const scenes::RunScene& run() const { return *run_; }
    const std::shared_ptr<const scenes::RunScene>& shared_run() const { return run_; }
    const emulator::Trace& trace() const { return *run_->trace; }

    // ---- The position: at first the scene's step ----------------------------------------------------------
    replay::StepPosition& position();
    int64_t step_count() const { return trace().step_count(); }
    int64_t step() { return position().step(); }
    void seek(int64_t step) { position().seek(step); }
    /// To the end of the next step of this size, from then on the size of "this step" too. False: it was at
    /// the end.
    bool forward(StepSize by);
    /// What the step does; what is code or memory is between back quotes.
    const std::string& sentence() { return position().sentence(); }
    std::vector<NamedArray> arrays() { return arrays_at(position()); }
    /// The array's elements there, row by row, as raw bits; none: nothing was ever written to it.
    std::vector<std::optional<uint64_t>> cells(emulator::ArrayId array);
    /// The stage there; `state` is the one of the picture before. A build without faces for text has no
    /// pictures.
    canvas::Picture picture(const stage::Drawing& how, stage::StageState& state);
    std::string svg(const stage::Drawing& how);

    // ---- The whole run ------------------------------------------------------------------------------------
    const emulator::Counts& counts() const { return trace().counts; }
    std::vector<Phase> phases() const { return phases_of(trace()); }
    std::vector<const emulator::Finding*> findings() const { return faults_first(trace()); }

    // ---- As JSON ------------------------------------------------------------------------------------------
    /// {"step", "of", "sentence", "buffers"} at the position.
    Json moment_json();
    /// Of an algorithm {"algorithm", "parameters", "phases", "counts", "findings", "result"}, unwritten cells
    /// null, with `launches` also {"launches": [{"name", "kernel", "counts"}]}. Of the user's own program as
    /// program_json has it, there without `buffers` no buffers. Of a trace file {"counts", "findings",
    /// "steps", "complete"}. Where the scene has a step also {"moment"}, there.
    Json json(bool launches = false, bool buffers = true) const;

  private:
    Json algorithm_json() const;

    std::shared_ptr<const scenes::RunScene> run_;
    std::unique_ptr<replay::StepPosition> position_;  ///< made when it is first asked for
};

/// Report::moment_json's, of a position.
Json moment_json(const replay::StepPosition& position);

Json counts_json(const emulator::Counts& counts);
/// All that is known of each finding; docs/kernel-language.md says what the keys mean.
Json findings_json(const emulator::Trace& trace);

/// So many numbers of a buffer are in JSON at most; --out writes all of a larger one.
inline constexpr int64_t most_numbers = int64_t{1} << 20;

/// What a run of the user's own program left in its buffers, by parameter, in the order of the parameters;
/// structs and vectors as their numbers one after another.
Json buffers_json(const programs::OpenedProgram& opened, const emulator::Trace& trace);
/// How the buffers compare with what was expected of them.
Json expected_json(const std::vector<programs::Comparison>& comparisons);
/// That a run by hand leaves out what its kernels launch; empty if they launch nothing.
std::string skipped_launches(const programs::OpenedProgram& opened, const emulator::Trace& trace);
/// {"buffers", "counts", "findings", "steps", "printed", "complete", "never_set", "expected", "variables",
/// "not_checked", "guessed"}: "variables" are what __device__ variables hold after the run, "not_checked" is
/// a sentence, empty where main is not left out, "guessed" what was guessed and why.
/// Without `buffers` that key is missing.
Json program_json(const scenes::ProgramRun& program, const emulator::Trace& trace, bool buffers = true);

/// {"algorithms": […]}: every entry with its types, options and conventions.
Json catalog_json();

}  // namespace upsweep::report
