#include "vision/likelihood.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "pipelines/parts/likelihood_plan.h"
#include "vision/likelihood_rows.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

constexpr std::int64_t highest_window = 65535;

void check(const Array& grey, const LikelihoodRequest& request) {
    check_bytes(grey, "A likelihood map");
    const Region& wanted = request.wanted;
    const Extent picture = grey.extent();
    if (wanted.width() < 1 || wanted.height() < 1)
        throw UsageError("The template has no pixels; choose a part of the picture.");
    if (wanted.x0 < 0 || wanted.y0 < 0 || wanted.x1 > picture.width || wanted.y1 > picture.height)
        throw UsageError(fmt::format(
            "The template of {} × {} at ({}, {}) reaches beyond the picture of {} × {}; choose a part of it.",
            wanted.width(), wanted.height(), wanted.x0, wanted.y0, picture.width, picture.height));
    if (wanted.height() > highest_window)
        throw UsageError(fmt::format("A template is at most {} pixels high, not {}; take a lower one.",
                                     highest_window, wanted.height()));
    if (request.bins < 2 || request.bins > 256)
        throw UsageError(fmt::format("A histogram has 2 to 256 bins, not {}.", request.bins));
    if (request.features.empty())
        throw UsageError("A likelihood map needs a feature to compare; choose at least one.");
    if (std::set(request.features.begin(), request.features.end()).size() != request.features.size())
        throw UsageError("A feature is multiplied twice; choose each once.");
}

std::array<std::uint8_t, 256> table_of(const Array& plane, const LikelihoodRequest& request) {
    return reference::bin_table(plane, {request.bins, 256}, request.widths);
}

std::vector<int> edges_of(const std::array<std::uint8_t, 256>& table, int bins) {
    std::vector<int> edges;
    for (int bin = 0; bin < bins; ++bin)
        edges.push_back(static_cast<int>(std::lower_bound(table.begin(), table.end(), bin) - table.begin()));
    edges.push_back(256);
    return edges;
}

Array binned_by(const Array& plane, const std::array<std::uint8_t, 256>& table) {
    Array binned(ScalarType::u8, plane.extent());
    const auto from = plane.view<std::uint8_t>();
    std::transform(from.begin(), from.end(), binned.view<std::uint8_t>().begin(),
                   [&](std::uint8_t value) { return table[value]; });
    return binned;
}

Array multiplied(const std::vector<Array>& maps) {
    Array product = maps.front();
    const auto to = product.view<float>();
    for (std::size_t map = 1; map < maps.size(); ++map) {
        const auto from = maps[map].view<float>();
        for (std::size_t i = 0; i < to.size(); ++i) to[i] *= from[i];
    }
    return product;
}

/// What a feature's bins are, for every backend alike.
void add_bins(LikelihoodRun& run, const Array& grey, const LikelihoodRequest& request,
              PictureFeature feature) {
    const Array plane = feature_plane(grey, feature);
    const auto table = table_of(plane, request);
    const Region& wanted = request.wanted;
    run.bin_edges.push_back(edges_of(table, request.bins));
    run.binned.push_back(binned_by(plane, table));
    run.wanted_histograms.push_back(reference::count_bins(run.binned.back(), {request.bins, request.bins},
                                                          {wanted.x0, wanted.y0, wanted.x1, wanted.y1}));
}

Plan plan_of(const Array& grey, const LikelihoodRequest& request, PictureFeature feature) {
    const Algorithm& algorithm = find_algorithm("likelihood_map");
    const Region& wanted = request.wanted;
    return make_likelihood_plan(
        {.extent = grey.extent(), .types = algorithm.types.front(), .machine = {}, .options = {}},
        {.feature = feature,
         .binning = {request.bins, 256},
         .widths = request.widths,
         .measure = request.measure,
         .wanted = {wanted.x0, wanted.y0, wanted.x1, wanted.y1}});
}

}  // namespace

LikelihoodRun likelihood_of(const Array& grey, const LikelihoodRequest& request, const backends::Backend& on,
                            const std::atomic<bool>* cancel) {
    check(grey, request);
    check_emulated(grey.extent(), grey.count() * request.bins, on);
    const bool here = &on == &backends::cpu();
    LikelihoodRun run;
    const auto timed = [](double& milliseconds, const auto& work) {
        const double start = steady_seconds();
        work();
        milliseconds += milliseconds_since(start);
    };
    double elsewhere = 0;
    for (const PictureFeature feature : request.features) {
        stop_if(cancel);
        timed(here ? run.planes_ms : elsewhere, [&] { add_bins(run, grey, request, feature); });
        if (here) {
            timed(run.map_ms, [&] {
                run.maps.push_back(likelihood_map_by_columns(
                    run.binned.back(), run.wanted_histograms.back(),
                    {request.wanted.width(), request.wanted.height()}, request.measure, cancel));
            });
            continue;
        }
        OperationRun made = run_plan(plan_of(grey, request, feature), grey, on, cancel);
        run.maps.push_back(std::move(made.channels.front()));
        run.tensor_ms += made.tables_ms;
        run.map_ms += made.filter_ms;
        run.transfer_ms += made.transfer_ms;
    }
    timed(here ? run.map_ms : elsewhere, [&] { run.fused = multiplied(run.maps); });
    const Place place = most_likely(run.fused);
    run.best = {place.x, place.y, place.x + request.wanted.width(), place.y + request.wanted.height()};
    run.best_value = place.likelihood;
    return run;
}

