// How the scans that hold a chunk of a row in registers cut their rows (kernels/chunk.cuh).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipelines/algorithm.h"
#include "pipelines/parts/cost.h"

namespace upsweep {

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
