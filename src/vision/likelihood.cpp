#include "vision/likelihood.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/vectors.h"
#include "core/whole_number.h"
#include "pipelines/parts/likelihood_plan.h"

namespace upsweep::vision {
namespace {

constexpr int64_t highest_window = 65535;

void check(const Array& grey, const LikelihoodRequest& request) {
    check_bytes(grey, "A likelihood map");
    const Region& wanted = request.wanted;
    const Extent picture = grey.extent();
    if (wanted.width() < 1 || wanted.height() < 1)
        throw UsageError("The template has no pixels; choose a part of the picture.");
    if (wanted.x0 < 0 || wanted.y0 < 0 || wanted.x1 > picture.width || wanted.y1 > picture.height)
        throw UsageError(
            "The template of {} × {} at ({}, {}) reaches beyond the picture of {} × {}; choose a part of it.",
            wanted.width(), wanted.height(), wanted.x0, wanted.y0, picture.width, picture.height);
    if (wanted.height() > highest_window)
        throw UsageError("A template is at most {} pixels high, not {}; take a lower one.", highest_window,
                         wanted.height());
    if (request.bins < 2 || request.bins > 256)
        throw UsageError("A histogram has 2 to 256 bins, not {}.", request.bins);
    if (request.features.empty())
        throw UsageError("A likelihood map needs a feature to compare; choose at least one.");
    if (std::set(request.features.begin(), request.features.end()).size() != request.features.size())
        throw UsageError("A feature is multiplied twice; choose each once.");
}

std::array<uint8_t, 256> table_of(const Array& plane, const LikelihoodRequest& request) {
    return reference::bin_table(plane, {request.bins, 256}, request.widths);
}

std::vector<int> edges_of(const std::array<uint8_t, 256>& table, int bins) {
    std::vector<int> edges;
    for (int bin = 0; bin < bins; ++bin)
        edges.push_back(int(std::lower_bound(table.begin(), table.end(), bin) - table.begin()));
    edges.push_back(256);
    return edges;
}

Array binned_by(const Array& plane, const std::array<uint8_t, 256>& table) {
    Array binned(ScalarType::u8, plane.extent());
    const auto from = plane.view<uint8_t>();
    std::transform(from.begin(), from.end(), binned.view<uint8_t>().begin(),
                   [&](uint8_t value) { return table[value]; });
    return binned;
}

Array multiplied(const std::vector<Array>& maps) {
    Array product = maps.front();
    const auto to = product.view<float>();
    for (size_t map = 1; map < maps.size(); ++map) {
        const auto from = maps[map].view<float>();
        for (size_t i = 0; i < to.size(); ++i) to[i] *= from[i];
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
    const auto values = run.fused.view<float>();
    const auto best = max_element(values);
    const int64_t place = best - values.begin(), places = run.fused.extent().width;
    run.best = {place % places, place / places, place % places + request.wanted.width(),
                place / places + request.wanted.height()};
    run.best_value = *best;
    return run;
}

Array feature_plane(const Array& grey, PictureFeature feature) {
    check_bytes(grey, "A feature");
    return reference::plane_of_feature(grey, feature, 0);
}

std::vector<BinCount> window_histogram(const LikelihoodRun& run, const LikelihoodRequest& request,
                                       size_t feature, int64_t x, int64_t y) {
    const Array& binned = run.binned[feature];
    const uint8_t* pixels = binned.view<uint8_t>().data();
    const int64_t width = binned.extent().width;
    const Region window{x, y, x + request.wanted.width(), y + request.wanted.height()};
    std::vector<BinCount> bins(size_t(request.bins));
    // Each pixel above and left of the window's lower right corner belongs to D, and to those corners that it
    // lies before.
    for (int64_t row = 0; row < window.y1; ++row)
        for (int64_t column = 0; column < window.x1; ++column) {
            Corners& at = bins[pixels[row * width + column]].corners;
            ++at.d;
            at.b += row < window.y0;
            at.c += column < window.x0;
            at.a += row < window.y0 && column < window.x0;
        }
    for (size_t bin = 0; bin < bins.size(); ++bin) {
        BinCount& one = bins[bin];
        one.count = one.corners.sum();
        one.wanted = run.wanted_histograms[feature][bin];
        one.shared = request.measure == Measure::intersection
                         ? float(std::min(one.count, one.wanted))
                         : std::sqrt(float(one.count) * float(one.wanted));
    }
    return bins;
}

Array heat_of(const Array& map, Extent picture) {
    Array heat(ScalarType::u8, picture);
    const auto values = map.view<float>();
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    const float base = *lowest, scale = *highest > base ? 255 / (*highest - base) : 0;
    const Extent places = map.extent();
    const int64_t left = (picture.width - places.width + 1) / 2,
                  top = (picture.height - places.height + 1) / 2;
    const auto to = heat.view<uint8_t>();
    for (int64_t y = 0; y < places.height; ++y)
        for (int64_t x = 0; x < places.width; ++x)
            to[(y + top) * picture.width + x + left] =
                uint8_t(scale * (values[y * places.width + x] - base) + 0.5F);
    return heat;
}

PictureFeature parse_feature(std::string_view text) {
    std::vector<std::string_view> names;
    for (int i = 0; i < reference::feature_count; ++i) names.push_back(name_of(PictureFeature(i)));
    return PictureFeature(
        place_of_word(text, names,
                      "Unknown feature {}; take intensity, gradient_magnitude, gradient_angle, "
                      "shape_index, curvature or orientation."));
}

BinWidths parse_widths(std::string_view text) {
    static constexpr std::string_view words[] = {"equal", "share"};
    return BinWidths(place_of_word(
        text, words,
        "Unknown widths {}; bins have equal widths (equal) or an equal share of the pixels (share)."));
}

Measure parse_measure(std::string_view text) {
    static constexpr std::string_view words[] = {"intersection", "bhattacharyya"};
    return Measure(place_of_word(
        text, words, "Unknown measure {}; histograms are compared by intersection or bhattacharyya."));
}

Region parse_template(std::string_view text) {
    std::vector<int64_t> numbers;
    for (std::string_view rest = text; numbers.size() < 5;) {
        const size_t comma = rest.find(',');
        const auto number = parse_whole_number(rest.substr(0, comma));
        if (!number || *number < 0 || *number > 1'000'000'000) break;
        numbers.push_back(*number);
        if (comma == std::string_view::npos) {
            if (numbers.size() == 4 && numbers[2] > 0 && numbers[3] > 0)
                return {numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]};
            break;
        }
        rest.remove_prefix(comma + 1);
    }
    throw UsageError(
        "--template takes X,Y,W,H: the upper left corner, the width and the height "
        "in pixels, not {}.",
        in_quotes(text));
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

std::optional<LikelyPlace> best_elsewhere(const Array& map, const Region& wanted) {
    const float* values = map.view<float>().data();
    const Extent places = map.extent();
    std::optional<LikelyPlace> best;
    const auto look = [&](int64_t y, int64_t from, int64_t to) {
        for (int64_t x = std::max<int64_t>(0, from); x < std::min(to, places.width); ++x)
            if (const float value = values[y * places.width + x]; !best || value > best->value)
                best = {{x, y, x + wanted.width(), y + wanted.height()}, value};
    };
    for (int64_t y = 0; y < places.height; ++y) {
        const bool beside = std::abs(y - wanted.y0) < wanted.height();
        // Level with the template only what ends before it or begins behind it.
        look(y, 0, beside ? wanted.x0 - wanted.width() + 1 : places.width);
        if (beside) look(y, wanted.x1, places.width);
    }
    return best;
}

namespace {

/// A row's counts of one bin, and what they add to the map.
struct Row {
    const uint32_t* counts;
    uint32_t wanted;
    float* map;
    int64_t places;
};

template <Measure measure>
UPSWEEP_INLINE void add(const Row& row) {
    const uint32_t* __restrict counts = row.counts;
    float* __restrict map = row.map;
    const uint32_t wanted = row.wanted;
    const auto as_float = float(wanted);
    for (int64_t x = 0, places = row.places; x < places; ++x) {
        // Counts are below 2³¹, and convert faster as signed numbers.
        if constexpr (measure == Measure::intersection)
            map[x] += float(int32_t(std::min(counts[x], wanted)));
        else
            map[x] += std::sqrt(float(int32_t(counts[x])) * as_float);
    }
}

/// One thread's rows: the template's bins, and how many of a window's rows each column has of them.
class Columns {
  public:
    Columns(const Array& binned, const Histogram& wanted, Extent window)
        : pixels_(binned.view<uint8_t>().data()),
          width_(binned.extent().width),
          window_(window),
          row_(size_t(width_ - window.width + 1)) {
        for (size_t bin = 0; bin < wanted.size(); ++bin)
            if (wanted[bin] > 0) {
                place_of_[bin] = 1 + int64_t(wanted_.size());
                wanted_.push_back(wanted[bin]);
            }
        // Pixels of other bins are counted in row 0, which is never read.
        counts_.resize((wanted_.size() + 1) * size_t(width_));
    }

    /// The rows of the window at y: all counted afresh, or those of the row above less one and one more.
    void begin(int64_t y) {
        for (int64_t row = y; row < y + window_.height; ++row) count<1>(row);
    }
    void go_down(int64_t y) {
        count<-1>(y - 1);
        count<1>(y + window_.height - 1);
    }

    /// The row's likeness, from bin 0 on.
    void compare(float* map, void (*add_bin)(const Row&)) {
        const auto places = int64_t(row_.size());
        for (size_t bin = 0; bin < wanted_.size(); ++bin) {
            const uint16_t* column = counts_.data() + (bin + 1) * size_t(width_);
            uint32_t sum = 0;
            for (int64_t x = 0; x < window_.width - 1; ++x) sum += column[x];
            const uint16_t* entering = column + window_.width - 1;
            for (int64_t x = 0; x < places; ++x) {
                sum += entering[x];
                row_[x] = sum;
                sum -= column[x];
            }
            add_bin({row_.data(), wanted_[bin], map, places});
        }
        const float pixels = float(window_.width) * float(window_.height);
        for (int64_t x = 0; x < places; ++x) map[x] /= pixels;
    }

  private:
    template <int step>
    void count(int64_t y) {
        const uint8_t* row = pixels_ + y * width_;
        for (int64_t x = 0; x < width_; ++x) {
            uint16_t& counter = counts_[place_of_[row[x]] * width_ + x];
            counter = uint16_t(counter + step);
        }
    }

    const uint8_t* pixels_;
    int64_t width_;
    Extent window_;
    std::vector<uint32_t> wanted_, row_;
    std::array<int64_t, 256> place_of_{};
    std::vector<uint16_t> counts_;
};

}  // namespace

Array likelihood_map_by_columns(const Array& binned, const Histogram& wanted, Extent window, Measure measure,
                                const std::atomic<bool>* cancel, int threads) {
    const Extent picture = binned.extent();
    assert(window.height <= 65535 && window.width <= picture.width && window.height <= picture.height);
    Array map(ScalarType::f32, {picture.width - window.width + 1, picture.height - window.height + 1});
    static const auto add_shared = form_for_this_processor<add<Measure::intersection>>(),
                      add_roots = form_for_this_processor<add<Measure::bhattacharyya>>();
    const auto add_bin = measure == Measure::intersection ? add_shared : add_roots;
    float* to = map.view<float>().data();
    parallel_rows(
        map.extent().height,
        [&](int64_t first, int64_t last) {
            Columns columns(binned, wanted, window);
            for (int64_t y = first; y < last; ++y) {
                stop_if(cancel);
                y == first ? columns.begin(y) : columns.go_down(y);
                columns.compare(to + y * map.extent().width, add_bin);
            }
        },
        threads);
    return map;
}

}  // namespace upsweep::vision
