// The CPU loop of Bilgic et al.: exclusive, of the input's own size, one pass.
#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cpu_loop.h"
#include "pipelines/parts/row_scans.h"
#include "reference/cpu_loops.h"
#include "reference/reference.h"

namespace upsweep::entries::integral_image_bilgic_loop {
namespace {

std::vector<Option> options() {
    return {
        safety_option("stops", "end of each row", "every row ends correctly",
                      "as printed, the loop writes one element past the end of each row, and past the whole "
                      "array in the last one")};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = make_loop_plan("integral_image_bilgic_loop", parameters);
    plan.emulator_only = slips_in(options(), parameters);
    if (!plan.emulator_only.empty())
        std::get<Launch>(plan.operations.back().what).kernel.definitions.emplace_back("PRINTED", "1");
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::integral_image_exclusive(input, parameters.types.output);
}

void run_on_cpu(const Parameters& parameters, const Array& input, Array& output) {
    if (parameters.option("stops") == 0)
        throw UsageError("The loop as printed writes past its array, so it runs on the emulator only.");
    reference::run_bilgic_loop(input, output);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    if (parameters.option("stops") == 0)
        return {{"additions", "2w(h − 1)", 2 * extent.width * (extent.height - 1)}};
    const std::int64_t w = extent.width, h = extent.height;
    std::vector<Expectation> all = {{"additions", "2(w − 1)(h − 1)", 2 * (w - 1) * (h - 1)}};
    // Of a single row or column nothing is summed.
    if (w > 1 && h > 1) all.push_back({"depth", "w + h − 2", w + h - 2});
    return all;
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_image_bilgic_loop",
    .title = "Serial loop, row sum",
    .chapter = "Integral images",
    .source = "Bilgic et al. 2010, section II",
    .teaches = "One pass: a running row sum and the value above",
    .shape = Shape::matrix,
    .cpu_loop = true,
    .options = options(),
    .types = usual_types(),
    .opening = {.extent = {4, 3}},
    .make_plan = make_plan,
    .reference = reference_of,
    .run_on_cpu = run_on_cpu,
    .expectations = expectations,
    .result = ResultKind::table,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::exclusive; },
    // An element goes along its row, then down its column.
    .roundings =
        [](const Parameters& parameters) {
            return static_cast<double>(parameters.extent.width + parameters.extent.height);
        },
};

}  // namespace upsweep::entries::integral_image_bilgic_loop
