// Pieces that several catalog entries share: options, definitions, launches, and the plans of a scan, a
// transpose and a CPU loop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "pipelines/algorithm.h"
#include "pipelines/parts/cost.h"

namespace upsweep {

/// u32→u32 (the default), u8→u32, f32→f32, f64→f64.
std::vector<ElementTypes> usual_types();

// Functions, not constants: catalog entries of other files are initialised from them.
Option padding_option();
Option inclusive_option(bool on = false);
Option segment_option();
Option tile_option();
/// "upright": whether a result that came out transposed is turned back.
Option turned_back_option();
Option thread_rows_option();
/// The same by Bugetti's name.
Option block_rows_option();
/// "shuffle": shared memory or registers.
Option shuffle_option();

inline bool is_upright(const Parameters& parameters) { return layout_of(parameters) == Layout::upright; }

/// Input and Output, as every kernel has them.
Definitions type_definitions(ElementTypes types);
/// `definitions` if there are any, else those of the types.
Definitions definitions_or_types(const Definitions& definitions, ElementTypes types);

/// A plan with its input and output buffers and the upload of the input. `output` counts elements, which may
/// have several components.
Plan start_plan(std::string_view slug, const Parameters& parameters, Extent output);
/// The same whose output is as large as its input.
inline Plan start_plan(std::string_view slug, const Parameters& parameters) {
    return start_plan(slug, parameters, parameters.extent);
}

/// A 64-bit argument.
inline Argument long_argument(int64_t value) { return ScalarArgument{ScalarType::i64, uint64_t(value)}; }
/// A launch's arguments: whole buffers, ints, and others as they are.
template <typename... Values>
std::vector<Argument> arguments(const Values&... values) {
    const auto argument_of = [](const auto& value) -> Argument {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, BufferId>)
            return BufferArgument{value};
        else if constexpr (std::is_integral_v<Value>)
            return int_argument(value);
        else
            return value;
    };
    return {argument_of(values)...};
}
/// A subject that is drawn as a grid of rows and columns.
inline Subject on_grid(BufferId buffer, SubjectRole role, const Parts& parts = {}) {
    return subject(buffer, role, SubjectForm::grid, parts);
}

void append_launch(Plan& plan, Launch launch);
/// Appends a launch that reads all of `from` and writes all of `to`: its first two arguments.
void append_pass(Plan& plan, BufferId from, BufferId to, Launch launch);

/// A buffer like `name`, numbered where the plan has one of that name already.
BufferId add_buffer(Plan& plan, std::string name, ScalarType type, Extent extent);

/// Everything that `part` does but its upload, with `from` in the place of its input and `to` in that of its
/// output; `part` uses one stream.
void append_plan(Plan& plan, const Plan& part, BufferId from, BufferId to);

// ---- scan_blelloch ----

struct ScanSettings {
    int64_t segment = 0;  ///< 0: the row's length rounded up to a power of two, at most 512
    bool padding = true;
    bool inclusive = false;
    bool offset_as_printed = false;  ///< every index alike is moved, for the emulator only
    Definitions definitions = {};    ///< of an operator other than a sum; empty: the element types
};

/// Scans the rows of `from` into `to` (same extent): one launch where a row fits one segment; else block
/// totals are scanned in turn, as a matrix of one row a row, and added back. Throws UsageError for more than
/// 2^31 - 1 blocks.
void append_scan(Plan& plan, BufferId from, BufferId to, const ScanSettings& settings, MachineShape machine,
                 const std::string& name);

/// What append_scan costs for rows of this extent.
Cost scan_cost(Extent extent, ScalarType output, const ScanSettings& settings, MachineShape machine);
/// None for rows too long to work it out.
std::optional<Term> scan_depth(int64_t width, const ScanSettings& settings);

// ---- scan_serial_rows, scan_serial_columns ----

struct SerialSettings {
    int64_t threads = 0;  ///< a block; 0: as many as are needed, at most 256
    bool inclusive = true;
    Definitions definitions = {};  ///< of an operator other than a sum; empty: the element types
};

enum class Axis : uint8_t { rows, columns };

/// Scans the rows of `from` into `to` (same extent, which may be the same buffer if `inclusive`), one thread
/// a row; or the columns, one thread a column.
void append_serial_scan(Plan& plan, BufferId from, BufferId to, Axis axis, const SerialSettings& settings,
                        MachineShape machine, const std::string& name);

/// What it costs along the rows of this extent; along its columns, ask for its transpose.
Cost serial_cost(Extent extent);
Term serial_depth(int64_t width);

// ---- scan_naive ----

struct PassSettings {
    int64_t threads = 0;  ///< a block; 0: as many as are needed, at most 256
    bool inclusive = true;
    Definitions definitions = {};  ///< of an operator other than a sum; empty: the element types
};

/// Scans `from` into `to` (same extent) along these axes, one after the other, by passes over global memory,
/// a launch each, which write `to` and another buffer in turn.
void append_passes(Plan& plan, BufferId from, BufferId to, const std::vector<Axis>& axes,
                   const PassSettings& settings, MachineShape machine);
/// What it costs along the rows of this extent; along its columns, ask for its transpose.
Cost passes_cost(Extent extent, bool inclusive);
Term passes_depth(int64_t length, bool inclusive);

// ---- scan_warps ----

