// The record of a run on the emulator: every step, every access with old and new value and origin,
// counts, findings (which finding.h describes). Plain data that knows no window; Player walks it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/plan.h"
#include "core/ranges.h"
#include "emulator/bytecode/statement.h"
#include "emulator/source/source_text.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace_fwd.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

/// One array that the trace knows. Buffers of the plan come first, in the plan's order. Each block's shared
/// arrays are arrays of their own. A local variable is one array a block with one row a thread: a scalar is
/// {1, threads}, `int a[4]` is {4, threads}.
struct ArrayInfo {
    std::string name;
    Space space = Space::global;
    ScalarType type = ScalarType::u32;
    Extent extent;
    BufferRole role = BufferRole::data;
    int32_t launch = -1;   ///< -1: lives as long as the plan (global)
    int32_t block = -1;    ///< linear block number for shared and local arrays
    bool pointer = false;  ///< a local that holds an address; `bits` are opaque
};

inline constexpr OriginId cell_bit = 0x80000000u;
constexpr OriginId cell_origin(int64_t access) { return cell_bit | OriginId(access); }

/// Where a value came from: a cell that was read, or an operation on up to two values.
struct Origin {
    enum class Kind : uint8_t { constant, cell, operation };
    Kind kind = Kind::constant;
    char symbol =
        ' ';  ///< of an operation: '+', '-', '*', '/', '<' (min), '>' (max), '&', '|', '^', 'f' (other)
    OriginId left = 0, right = 0;  ///< of an operation
    int64_t access = -1;           ///< of a cell: the read, position in Trace::accesses
};

/// An operation on two origins, as the trace keeps it.
struct OperationNode {
    OriginId left = 0, right = 0;
    char symbol = 'f';
    bool data = false;  ///< a data buffer or shared array is involved
};

enum class AccessKind : uint32_t {
    read,
    write,
    atomic,
    delayed,  ///< weak memory: a store that only its block sees until a step of kind `drain` writes it
};

/// How wide positions in Trace::operands and Trace::statements are; a run that would need more is refused.
inline constexpr int operand_bits = 19, statement_bits = 20;

/// One lane's read or write of one element. An atomic is one access: it reads old_value and leaves value.
/// 32 bytes: a trace is made of these. All bit fields are of 32 bits, so that every compiler packs them
/// alike.
struct Access {
    uint64_t old_value = 0;  ///< raw bits, zero-extended; of a read: the value read
    uint64_t value = 0;      ///< after the access; equals old_value for a read
    ArrayId array = 0;
    uint32_t offset = 0;  ///< bytes from the array's start
    OriginId origin = 0;  ///< of a write: where the value came from; of a read: itself, as a cell
    uint32_t operand : operand_bits = 0;  ///< position in Trace::operands: which expression did it
    uint32_t lane : 5 = 0;
    uint32_t size : 4 = 4;  ///< bytes
    AccessKind kind : 2 = AccessKind::read;
    uint32_t was_defined : 1 = true;  ///< of a write: the element had been written before (for going back)
};
static_assert(sizeof(Access) == 32);

/// One statement by one warp: what "next" moves by. 32 bytes: at few lanes steps weigh as much as accesses.
struct Step {
    uint32_t first_access = 0;                ///< its accesses end where the next step's begin
    uint32_t operation = 0;                   ///< position in Plan::operations; see Trace::launch_of
    uint32_t block = 0;                       ///< linear block number
    uint32_t active = 0;                      ///< bit i: lane i takes part
    uint32_t phase = 0;                       ///< position in Trace::phases
    uint32_t counts = 0;                      ///< position in Trace::step_counts: what it adds to the counts
    uint32_t statement : statement_bits = 0;  ///< position in Trace::statements
    uint32_t warp : 32 - statement_bits = 0;  ///< in the block
    uint32_t interval : 29 = 0;  ///< barriers that this block had completed before, in this launch
    StepKind kind : 3 = StepKind::statement;
};
static_assert(sizeof(Step) == 32);

/// What a run costs; docs/counts.md defines each. All but `depth` are sums, over steps and over launches.
/// `depth` is a maximum: a launch's is that of the values that it wrote, whatever launches their operands
/// came from. A prefix of the trace has counts too; its depth is the longest chain of additions made so far,
/// wherever their result is, but never more than the whole run's.
struct Counts {
    int64_t additions = 0;  ///< on data: an operand's value originates in a data buffer
    int64_t copies = 0;
    int64_t moves = 0;
    int64_t barriers = 0;
    int64_t rounds = 0;  ///< barrier intervals that add data; a shuffle parts an interval into rounds
    int64_t depth = 0;   ///< the longest chain of additions from an input to a value in global memory
    int64_t steps = 0;
    int64_t shared_load_wavefronts = 0;
    int64_t shared_store_wavefronts = 0;
    int64_t bank_conflicts = 0;
    int64_t global_load_sectors = 0;
    int64_t global_store_sectors = 0;
    int64_t atomics = 0;

    int64_t shared_wavefronts() const { return shared_load_wavefronts + shared_store_wavefronts; }
    Counts& operator+=(const Counts& other);
    friend bool operator==(const Counts&, const Counts&) = default;
};

