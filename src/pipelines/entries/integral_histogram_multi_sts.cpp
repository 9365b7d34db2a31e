// GIH-Multi-STS: one scan launch for each row of each bin, one transpose a bin, one scan launch for each
// column of each bin.
#include <fmt/format.h>

#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::integral_histogram_multi_sts {
namespace {

/// Scans the rows of `from` one by one: `a_plane` of them in each bin.
void append_row_scans(Plan& plan, BufferId from, BufferId to, int64_t a_plane, const ScanSettings& scan,
                      MachineShape machine, const char* line) {
    const Extent row{plan[from].extent.width, 1};
    append_pieces(
        plan, from, to, {row, row, plan[from].extent.height},
        [&](Plan& one, BufferId in, BufferId out) { append_scan(one, in, out, scan, machine, ""); },
        [&](int64_t i) { return fmt::format("bin {}: scan {} {}", i / a_plane, line, i % a_plane); });
}

void append_bin_transposes(Plan& plan, BufferId from, BufferId to, Extent plane, int64_t bins,
                           MachineShape machine, const char* what) {
    append_pieces(
        plan, from, to, {plane, plane.transposed(), bins},
        [&](Plan& one, BufferId in, BufferId out) { append_transpose(one, in, out, {}, machine, ""); },
        [&](int64_t i) { return fmt::format("bin {}: {}", i, what); });
}

bool as_printed(const Parameters& parameters) { return parameters.is_on("printed"); }

/// With line 12 as printed the result lies as the picture does.
Parameters as_laid_out(Parameters parameters) {
    if (as_printed(parameters)) parameters.set_option("upright", 1);
    return parameters;
}

/// Line 12 as printed: a launch for each column of each bin.
void append_printed_columns(Plan& plan, BufferId turned, Extent picture, int64_t bins, MachineShape machine) {
    const int64_t threads = 4 * machine.lanes;
    for (int64_t bin = 0; bin < bins; ++bin)
        for (int64_t column = 0; column < picture.width; ++column) {
            append_launch(plan, {.kernel = {"integral_histogram_printed.cu", "add_neighbours_as_printed",
                                            type_definitions({u32, u32})},
                                 .grid = {pieces(picture.height, threads)},
                                 .block = {threads},
                                 .arguments = arguments(BufferArgument{turned, bin * picture.count()},
                                                        BufferArgument{plan.output, bin * picture.count()},
                                                        picture.width, picture.height, column),
                                 .name = fmt::format("bin {}: column {} as printed", bin, column)});
        }
    plan.emulator_only =
        "line 12 of the algorithm as printed adds one row sum; it should add the sum of all rows.";
}

Plan make_plan(const Parameters& given) {
    const Parameters parameters = as_laid_out(given);
    const StsScans scans(parameters);
    const MachineShape machine = parameters.machine;
    StsBuffers buffers;
    Plan plan = start_sts("integral_histogram_multi_sts", parameters, buffers);
    append_row_scans(plan, buffers.marks, buffers.row_sums, scans.picture.height, scans.across, machine,
                     "row");
    append_bin_transposes(plan, buffers.row_sums, buffers.columns, scans.picture, scans.bins, machine,
                          "transpose");
    if (as_printed(parameters)) {
        append_printed_columns(plan, buffers.columns, scans.picture, scans.bins, machine);
        return plan;
    }
    append_row_scans(plan, buffers.columns, buffers.sums, scans.turned.height, scans.down, machine, "column");
    if (is_upright(parameters))
        append_bin_transposes(plan, buffers.sums, plan.output, scans.turned, scans.bins, machine,
                              "transpose back");
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference_tensor(as_laid_out(parameters), input);
}

Option printed_option() {
    return with_slip(
        choice_option("printed", "line 12 of the algorithm as printed", {"mended", "as printed"}),
        "as printed, line 12 adds an unscanned neighbour and stores it untransposed",
        "scan of the neighbour");
}

std::vector<Option> options() {
    std::vector<Option> all = sts_options();
    all.push_back(printed_option());
    return all;
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_multi_sts",
    .title = "Many scans, transposes, scans",
    .source = "Poostchi et al. 2012, algorithm 2 (GIH-Multi-STS)",
    .teaches =
        "(w + h)b + b launches of one block each: a GPU that waits for launches is slower than the CPU",
    .options = options(),
    .opening = {.extent = {8, 8}, .at = 27},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = [](const Parameters& parameters) { return sts_expectations(parameters, true); },
    .layout = [](const Parameters& parameters) { return layout_of(as_laid_out(parameters)); },
});

}  // namespace upsweep::entries::integral_histogram_multi_sts
