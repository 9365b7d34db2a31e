// GIH-Single-STS: one scan of all rows of all bins, one transpose of all planes, one more scan.
#include "pipelines/histogram_sts.h"

namespace upsweep {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const MachineShape machine = parameters.machine;
    const ScanSettings across = sts_scan(parameters, picture.width);
    const ScanSettings down = sts_scan(parameters, picture.height);
    StsBuffers buffers;
    Plan plan = start_sts("integral_histogram_single_sts", parameters, buffers);
    append_binning(plan, plan.input, buffers.marks, picture, binning_of(parameters), machine);
    append_scan(plan, buffers.marks, buffers.row_sums, across, machine, "scan rows of all bins");
    append_transpose_planes(plan, buffers.row_sums, buffers.columns, picture, bins, machine,
                            "transpose all bins");
    append_scan(plan, buffers.columns, buffers.sums, down, machine, "scan columns of all bins");
    if (sts_upright(parameters))
        append_transpose_planes(plan, buffers.sums, plan.output, turned, bins, machine, "transpose back");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const MachineShape machine = parameters.machine;
    const ScanSettings across = sts_scan(parameters, picture.width);
    const ScanSettings down = sts_scan(parameters, picture.height);
    Cost cost = scan_cost(tensor_extent(picture, bins), ScalarType::u32, across, machine);
    cost += transpose_planes_cost(picture, bins, machine);
    cost += scan_cost(tensor_extent(turned, bins), ScalarType::u32, down, machine);
    if (sts_upright(parameters)) cost += transpose_planes_cost(turned, bins, machine);
    return to_expectations(cost);
}

}  // namespace

namespace entries {
extern const Algorithm integral_histogram_single_sts;
const Algorithm integral_histogram_single_sts = {
    .slug = "integral_histogram_single_sts",
    .title = "Single scan, transpose, scan",
    .chapter = "Integral histograms",
    .source = "Poostchi et al. 2012, algorithm 3 (GIH-Single-STS)",
    .teaches =
        "One linear array of all bins: three launches instead of (w + h)b + b, each with work for the whole "
        "GPU",
    .shape = Shape::matrix,
    .options = sts_options(),
    .types = histogram_types(),
    .initial_extent = {8, 4},
    .make_plan = make_plan,
    .reference = sts_reference,
    .expectations = expectations,
    .convention = sts_convention,
    .roundings = [](const Parameters&) { return 0.0; },
};
}  // namespace entries

}  // namespace upsweep