/// What one step adds to the counts (each step adds one to `steps`). `depth` is by how much the step makes
/// the longest chain of the whole run longer: so prefixes of a trace add it up like the rest.
struct StepCounts {
    uint16_t additions = 0, copies = 0, moves = 0;
    uint16_t shared_load_wavefronts = 0, shared_store_wavefronts = 0, bank_conflicts = 0;
    uint16_t global_load_sectors = 0, global_store_sectors = 0, atomics = 0;
    uint8_t barriers = 0, rounds = 0;
    uint32_t depth = 0;
    friend bool operator==(const StepCounts&, const StepCounts&) = default;
};
Counts& operator+=(Counts& counts, const StepCounts& step);

/// One phase of one operation: a `// ---- Name` comment in the kernel opens it, or the operation itself.
struct Phase {
    std::string name;
    uint32_t operation = 0;  ///< position in Plan::operations
    int64_t first_step = 0;  ///< first step of any warp in it
    int64_t end_step = 0;    ///< one past the last step of any warp in it
};

struct LaunchInfo {
    std::string name;
    KernelName kernel;
    Dim3 grid, block;
    int warps_per_block = 0;
    int64_t first_step = 0;
    int64_t end_step = 0;
    Counts counts;
    std::vector<ArrayId> shared_arrays;  ///< of every block that ran, by block, then in order of declaration
    std::vector<ArrayId> local_arrays;   ///< likewise
    uint32_t operation = 0;              ///< position in Plan::operations
    std::vector<BlockInfo> blocks;       ///< in the order in which they took their slots; only if recorded
};

/// A line (or part of one) that a lane printed.
struct Printed {
    int64_t step = 0;
    int32_t block = 0;
    int32_t thread = 0;  ///< linear, in its block
    std::string text;
};

/// What one lane launched (dynamic parallelism).
struct LaunchedByKernel {
    std::string kernel;  ///< as `compile` takes it
    SourceRange where;
    std::vector<uint64_t> values;  ///< grid, block (x, y and z), bytes of shared memory, arguments
};

/// What sets up, moves and ends one is compiled once, in trace.cpp.
struct Trace {
    Trace();
    Trace(const Trace&);
    Trace(Trace&&) noexcept;
    Trace& operator=(const Trace&);
    Trace& operator=(Trace&&) noexcept;
    ~Trace();

    Plan plan;
    ToyGpu gpu;
    std::vector<SourceText> sources;
    std::vector<ArrayInfo> arrays;
    std::vector<LaunchInfo> launches;
    std::vector<Phase> phases;
    std::vector<Statement> statements;
    std::vector<Operand> operands;
    std::vector<Loop> loops;  ///< of all kernels; of one kernel a loop comes before those around it
    std::vector<Step> steps;
    std::vector<StepCounts> step_counts;  ///< many steps share one: Step::counts
    std::vector<Access> accesses;
    std::vector<OperationNode> operations;  ///< [0] is not an operation
    std::vector<Finding> findings;
    std::vector<Printed> printed;            ///< in order of the steps
    std::vector<LaunchedByKernel> launched;  ///< by kernels; who runs the plan runs these
    std::vector<WaitInterval> waits;         ///< for cells; see waits_of() for all
    std::vector<Deadlock> deadlocks;
    Counts counts;            ///< of the whole run
    std::vector<Array> host;  ///< host arrays by slot after the run; [0] is the input
    std::vector<Array>
        initial;  ///< by ArrayId, before the first step; an empty one was not uploaded (poison)
    std::vector<Array> buffers;  ///< buffers after the run, then the __device__ variables, as in `arrays`
    bool complete = true;        ///< false if a limit or a deadlock ended the run

    int64_t step_count() const { return length(steps); }
    int64_t end_access(int64_t step) const {
        return step + 1 < step_count() ? steps[size_t(step) + 1].first_access : length(accesses);
    }
    const Step& step_at(int64_t step) const { return steps[step]; }
    const Access& access_at(int64_t access) const { return accesses[access]; }
    /// Those of one step, in their order.
    std::span<const Access> accesses_of(int64_t step) const {
        return std::span(accesses).subspan(step_at(step).first_access,
                                           size_t(end_access(step)) - step_at(step).first_access);
    }
    /// What the step adds to the counts.
    const StepCounts& counts_of(int64_t step) const { return step_counts[step_at(step).counts]; }
    /// Which launch an operation of the plan is, as a position in `launches`; -1 for an upload, a clear and
    /// so on. Logarithmic in the number of launches.
    int64_t launch_of(uint32_t operation) const;
    int64_t launch_of(const Step& step) const { return launch_of(step.operation); }
    /// That launch, or for an operation that is not one the next launch, or if none follows the last one; 0
    /// if none exist at all.
    uint32_t launch_near(uint32_t operation) const;
    /// The host's step of an operation that changes nothing on the device, or what it brought was there from
    /// the start: a download, a wait, an upload before the first other step. Where it has a line of the text
    /// it is one to stop at.
    bool is_quiet(int64_t step) const {
        return step_at(step).kind == StepKind::host && accesses_of(step).empty() &&
               (step_at(step).statement >= statements.size() ||
                statements[step_at(step).statement].where.file < 0);
    }
    /// What an id stands for.
    Origin origin(OriginId id) const;
    /// The plan's output as it was at the end.
    Array output() const;
    /// Bytes that this trace occupies.
    int64_t bytes() const;
};

}  // namespace upsweep::emulator
