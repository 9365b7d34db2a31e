// The box filter as two sliding sums.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::box_filter_sliding {
namespace {

void append_sliding(Plan& plan, const Parameters& parameters, std::string function, BufferId from,
                    BufferId to, int64_t lines, std::string name) {
    const int64_t threads = 4 * parameters.machine.lanes;
    append_pass(plan, from, to,
                {.kernel = {"box_filter_sliding.cu", std::move(function), window_definitions(parameters)},
                 .grid = {pieces(lines, threads)},
                 .block = {threads},
                 .arguments = window_arguments(parameters),
                 .name = std::move(name)});
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter_sliding", parameters);
    const BufferId row_sums = plan.add_buffer({"row_sums", window_sum_type(parameters), picture});
    append_sliding(plan, parameters, "slide_rows", plan.input, row_sums, picture.height, "slide along rows");
    append_sliding(plan, parameters, "slide_columns", row_sums, plan.output, picture.width,
                   "slide down columns");
    return plan;
}

/// A line of n: where the window is cut, all n pixels come in and those that are more than r + 1 from the end
/// go out; else the first window's 2r + 1 come in, and then one in and one out for each.
Term line_additions(int64_t lines, int64_t n, const Parameters& parameters) {
    const int64_t r = parameters.option("radius");
    if (border_of(parameters) != reference::Border::cut)
        return Term::of(lines, 2 * r + 1 + 2 * n, fmt::format("({} + 2·{})", 2 * r + 1, n));
    const int64_t out = std::max<int64_t>(0, n - r - 1);
    return Term::of(lines, n + out, fmt::format("({} + {})", n, out));
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    Cost cost;
    cost.additions = line_additions(h, w, parameters);
    cost.additions += line_additions(w, h, parameters);
    // The half that rounds.
    cost.additions += {w * h, "wh"};
    cost.rounds = {2, "1 + 1"};
    return work_expectations(cost);
}

/// A sum has gone along its whole line, rounded twice a pixel; sums of whole windows leave their errors to
/// those that are cut, which may have a quarter of the pixels.
double roundings(const Parameters& parameters) {
    if (parameters.types.output == u8) return 0;
    const int64_t first = 2 * parameters.option("radius") + 1;
    return double(4 * (2 * parameters.extent.width + 2 * parameters.extent.height + 2 * first) + 1);
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "box_filter_sliding",
    .title = "Two sliding sums",
    .source = "the separable running sum",
    .teaches = "One pixel in, one out: no table, the same cost for every radius, but only one thread per row",
    .options = {radius_option(2047), border_option()},
    .types = {{u8, u8}, {f32, f32}},
    .opening = {.extent = {10, 8}, .at = 104},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::box_filter_sliding
