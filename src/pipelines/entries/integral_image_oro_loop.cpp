// The running-sum integral image on the CPU: the second of the two baselines of Oro et al.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "reference/cpu_loops.h"
#include "reference/reference.h"

namespace upsweep::entries::integral_image_oro_loop {
namespace {

Plan make_plan(const Parameters& parameters) { return make_loop_plan("integral_image_oro_loop", parameters); }

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::integral_image_inclusive(input, parameters.types.output);
}

void run_on_cpu(const Parameters&, const Array& input, Array& output) {
    reference::run_integral_image_oro_loop(input, output);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return {{"additions", "h(w − 1) + (h − 1)w",
             extent.height * (extent.width - 1) + (extent.height - 1) * extent.width},
            {"depth", "w + h − 2", extent.width + extent.height - 2}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_image_oro_loop",
    .title = "Serial loop, running sum",
    .chapter = "Integral images",
    .source = "Oro et al. 2011, section 6",
    .teaches =
        "The baseline of the 2.5 × speedup: the running sum stays in a variable, with one read of the row "
        "above",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .types = usual_types(),
    .opening = {.extent = {4, 4}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::table,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    // An element goes along its row, then down its column.
    .roundings =
        [](const Parameters& parameters) {
            return static_cast<double>(parameters.extent.width + parameters.extent.height);
        },
};

}  // namespace upsweep::entries::integral_image_oro_loop
