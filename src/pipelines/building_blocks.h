// Pieces that several catalog entries share: options, definitions, and the launches of a scan and of a
// transpose.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pipelines/algorithm.h"
#include "pipelines/cost.h"

namespace upsweep {

/// u32→u32 (the default), u8→u32, f32→f32, f64→f64.
std::vector<ElementTypes> usual_types();

// Functions, not constants: catalog entries of other files are initialised from them.
Option padding_option();
Option inclusive_option();
Option segment_option();
Option tile_option();

/// Input and Output, as every kernel has them.
Definitions type_definitions(ElementTypes types);

/// A plan with its input and output buffers and the upload of the input.
Plan start_plan(std::string_view slug, const Parameters& parameters, Extent output);

/// A buffer like `name`, numbered where the plan has one of that name already.
BufferId add_buffer(Plan& plan, std::string name, ScalarType type, Extent extent);

// ---- scan_blelloch ----

struct ScanSettings {
    std::int64_t segment = 0;  ///< 0: the row's length rounded up to a power of two, at most 512
    bool padding = true;
    bool inclusive = false;
};

/// Scans the rows of `from` into `to` (same extent): one launch where a row fits one segment; else block
/// totals are scanned in turn, as a matrix of one row a row, and added back. Throws UsageError for more than
/// 2^31 - 1 blocks.
void append_scan(Plan& plan, BufferId from, BufferId to, const ScanSettings& settings, MachineShape machine,
                 const std::string& name);

/// What append_scan costs for rows of this extent.
Cost scan_cost(Extent extent, ScalarType output, const ScanSettings& settings, MachineShape machine);

// ---- transpose_tiled ----

struct TileSettings {
    std::int64_t tile = 0;  ///< 0: as wide as a warp
    bool padding = true;
};

/// Transposes `from` (w x h) into `to` (h x w) in one launch. Throws UsageError for more than 2^31 - 1 tiles.
void append_transpose(Plan& plan, BufferId from, BufferId to, const TileSettings& settings,
                      MachineShape machine, const std::string& name);

Cost transpose_cost(Extent extent, ScalarType output, const TileSettings& settings, MachineShape machine);

}  // namespace upsweep
