// Why is it slow? Predicts the time of an entry of the catalog or of a user's program from the emulator's
// counts and a machine's parameters, takes the time apart, and names causes. docs/model.md says how.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/recording.h"
#include "core/json_fwd.h"
#include "model/machine_model.h"
#include "pipelines/algorithm.h"
#include "programs/user_program.h"
#include "scenes/scene_words.h"

namespace upsweep::model {

/// The parts of a run's time, in the order of the bar.
enum class Part : uint8_t {
    launches,       ///< starting kernels, and the gaps between them
    memory_l2,      ///< first touches of sectors that are in the L2 cache
    memory_beyond,  ///< first touches of sectors that are not
    memory_again,   ///< sectors that were touched before
    shared,         ///< turns of shared memory, and lines of scattered accesses
    statements,     ///< instructions of lanes that work
    idle_lanes,     ///< instructions that lanes sit out
    barriers,       ///< warps that wait at barriers
    chain,          ///< blocks that wait for other blocks, one after the other
    transfers,      ///< copies from and to the host: beside the total, as measured times leave them out
    first_call,     ///< loading the kernels: only in the first run, so beside the total too
};
inline constexpr size_t part_count = size_t(Part::first_call) + 1;
/// "launches", "memory, L2", "memory beyond", "memory again", "shared", "statements", "idle lanes",
/// "waiting", "chain of blocks", "transfers", "first call".
std::string_view name_of(Part part);
/// For JSON: "memory_l2".
std::string_view key_of(Part part);

struct PartTime {
    Part part = Part::launches;
    double seconds = 0;
    std::string label;  ///< under the bar: "5 launches", "memory, L2"
};

enum class CauseKind : uint8_t {
    launches,
    idle_threads,  ///< launches in which most threads have nothing to do
    idle_lanes,    ///< lanes of a block that drop out
    uncoalesced,
    bank_conflicts,
    divergence,
    serial,
    few_warps,
    tiny_blocks,
    chain,
    barriers,
    double_work,
    memory_again,
    shared_sums,  ///< sums that go through shared memory pass after pass
    transfers,
    checking,    ///< the program's clock also runs over its check
    first_call,  ///< loading the kernels
};
/// For JSON and tests: "bank_conflicts".
std::string_view key_of(CauseKind kind);

/// A line of a kernel, or of a program's host code.
struct CodeLine {
    std::string file;
    int32_t line = 0;
    std::string text;  ///< trimmed
};

/// Whose time a cause is part of.
enum class Reach : uint8_t {
    kernels,  ///< of what is predicted
    timed,    ///< of what the program's own clock shows beyond its kernels
    beside,   ///< of none of these: what a user waits for as well
};
/// For JSON: "kernels".
std::string_view key_of(Reach reach);

/// One thing that costs time, and what curing it alone would save.
struct Cause {
    CauseKind kind = CauseKind::launches;
    Reach reach = Reach::kernels;
    Part part = Part::launches;   ///< whose colour it has
    std::string title;            ///< "Five launches instead of one"
    std::string brief;            ///< in a headline: "five launches"
    std::string sentence;         ///< with the count behind it
    std::vector<CodeLine> lines;  ///< the costliest first; may be empty
    double saving = 0;            ///< seconds; predicted time less the prediction with this cause cured
    std::string learn;            ///< a destination (scenes/destination.h): "lesson:look-back#2"
    std::string learn_title;      ///< "Look back"
};

/// A number of the counts' table: `value` of `of`; of 0: it is of nothing.
struct CountLine {
    std::string name;
    double value = 0, of = 0;
    std::string unit;  ///< "sectors"
};

/// At one size. Negative: not known.
struct CurvePoint {
    Extent extent;
    int64_t n = 0;  ///< elements
    double predicted = -1, measured = -1;
    double cpu = -1;  ///< the CPU's plain loop, recorded on the same machine
};

/// An operation of the plan, in its order, with the time that it is predicted to take.
struct OperationTime {
    enum class Kind : uint8_t { upload, kernel, download, wait, other };
    Kind kind = Kind::kernel;
    std::string name;  ///< "scan rows"; of a copy its buffer's
    int stream = 0;
    int waits_for = -1;  ///< of a wait: the operation that it waits for
    double seconds = 0;
};

struct Why {
    std::string title;  ///< of the entry, or the program's file name
    std::string slug;   ///< of the entry; empty: a program
    std::string gpu;    ///< whose parameters, and where it was measured
    Extent extent;
    ElementTypes types;
    std::string headline;         ///< "Why is it slow? Five launches and idle lanes.": the first two causes
    std::vector<PartTime> parts;  ///< those that are not 0, in the order of Part
    double predicted = 0;         ///< seconds: the sum of parts but transfers and first_call
    double measured = -1;         ///< negative: not known
    std::string measured_where;   ///< "NVIDIA H200, recorded", "this GPU"; empty: not measured
    std::vector<Cause> causes;    ///< those that save something, the dearest first; at the end those beside
    double cured = 0;             ///< predicted with all causes of the kernels cured
    std::vector<CountLine> counts;
    std::vector<OperationTime> operations;
    double lane_operators = 0;  ///< of lanes that work
    double bytes = 0;           ///< of the sectors of global memory that are touched
    double fit_error = 0;  ///< of the counts: how far the fit misses the largest size that ran, 0.02: 2 %
    std::vector<int64_t> fit_sizes;  ///< elements of the sizes that the emulator ran
    std::vector<CurvePoint> curve;   ///< ascending
    int64_t crossing = 0;            ///< elements from which it beats the CPU loop; 0: not known
    double crossing_seconds = 0;     ///< what both take there
    std::vector<std::string> notes;  ///< sentences: what was left out of this prediction, and why

