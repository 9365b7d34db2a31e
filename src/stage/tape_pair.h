// Two arrays above the tape; each of its cells is made of one cell of both.
#pragma once

#include <cstdint>
#include <vector>

#include "stage/parts.h"

namespace upsweep::stage {

/// An array above the tape, and its element over cell 0.
struct Partner {
    int array = -1;
    std::int64_t shift = 0;
};

/// Of a user's kernel where every cell is made of one cell of each of two other arrays, as in a sum
/// of vectors: these two, in the order of the arguments. Else nothing.
std::vector<Partner> pair_of(const Context& stage);

}  // namespace upsweep::stage
