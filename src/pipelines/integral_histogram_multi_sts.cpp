// GIH-Multi-STS: one scan launch for each row of each bin, one transpose a bin, one scan launch for each
// column of each bin.
#include <fmt/format.h>

#include "pipelines/histogram_sts.h"

namespace upsweep {
namespace {

/// Scans the rows of `from` one by one: `a_plane` of them in each bin.
void append_row_scans(Plan& plan, BufferId from, BufferId to, std::int64_t a_plane, const ScanSettings& scan,
                      MachineShape machine, const char* line) {
    const Extent row{plan[from].extent.width, 1};
    append_pieces(
        plan, from, to, {row, row, plan[from].extent.height},
        [&](Plan& one, BufferId in, BufferId out) { append_scan(one, in, out, scan, machine, ""); },
        [&](std::int64_t i) { return fmt::format("bin {}: scan {} {}", i / a_plane, line, i % a_plane); });
}

void append_bin_transposes(Plan& plan, BufferId from, BufferId to, Extent plane, std::int64_t bins,
                           MachineShape machine, const char* what) {
    append_pieces(
        plan, from, to, {plane, plane.transposed(), bins},
        [&](Plan& one, BufferId in, BufferId out) { append_transpose(one, in, out, {}, machine, ""); },
        [&](std::int64_t i) { return fmt::format("bin {}: {}", i, what); });
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const MachineShape machine = parameters.machine;
    const ScanSettings across = sts_scan(parameters, picture.width);
    const ScanSettings down = sts_scan(parameters, picture.height);
    StsBuffers buffers;
    Plan plan = start_sts("integral_histogram_multi_sts", parameters, buffers);
    append_binning(plan, plan.input, buffers.marks, picture, binning_of(parameters), machine);
    append_row_scans(plan, buffers.marks, buffers.row_sums, picture.height, across, machine, "row");
    append_bin_transposes(plan, buffers.row_sums, buffers.columns, picture, bins, machine, "transpose");
    append_row_scans(plan, buffers.columns, buffers.sums, turned.height, down, machine, "column");
    if (sts_upright(parameters))
        append_bin_transposes(plan, buffers.sums, plan.output, turned, bins, machine, "transpose back");
    return plan;
}

/// As many operations as GIH-Single-STS, but one row after another: the depth is that of all of them
/// together.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent picture = parameters.extent, turned = picture.transposed();
    const std::int64_t bins = parameters.option("bins");
    const MachineShape machine = parameters.machine;
    const ScanSettings across = sts_scan(parameters, picture.width);
    const ScanSettings down = sts_scan(parameters, picture.height);
    const auto rows = [&](Extent plane, const ScanSettings& scan) {
        return repeated(plane.height * bins, scan_cost({plane.width, 1}, ScalarType::u32, scan, machine));
    };
    Cost cost = rows(picture, across);
    cost += transpose_planes_cost(picture, bins, machine);
    cost += rows(turned, down);
    if (sts_upright(parameters)) cost += transpose_planes_cost(turned, bins, machine);
    return to_expectations(cost);
}

}  // namespace

namespace entries {
extern const Algorithm integral_histogram_multi_sts;
const Algorithm integral_histogram_multi_sts = {
    .slug = "integral_histogram_multi_sts",
    .title = "Many scans, transposes, scans",
    .chapter = "Integral histograms",
    .source = "Poostchi et al. 2012, algorithm 2 (GIH-Multi-STS)",
    .teaches = "(w + h)b + b launches of a block each: a GPU that waits for launches is slower than the CPU",
    .shape = Shape::matrix,
    .options = sts_options(),
    .types = histogram_types(),
    .initial_extent = {4, 4},
    .make_plan = make_plan,
    .reference = sts_reference,
    .expectations = expectations,
    .convention = sts_convention,
    .roundings = [](const Parameters&) { return 0.0; },
};
}  // namespace entries

}  // namespace upsweep
