// What the integral images share.
#include "pipelines/tables.h"

#include <algorithm>

#include "pipelines/building_blocks.h"
#include "pipelines/row_scans.h"
#include "reference/reference.h"

namespace upsweep {

Option convention_option() {
    return {.name = "convention",
            .title = "what a value sums up",
            .lowest = 0,
            .highest = 2,
            .initial = 0,
            .value_names = {"inclusive", "exclusive", "padded"}};
}

Convention table_convention(const Parameters& parameters) {
    const std::int64_t value = parameters.option("convention");
    return value == 0 ? Convention::inclusive : value == 1 ? Convention::exclusive : Convention::padded;
}

Array reference_table(const Parameters& parameters, const Array& input) {
    const ScalarType type = parameters.types.output;
    switch (table_convention(parameters)) {
        case Convention::exclusive:
            return reference::integral_image_exclusive(input, type);
        case Convention::padded:
            return reference::integral_image_padded(input, type);
        default:
            return reference::integral_image_inclusive(input, type);
    }
}

TablePlan start_table(std::string_view slug, const Parameters& parameters) {
    const Convention convention = table_convention(parameters);
    const Extent extent = parameters.extent;
    const bool padded = convention == Convention::padded;
    TablePlan started;
    started.plan =
        start_plan(slug, parameters, padded ? Extent{extent.width + 1, extent.height + 1} : extent);
    started.table = convention == Convention::inclusive
                        ? started.plan.output
                        : add_buffer(started.plan, "table", parameters.types.output, extent);
    return started;
}

Plan finish_table(TablePlan started, const Parameters& parameters) {
    Plan plan = std::move(started.plan);
    if (started.table == plan.output) return plan;
    const ScalarType type = parameters.types.output;
    const Extent to = plan[plan.output].extent;
    const std::int64_t lanes = std::min(parameters.machine.lanes, 32);
    const Dim3 block{lanes, std::min<std::int64_t>(lanes, 8)};
    const std::int64_t blocks = pieces(to.width, block.x) * pieces(to.height, block.y);
    plan.operations.push_back({Launch{
        .kernel = {"shift_table.cu", "shift_table", type_definitions({type, type})},
        .grid = {checked_blocks(blocks, "The last step of this table")},
        .block = block,
        .arguments = {BufferArgument{started.table}, BufferArgument{plan.output},
                      int_argument(parameters.extent.width), int_argument(to.width), int_argument(to.height)},
        .name = "shift table",
        .bytes_read = plan[started.table].bytes(),
        .bytes_written = plan[plan.output].bytes()}});
    return plan;
}

}  // namespace upsweep
