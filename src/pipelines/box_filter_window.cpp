// The box filter that adds up every window anew.
#include "pipelines/window_parts.h"

namespace upsweep {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter_window", parameters, picture);
    Definitions definitions = type_definitions(parameters.types);
    const ScalarType sum =
        parameters.types.input == ScalarType::u8 ? ScalarType::u32 : parameters.types.input;
    definitions.emplace_back("Sum", std::string(cuda_name_of(sum)));
    Launch launch = pixel_launch({"box_filter_window.cu", "box_filter_window", std::move(definitions)},
                                 picture, parameters.machine, "add up each window");
    launch.arguments = {BufferArgument{plan.input},
                        BufferArgument{plan.output},
                        int_argument(picture.width),
                        int_argument(picture.height),
                        int_argument(parameters.option("radius")),
                        int_argument(parameters.option("border"))};
    launch.bytes_read = plan[plan.input].bytes();
    launch.bytes_written = plan[plan.output].bytes();
    plan.operations.push_back({std::move(launch)});
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::box_filter(input, parameters.option("radius"), border_of(parameters));
}

std::vector<Expectation> expectations(const Parameters&) { return {{"barriers", "0", 0}}; }

/// Every pixel of the window is added to the sum, and the sum divided.
double roundings(const Parameters& parameters) {
    if (parameters.types.output == ScalarType::u8) return 0;
    const auto side = static_cast<double>(2 * parameters.option("radius") + 1);
    return side * side + 1;
}

}  // namespace

namespace entries {
extern const Algorithm box_filter_window;
const Algorithm box_filter_window = {
    .slug = "box_filter_window",
    .title = "Every window anew",
    .chapter = "Box filters",
    .source = "the plain filter",
    .teaches = "(2r + 1)² reads a pixel: what the integral image saves",
    .shape = Shape::matrix,
    .options = {radius_option(7), border_option()},
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
