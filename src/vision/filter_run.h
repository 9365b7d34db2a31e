// The box filter of a picture on any backend: the integral image by any entry, and the
// filter on the same machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include "core/plan.h"
#include "vision/box_filter.h"
#include "vision/operation.h"
#include "vision/table.h"

namespace upsweep::vision {

struct FilterRequest {
    int64_t radius = 0;
    Border border = Border::cut;
    /// What makes the integral image; null: the usual one there, and for u8 on the CPU none, where sums of
    /// columns roll down the picture.
    const Algorithm* table = nullptr;
};

/// What the GPU and the emulator run for it: the catalog's box filter. Throws UsageError for other elements
/// than u8 and f32, a table that cannot be upright and inclusive, and radii over 2047 where that is not more
/// than the picture holds (with replicate and reflect: any over 2047).
Plan filter_plan(const Array& input, const FilterRequest& request, const backends::Backend& on);

/// The mean of the (2 radius + 1)² window around each pixel, of the input's type: u8 rounded to the nearest,
/// halves up; f32, on the CPU from a table of doubles. NaN and infinity reach the windows that hold one and
/// no others, everywhere; these windows are found on the CPU, outside of the times. Throws as filter_plan and
/// make_table do.
OperationRun filter_picture(const Array& input, const FilterRequest& request, const backends::Backend& on,
                            const std::atomic<bool>* cancel = nullptr);

/// What the table there cannot hold, see lost_in_table; empty where windows come out right.
std::string lost_in_filter(const Array& input, const backends::Backend& on);

/// "cut", "replicate", "reflect".
Border parse_border(std::string_view text);

struct SmoothingRequest {
    FilterRequest filter;
    int passes = 1;  ///< 1 to 3; each rounds as one filter does
};

/// Each channel by itself, the passes one after another; times over all of them. Throws as filter_picture
/// does, and UsageError for passes out of range.
OperationRun smooth_picture(std::span<const Array> channels, const SmoothingRequest& request,
                            const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

/// The deviation of the Gaussian that `passes` of this radius come close to: √(passes ((2 r + 1)² − 1) / 12).
double smoothing_deviation(int64_t radius, int passes);

}  // namespace upsweep::vision
