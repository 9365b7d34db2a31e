// Local contrast: mean and deviation of the window around every pixel from two tables, on any backend.
#pragma once

#include <atomic>
#include <cstdint>

#include "vision/operation.h"

namespace upsweep::vision {

enum class ContrastPicture : uint8_t {
    deviation,   ///< 2 σ: 0 … 255, since no deviation of bytes is over 127.5
    mean,        ///< as the box filter gives it
    normalised,  ///< 128 + 48 (pixel − mean) / (σ + 1): light and dark parts get the same contrast
};

struct ContrastRequest {
    int64_t radius = 0;  ///< 0 to 255
    ContrastPicture picture = ContrastPicture::deviation;
};

/// Rounded to the nearest, halves up; its values are mean and variance. The window is cut at the border. The
/// same numbers on every backend. Throws UsageError for other elements than u8, a radius out of range, or a
/// picture too large for the emulator.
OperationRun contrast_of(const Array& grey, const ContrastRequest& request, const backends::Backend& on,
                         const std::atomic<bool>* cancel = nullptr);

/// The formula in numbers: variance = (n Σx² − (Σx)²) / n².
struct ContrastNumbers {
    Region window;
    uint64_t count = 0;     ///< n
    Corners sums, squares;  ///< the corners of both tables
    uint64_t sum = 0;       ///< Σx
    uint64_t of_squares;    ///< Σx², exact also where the corners' difference has wrapped
    double mean = 0, variance = 0, deviation = 0;
    uint8_t pixel = 0, shown = 0;  ///< of the picture, and of the run's picture
};
ContrastNumbers look_at_contrast(const IntegralImage& sums, const IntegralImage& squares, const Array& grey,
                                 const ContrastRequest& request, int64_t x, int64_t y);

}  // namespace upsweep::vision
