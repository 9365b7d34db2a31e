// What the entries of a kind have in common: an entry says what is its own, and its kind adds the rest.
#pragma once

#include "pipelines/algorithm.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {

namespace entries {
using enum ScalarType;
}

// Each adds its chapter and, where the entry does not say another one, result, element types, right answer
// and convention.

/// Sums of rows, of the usual types, by the options "inclusive" and "operator".
Algorithm scan_entry(Algorithm entry);
/// The matrix turned, of the usual types.
Algorithm transpose_entry(Algorithm entry);
/// Integral images of the usual types, as the options of convention_of and "upright" say.
Algorithm table_entry(Algorithm entry);
/// Integral histograms, u8→u32, by "bins" and "levels", opened with four of each; or what is made of them.
Algorithm histogram_entry(Algorithm entry);
/// u8→u8, the mean of the windows by "radius" and "border", opened with a radius of 2; or another filter.
Algorithm filter_entry(Algorithm entry);

}  // namespace upsweep
