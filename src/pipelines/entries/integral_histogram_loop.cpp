// Poostchi et al.'s CPU loop: one bin after another, three neighbours a pixel.
#include "pipelines/parts/histogram_parts.h"
#include "reference/cpu_loops.h"

namespace upsweep::entries::integral_histogram_loop {
namespace {

Plan make_plan(const Parameters& parameters) {
    return make_histogram_loop_plan("integral_histogram_loop", parameters);
}

void run_on_cpu(const Parameters& parameters, const Array& input, Array& output) {
    reference::run_integral_histogram_loop(input, output, binning_of(parameters));
}

/// The paper's 3whb less what the borders spare.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height,
                       b = parameters.option("bins");
    return {{"additions", "3(w − 1)(h − 1)b + (w − 1)b + (h − 1)b",
             b * (3 * (w - 1) * (h - 1) + (w - 1) + (h - 1))}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_histogram_loop",
    .title = "Serial loop, bin by bin",
    .chapter = "Integral histograms",
    .source = "Poostchi et al. 2012, algorithm 1",
    .teaches =
        "A histogram of any rectangle: one integral image for each bin, by the recurrence of three "
        "neighbours",
    .shape = Shape::matrix,
    .cpu_loop = true,
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

}  // namespace upsweep::entries::integral_histogram_loop