struct WarpScanSettings {
    int64_t segment = 0;  ///< 0: the row's length in whole warps, at most 1024; never above lanes * lanes
    bool shuffle = true;  ///< registers and shuffles, or cells of shared memory
    bool inclusive = true;
    bool syncwarp = true;          ///< false: as printed for lanes in lockstep, for the emulator only
    Definitions definitions = {};  ///< of an operator other than a sum; empty: the element types
};

/// Scans the rows of `from` into `to` (same extent): one launch where a row fits a block; else block totals
/// are scanned in turn and added back.
void append_warp_scan(Plan& plan, BufferId from, BufferId to, const WarpScanSettings& settings,
                      MachineShape machine, const std::string& name);

Cost warp_scan_cost(Extent extent, ScalarType output, const WarpScanSettings& settings, MachineShape machine);
Term warp_scan_depth(int64_t width, const WarpScanSettings& settings, MachineShape machine);
/// How many additions an output may have gone through.
double warp_scan_roundings(Extent extent, const WarpScanSettings& settings, MachineShape machine);

// ---- scan_single_pass ----

struct SinglePassSettings {
    int64_t section = 0;  ///< SECTION_SIZE; 0: the row's length rounded up to a power of two, at most 256
    bool inclusive = true;
    Definitions slips = {};        ///< what is left out, for the emulator only
    Definitions definitions = {};  ///< of an operator other than a sum; empty: the element types
};

/// Scans the rows of `from` into `to` (same extent) in one launch, after clearing flags, sums and counter.
void append_single_pass(Plan& plan, BufferId from, BufferId to, const SinglePassSettings& settings,
                        const std::string& name);

/// Behind the sum that one section publishes, zeros past the row's end added as well; none for several
/// sections, whose depth depends on who waits for whom.
std::optional<Term> single_pass_depth(int64_t width, const SinglePassSettings& settings);
Cost single_pass_cost(Extent extent, ScalarType output, const SinglePassSettings& settings,
                      MachineShape machine);

// ---- transpose_tiled ----

struct TileSettings {
    int64_t tile = 0;  ///< 0: as wide as a warp
    bool padding = true;
    int64_t thread_rows = 0;  ///< rows of threads per block; 0: 8; never above the tile
    int components = 1;       ///< scalars an element
};

/// Transposes `from` (w x h) into `to` (h x w) in one launch. Throws UsageError for more than 2^31 - 1 tiles.
void append_transpose(Plan& plan, BufferId from, BufferId to, const TileSettings& settings,
                      MachineShape machine, const std::string& name);

Cost transpose_cost(Extent extent, ScalarType output, const TileSettings& settings, MachineShape machine);

// ---- transpose_diagonal ----

struct DiagonalSettings {
    int64_t tile = 0;        ///< 0: as wide as a warp
    int64_t block_rows = 0;  ///< rows of threads; 0: 8; never above the tile
    bool guarded = true;     ///< false: stores are tested as printed, for the emulator only
};

/// Transposes `from` (w x h) into `to` (h x w) in one launch, tiles in diagonal order.
void append_diagonal_transpose(Plan& plan, BufferId from, BufferId to, const DiagonalSettings& settings,
                               MachineShape machine, const std::string& name);

Cost diagonal_transpose_cost(Extent extent, ScalarType output, const DiagonalSettings& settings,
                             MachineShape machine);

// ---- transpose_3d ----

/// Transposes `planes` of w x h each in one launch, in tiles of `tile` (0: as wide as a warp). `to` has
/// planes of h x w.
void append_transpose_planes(Plan& plan, BufferId from, BufferId to, Extent plane, int64_t planes,
                             int64_t tile, MachineShape machine, const std::string& name);
/// The cost of a transpose of one plane, so many times.
Cost transpose_planes_cost(Extent plane, ScalarType output, int64_t planes, int64_t tile,
                           MachineShape machine);

/// Transposes `from` (w x h) into `to` (h x w) in one launch. Throws UsageError for more than 2^31 - 1 tiles.
void append_wide_transpose(Plan& plan, BufferId from, BufferId to, MachineShape machine,
                           const std::string& name);

/// What it costs: one barrier a tile.
Cost wide_transpose_cost(Extent extent, MachineShape machine);

/// Words a published value takes: 32 bits of it travel in one.
int64_t words_a_value(ScalarType type);

/// A buffer of words for `values` (as drawn) in rows, zero before the first run.
BufferId add_words(Plan& plan, std::string name, Extent values, ScalarType type);

/// The counter that hands out block numbers, zero before the first run.
BufferId add_tickets(Plan& plan);

/// {"WARP", "4"} and the like, where the machine's warps do not have 32 lanes.
void define_warp(Definitions& definitions, MachineShape machine);

/// {"TILE", "4"} and the like, where a tile's side is not 32.
void define_tile(Definitions& definitions, int64_t tile);

/// {"EACH", "1"} and the like, where a lane does not have four elements side by side (kernels/each.cuh).
void define_each(Definitions& definitions, int64_t each);

/// Appends the loop of the plan's algorithm, which reads the plan's input and writes its output.
void append_loop(Plan& plan, std::vector<Argument> arguments);

/// A plan of that alone. Arguments are input, output, width, height and then `further`; the output has the
/// extent `output`, or the input's.
Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further = {},
                    Extent output = {0, 0});

}  // namespace upsweep
