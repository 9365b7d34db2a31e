// The adaptive threshold (Bradley and Roth 2007) on any backend.
#pragma once

#include <atomic>
#include <cstdint>

#include "vision/operation.h"

namespace upsweep::vision {

struct ThresholdRequest {
    int64_t radius = 0;                ///< 0 to 2047
    int64_t percent = 15;              ///< 0 to 100: how much darker than its surroundings black is
    const Algorithm* table = nullptr;  ///< on the CPU, what makes the integral image; null: the usual one
};

/// 0 where a pixel is more than `percent` darker than the mean of its window, which is cut at the border;
/// else 255; `whole` is the number of black pixels. Throws UsageError for other elements than u8, numbers out
/// of range, or a picture too large for the emulator.
OperationRun threshold_picture(const Array& grey, const ThresholdRequest& request,
                               const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

/// The formula in numbers: black where pixel · n · 100 < Σ · (100 − percent).
struct ThresholdNumbers {
    Region window;
    Corners corners;
    uint64_t count = 0, sum = 0;   ///< n and Σ
    uint64_t left = 0, right = 0;  ///< both sides of the comparison
    double mean = 0, limit = 0;    ///< Σ / n, and the grey below which a pixel is black
    uint8_t pixel = 0;
    bool black = false;
};
ThresholdNumbers look_at_threshold(const IntegralImage& integral, const Array& grey,
                                   const ThresholdRequest& request, int64_t x, int64_t y);

}  // namespace upsweep::vision
