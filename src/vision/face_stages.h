// The CPU's fast loop of a cascade: one row of windows, sixteen of them at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cascade/cascade.h"

namespace upsweep::vision {

/// A stump whose parts' corners are offsets into a table of sums: part p has corners 4 p … 4 p + 3 in the
/// order A, B, C, D.
struct ScanStump {
    std::array<int32_t, 12> corner{};
    std::array<float, 3> weight{};
    float threshold = 0, below = 0, otherwise = 0;
    bool third = false;
};

/// A cascade laid over tables of a certain stride.
struct ScanCascade {
    cascade::Rule rule = cascade::Rule::paper;
    std::vector<cascade::Stage> stages;
    std::vector<ScanStump> stumps;
    std::array<int32_t, 4> norm{};  ///< corners of the rectangle of the norm
    int64_t norm_area = 0;
    float norm_weight = 1;  ///< what the root is multiplied by, where the filter is scaled
};

/// How far a row of windows may read past its last one.
constexpr int64_t windows_at_once = 16;

/// One row of windows; window i is at element i of the tables.
struct ScanRow {
    const int32_t* sums = nullptr;
    const uint32_t* squares = nullptr;
    const uint64_t* wide_squares = nullptr;  ///< instead, where sums of squares exceed 32 bits
    int64_t count = 0;
    float* contrast = nullptr;    ///< scratch, `count` rounded up to a multiple of windows_at_once
    uint8_t* survived = nullptr;  ///< `count`, the map's row, or null
    int64_t* left = nullptr;      ///< one more than stages; windows left after each are added
    int32_t* passed = nullptr;    ///< room for `count`: the windows that survive all stages
};

/// Returns how many windows survive. As reference/haar_cascade.h says, to the last bit; by the widest vectors
/// that the processor has.
int64_t scan_row(const ScanCascade& cascade, const ScanRow& row);

}  // namespace upsweep::vision
