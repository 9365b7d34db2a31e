// The scan of a row by one block that carries its sum from chunk to chunk: its plan and its catalog entry.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep::entries::scan_raking {
namespace {

Chunks cut_of(const Parameters& parameters) {
    return cut_into_chunks(ChunkKernel::raking, parameters.extent.width, parameters.types.output,
                           parameters.machine, parameters.option("each"));
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_raking", parameters);
    append_raking_scan(plan, plan.input, plan.output, scans_inclusively(parameters), parameters.machine,
                       "scan rows", parameters.option("each"));
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const int64_t each = parameters.option("each");
    const ScalarType output = parameters.types.output;
    return work_expectations(raking_cost(parameters.extent, output, parameters.machine, each),
                             raking_depth(parameters.extent.width, scans_inclusively(parameters), output,
                                          parameters.machine, each));
}

double roundings(const Parameters& parameters) {
    return chunk_roundings(parameters.machine, cut_of(parameters));
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_raking",
    .title = "Serial in the lane, shuffles across",
    .source = "Blelloch 1990; registers as in Chen et al. 2018",
    .teaches =
        "Serial work is the cheapest: a lane adds its own elements, shuffles add the lanes, one barrier per "
        "chunk",
    .options = {inclusive_option(), each_option()},
    .opening = {.extent = {16, 2}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::scan_raking

namespace upsweep {

void append_raking_scan(Plan& plan, BufferId from, BufferId to, bool inclusive, MachineShape machine,
                        const std::string& name, int64_t each) {
    using namespace entries::scan_raking;
    const Extent extent = plan[from].extent;
    const ElementTypes types{plan[from].type, plan[to].type};
    const Chunks cut = cut_into_chunks(ChunkKernel::raking, extent.width, types.output, machine, each);
    append_pass(plan, from, to,
                {.kernel = {"scan_raking.cu", "scan_rows", chunk_definitions(types, machine, cut)},
                 .grid = {extent.height},
                 .block = {machine.lanes * cut.warps},
                 .arguments = arguments(extent.width, inclusive),
                 .name = name});
}

}  // namespace upsweep