    /// predicted / measured - 1; nothing without a measured time.
    std::optional<double> error() const;
    double seconds_of(Part part) const;
    /// What is predicted, with what the program's own clock shows beyond it.
    double timed() const;
};

/// What the prediction is for.
struct Question {
    const Algorithm* algorithm = nullptr;  ///< with `parameters`; null: `program`
    Parameters parameters;                 ///< completed by with_defaults; 32 lanes and banks
    programs::UserProgram program;
    programs::Edits edits = {};  ///< texts in the place of files, of kernels of the catalog too
    int64_t n = 0;      ///< of a program: what its constant n (or N, …) is set to; 0: as in the file
    bool curve = true;  ///< predict the curve over n as well, which costs a few more plans
    /// Count with the latencies of every recorded GPU at once, so that the next answer about another needs no
    /// run.
    bool every_card = false;
};

/// A question in the words of a scene: its algorithm or file, type, size and options. What is not said is
/// usual: a million elements, or a picture of 1024 x 1024. Of a file `n` is what its constant is set to, and
/// options set its variables.
/// Throws UsageError for what the entry or the file does not take.
Question question_of(const scenes::SceneWords& asked);

/// Runs small sizes on the emulator, fits their counts and predicts. Takes a second or two: call it off the
/// window's thread. Throws UsageError and Error as the catalog, programs and the emulator do.
/// `recording`: where measured times and the CPU's times come from; null: none.
Why why(const Question& question, const MachineModel& machine, const bench::Recording* recording,
        const std::atomic<bool>* cancel = nullptr);
/// For this computer's GPU, which is measured first and then runs the entry; without one for the GPU of the
/// recording that comes with the program. `tell` hears what is measured next.
Why why_here(const Question& question, const std::function<void(std::string_view)>& tell,
             const std::atomic<bool>* cancel = nullptr);

/// A program's text with the constant that says how many numbers there are (`const int n = 4096;`, `#define N
/// 4096`) set to n; empty where it has none.
std::string with_n(const std::string& text, int64_t n);

/// "18.5 µs".
std::string time_text(double seconds);

Json to_json(const Why& why);
/// For a terminal.
std::string to_text(const Why& why);

}  // namespace upsweep::model
