// What the three scan-transpose-scan integral histograms share.
#include "pipelines/parts/histogram_sts.h"

#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

ScanSettings scan_of(const Parameters& parameters, std::int64_t row) {
    std::int64_t segment = 2;
    while (segment < 2048 && segment < row) segment *= 2;
    return {segment, true, parameters.option("inclusive") != 0, parameters.option("offset") == 0};
}

Convention convention(const Parameters& parameters) {
    return parameters.option("inclusive") != 0 ? Convention::inclusive : Convention::exclusive;
}

Option offset_option() {
    return safety_option("offset", "padding by index / 32", "padding moves an index by index / 32",
                         "as printed, every index gets the same offset of 32, so the bank conflicts remain");
}

/// The host array that the tensor rests in between launches; slot 0 is the input.
constexpr int host_tensor = 1;

void append_round_trip(Plan& plan, BufferId tensor) {
    plan.operations.push_back({Download{tensor, host_tensor}});
    plan.operations.push_back({Upload{host_tensor, tensor}});
}

}  // namespace

StsScans::StsScans(const Parameters& parameters)
    : picture(parameters.extent),
      turned(picture.transposed()),
      bins(parameters.option("bins")),
      across(scan_of(parameters, picture.width)),
      down(scan_of(parameters, picture.height)) {}

bool sts_upright(const Parameters& parameters) { return parameters.option("upright") != 0; }

Plan start_sts(std::string_view slug, const Parameters& parameters, StsBuffers& buffers) {
    const StsScans scans(parameters);
    const Extent tensor = tensor_extent(scans.picture, scans.bins),
                 turned_tensor = tensor_extent(scans.turned, scans.bins);
    Plan plan = start_plan(slug, parameters, sts_upright(parameters) ? tensor : turned_tensor);
    plan.emulator_only = slips_in({offset_option()}, parameters);
    const ScalarType type = parameters.types.output;
    buffers.marks = plan.add_buffer({"marks", type, tensor});
    buffers.row_sums = plan.add_buffer({"row_sums", type, tensor});
    buffers.columns = plan.add_buffer({"columns", type, turned_tensor});
    buffers.sums = sts_upright(parameters) ? plan.add_buffer({"sums", type, turned_tensor}) : plan.output;
    append_binning(plan, plan.input, buffers.marks, scans.picture, binning_of(parameters),
                   parameters.machine);
    return plan;
}

Plan make_single_sts_plan(std::string_view slug, const Parameters& parameters, bool round_trips) {
    const StsScans scans(parameters);
    const MachineShape machine = parameters.machine;
    StsBuffers buffers;
    Plan plan = start_sts(slug, parameters, buffers);
    append_scan(plan, buffers.marks, buffers.row_sums, scans.across, machine, "scan rows of all bins");
    if (round_trips) append_round_trip(plan, buffers.row_sums);
    append_transpose_planes(plan, buffers.row_sums, buffers.columns, scans.picture, scans.bins, 0, machine,
                            "transpose all bins");
    if (round_trips) append_round_trip(plan, buffers.columns);
    append_scan(plan, buffers.columns, buffers.sums, scans.down, machine, "scan columns of all bins");
    if (!sts_upright(parameters)) return plan;
    if (round_trips) append_round_trip(plan, buffers.sums);
    append_transpose_planes(plan, buffers.sums, plan.output, scans.turned, scans.bins, 0, machine,
                            "transpose back");
    return plan;
}

std::vector<Expectation> sts_expectations(const Parameters& parameters, bool one_by_one) {
    const StsScans scans(parameters);
    const MachineShape machine = parameters.machine;
    const auto rows = [&](Extent plane, const ScanSettings& scan) {
        if (!one_by_one) return scan_cost(tensor_extent(plane, scans.bins), ScalarType::u32, scan, machine);
        const Cost row = scan_cost({plane.width, 1}, ScalarType::u32, scan, machine);
        return repeated(plane.height * scans.bins, row);
    };
    Cost cost = rows(scans.picture, scans.across);
    const auto transpose = [&](Extent plane) {
        return transpose_planes_cost(plane, ScalarType::u32, scans.bins, 0, machine);
    };
    cost += transpose(scans.picture);
    cost += rows(scans.turned, scans.down);
    if (sts_upright(parameters)) cost += transpose(scans.turned);
    return to_expectations(cost);
}

Array sts_reference(const Parameters& parameters, const Array& input) {
    const Array tensor = reference::integral_histogram(input, binning_of(parameters),
                                                       convention(parameters) == Convention::inclusive);
    return sts_upright(parameters) ? tensor : reference::transpose_planes(tensor, parameters.extent.height);
}

Algorithm sts_entry() {
    Algorithm entry;
    entry.chapter = "Integral histograms";
    entry.shape = Shape::matrix;
    entry.options = {bins_option(), levels_option(), inclusive_option(), turned_back_option(),
                     offset_option()};
    entry.types = histogram_types();
    entry.reference = sts_reference;
    entry.expectations = [](const Parameters& parameters) { return sts_expectations(parameters, false); };
    entry.result = ResultKind::tensor;
    entry.layout = chosen_layout;
    entry.convention = convention;
    entry.roundings = [](const Parameters&) { return 0.0; };
    return entry;
}

}  // namespace upsweep
