// What the likelihood task works out beside the map itself: histograms of windows, how alike two of them are
// term by term, the next best place, the map's colours, and the scene that Step opens. No ImGui, no state.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/scene.h"
#include "vision/likelihood.h"

namespace upsweep::app {

using Counts = std::vector<std::uint32_t>;

constexpr std::array all_features = {
    vision::PictureFeature::intensity,      vision::PictureFeature::gradient_magnitude,
    vision::PictureFeature::gradient_angle, vision::PictureFeature::shape_index,
    vision::PictureFeature::curvature,      vision::PictureFeature::orientation};

/// "gradient angle"
std::string_view title_of(vision::PictureFeature feature);
/// What its 256 values stand for, in one sentence.
std::string_view meaning_of(vision::PictureFeature feature);
/// "intersection", "Bhattacharyya"
std::string_view title_of(reference::Measure measure);

/// The bin of each value 0 … 255. Bin b holds edges[b] ≤ value < edges[b + 1].
std::array<std::uint8_t, 256> bin_of_values(std::span<const int> edges);

/// How often each bin occurs in the rectangle of a u8 plane, counted pixel by pixel.
Counts counted_bins(const Array& plane, std::span<const int> edges, vision::Region region);

/// 1 where the plane's value is of this bin, else 0: what that bin's table of sums is made of.
Array members_of_bin(const Array& plane, std::span<const int> edges, int bin);

/// The terms of the sum that says how alike two histograms of `pixels` each are, in the order of the bins.
struct LikenessSum {
    std::vector<double> terms;
    double sum = 0;
    std::int64_t pixels = 0;
    double value() const { return pixels == 0 ? 0 : sum / static_cast<double>(pixels); }
};
LikenessSum likeness_sum(const Counts& wanted, const Counts& window, reference::Measure measure,
                         std::int64_t pixels);
/// "min(12, 9) + min(30, 41) + … = 5 310 of 8 000 pixels": the first `shown` bins that are not empty in both.
std::string likeness_in_words(const Counts& wanted, const Counts& window, reference::Measure measure,
                              std::int64_t pixels, int shown);
/// "0.874", of something small "0.00031": three digits that mean something.
std::string likelihood_text(double value);

/// The window of this size whose middle is the pixel, moved so that it lies inside the picture.
vision::Region window_about(std::int64_t x, std::int64_t y, Extent window, Extent picture);
/// The map's value of a window, by its upper left corner.
float value_at(const Array& map, const vision::Region& window);

struct LikelyPlace {
    vision::Region window;
    float value = 0;
};
/// The most likely window that shares no pixel with the template, the first of equals; nothing if the
/// template leaves no room for one.
std::optional<LikelyPlace> best_elsewhere(const Array& map, const vision::Region& wanted);

/// Dark to teal to nearly white, even in lightness, so that the order is seen without the hue. 0 … 1.
std::array<std::uint8_t, 3> heat_colour(double share);
/// A map as colours, and the values at the ends of the scale.
struct HeatPicture {
    std::shared_ptr<const Array> rgba;  ///< u8, four elements a pixel: 4w x h
    float low = 0, high = 0;
};
/// Every `factor`-th place of each direction where a side is longer than `most_side`.
HeatPicture heat_picture(const Array& map, std::int64_t most_side = 8192);

/// The catalog's `likelihood_map` on a cut-out of the plane about a pixel, at most 10 x 8, at the comparison
/// of the windows. Bins of equal width count the values themselves, others the numbers of their bins. The
/// toy GPU counts in at most `most_stepped_bins`.
constexpr int most_stepped_bins = 8;
scenes::Scene cut_out_scene(const Array& plane, std::span<const int> edges,
                            const vision::LikelihoodRequest& request, std::int64_t x, std::int64_t y);

}  // namespace upsweep::app
