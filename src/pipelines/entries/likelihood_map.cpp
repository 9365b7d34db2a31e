// The likelihood map: a template's histogram against that of every window.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/histogram_parts.h"
#include "pipelines/parts/row_scans.h"
#include "reference/likelihood.h"

namespace upsweep {
namespace {

Extent window_of(const Parameters& parameters) {
    const std::int64_t percent = parameters.option("window");
    return {std::max<std::int64_t>(1, parameters.extent.width * percent / 100),
            std::max<std::int64_t>(1, parameters.extent.height * percent / 100)};
}

Extent map_extent(const Parameters& parameters) {
    const Extent window = window_of(parameters);
    return {parameters.extent.width - window.width + 1, parameters.extent.height - window.height + 1};
}

/// The template is a window of the picture itself, so that one place of the map is 1.
reference::Rectangle template_of(const Parameters& parameters) {
    const Extent window = window_of(parameters), places = map_extent(parameters);
    const std::int64_t percent = parameters.option("template");
    const std::int64_t x = (places.width - 1) * percent / 100, y = (places.height - 1) * percent / 100;
    return {x, y, x + window.width, y + window.height};
}

void append_map(Plan& plan, BufferId tensor, BufferId wanted, const Parameters& parameters) {
    const Extent picture = parameters.extent, window = window_of(parameters);
    const std::int64_t places = map_extent(parameters).count(), bins = parameters.option("bins");
    const std::int64_t threads = 8 * parameters.machine.lanes, blocks = (places + threads - 1) / threads;
    if (blocks > std::numeric_limits<std::int32_t>::max())
        throw UsageError(
            fmt::format("A map of {} places needs {} blocks, and a grid holds {}; take a smaller picture.",
                        places, blocks, std::numeric_limits<std::int32_t>::max()));
    plan.operations.push_back(
        {Launch{.kernel = {"likelihood_map.cu", "likelihood_map", type_definitions(parameters.types)},
                .grid = {blocks},
                .block = {threads},
                .arguments = {BufferArgument{tensor}, BufferArgument{wanted}, BufferArgument{plan.output},
                              int_argument(picture.width), int_argument(picture.height), int_argument(bins),
                              int_argument(window.width), int_argument(window.height),
                              int_argument(parameters.option("measure"))},
                .name = "compare every window",
                .bytes_read = plan[tensor].bytes(),
                .bytes_written = plan[plan.output].bytes()}});
}

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    const reference::Binning binning = binning_of(parameters);
    Plan plan = start_plan("likelihood_map", parameters, map_extent(parameters));
    const BufferId tensor =
        plan.add_buffer({"tensor", ScalarType::u32, tensor_extent(picture, binning.bins)});
    const BufferId wanted = plan.add_buffer({"template", ScalarType::u32, {binning.bins, 1}});
    append_integral_histogram(plan, plan.input, tensor, picture, binning, parameters.machine);
    append_region_histogram(plan, tensor, wanted, picture, binning.bins, template_of(parameters),
                            parameters.machine);
    append_map(plan, tensor, wanted, parameters);
    return plan;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const reference::Binning binning = binning_of(parameters);
    const auto measure = static_cast<reference::Measure>(parameters.option("measure"));
    return reference::likelihood_map(
        reference::integral_histogram(input, binning, true), parameters.extent.height,
        reference::count_bins(input, binning, template_of(parameters)), window_of(parameters), measure);
}

/// The tensor, the template's histogram, and at each place three additions between a bin's four corners and
/// one to the likelihood. (The template goes into every block's shared memory unchanged, but from another
/// array: a move, no copy.)
std::vector<Expectation> expectations(const Parameters& parameters) {
    const std::int64_t threads = 8 * parameters.machine.lanes, places = map_extent(parameters).count(),
                       bins = parameters.option("bins");
    Cost cost = integral_histogram_cost(parameters.extent, bins, parameters.machine);
    Cost map;
    map.additions = Term::of(bins, 3, "3");
    map.additions += Term::of(places, 4 * bins, fmt::format("4·{} bins", bins));
    const std::int64_t blocks = (places + threads - 1) / threads;
    map.barriers = Term::of(1, blocks, fmt::format("{} blocks of the map", blocks));
    map.rounds = Term::of(1, 2, "1 + 1");
    cost += map;
    return work_expectations(cost);
}

}  // namespace

namespace entries {
extern const Algorithm likelihood_map;
const Algorithm likelihood_map = {
    .slug = "likelihood_map",
    .title = "Likelihood of every window",
    .chapter = "Integral histograms",
    .source = "Poostchi et al. 2012, section 3.3 and figure 8; Bhattacharyya 1943; Swain and Ballard 1991",
    .teaches = "Search by histogram: every window of the picture against a template, in constant time each",
    .shape = Shape::matrix,
    .options = {bins_option(),
                levels_option(),
                {.name = "measure",
                 .title = "how alike two histograms are",
                 .lowest = 0,
                 .highest = 1,
                 .initial = 0,
                 .value_names = {"intersection", "Bhattacharyya"}},
                {.name = "window",
                 .title = "the window's sides, in percent of the picture's",
                 .lowest = 1,
                 .highest = 100,
                 .initial = 40},
                {.name = "template",
                 .title = "where the template is taken from, in percent of the way to the lower right",
                 .lowest = 0,
                 .highest = 100,
                 .initial = 50}},
    .types = {{ScalarType::u8, ScalarType::f32}},
    .opening = {.extent = {10, 8}, .launch = "compare every window"},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::likelihood,
    .layout = upright_layout,
    .convention = [](const Parameters&) { return Convention::none; },
    // Sums go from bin to bin on both sides, and root and quotient are rounded once: equal to the bit.
    .roundings = [](const Parameters&) { return 0.0; },
};
}  // namespace entries

}  // namespace upsweep
