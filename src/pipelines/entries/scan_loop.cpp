// The serial scan of rows: what every parallel scan is measured against.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "pipelines/parts/row_scans.h"
#include "reference/cpu_loops.h"

namespace upsweep::entries::scan_loop {
namespace {

bool inclusive(const Parameters& parameters) { return parameters.option("inclusive") != 0; }

Plan make_plan(const Parameters& parameters) {
    Plan plan = make_loop_plan("scan_loop", parameters, {int_argument(inclusive(parameters))});
    std::get<Launch>(plan.operations.back().what).kernel.definitions = operator_definitions(parameters);
    return plan;
}

void run_on_cpu(const Parameters& parameters, const Array& input, Array& output) {
    reference::run_scan_loop(input, output, inclusive(parameters), operator_of(parameters));
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return {{"additions", extent.height == 1 ? "n − 1" : "h(w − 1)", extent.height * (extent.width - 1)},
            {"depth", extent.height == 1 ? "n − 1" : "w − 1", extent.width - 1}};
}

Convention convention(const Parameters& parameters) {
    return inclusive(parameters) ? Convention::inclusive : Convention::exclusive;
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "scan_loop",
    .title = "Serial loop",
    .chapter = "Prefix sums",
    .source = "the plain loop",
    .teaches = "n − 1 additions, each waiting for the previous one",
    .shape = Shape::rows,
    .cpu_loop = true,
    .options = {inclusive_option(), operator_option()},
    .types = usual_types(),
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .reference = scanned_rows,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::scan,
    .layout = upright_layout,
    .convention = convention,
    .roundings = [](const Parameters& parameters) { return static_cast<double>(parameters.extent.width); },
};

}  // namespace upsweep::entries::scan_loop
