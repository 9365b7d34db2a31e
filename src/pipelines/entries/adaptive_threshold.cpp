// Black and white against the mean of each pixel's surroundings.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::adaptive_threshold {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    auto [plan, table] = start_tabled_plan("adaptive_threshold", parameters);
    Launch launch =
        pixel_launch({"adaptive_threshold.cu", "adaptive_threshold", type_definitions(parameters.types)},
                     picture, parameters.machine, "compare with the surroundings");
    launch.arguments = arguments(plan.input, table, plan.output, picture.width, picture.height,
                                 parameters.option("radius"), parameters.option("percent"));
    launch.bytes_read = plan[plan.input].bytes();
    append_from_table(plan, table, std::move(launch), SubjectRole::picture);
    return std::move(plan);
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::adaptive_threshold(input, parameters.option("radius"), parameters.option("percent"));
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    std::vector<Expectation> all =
        integral_image_expectations(parameters.extent, {u8, u32}, parameters.machine);
    // Three between a window's four corners.
    append_expectations(all, {{"additions", "3wh", 3 * parameters.extent.count()}, {"rounds", "1", 1}});
    return all;
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "adaptive_threshold",
    .title = "Adaptive threshold",
    .source = "Bradley and Roth 2007",
    .teaches = "Compare each pixel with the mean around it: writing stays readable where the light fades",
    .options = {radius_option(2047),
                number_option("percent", "how much darker than its surroundings a black pixel is", 0, 100,
                              15)},
    .opening = {.extent = {10, 8}, .launch = "compare with the surroundings", .at = 3867},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
});

}  // namespace upsweep::entries::adaptive_threshold
