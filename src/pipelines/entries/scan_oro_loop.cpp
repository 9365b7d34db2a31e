// The recursive scan of each row on the CPU: the first of the two baselines of Oro et al.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "reference/cpu_loops.h"
#include "reference/reference.h"

namespace upsweep::entries::scan_oro_loop {
namespace {

Plan make_plan(const Parameters& parameters) { return make_loop_plan("scan_oro_loop", parameters); }

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::scan_rows(input, parameters.types.output, true);
}

void run_on_cpu(const Parameters&, const Array& input, Array& output) {
    reference::run_scan_oro_loop(input, output);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return {{"additions", extent.height == 1 ? "n − 1" : "h(w − 1)", extent.height * (extent.width - 1)},
            {"depth", extent.height == 1 ? "n − 1" : "w − 1", extent.width - 1}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "scan_oro_loop",
    .title = "Serial loop, recursive",
    .chapter = "Prefix sums",
    .source = "Oro et al. 2011, section 6",
    .teaches = "The baseline of the 66 × speedup: each sum is read back from memory before the next",
    .shape = Shape::rows,
    .cpu_loop = true,
    .types = usual_types(),
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::scan,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    .roundings = [](const Parameters& parameters) { return static_cast<double>(parameters.extent.width); },
};

}  // namespace upsweep::entries::scan_oro_loop
