// The integral image by a wavefront of tiles: its plan, its cost, its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_wavefront {
namespace {

KernelName kernel(const Parameters& parameters) {
    Definitions definitions = type_definitions(parameters.types);
    define_tile(definitions, DiagonalTiling(parameters).tile);
    return {"integral_image_wavefront.cu", "scan_diagonal", std::move(definitions)};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const DiagonalTiling cut(parameters);
    TablePlan started = start_table("integral_image_wavefront", parameters);
    Plan& plan = started.plan;
    const BufferId table = started.table;
    const ScalarType type = parameters.types.output;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, {1, extent.height});
    const BufferId column_sums = add_buffer(plan, "column_sums", type, {extent.width, 1});
    const int64_t in = size_of(parameters.types.input), out = size_of(parameters.types.output);
    for (int64_t diagonal = 0; diagonal < cut.diagonals(); ++diagonal) {
        const int64_t tiles = cut.last(diagonal) - cut.first(diagonal) + 1;
        const int64_t pixels = extent.count() * tiles / cut.tiles.count();
        append_launch(
            plan,
            {.kernel = kernel(parameters),
             .grid = {tiles},
             .block = {cut.tile},
             .arguments = arguments(plan.input, table, row_sums, column_sums, extent.width, extent.height,
                                    diagonal, cut.first(diagonal), scans_inclusively(parameters)),
             .name = fmt::format("diagonal {}", diagonal + 1),
             .bytes_read = pixels * in,
             .bytes_written = pixels * out,
             .subjects = {on_grid(plan.input, SubjectRole::picture),
                          kept("tile", SubjectRole::data, SubjectForm::grid),
                          on_grid(row_sums, SubjectRole::prefix), on_grid(column_sums, SubjectRole::prefix),
                          on_grid(table, SubjectRole::table)}});
    }
    return finish_table(std::move(started), parameters);
}

/// Along the last row and down the last column: each sum begins by adding to zero. An exclusive table of one
/// row is zero, and what is deepest are the row's sums between two tiles.
Term depth_of(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const DiagonalTiling cut(parameters);
    if (scans_inclusively(parameters)) return {extent.width + extent.height, "w + h"};
    if (extent.height > 1) return {extent.width + extent.height - 2, "w + h − 2"};
    const int64_t depth = (cut.tiles.width - 1) * cut.tile;
    return {depth, std::to_string(depth)};
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(DiagonalTiling(parameters).cost(parameters, 1), depth_of(parameters));
}

/// Along the row and then down the column.
double roundings(const Parameters& parameters) {
    return double(parameters.extent.width + parameters.extent.height);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_wavefront",
    .title = "A wavefront of tiles",
    .source = "Bellens et al. 2011, the comparison in Poostchi et al. 2012",
    .teaches = "One launch per diagonal: a tile starts when the tiles to its left and above are done, so the "
               "first and last launches leave most of the GPU idle",
    .options = {convention_option(), tile_option()},
    .opening = {.extent = {12, 12}, .multiprocessors = 4, .step = StepSize::launch},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_wavefront
