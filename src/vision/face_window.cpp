// One window of a level, stump by stump: the arithmetic of reference/haar_cascade.h, with all that it went
// through.
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "reference/fast.h"
#include "reference/haar_cascade.h"
#include "vision/faces.h"

namespace upsweep::vision {
namespace {

cascade::Part face_window_inner(Extent window) {
    return {1, 1, static_cast<int>(window.width) - 2, static_cast<int>(window.height) - 2, 1};
}

/// The window's norm and what a feature's value is multiplied by, or its threshold.
struct Contrast {
    float norm = 1, factor = 0;
    bool flat = false;
};

Contrast contrast_of(const Array& picture, const IntegralImage& table, const cascade::Part& part,
                     FaceRule rule, std::int64_t x, std::int64_t y) {
    const Region region{x + part.x, y + part.y, x + part.x + part.width, y + part.y + part.height};
    const auto sum = static_cast<std::int64_t>(corners(table, region).sum());
    const auto pixels = picture.view<std::uint8_t>();
    std::uint64_t squares = 0;
    for (std::int64_t row = region.y0; row < region.y1; ++row)
        for (std::int64_t column = region.x0; column < region.x1; ++column) {
            const std::uint64_t value =
                pixels[static_cast<std::size_t>(row * picture.extent().width + column)];
            squares += value * value;
        }
    Contrast contrast;
    if (rule == FaceRule::paper) {
        const std::int64_t n = region.count() * static_cast<std::int64_t>(squares) - sum * sum;
        contrast.norm = n == 0 ? 1.0F : std::sqrt(static_cast<float>(n)) * part.weight;
        return contrast;
    }
    const auto area = static_cast<double>(region.count());
    const double n = area * static_cast<double>(static_cast<std::uint32_t>(squares)) -
                     static_cast<double>(sum) * static_cast<double>(sum);
    contrast.flat = n <= 0;
    if (contrast.flat) return contrast;
    contrast.factor = static_cast<float>(1 / std::sqrt(n));
    contrast.norm = static_cast<float>(std::sqrt(n));
    contrast.flat = area * static_cast<double>(contrast.factor) >= 0.1;
    return contrast;
}

}  // namespace

LookedWindow look_at_window(const FaceLevel& level, const cascade::Cascade& cascade, FaceRule rule,
                            std::int64_t x, std::int64_t y) {
    if (!level.picture) throw UsageError("This level was not kept; detect faces with maps.");
    const bool filter = level.scaling == FaceScaling::filter;
    const Extent window = filter ? level.window : cascade.window;
    const Extent extent = level.picture->extent();
    if (x < 0 || y < 0 || x + window.width > extent.width || y + window.height > extent.height)
        throw UsageError(
            fmt::format("A window of {} × {} pixels at ({}, {}) does not fit the level's {} × {}.",
                        window.width, window.height, x, y, extent.width, extent.height));
    reference::ScaledFeatures features{cascade.features, face_window_inner(cascade.window)};
    if (filter) {
        reference::PyramidLevel scaled;
        scaled.scale = static_cast<float>(level.scale);
        scaled.window = level.window;
        features = reference::scaled_features(cascade, scaled);
    }
    IntegralImage table{Array(ScalarType::u32, extent), Convention::inclusive};
    reference::integral_image_fast(*level.picture, table.table);
    const Contrast contrast = contrast_of(*level.picture, table, features.norm, rule, x, y);

    LookedWindow looked;
    looked.norm = contrast.norm;
    looked.flat = contrast.flat;
    const bool opencv = rule == FaceRule::opencv;
    for (std::size_t s = 0; s < cascade.stages.size() && !looked.flat; ++s) {
        const cascade::Stage& stage = cascade.stages[s];
        double votes_f64 = 0;
        float votes_f32 = 0;
        for (int number = stage.first; number < stage.first + stage.count; ++number) {
            const cascade::Stump& stump = cascade.stumps[static_cast<std::size_t>(number)];
            const cascade::Feature& feature = features.features[static_cast<std::size_t>(stump.feature)];
            LookedStump stump_seen;
            stump_seen.stage = static_cast<int>(s);
            stump_seen.number = number;
            stump_seen.threshold = stump.threshold;
            float value = 0;
            for (std::size_t p = 0; p < static_cast<std::size_t>(feature.count); ++p) {
                const cascade::Part& part = feature.parts[p];
                LookedPart seen{part,
                                corners(table, {x + part.x, y + part.y, x + part.x + part.width,
                                                y + part.y + part.height}),
                                0};
                seen.sum = static_cast<std::int64_t>(seen.corners.sum());
                value += static_cast<float>(seen.sum) * part.weight;
                stump_seen.parts.push_back(seen);
            }
            const bool below =
                opencv ? value * contrast.factor < stump.threshold : value < stump.threshold * contrast.norm;
            stump_seen.value = opencv ? value * contrast.factor : value / contrast.norm;
            stump_seen.vote = below ? stump.below : stump.otherwise;
            votes_f64 += static_cast<double>(stump_seen.vote);
            votes_f32 += stump_seen.vote;
            looked.stumps.push_back(std::move(stump_seen));
        }
        looked.stage_sums.push_back(opencv ? static_cast<float>(votes_f64) : votes_f32);
        if (opencv ? votes_f64 < static_cast<double>(stage.threshold) : votes_f32 < stage.threshold) break;
        ++looked.survived;
    }
    return looked;
}

}  // namespace upsweep::vision
