// The box filter's plan, with any entry's integral image.
#pragma once

#include "pipelines/algorithm.h"

namespace upsweep {

/// The catalog's "box_filter" of these parameters, but that `table` makes the integral image: by
/// `table_parameters`, which have to give it upright and inclusive in the sums' type.
Plan make_box_filter_plan(const Parameters& parameters, const Algorithm& table,
                          const Parameters& table_parameters);

}  // namespace upsweep
