// A white picture, the worst case of every table: what 32 bits hold of it, and what they lose.
#pragma once

#include <cstdint>

#include "core/element_type.h"
#include "vision/table.h"

namespace upsweep::vision {

/// What a table of side² pixels of 255 tells, against the exact sums.
struct WhiteResult {
    double whole = 0;       ///< the sum of all pixels
    double last_entry = 0;  ///< which should be that, modulo 2^32 for u32
    int boxes = 0;          ///< at random, of all whose own sum fits 32 bits, single pixels among them
    int boxes_wrong = 0;
    double worst_box = 0;    ///< how far a box's sum is off, at most
    double worst_pixel = 0;  ///< the same of the single pixels down the diagonal
    bool right = false;      ///< u32: all boxes; floats: every entry that is small enough to be exact
};

/// Makes the inclusive table by `algorithm` (of u8 or f32, which the entry must take) and asks it for 3000
/// boxes and for each pixel of the diagonal. Throws as make_table does.
WhiteResult measure_white(const Algorithm& algorithm, const backends::Backend& on, ScalarType input,
                          int64_t side);

}  // namespace upsweep::vision
