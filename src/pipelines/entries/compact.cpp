// Compaction by a scan of flags: its plan, its cost, its catalog entry. The scan is that of scan_blelloch.
#include <algorithm>

#include "pipelines/parts/kinds.h"
#include "reference/reference.h"

namespace upsweep::entries::compact {
namespace {

ScanSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.is_on("padding")};
}

/// A thread an element, at most 256 a block.
int64_t block_size(int64_t elements, MachineShape machine) {
    return threads_of(0, std::max<int64_t>(elements, machine.lanes), machine);
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const MachineShape machine = parameters.machine;
    Plan plan = start_plan("compact", parameters);
    const BufferId flags = add_buffer(plan, "flags", u32, extent);
    const BufferId places = add_buffer(plan, "places", u32, extent);
    const BufferId lengths = add_buffer(plan, "lengths", u32, {1, extent.height});
    const Definitions types = type_definitions(parameters.types);
    const int64_t threads = block_size(extent.count(), machine),
                  row_threads = block_size(extent.width, machine), blocks = pieces(extent.width, row_threads);
    // What nothing moves to stays zero.
    plan.operations.push_back({Clear{plan.output}});
    append_pass(plan, plan.input, flags,
                {.kernel = {"compact.cu", "flag_kept", types},
                 .grid = {checked_blocks(pieces(extent.count(), threads), "A compaction of this matrix")},
                 .block = {threads},
                 .arguments = arguments(long_argument(extent.count()), parameters.option("keep")),
                 .name = "flag kept elements",
                 .subjects = {subject(plan.input), subject(flags)}});
    append_scan(plan, flags, places, scan_settings(parameters), machine, "scan flags");
    append_launch(
        plan, {.kernel = {"compact.cu", "scatter_kept", types},
               .grid = {checked_blocks(blocks * extent.height, "A compaction of this matrix")},
               .block = {row_threads},
               .arguments = arguments(plan.input, flags, places, plan.output, lengths, extent.width, blocks),
               .name = "scatter",
               .bytes_read = plan[plan.input].bytes() + plan[flags].bytes() + plan[places].bytes(),
               .bytes_written = plan[plan.output].bytes() + plan[lengths].bytes(),
               .subjects = {subject(plan.input), subject(flags), subject(places), subject(plan.output),
                            subject(lengths)}});
    return plan;
}

/// The scan of the flags, and one addition a row: its last place and its last flag are its length.
std::vector<Expectation> expectations(const Parameters& parameters) {
    Cost cost = scan_cost(parameters.extent, u32, scan_settings(parameters), parameters.machine);
    cost.additions += Term::of(parameters.extent.height, 1, "1");
    cost.rounds += {1, "1"};
    return to_expectations(cost);
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "compact",
    .title = "Compaction",
    .chapter = "Uses of scans",
    .source = "Harris et al. 2007, section 39.3.1",
    .teaches =
        "A scan of the flags gives each kept element its place, and the number of kept elements in total",
    .shape = Shape::rows,
    .options = {choice_option("keep", "which elements to keep", {"even", "odd", "not zero"}),
                padding_option(), segment_option()},
    .types = {{u32, u32}},
    .opening = {.extent = {16, 1}, .lanes = 8, .launch = "scatter", .at = 110, .step = StepSize::phase},
    .make_plan = make_plan,
    .reference =
        [](const Parameters& parameters, const Array& input) {
            return reference::compact_rows(input, reference::Keep(parameters.option("keep")));
        },
    .expectations = expectations,
    .result = ResultKind::compaction,
};

}  // namespace upsweep::entries::compact
