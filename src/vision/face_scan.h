// A cascade over a whole pyramid on the CPU's cores: what detect_faces runs there.
#pragma once

#include <atomic>
#include <vector>

#include "reference/haar_cascade.h"
#include "vision/faces.h"

namespace upsweep::vision {

/// What the CPU finds on the levels: fills each level's `passed` and maps, returns the places of all windows
/// that survive, in no order; `left` and `parts` (shares of the wall's time) are added to.
struct ScanResult {
    struct Place {
        int32_t level = 0, x = 0, y = 0;  ///< x, y: pixels of the level's picture
    };
    std::vector<Place> places;
    std::vector<int64_t> left;
    double pyramid_ms = 0, tables_ms = 0, cascade_ms = 0;
};

/// The picture is scaled: each core takes bands of levels' rows, and makes their pixels and tables as it
/// goes, so that both are still in its cache when the windows read them.
ScanResult scan_pyramid(const Array& grey, const cascade::Cascade& cascade, cascade::Rule rule,
                        const std::vector<reference::PyramidLevel>& levels, std::vector<FaceLevel>& out,
                        bool maps, const std::atomic<bool>* cancel);

/// The filter is scaled, over one pair of tables.
ScanResult scan_scaled_filters(const Array& grey, const cascade::Cascade& cascade,
                               const std::vector<reference::PyramidLevel>& levels,
                               std::vector<FaceLevel>& out, bool maps, const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