Array feature_plane(const Array& grey, PictureFeature feature) {
    check_bytes(grey, "A feature");
    return reference::plane_of_feature(grey, feature, 0);
}

std::vector<int> bin_edges_of(const Array& plane, int bins, BinWidths widths) {
    return edges_of(reference::bin_table(plane, {bins, 256}, widths), bins);
}

std::vector<BinCount> window_histogram(const LikelihoodRun& run, const LikelihoodRequest& request,
                                       std::size_t feature, std::int64_t x, std::int64_t y) {
    const Array& binned = run.binned[feature];
    const std::uint8_t* pixels = binned.view<std::uint8_t>().data();
    const std::int64_t width = binned.extent().width;
    const Region window{x, y, x + request.wanted.width(), y + request.wanted.height()};
    std::vector<BinCount> bins(static_cast<std::size_t>(request.bins));
    // Each pixel above and left of the window's lower right corner belongs to D, and to those corners that it
    // lies before.
    for (std::int64_t row = 0; row < window.y1; ++row)
        for (std::int64_t column = 0; column < window.x1; ++column) {
            Corners& at = bins[pixels[row * width + column]].corners;
            ++at.d;
            at.b += row < window.y0;
            at.c += column < window.x0;
            at.a += row < window.y0 && column < window.x0;
        }
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        BinCount& one = bins[bin];
        one.count = one.corners.sum();
        one.wanted = run.wanted_histograms[feature][bin];
        one.shared = request.measure == Measure::intersection
                         ? static_cast<float>(std::min(one.count, one.wanted))
                         : std::sqrt(static_cast<float>(one.count) * static_cast<float>(one.wanted));
    }
    return bins;
}

Array heat_of(const Array& map, Extent picture) {
    Array heat(ScalarType::u8, picture);
    const auto values = map.view<float>();
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    const float base = *lowest, scale = *highest > base ? 255 / (*highest - base) : 0;
    const Extent places = map.extent();
    const std::int64_t left = (picture.width - places.width + 1) / 2,
                       top = (picture.height - places.height + 1) / 2;
    const auto to = heat.view<std::uint8_t>();
    for (std::int64_t y = 0; y < places.height; ++y)
        for (std::int64_t x = 0; x < places.width; ++x)
            to[static_cast<std::size_t>((y + top) * picture.width + x + left)] = static_cast<std::uint8_t>(
                scale * (values[static_cast<std::size_t>(y * places.width + x)] - base) + 0.5F);
    return heat;
}

PictureFeature parse_feature(std::string_view text) {
    for (int i = 0; i < reference::feature_count; ++i)
        if (const auto feature = static_cast<PictureFeature>(i); name_of(feature) == text) return feature;
    throw UsageError(
        fmt::format("Unknown feature {}; take intensity, gradient_magnitude, gradient_angle, "
                    "shape_index, curvature or orientation.",
                    in_quotes(text)));
}

BinWidths parse_widths(std::string_view text) {
    if (text == "equal") return BinWidths::equal_width;
    if (text == "share") return BinWidths::equal_share;
    throw UsageError(
        fmt::format("Unknown widths {}; bins have equal widths (equal) or an equal share of the "
                    "pixels (share).",
                    in_quotes(text)));
}

Measure parse_measure(std::string_view text) {
    if (text == "intersection") return Measure::intersection;
    if (text == "bhattacharyya") return Measure::bhattacharyya;
    throw UsageError(fmt::format(
        "Unknown measure {}; histograms are compared by intersection or bhattacharyya.", in_quotes(text)));
}

const Operation likelihood_operation = {
    .slug = "likelihood",
    .title = "Region histogram & likelihood",
    .parameters = {{.name = "features",  // a bit for each, the lowest is intensity
                    .setting = "playground.likelihood.features",
                    .least = 1,
                    .most = (1 << reference::feature_count) - 1,
                    .initial = 1},
                   {.name = "bins",
                    .setting = "playground.likelihood.bins",
                    .least = 8,
                    .most = 256,
                    .initial = 32,
                    .power_of_two = true},
                   {.name = "measure",
                    .setting = "playground.likelihood.measure",
                    .most = 1,
                    .words = {"intersection", "Bhattacharyya"}},
                   {.name = "widths",
                    .setting = "playground.likelihood.widths",
                    .most = 1,
                    .words = {"width", "share"}},
                   {.name = "opacity",  // of the map, in percent
                    .setting = "playground.likelihood.opacity",
                    .most = 100,
                    .initial = 75}},
};

}  // namespace upsweep::vision
