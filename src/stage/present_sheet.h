// An array on a presented page as a grid of cells that can be read from the last row; of larger ones a
// window.
#pragma once

#include <string>

#include "replay/structure/staging.h"
#include "stage/grid.h"

namespace upsweep::stage {

/// Where the cells in view are.
struct Sheet {
    emulator::ArrayId array = 0;
    Extent extent;                      ///< of the array
    replay::ElementBox shown;           ///< in view
    Point corner;                       ///< of the first cell in view, pixels
    float wide = 0, high = 0, gap = 0;  ///< of a cell with its gap

    bool shows(std::int64_t element) const { return shown.contains(element, extent.width); }
    Box cell(std::int64_t element) const {
        const auto column = static_cast<float>(element % extent.width - shown.left),
                   row = static_cast<float>(element / extent.width - shown.top);
        return Box::sized({corner.x + column * wide, corner.y + row * high}, wide - gap, high - gap)
            .snapped();
    }
    Box cells() const;
};

/// Names the array over it, numbers its rows and columns, and draws its cells as the step touches them; moved
/// so that `wanted` is in view as far as it fits.
Sheet draw_sheet(Context& stage, Box rect, emulator::ArrayId array, const replay::ElementBox& wanted);

}  // namespace upsweep::stage
