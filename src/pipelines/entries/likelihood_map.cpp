// The likelihood map: a template's histogram against that of every window.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/histograms.h"
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/likelihood_plan.h"
#include "reference/integral_histogram.h"

namespace upsweep::entries::likelihood_map {
namespace {

Extent window_of(const Parameters& parameters) {
    const int64_t percent = parameters.option("window");
    return {std::max<int64_t>(1, parameters.extent.width * percent / 100),
            std::max<int64_t>(1, parameters.extent.height * percent / 100)};
}

Extent map_extent(const Parameters& parameters) {
    const Extent window = window_of(parameters);
    return {parameters.extent.width - window.width + 1, parameters.extent.height - window.height + 1};
}

/// The template is a window of the picture itself, so that one place of the map is 1.
reference::Rectangle template_of(const Parameters& parameters) {
    const Extent window = window_of(parameters), places = map_extent(parameters);
    const int64_t percent = parameters.option("template");
    const int64_t x = (places.width - 1) * percent / 100, y = (places.height - 1) * percent / 100;
    return {x, y, x + window.width, y + window.height};
}

LikelihoodSettings settings_of(const Parameters& parameters) {
    return {.feature = reference::PictureFeature::intensity,
            .binning = binning_of(parameters),
            .widths = reference::BinWidths(parameters.option("widths")),
            .measure = reference::Measure(parameters.option("measure")),
            .wanted = template_of(parameters)};
}

Plan make_plan(const Parameters& parameters) {
    return make_likelihood_plan(parameters, settings_of(parameters));
}

/// The picture with each pixel's bin in its place.
Array binned(const Array& input, const LikelihoodSettings& settings) {
    const auto table = reference::bin_table(input, settings.binning, settings.widths);
    Array bins(u8, input.extent());
    const auto from = input.view<uint8_t>();
    std::transform(from.begin(), from.end(), bins.view<uint8_t>().begin(),
                   [&](uint8_t pixel) { return table[pixel]; });
    return bins;
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const LikelihoodSettings settings = settings_of(parameters);
    const Array bins = binned(input, settings);
    const reference::Binning as_they_are{settings.binning.bins, settings.binning.bins};
    return reference::likelihood_map(
        reference::integral_histogram(bins, as_they_are, true), parameters.extent.height,
        reference::count_bins(bins, as_they_are, settings.wanted), window_of(parameters), settings.measure);
}

/// The tensor, the template's histogram, and at each place three additions between a bin's four corners and
/// one to the likelihood. (The template goes into every block's shared memory unchanged, but from another
/// array: a move, no copy.) How often equal
/// shares add depends on the picture.
std::vector<Expectation> expectations(const Parameters& parameters) {
    if (parameters.is_on("widths")) return {};
    const int64_t threads = 8 * parameters.machine.lanes, places = map_extent(parameters).count(),
                  bins = parameters.option("bins");
    Cost cost = integral_histogram_cost(parameters.extent, bins, parameters.machine);
    Cost map;
    map.additions = Term::of(bins, 3, "3");
    map.additions += Term::of(places, 4 * bins, fmt::format("4·{} bins", bins));
    const int64_t blocks = pieces(places, threads);
    map.barriers = {blocks, fmt::format("{} blocks of the map", blocks)};
    map.rounds = {2, "1 + 1"};
    cost += map;
    return work_expectations(cost);
}

}  // namespace

extern const Algorithm algorithm = histogram_entry({
    .slug = "likelihood_map",
    .title = "Likelihood of every window",
    .source = "Poostchi et al. 2012, section 3.3 and figure 8; Bhattacharyya 1943; Swain and Ballard 1991",
    .teaches =
        "Search by histogram: compare every window of the picture with a template, in constant time each",
    .options = {bins_option(), levels_option(),
                choice_option("measure", "how to measure the similarity of two histograms",
                              {"intersection", "Bhattacharyya"}),
                choice_option("widths", "how to divide the values into bins",
                              {"equal numbers of values", "equal numbers of pixels"}),
                number_option("window", "the window's sides, in percent of the picture's", 1, 100, 40),
                number_option("template",
                              "position of the template, in percent of the way to the lower right", 0, 100,
                              50)},
    .types = {{u8, f32}},
    .opening = {.extent = {10, 8}, .options = {{"levels", 10}}, .launch = "compare every window", .at = 4116},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::likelihood,
});

}  // namespace upsweep::entries::likelihood_map
