// The box filter from an integral image.
#include <algorithm>
#include <cmath>

#include "pipelines/window_parts.h"

namespace upsweep {
namespace {

ScalarType sum_type(const Parameters& parameters) {
    return parameters.types.input == ScalarType::u8 ? ScalarType::u32 : parameters.types.input;
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter", parameters, picture);
    const BufferId table = plan.add_buffer({"table", sum_type(parameters), picture});
    append_integral_image(plan, plan.input, table, parameters.machine);
    Launch launch = pixel_launch(
        {"box_filter.cu", "box_filter", type_definitions({sum_type(parameters), parameters.types.output})},
        picture, parameters.machine, "mean of each window");
    launch.arguments = {BufferArgument{table},
                        BufferArgument{plan.output},
                        int_argument(picture.width),
                        int_argument(picture.height),
                        int_argument(parameters.option("radius")),
                        int_argument(parameters.option("border"))};
    launch.bytes_read = plan[table].bytes();
    launch.bytes_written = plan[plan.output].bytes();
    plan.operations.push_back({std::move(launch)});
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::box_filter(input, parameters.option("radius"), border_of(parameters));
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return integral_image_expectations(parameters.extent, {parameters.types.input, sum_type(parameters)},
                                       parameters.machine);
}

/// An f32 table holds sums up to w·h pixels, and its entries' roundings, as good as independent, stay when
/// corners are subtracted; a mean has its share of them. Eight standard deviations are allowed. Beyond a
/// border, corners count many times, and nothing of the error is divided away.
double roundings(const Parameters& parameters) {
    if (parameters.types.output == ScalarType::u8) return 0;
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height;
    const std::int64_t reach = parameters.option("radius") + 1;
    const bool cut = border_of(parameters) == reference::Border::cut;
    const std::int64_t smallest = cut ? std::min(reach, w) * std::min(reach, h) : 1;
    return 8 * std::sqrt(static_cast<double>(w + h)) * static_cast<double>(w * h) /
           static_cast<double>(smallest);
}

}  // namespace

namespace entries {
extern const Algorithm box_filter;
const Algorithm box_filter = {
    .slug = "box_filter",
    .title = "From the integral image",
    .chapter = "Box filters",
    .source = "Crow 1984; borders by continuing the sums",
    .teaches = "Four corners a pixel: the mean of any window at the same cost, whatever the radius",
    .shape = Shape::matrix,
    // A window of 4095² white pixels is the last whose sum fits 32 bits.
    .options = {radius_option(2047), border_option()},
    .types = {{ScalarType::u8, ScalarType::u8}, {ScalarType::f32, ScalarType::f32}},
    .initial_extent = {8, 6},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .convention = [](const Parameters&) { return Convention::none; },
    .roundings = roundings,
};
}  // namespace entries

}  // namespace upsweep
