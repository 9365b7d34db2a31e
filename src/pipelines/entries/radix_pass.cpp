// One pass of a radix sort by a scan of flags: its plan, its cost, its catalog entry. The scan is that of
// scan_blelloch.
#include <algorithm>
#include <limits>

#include "core/error.h"
#include "pipelines/parts/kinds.h"
#include "reference/reference.h"

namespace upsweep::entries::radix_pass {
namespace {

ScanSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.is_on("padding")};
}

int64_t digits_of(const Parameters& parameters) { return int64_t{1} << parameters.option("bits"); }

/// Every row's flags: a part for each digit, one after another.
Extent flags_extent(const Parameters& parameters) {
    return {parameters.extent.width * digits_of(parameters), parameters.extent.height};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, all = flags_extent(parameters);
    if (all.width > std::numeric_limits<int32_t>::max() / 2)
        throw UsageError(
            "Rows of {} elements have {} flags, and a scan takes {}; use shorter rows or one bit.",
            extent.width, all.width, std::numeric_limits<int32_t>::max() / 2);
    const MachineShape machine = parameters.machine;
    Plan plan = start_plan("radix_pass", parameters);
    const BufferId flags = add_buffer(plan, "flags", u32, all);
    const BufferId places = add_buffer(plan, "places", u32, all);
    const Definitions types = type_definitions(parameters.types);
    const int64_t digits = digits_of(parameters),
                  threads = threads_of(0, std::max<int64_t>(extent.width, machine.lanes), machine),
                  blocks = pieces(extent.width, threads);
    const Dim3 grid = {checked_blocks(blocks * extent.height, "A sort of these rows")};
    append_pass(plan, plan.input, flags,
                {.kernel = {"radix_pass.cu", "flag_digits", types},
                 .grid = grid,
                 .block = {threads},
                 .arguments = arguments(extent.width, blocks, digits, parameters.option("shift")),
                 .name = "flag digits",
                 .subjects = {subject(plan.input), subject(flags)}});
    append_scan(plan, flags, places, scan_settings(parameters), machine, "scan flags");
    append_launch(
        plan, {.kernel = {"radix_pass.cu", "scatter_digits", types},
               .grid = grid,
               .block = {threads},
               .arguments = arguments(plan.input, flags, places, plan.output, extent.width, blocks, digits),
               .name = "scatter",
               .bytes_read = plan[plan.input].bytes() + plan[flags].bytes() + plan[plan.output].bytes(),
               .bytes_written = plan[plan.output].bytes(),
               .subjects = {subject(plan.input), subject(flags), subject(places), subject(plan.output)}});
    return plan;
}

/// The scan of all flags; nothing else is added.
std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(
        scan_cost(flags_extent(parameters), u32, scan_settings(parameters), parameters.machine));
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "radix_pass",
    .title = "One pass of a radix sort",
    .chapter = "Uses of scans",
    .source = "Blelloch 1990, section 1.3; Harris et al. 2007, section 39.3.3",
    .teaches =
        "One scan over the flags of all digits gives every element its place, and equal digits keep "
        "their order",
    .shape = Shape::rows,
    .options = {number_option("bits", "number of bits to sort by", 1, 2, 1),
                number_option("shift", "the lowest of these bits", 0, 30, 0), padding_option(),
                segment_option()},
    .types = {{u32, u32}},
    .opening = {.extent = {8, 1}, .lanes = 8, .launch = "scatter", .at = 98, .step = StepSize::phase},
    .make_plan = make_plan,
    .reference =
        [](const Parameters& parameters, const Array& input) {
            return reference::radix_pass(input, int(parameters.option("bits")),
                                         int(parameters.option("shift")));
        },
    .expectations = expectations,
    .result = ResultKind::sorted,
};

}  // namespace upsweep::entries::radix_pass
