// Two arrays above the tape, of which its cells are made one by one.
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

/// Of somebody's own kernel each of whose cells is made of one cell of each of two other arrays, as in a sum
/// of vectors: these two, in the order of the arguments. Else nothing.
std::vector<Partner> pair_of(const Context& stage);

}  // namespace upsweep::stage
