// The CPU loop of Bugetti 2025: inclusive, each value from three neighbours.
#include <cmath>

#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "reference/cpu_loops.h"
#include "reference/reference.h"

namespace upsweep::entries::integral_image_bugetti_loop {
namespace {

Plan make_plan(const Parameters& parameters) {
    return make_loop_plan("integral_image_bugetti_loop", parameters);
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::integral_image_inclusive(input, parameters.types.output);
}

void run_on_cpu(const Parameters&, const Array& input, Array& output) {
    reference::run_bugetti_loop(input, output);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height;
    std::vector<Expectation> all = {
        {"additions", "3(h − 1)(w − 1) + (h − 1) + (w − 1)", 3 * (h - 1) * (w - 1) + (h - 1) + (w - 1)}};
    // An element is added to its left neighbour's sum, then two sums of the row above come in.
    if (w > 1 && h > 1) all.push_back({"depth", "2w + 3h − 6", 2 * w + 3 * h - 6});
    return all;
}

/// The recurrence passes every rounding on to everything below and to the right, so the error is an integral
/// image of roundings, three an element. They are as good as independent: it grows with the square root of
/// their number, and eight standard deviations are allowed.
double roundings(const Parameters& parameters) {
    return 8 * std::sqrt(3 * static_cast<double>(parameters.extent.count()));
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_image_bugetti_loop",
    .title = "Serial loop, three neighbours",
    .chapter = "Integral images",
    .source = "Bugetti 2025, algorithm 1",
    .teaches = "The recurrence: above plus left, minus what both contain",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .types = usual_types(),
    .opening = {.extent = {3, 3}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::table,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    .roundings = roundings,
};

}  // namespace upsweep::entries::integral_image_bugetti_loop
