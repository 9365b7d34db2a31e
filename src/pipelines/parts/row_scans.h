// What the scans of rows share: their options, their references, and the costs of Kogge and Stone's steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipelines/algorithm.h"
#include "pipelines/parts/cost.h"
#include "reference/operators.h"

namespace upsweep {

/// log2 of a power of two.
int log2_of(int64_t power);
/// The next power of two, at least 2.
int64_t power_from(int64_t n);
/// Quotient, rounded up.
int64_t pieces(int64_t n, int64_t piece);

/// The grid's size as it is. Throws UsageError, naming `what`, if a launch cannot have so many blocks.
int64_t checked_blocks(int64_t blocks, std::string_view what);

/// "threads" a block of kernels whose threads do not work together; 0: at most 256, and no more than needed.
Option threads_option();
int64_t threads_of(int64_t wanted, int64_t items, MachineShape machine);

/// "segment": one element a thread, so at most 1024; 0: the row's length, rounded up to a power of two, at
/// most 512.
Option thread_segment_option();
int64_t segment_of(int64_t wanted, int64_t width);
/// The same, of entries that cut a row into sections, a block each: "section", `title` says what a block
/// does.
Option section_option(std::string_view title);

/// All its values but the initial one leave something out, and are for the emulator only: Option::slip.
Option with_slip(Option option, std::string_view slip, std::string_view leaves_out);
/// A switch that is on; off, it leaves out what keeps a kernel right (`leaves_out`, in a few words), and
/// `slip` says what then happens.
Option safety_option(std::string_view name, std::string_view leaves_out, std::string_view title,
                     std::string_view slip);
/// What Plan::emulator_only has to say: the slips of options that are not at their initial value.
std::string slips_in(const std::vector<Option>& options, const Parameters& parameters);
/// Adds `definition` = value where the option is not at its initial value, so that sound plans need no more
/// machine code.
void define_slip(Definitions& definitions, std::string_view definition, const Parameters& parameters,
                 std::string_view option);

/// "operator": what the scan combines (kernels/operator.cuh); other than a sum, on u32 alone.
Option operator_option();
/// A sum where there is no such option.
reference::Operator operator_of(const Parameters& parameters);
/// "order", as printed: the later operand on the left.
Option order_option();
/// Input, Output and what goes with the operator and the order; `types` are the launch's own, of a sum.
Definitions operator_definitions(const Parameters& parameters, ElementTypes types);
Definitions operator_definitions(const Parameters& parameters);
/// The same for the settings of a part: empty of a sum, whose types are each launch's own.
Definitions other_operator_definitions(const Parameters& parameters);
/// Throws UsageError where the operator is not a sum and the types are not u32.
void check_operator(const Parameters& parameters);

/// By those of the options "padded", "convention" and "inclusive" that there are; inclusive where there is
/// none.
Convention convention_of(const Parameters& parameters);
/// Exclusive scans of rows and columns make the exclusive table; the padded one is the inclusive one,
/// shifted.
bool scans_inclusively(const Parameters& parameters);

/// log2 n steps of n threads, each adding the sum `stride` to the left: n log2 n - (n - 1) additions.
int64_t kogge_stone_additions(int64_t n);
std::string kogge_stone_formula(int64_t n);

/// A scan with one block a row that walks along it, `segment` elements at a time: Hillis and Steele's, Kogge
/// and Stone's. Kernel "scan_rows" of `file`; `cells` elements of dynamic shared memory.
struct RowWalk {
    int64_t width = 0, rows = 0, segment = 0;

    RowWalk(Extent extent, int64_t wanted)
        : width(extent.width), rows(extent.height), segment(segment_of(wanted, extent.width)) {}
    int64_t passes() const { return pieces(width, segment); }
    /// Elements of the row in a pass.
    int64_t count(int64_t pass) const {
        const int64_t left = width - pass * segment;
        return left < segment ? left : segment;
    }
};
/// One launch of a scan of rows level by level: rows of `width`, cut into segments, a block each.
struct ScanLevel {
    int64_t width = 0, rows = 0, segment = 0, segments = 0;

