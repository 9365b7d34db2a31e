// The box filter as the program itself makes it on the CPU: an integral image and four corners, in vectors,
// on all cores.
#include <algorithm>
#include <string>

#include "pipelines/parts/cpu_loop.h"
#include "pipelines/parts/window_parts.h"
#include "reference/fast_box_filter.h"

namespace upsweep::entries::box_filter_fast_loop {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter_fast_loop", parameters, picture);
    const BufferId table = plan.add_buffer({"table", ScalarType::u32, picture});
    append_loop(plan, {BufferArgument{plan.input}, BufferArgument{table}, BufferArgument{plan.output},
                       int_argument(picture.width), int_argument(picture.height),
                       int_argument(parameters.option("radius"))});
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::box_filter(input, parameters.option("radius"), reference::Border::cut);
}

void run_on_cpu(const Parameters& parameters, const Array& input, Array& output) {
    reference::box_filter_fast(input, output, parameters.option("radius"));
}

/// The table's: a row sum each, and in all rows but the first the value above. A window takes away what lies
/// left of it in all columns but the first r + 1, what lies above it in all rows but the first r + 1, and
/// adds what was taken twice where it does both; the half that rounds is added to every one.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height,
                       r = parameters.option("radius");
    const std::int64_t inner_columns = std::max<std::int64_t>(0, w - r - 1),
                       inner_rows = std::max<std::int64_t>(0, h - r - 1);
    const std::int64_t table = w * h + w * (h - 1);
    const std::int64_t corners = inner_columns * h + inner_rows * w + inner_columns * inner_rows;
    // In a picture that no window leaves behind there is nothing to take away.
    std::string formula = "wh + w(h − 1)";
    if (inner_columns > 0) formula += " + (w − r − 1)h";
    if (inner_rows > 0) formula += " + (h − r − 1)w";
    if (inner_columns > 0 && inner_rows > 0) formula += " + (w − r − 1)(h − r − 1)";
    return {{"additions", formula + " + wh", table + corners + w * h}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "box_filter_fast_loop",
    .title = "CPU, vectors and all cores",
    .chapter = "Box filters",
    .source = "Crow 1984, one band of rows per core",
    .teaches = "On a CPU too, an integral image and four corners take the same time for every radius",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .fast = true,
    .options = {radius_option(2047)},
    .types = {{ScalarType::u8, ScalarType::u8}},
    .opening = {.extent = {10, 8}, .options = {{"radius", 2}}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::filter,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::none; },
    .roundings = [](const Parameters&) { return 0.0; },
};

}  // namespace upsweep::entries::box_filter_fast_loop
