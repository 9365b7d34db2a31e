// The integral histogram in one pass over the tensor: counts of tiles, and then every entry written once.
#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::integral_histogram_tiled {
namespace {

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("integral_histogram_tiled", parameters,
                           tensor_extent(parameters.extent, parameters.option("bins")));
    append_integral_histogram(plan, plan.input, plan.output, parameters.extent, binning_of(parameters),
                              parameters.machine, parameters.option("run"));
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(integral_histogram_cost(parameters.extent, parameters.option("bins"),
                                                     parameters.machine, parameters.option("run")));
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_tiled",
    .title = "One pass, tile by tile",
    .source =
        "future work in Poostchi et al. 2012: a scan of rows and columns without a transpose, tile by tile",
    .teaches =
        "The picture is small and the tensor is large: read the picture once per bin, write each entry once, "
        "read none",
    .options = {bins_option(), levels_option(),
                power_option("run", "tiles per warp, written one after another", 1, 8)},
    .opening = {.extent = {8, 8}, .lanes = 2, .at = 1945},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::integral_histogram_tiled
