// The integral image as the program itself makes it on the CPU: row sum and value above, in vectors, on all
// cores.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "reference/fast_integral_image.h"
#include "reference/reference.h"

namespace upsweep::entries::integral_image_fast_loop {
namespace {

Plan make_plan(const Parameters& parameters) {
    return make_loop_plan("integral_image_fast_loop", parameters);
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::integral_image_inclusive(input, parameters.types.output);
}

void run_on_cpu(const Parameters&, const Array& input, Array& output) {
    reference::integral_image_fast(input, output);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t w = parameters.extent.width, h = parameters.extent.height;
    return {{"additions", "wh + w(h − 1)", w * h + w * (h - 1)}, {"depth", "w + h − 1", w + h - 1}};
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_image_fast_loop",
    .title = "CPU, vectors and all cores",
    .chapter = "Integral images",
    .source = "row sum and value above, one band of rows per core",
    .teaches = "What a CPU can do: with vectors and all cores, memory limits the loop, not additions",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .fast = true,
    .types = usual_types(),
    .opening = {.extent = {4, 3}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::table,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::inclusive; },
    // An element goes along its row, then down its column.
    .roundings =
        [](const Parameters& parameters) {
            return static_cast<double>(parameters.extent.width + parameters.extent.height);
        },
};

}  // namespace upsweep::entries::integral_image_fast_loop
