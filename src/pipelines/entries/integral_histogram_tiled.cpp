// The integral histogram in one pass over the tensor: counts of tiles, and then every entry written once.
#include "pipelines/parts/histogram_parts.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep::entries::integral_histogram_tiled {
namespace {

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("integral_histogram_tiled", parameters,
                           tensor_extent(parameters.extent, parameters.option("bins")));
    append_integral_histogram(plan, plan.input, plan.output, parameters.extent, binning_of(parameters),
                              parameters.machine, parameters.option("run"));
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::integral_histogram(input, binning_of(parameters), true);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(integral_histogram_cost(parameters.extent, parameters.option("bins"),
                                                     parameters.machine, parameters.option("run")));
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_histogram_tiled",
    .title = "One pass, tile by tile",
    .chapter = "Integral histograms",
    .source =
        "future work in Poostchi et al. 2012: a scan of rows and columns without a transpose, tile by tile",
    .teaches =
        "The picture is small and the tensor is large: read the picture once per bin, write each entry once, "
        "read none",
    .shape = Shape::matrix,
    .options = {bins_option(),
                levels_option(),
                {.name = "run",
                 .title = "tiles per warp, written one after another",
                 .lowest = 1,
                 .highest = 8,
                 .initial = 0,
                 .power_of_two = true,
                 .automatic = true}},
    .types = histogram_types(),
    .opening = {.extent = {8, 8}, .options = {{"bins", 4}, {"levels", 4}}, .lanes = 2},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::tensor,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    .roundings = [](const Parameters&) { return 0.0; },
};

}  // namespace upsweep::entries::integral_histogram_tiled
