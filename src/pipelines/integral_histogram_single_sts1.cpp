// GIH-Single-STS1: the three launches of GIH-Single-STS, with the whole tensor down to the host and up again
// between them.
#include "pipelines/histogram_sts.h"

namespace upsweep {
namespace {

/// The host array that the tensor rests in between launches; slot 0 is the input.
constexpr int host_tensor = 1;

void append_round_trip(Plan& plan, BufferId tensor) {
    plan.operations.push_back({Download{tensor, host_tensor}});
    plan.operations.push_back({Upload{host_tensor, tensor}});
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const MachineShape machine = parameters.machine;
    const ScanSettings across = sts_scan(parameters, picture.width);
    const ScanSettings down = sts_scan(parameters, picture.height);
    StsBuffers buffers;
    Plan plan = start_sts("integral_histogram_single_sts1", parameters, buffers);
    append_binning(plan, plan.input, buffers.marks, picture, binning_of(parameters), machine);
    append_scan(plan, buffers.marks, buffers.row_sums, across, machine, "scan rows of all bins");
    append_round_trip(plan, buffers.row_sums);
    append_transpose_planes(plan, buffers.row_sums, buffers.columns, picture, bins, machine,
                            "transpose all bins");
    append_round_trip(plan, buffers.columns);
    append_scan(plan, buffers.columns, buffers.sums, down, machine, "scan columns of all bins");
    if (sts_upright(parameters)) {
        append_round_trip(plan, buffers.sums);
        append_transpose_planes(plan, buffers.sums, plan.output, turned, bins, machine, "transpose back");
    }
    return plan;
}

/// The launches are those of GIH-Single-STS, and so is what they cost.
std::vector<Expectation> expectations(const Parameters& parameters) {
    return find_algorithm("integral_histogram_single_sts").expectations(parameters);
}

}  // namespace

namespace entries {
extern const Algorithm integral_histogram_single_sts1;
const Algorithm integral_histogram_single_sts1 = {
    .slug = "integral_histogram_single_sts1",
    .title = "Single scan, transpose, scan, with copies",
    .chapter = "Integral histograms",
    .source = "Poostchi et al. 2012, section 3.3 (GIH-Single-STS1)",
    .teaches =
        "The same kernels, five tensors over the bus instead of one: the copies, not the kernels, take the "
        "time",
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
