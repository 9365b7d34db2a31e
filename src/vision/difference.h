// Differences of boxes on any backend: SURF's second derivatives and their determinant, and centre against
// surroundings.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "pipelines/parts/windows.h"
#include "reference/box_filter.h"
#include "vision/operation.h"

namespace upsweep::vision {

using reference::BoxResponse;

struct DifferenceRequest {
    BoxResponse response = BoxResponse::determinant;
    int size = 9;                      ///< one of box_sizes
    const Algorithm* table = nullptr;  ///< on the CPU, what makes the integral image; null: the usual one
};

/// The values are those of reference::difference_of_boxes, `whole` is the largest magnitude. The picture
/// shows 128 + 127 · value / largest, rounded to the nearest; of a determinant 128 ± 127 · √(|value| /
/// largest). The same numbers on every backend. Throws UsageError for other elements than u8, another size,
/// or a picture too large for the emulator.
OperationRun difference_picture(const Array& grey, const DifferenceRequest& request,
                                const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

/// A box whose sum counts `weight` times.
struct BoxPart {
    Region region;
    int64_t weight = 1, sum = 0;
};

/// The formula in numbers at one pixel.
struct DifferenceNumbers {
    struct Part {
        BoxResponse response;
        std::vector<BoxPart> boxes;  ///< of centre_surround: the whole, then its middle
        float value = 0;             ///< over size²; of centre_surround the difference of the means
    };
    bool inside = false;             ///< false: boxes reach beyond the picture, nothing below is filled in
    std::vector<Part> parts;         ///< of the determinant xx, yy and xy, else the response itself
    float centre = 0, surround = 0;  ///< means
    float value = 0;                 ///< as in the run's values
};
DifferenceNumbers look_at_boxes(const IntegralImage& integral, const DifferenceRequest& request, int64_t x,
                                int64_t y);

}  // namespace upsweep::vision
