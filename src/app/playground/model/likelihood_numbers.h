// What the likelihood task works out beside the map itself: how alike two of them are
// bin by bin, the map's colours, and the scene that Step opens. No ImGui, no state.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/playground/model/playground_task.h"
#include "vision/likelihood.h"

namespace upsweep::app {

inline constexpr std::array all_features = {
    vision::PictureFeature::intensity,      vision::PictureFeature::gradient_magnitude,
    vision::PictureFeature::gradient_angle, vision::PictureFeature::shape_index,
    vision::PictureFeature::curvature,      vision::PictureFeature::orientation};

struct FeatureWords {
    std::string_view title;    ///< "gradient angle"
    std::string_view shorter;  ///< "angle": over a narrow column
    std::string_view meaning;  ///< what its 256 values stand for, in one sentence
};
const FeatureWords& words_of(vision::PictureFeature feature);
inline std::string_view title_of(vision::PictureFeature feature) { return words_of(feature).title; }
/// "intersection", "Bhattacharyya"
std::string_view title_of(vision::Measure measure);

/// The bins' shares: "min(12, 9) + min(30, 41) + …". The first `shown` bins that both have pixels in.
std::string shares_in_words(std::span<const vision::BinCount> bins, vision::Measure measure, int shown);
/// Their sum: "39 of 50 pixels".
std::string sum_in_words(std::span<const vision::BinCount> bins, vision::Measure measure, int64_t pixels);
/// How alike the window is to the template: the shares' sum over the pixels.
double likeness_of(std::span<const vision::BinCount> bins, int64_t pixels);
/// "0.874", of something small "0.00031": three digits that mean something.
std::string likelihood_text(double value);

/// The map's value of a window, by its upper left corner.
float value_at(const Array& map, const vision::Region& window);

/// Dark to teal to nearly white, even in lightness, so that the order is seen without the hue. 0 … 1.
std::array<uint8_t, 3> heat_colour(double share);
/// A map as colours, and the values at the ends of their scale.
struct HeatPicture {
    std::vector<Array> colours;  ///< red, green, blue; u8
    float low = 0, high = 0;
};
/// Every `factor`-th place of each direction where a side is longer than `most_side`.
HeatPicture heat_picture(const Array& map, int64_t most_side = int64_t{1} << 30);

/// The catalog's `likelihood_map` on a cut-out of at most 10 x 8 about a pixel, by the request's measure.
/// Bins of equal width count the values of `plane`, others the numbers in `binned`. Step shows at most
/// `most_stepped_bins`. Opens where the likelihood of the window about the pixel is written.
constexpr int most_stepped_bins = 8;
StepThrough cut_out_scene(const Array& plane, const Array& binned, const vision::LikelihoodRequest& request,
                          int64_t x, int64_t y);

}  // namespace upsweep::app
