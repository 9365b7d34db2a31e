// What the single-pass algorithms share: the words in which blocks publish their sums, and the counter that
// hands out block numbers (kernels/look_back.cuh).
#pragma once

#include <cstdint>
#include <string>

#include "pipelines/algorithm.h"

namespace upsweep {

/// Words a published value takes: 32 bits of it travel in one.
std::int64_t words_a_value(ScalarType type);

/// A buffer of words for `values` (as drawn) in rows, zero before the first run.
BufferId add_words(Plan& plan, std::string name, Extent values, ScalarType type);

/// The counter that hands out block numbers, zero before the first run.
BufferId add_tickets(Plan& plan);

/// {"WARP", "4"} and the like, where the machine's warps do not have 32 lanes.
void define_warp(Definitions& definitions, MachineShape machine);

/// {"EACH", "1"} and the like, where a lane does not have four elements side by side (kernels/each.cuh).
void define_each(Definitions& definitions, std::int64_t each);

}  // namespace upsweep
