// Pieces that box filters share: their options, the integral image that they read, the shape of their
// launches.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "pipelines/algorithm.h"
#include "pipelines/parts/building_blocks.h"
#include "reference/box_filter.h"

namespace upsweep {

Option radius_option(int64_t highest);
Option border_option();
reference::Border border_of(const Parameters& parameters);

/// What windows of these pixels are added up in: u32 for u8, else their own type.
ScalarType window_sum_type(const Parameters& parameters);
/// Width, height, radius and border, as a filter's kernels take them behind their two buffers.
std::vector<Argument> window_arguments(const Parameters& parameters);
/// Input, Output and Sum.
Definitions window_definitions(const Parameters& parameters);

/// The inclusive integral image of `from` in `to` in one pass; `to` decides the type of the sums.
void append_integral_image(Plan& plan, BufferId from, BufferId to, MachineShape machine);
/// What that has to cost.
std::vector<Expectation> integral_image_expectations(Extent extent, ElementTypes types, MachineShape machine);

/// A plan that begins with the integral image of its input, u8, in sums of u32.
struct TabledPlan {
    Plan plan;
    BufferId table;
};
TabledPlan start_tabled_plan(std::string_view slug, const Parameters& parameters);
/// Puts a launch at the end that reads `table`, and what its bytes_read says beside it, and writes the
/// output: a picture, or data.
void append_from_table(Plan& plan, BufferId table, Launch launch, SubjectRole output);

/// A thread for `pixels` of a row, blocks along the rows. Throws UsageError for more than 2^31 − 1 blocks.
Launch pixel_launch(KernelName kernel, Extent picture, MachineShape machine, std::string name,
                    int64_t pixels = 1);

/// The catalog's "box_filter" of these parameters, but that `table` makes the integral image: by
/// `table_parameters`, which have to give it upright and inclusive in the sums' type.
Plan make_box_filter_plan(const Parameters& parameters, const Algorithm& table,
                          const Parameters& table_parameters);

/// The sizes that SURF's first four octaves take, and 3, where boxes are pixels: each three times an odd
/// number. The option "size" of "difference_of_boxes" is a place in this list.
inline constexpr std::array box_sizes = {3, 9, 15, 21, 27, 39, 51, 75, 99, 147, 195};

}  // namespace upsweep
