// Six features of every pixel.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/likelihood_plan.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::feature_planes {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    const int64_t which = parameters.option("feature");
    const int64_t planes = which == all_features ? reference::feature_count : 1;
    Plan plan = start_plan("feature_planes", parameters, {picture.width, picture.height * planes});
    append_feature_planes(plan, plan.input, plan.output, which, parameters.machine);
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const int64_t which = parameters.option("feature");
    if (which != all_features) return reference::plane_of_feature(input, reference::PictureFeature(which));
    const Extent picture = input.extent();
    Array planes(u8, {picture.width, picture.height * reference::feature_count});
    auto to = planes.bytes().begin();
    for (int feature = 0; feature < reference::feature_count; ++feature) {
        const Array plane = reference::plane_of_feature(input, reference::PictureFeature(feature));
        to = std::copy(plane.bytes().begin(), plane.bytes().end(), to);
    }
    return planes;
}

/// The differences, which every feature is made of; then what each adds. An angle takes seven within its
/// quarter (a maximum among them, which counts as one), two for the half planes, and one to round.
std::vector<Expectation> expectations(const Parameters& parameters) {
    constexpr int64_t differences = 13, of_features[] = {0, 2, 10, 8, 11, 11};
    const int64_t which = parameters.option("feature"), pixels = parameters.extent.count();
    int64_t each = differences;
    for (int64_t feature = 0; feature < reference::feature_count; ++feature)
        if (which == all_features || which == feature) each += of_features[feature];
    return {{"additions", fmt::format("{}wh", each), each * pixels},
            {"copies", "0", 0},
            {"barriers", "0", 0},
            {"rounds", "1", 1}};
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "feature_planes",
    .title = "Six features of every pixel",
    .source = "Poostchi et al. 2012, figure 8; shape index: Koenderink and van Doorn 1992; curvature: "
              "Palaniappan et al. 2010",
    .teaches =
        "Slopes and curvatures from nine pixels: what a histogram can distinguish besides the grey value",
    .options = {choice_option("feature", "which feature",
                              {"intensity", "gradient magnitude", "gradient angle", "shape index",
                               "curvature", "orientation", "all six"},
                              int64_t(reference::PictureFeature::gradient_magnitude))},
    .types = {{u8, u8}},
    .opening = {.extent = {8, 6}, .launch = "features of each pixel", .at = 275},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::filter,
});

}  // namespace upsweep::entries::feature_planes
