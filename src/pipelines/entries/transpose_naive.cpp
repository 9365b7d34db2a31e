// The transpose without shared memory: its plan, its catalog entry.
#include <algorithm>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::transpose_naive {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const bool along_output = parameters.is_on("coalesced");
    const Extent walked = along_output ? extent.transposed() : extent;
    const int64_t wanted = parameters.option("tile");
    const int64_t side = wanted == 0 ? std::min(parameters.machine.lanes, 32) : wanted;
    const Dim3 block{side, std::min<int64_t>(side, 8)};
    Plan plan = start_plan("transpose_naive", parameters, extent.transposed());
    const int64_t blocks = pieces(walked.width, block.x) * pieces(walked.height, block.y);
    append_pass(plan, plan.input, plan.output,
                {.kernel = {"transpose_naive.cu", "transpose", type_definitions(parameters.types)},
                 .grid = {checked_blocks(blocks, "A transpose of this matrix")},
                 .block = block,
                 .arguments = arguments(extent.width, extent.height, along_output),
                 .name = "transpose"});
    return plan;
}

std::vector<Expectation> expectations(const Parameters&) { return work_expectations({}); }

}  // namespace

extern const Algorithm algorithm = transpose_entry({
    .slug = "transpose_naive",
    .title = "Naive transpose",
    .source = "Oro et al. 2011, section 6 (uncoalesced)",
    .teaches = "Loads or stores are adjacent, never both: a warp touches a sector for each lane",
    .options = {choice_option("coalesced", "direction of a warp's lanes",
                              {"rows of the input", "rows of the output"}),
                titled(tile_option(), "threads along a block's rows")},
    .opening = {.extent = {8, 8}, .lanes = 8, .at = 66},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::transpose_naive