    int64_t blocks() const { return rows * segments; }
    /// Elements of the row's last segment.
    int64_t rest() const { return width - (segments - 1) * segment; }
    /// Elements behind a row's first segment: the sums of the blocks before are added to each.
    int64_t increments() const { return (width - segment) * rows; }
};

/// The scan of the rows, the scan of its block totals, of theirs, and so on until a row fits one segment.
std::vector<ScanLevel> scan_levels(Extent extent,
                                   const std::function<int64_t(int64_t width, bool is_first)>& segment_for);

/// How an entry launches its levels: its kernels `function` and "add_block_sums".
struct LevelLaunch {
    std::string function;
    std::string kept;  ///< its array in shared memory
    int64_t elements_a_thread = 1;
    int64_t choice = 0;      ///< the argument before `inclusive`
    bool inclusive = false;  ///< of the first level; the others are exclusive
    std::function<KernelName(std::string function, ElementTypes)> kernel;
    std::function<int64_t(const ScanLevel&)> shared_elements;
};

/// Scans the rows of `from` into `to` by the levels.
void append_levels(Plan& plan, BufferId from, BufferId to, std::span<const ScanLevel> levels,
                   LevelLaunch launch, const std::string& name);
/// Adds what it costs to add the block sums.
void add_block_sums(Cost& cost, const ScanLevel& level);

Plan make_row_walk_plan(std::string_view slug, const Parameters& parameters, int64_t buffers,
                        const Definitions& further = {});
/// The launch alone: kernels/`slug`.cu scans the rows of `from` into `to`, of the same extent. `buffers`
/// elements of shared memory for each of the segment.
struct RowWalkSettings {
    int64_t segment = 0;
    bool inclusive = false;
    int64_t buffers = 1;
    Definitions definitions = {};  ///< empty: the element types
};
void append_row_walk(Plan& plan, std::string_view slug, BufferId from, BufferId to,
                     const RowWalkSettings& settings, const std::string& name);
/// Additions, barriers (`barriers` a step) and rounds of a walk in Kogge and Stone's steps.
Cost row_walk_cost(const RowWalk& walk, int barriers);
/// The same of any steps: of one pass, additions and rounds, and barriers with those of load and store.
Cost row_walk_cost(const RowWalk& walk, const Term& additions, const Term& barriers, const Term& rounds);
/// The turns of one row: load, the steps that `add_steps` adds once a pass, store. Asks for the option
/// "inclusive".
BankCount row_walk_accesses(const RowWalk& walk, const Parameters& parameters,
                            const std::function<void(BankCount&)>& add_steps);

/// The papers' formulas in n, of a row that is one full segment; empty: as the cost has it.
struct WalkFormulas {
    std::string additions, copies = {}, barriers, rounds;
};
/// A walk's cost as expectations, with the depth where the row fits one segment: by `depth_of`, or, if that
/// is null, of a reach that doubles.
std::vector<Expectation> row_walk_expectations(const Parameters& parameters, Cost cost,
                                               const WalkFormulas& formulas,
                                               Term (*depth_of)(const RowWalk&, bool inclusive) = nullptr);
/// Adds the accesses of all of a block's `threads` to cells `offset` further on.
void add_straight_access(BankCount& bank, int64_t threads, int64_t from = 0, int64_t offset = 0);

/// The accesses of Kogge and Stone's steps in place: a neighbour read, the own sum read and written.
void add_kogge_stone_accesses(BankCount& bank, int64_t threads);

/// Adds the turns of `times` blocks to what a launch costs.
void add_turns(Cost& cost, int64_t times, const BankCount& bank);

/// Work and rounds as expectations, without shared memory's turns.
std::vector<Expectation> work_expectations(const Cost& cost, const std::optional<Term>& depth = {});
/// Algorithm::expectations and Algorithm::roundings of an entry whose cost and depth are these functions of
/// the parameters.
template <Cost (*cost_of)(const Parameters&), std::optional<Term> (*depth_of)(const Parameters&)>
std::vector<Expectation> expectations_of(const Parameters& parameters) {
    return to_expectations(cost_of(parameters), depth_of(parameters));
}
template <Cost (*cost_of)(const Parameters&)>
double roundings_of(const Parameters& parameters) {
    return double(cost_of(parameters).rounds.value);
}

struct Chunks {
    int64_t each = 0;  ///< adjacent elements per lane
    int64_t warps = 0, rounds = 0;
    int64_t chunk = 0;     ///< elements of a block
    int64_t in_a_row = 0;  ///< chunks
};

enum class ChunkKernel : uint8_t { raking, look_back };

/// "each", the elements a lane has side by side; 0: four, and fewer in a toy.
Option each_option();

/// Of rows of `width` elements. With 32 lanes as the kernels have it by default; a toy takes small chunks, so
/// that short rows have several: looking back one element a lane of one warp, raking two a lane of two warps.
Chunks cut_into_chunks(ChunkKernel kernel, int64_t width, ScalarType output, MachineShape machine,
                       int64_t each = 0);

/// Types, and WARP, EACH, WARPS, ROUNDS where they are not the kernels' defaults.
Definitions chunk_definitions(ElementTypes types, MachineShape machine, const Chunks& chunks);

/// Additions on the longest way of an element through a row: lane, lanes, rounds, warps, chunks.
double chunk_roundings(MachineShape machine, const Chunks& chunks);

/// Scans the rows of `from` into `to` (same extent) in one launch of scan_raking.
void append_raking_scan(Plan& plan, BufferId from, BufferId to, bool inclusive, MachineShape machine,
                        const std::string& name, int64_t each = 0);

/// What scan_raking costs for rows of this extent: additions within lanes, across lanes and across warps, one
/// barrier a chunk.
Cost raking_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each = 0);
/// The longest chain of additions behind a sum of scan_raking; none for rows too long to follow element by
/// element.
std::optional<Term> raking_depth(int64_t width, bool inclusive, ScalarType output, MachineShape machine,
                                 int64_t each = 0);
/// What scan_lookback costs: as raking, but three barriers a chunk, and nothing that is counted for looking
/// back, since what is published are words of control.
Cost look_back_scan_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each);

}  // namespace upsweep
