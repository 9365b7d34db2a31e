#include "app/playground/model/likelihood_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"

namespace upsweep::app {
namespace {

using vision::Measure;
using vision::PictureFeature;

double sum_of(std::span<const vision::BinCount> bins) {
    double sum = 0;
    for (const vision::BinCount& bin : bins) sum += bin.shared;
    return sum;
}

}  // namespace

const FeatureWords& words_of(PictureFeature feature) {
    static constexpr std::array<FeatureWords, reference::feature_count> words = {{
        {"intensity", "intensity", "The grey itself."},
        {"gradient magnitude", "magnitude", "How steeply the grey changes: edges are bright."},
        {"gradient angle", "angle", "Which way the grey rises, from 0 to 360 degrees."},
        {"shape index", "shape",
         "Pit, valley, saddle, ridge or peak, from the two curvatures of the Hessian."},
        {"curvature", "curvature", "How strongly the grey curves, from the two curvatures of the Hessian."},
        {"orientation", "orientation", "Which way a line runs, from an eigenvector of the Hessian."},
    }};
    return nth(words, feature);
}

std::string_view title_of(Measure measure) {
    return nth(vision::likelihood_operation.parameters[2].words, measure);
}

std::string shares_in_words(std::span<const vision::BinCount> bins, Measure measure, int shown) {
    std::string text;
    int filled = 0;
    for (const vision::BinCount& bin : bins) {
        if (bin.count == 0 || bin.wanted == 0 || ++filled > shown) continue;
        if (filled > 1) text += " + ";
        text += fmt::format(fmt::runtime(measure == Measure::intersection ? "min({}, {})" : "√({} · {})"),
                            grouped(bin.wanted), grouped(bin.count));
    }
    if (filled == 0) return "0";
    return filled > shown ? text + " + …" : text;
}

std::string sum_in_words(std::span<const vision::BinCount> bins, Measure measure, int64_t pixels) {
    const double sum = sum_of(bins);
    const std::string text =
        measure == Measure::intersection ? grouped(std::llround(sum)) : fmt::format("{:.1f}", sum);
    return fmt::format("{} of {} pixels", text, grouped(pixels));
}

double likeness_of(std::span<const vision::BinCount> bins, int64_t pixels) {
    return sum_of(bins) / double(pixels);
}

std::string likelihood_text(double value) {
    if (value == 0 || value >= 0.0995) return fmt::format("{:.3f}", value);
    if (value >= 1e-6) return fmt::format("{:.{}f}", value, 2 - int(std::floor(std::log10(value))));
    return fmt::format("{:.2e}", value);
}

float value_at(const Array& map, const vision::Region& window) {
    return nth(map.view<float>(), window.y0 * map.extent().width + window.x0);
}

std::array<uint8_t, 3> heat_colour(double share) {
    struct Stop {
        double at;
        std::array<double, 3> rgb;
    };
    // Placed by lightness (CIE L* 6, 30, 55, 80, 97), so that equal steps of the value look equal.
    static constexpr std::array<Stop, 5> stops = {{{0, {16, 20, 26}},
                                                   {0.26, {16, 78, 68}},
                                                   {0.54, {17, 146, 119}},
                                                   {0.81, {29, 221, 182}},
                                                   {1, {226, 255, 246}}}};
    share = std::clamp(share, 0.0, 1.0);
    size_t next = 1;
    while (next + 1 < stops.size() && share > stops[next].at) ++next;
    const Stop &low = stops[next - 1], &high = stops[next];
    const double part = (share - low.at) / (high.at - low.at);
    std::array<uint8_t, 3> colour{};
    for (size_t i = 0; i < 3; ++i)
        colour[i] = uint8_t(std::lround(low.rgb[i] + part * (high.rgb[i] - low.rgb[i])));
    return colour;
}

HeatPicture heat_picture(const Array& map, int64_t most_side) {
    const Extent places = map.extent();
    const auto values = map.view<float>();
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    HeatPicture picture{{}, *low, *high};
    const int64_t factor = (std::max(places.width, places.height) + most_side - 1) / most_side;
    const Extent shown{(places.width + factor - 1) / factor, (places.height + factor - 1) / factor};
    std::array<std::array<uint8_t, 3>, 256> colours;
    for (size_t i = 0; i < colours.size(); ++i) colours[i] = heat_colour(double(i) / 255);
    const float range = std::max(*high - *low, std::numeric_limits<float>::min());
    picture.colours.assign(3, Array(ScalarType::u8, shown));
    std::array<uint8_t*, 3> to{};
    for (size_t i = 0; i < 3; ++i) to[i] = picture.colours[i].view<uint8_t>().data();
    for (int64_t y = 0; y < shown.height; ++y)
        for (int64_t x = 0; x < shown.width; ++x) {
            const float value = nth(values, y * factor * places.width + x * factor);
            const auto& colour = colours[size_t((value - *low) / range * 255.0F + 0.5F)];
            for (size_t i = 0; i < 3; ++i) *to[i]++ = colour[i];
        }
    return picture;
}

StepThrough cut_out_scene(const Array& plane, const Array& binned, const vision::LikelihoodRequest& request,
                          int64_t x, int64_t y) {
    const std::string slug = "likelihood_map";
    const Extent most = scenes::initial_scene(slug).catalog().parameters.extent;
    const vision::Region part = cut_out_around(plane.extent(), most, x, y);
    const bool numbers = request.widths == vision::BinWidths::equal_share;
    // With fewer bins than the task's, neighbours share one.
    scenes::Scene scene = scene_on_cut_out(slug, numbers ? binned : plane, part,
                                           {{"bins", std::min(request.bins, most_stepped_bins)},
                                            {"levels", numbers ? request.bins : 256},
                                            {"measure", int64_t(request.measure)}});
    const int64_t place = window_about_pixel(scene, x - part.x0, y - part.y0);
    return {std::move(scene), place};
}

}  // namespace upsweep::app
