// The integral histogram as the program itself makes it on the CPU: vectors, the bins divided among all
// cores.
#include "pipelines/parts/histogram_parts.h"
#include "reference/integral_histogram.h"

namespace upsweep::entries::integral_histogram_fast_loop {
namespace {

Plan make_plan(const Parameters& parameters) {
    return make_histogram_loop_plan("integral_histogram_fast_loop", parameters);
}

void run_on_cpu(const Parameters& parameters, const Array& input, Array& output) {
    reference::integral_histogram_fast(input, output, binning_of(parameters));
}

/// The running count depends on the pixels only through a comparison: what is added to it is 1.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height,
                       b = parameters.option("bins");
    return {{"additions", "w(h − 1)b", w * (h - 1) * b}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_histogram_fast_loop",
    .title = "CPU, vectors and all cores",
    .chapter = "Integral histograms",
    .source = "row count and value above, bins divided among the cores",
    .teaches = "Bins are independent: cores divide them up, and vectors compare 16 pixels at once",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .fast = true,
    .options = {bins_option(), levels_option()},
    .types = histogram_types(),
    .opening = {.extent = {8, 8}, .options = {{"bins", 4}, {"levels", 4}}},
    .make_plan = make_plan,
    .reference = inclusive_tensor,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::tensor,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    .roundings = [](const Parameters&) { return 0.0; },
};

}  // namespace upsweep::entries::integral_histogram_fast_loop
