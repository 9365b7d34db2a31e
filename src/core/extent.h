// Width and height of a row-major matrix.
#pragma once

#include <cstdint>

namespace upsweep {

/// A 1-D array of n elements is {n, 1}; m rows of n elements are {n, m}.
struct Extent {
    int64_t width = 0;   ///< elements a row
    int64_t height = 0;  ///< rows

    constexpr int64_t count() const { return width * height; }
    constexpr Extent transposed() const { return {height, width}; }
    friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

}  // namespace upsweep
