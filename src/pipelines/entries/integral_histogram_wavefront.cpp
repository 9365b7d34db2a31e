// The integral histogram by a wavefront of tiles: its plan, its cost, its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_histogram_wavefront {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    const DiagonalTiling cut(parameters);
    const reference::Binning binning = binning_of(parameters);
    const int64_t bins = binning.bins;
    const ScalarType type = parameters.types.output;
    Plan plan = start_plan("integral_histogram_wavefront", parameters, tensor_extent(picture, bins));
    const BufferId row_sums = add_buffer(plan, "row_sums", type, {1, picture.height * bins});
    const BufferId column_sums = add_buffer(plan, "column_sums", type, {picture.width, bins});
    Definitions definitions = type_definitions(parameters.types);
    define_tile(definitions, cut.tile);
    for (int64_t diagonal = 0; diagonal < cut.diagonals(); ++diagonal) {
        const int64_t tiles = cut.last(diagonal) - cut.first(diagonal) + 1;
        const int64_t pixels = picture.count() * tiles / cut.tiles.count() * bins;
        append_launch(
            plan,
            {.kernel = {"integral_histogram_wavefront.cu", "count_diagonal", definitions},
             .grid = {tiles, bins},
             .block = {cut.tile},
             .arguments = arguments(plan.input, plan.output, row_sums, column_sums, picture.width,
                                    picture.height, diagonal, cut.first(diagonal), bins, binning.levels),
             .name = fmt::format("diagonal {}", diagonal + 1),
             .bytes_read = pixels * size_of(parameters.types.input),
             .bytes_written = pixels * size_of(type),
             .subjects = {on_grid(plan.input, SubjectRole::picture),
                          kept("tile", SubjectRole::data, SubjectForm::grid),
                          on_grid(row_sums, SubjectRole::prefix), on_grid(column_sums, SubjectRole::prefix),
                          on_grid(plan.output, SubjectRole::table)}});
    }
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const DiagonalTiling cut(parameters);
    return to_expectations(cut.cost(parameters, parameters.option("bins")));
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "integral_histogram_wavefront",
    .title = "A wavefront of tiles for all bins",
    .source = "Bellens et al. 2011, the comparison in Poostchi et al. 2012",
    .teaches = "One launch per diagonal counts in all bins, so that even a corner of the picture gives the "
               "GPU a block per bin",
    .options = {bins_option(), levels_option(), tile_option()},
    .opening = {.extent = {8, 8}, .multiprocessors = 4, .step = StepSize::launch},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::integral_histogram_wavefront
