// The transpose of a stack of planes in one launch: its plan, its catalog entry.
#include <algorithm>
#include <vector>

#include "pipelines/parts/kinds.h"
#include "reference/reference.h"

namespace upsweep::entries::transpose_3d {
namespace {

/// The matrix is a stack of planes of equal height, one above the other: as many as wanted, or the next fewer
/// that divide its height.
struct Stack {
    Extent plane;
    int64_t planes = 1;
};

Stack stack_of(const Parameters& parameters) {
    int64_t planes = parameters.option("planes");
    while (parameters.extent.height % planes != 0) --planes;
    return {{parameters.extent.width, parameters.extent.height / planes}, planes};
}

Plan make_plan(const Parameters& parameters) {
    const Stack stack = stack_of(parameters);
    Plan plan =
        start_plan("transpose_3d", parameters, {stack.plane.height, stack.plane.width * stack.planes});
    append_transpose_planes(plan, plan.input, plan.output, stack.plane, stack.planes,
                            parameters.option("tile"), parameters.machine, "transpose");
    return plan;
}

/// The planes one by one.
Array reference_of(const Parameters& parameters, const Array& input) {
    const Stack stack = stack_of(parameters);
    Array result(parameters.types.output, {stack.plane.height, stack.plane.width * stack.planes});
    const size_t in = input.bytes().size() / size_t(stack.planes);
    auto to = result.bytes().begin();
    for (size_t plane = 0; plane < size_t(stack.planes); ++plane) {
        Array one(input.type(), stack.plane);
        const auto from = input.bytes().subspan(plane * in, in);
        std::copy(from.begin(), from.end(), one.bytes().begin());
        const Array turned = reference::transpose(one, parameters.types.output);
        to = std::copy(turned.bytes().begin(), turned.bytes().end(), to);
    }
    return result;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Stack stack = stack_of(parameters);
    return to_expectations(transpose_planes_cost(stack.plane, parameters.types.output, stack.planes,
                                                 parameters.option("tile"), parameters.machine));
}

}  // namespace

extern const Algorithm algorithm = transpose_entry({
    .slug = "transpose_3d",
    .title = "3-D transpose, planes in one launch",
    .source = "Poostchi et al. 2012, section 3.4",
    .teaches = "One launch for all bins: the grid has one more coordinate, the plane",
    .options = {number_option("planes", "planes, at most; they divide the height", 1, 256, 4), tile_option()},
    .opening = {.extent = {4, 8}, .at = 153},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
});

}  // namespace upsweep::entries::transpose_3d

namespace upsweep {

void append_transpose_planes(Plan& plan, BufferId from, BufferId to, Extent plane, int64_t planes,
                             int64_t tile, MachineShape machine, const std::string& name) {
    using namespace entries::transpose_3d;
    if (tile == 0) tile = machine.lanes;
    const int64_t tiles = pieces(plane.width, tile) * pieces(plane.height, tile);
    Definitions definitions = type_definitions({plan[from].type, plan[to].type});
    define_tile(definitions, tile);
    const int64_t elements = plane.count() * planes;
    append_launch(plan, {.kernel = {"transpose_planes.cu", "transpose_planes", std::move(definitions)},
                         .grid = {checked_blocks(tiles, "A transpose of these planes"), planes},
                         .block = {tile, std::min<int64_t>(tile, 8)},
                         .arguments = arguments(from, to, plane.width, plane.height),
                         .name = name,
                         .bytes_read = elements * size_of(plan[from].type),
                         .bytes_written = elements * size_of(plan[to].type)});
}

Cost transpose_planes_cost(Extent plane, ScalarType output, int64_t planes, int64_t tile,
                           MachineShape machine) {
    using namespace entries::transpose_3d;
    return repeated(planes, transpose_cost(plane, output, {.tile = tile}, machine));
}

}  // namespace upsweep
