#include "reference/haar_cascade.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace upsweep::reference {

namespace {

/// To the nearest whole number, halves to the even one.
int64_t rounded(double value) { return std::nearbyint(value); }

bool fits(Extent inner, Extent outer) { return inner.width <= outer.width && inner.height <= outer.height; }

int64_t places_of(int64_t positions, int64_t step) { return (positions + step - 1) / step; }

}  // namespace

std::vector<PyramidLevel> pyramid_levels(Extent picture, Extent window, double factor, cascade::Rule rule) {
    if (!(factor > 1)) throw UsageError("The factor from level to level must be more than 1.");
    const bool opencv = rule == cascade::Rule::opencv;
    std::vector<PyramidLevel> levels;
    int64_t stripes = 1;
    for (double wide = 1;; wide *= factor) {
        const Extent in_f64{rounded(double(window.width) * wide), rounded(double(window.height) * wide)};
        PyramidLevel level;
        level.scale = wide;
        level.window = {rounded(float(window.width) * level.scale),
                        rounded(float(window.height) * level.scale)};
        if (!fits(in_f64, picture) || !fits(level.window, picture)) return levels;
        level.extent = {rounded(float(picture.width) / level.scale),
                        rounded(float(picture.height) / level.scale)};
        level.step = opencv && level.scale < 2 ? 2 : 1;
        const int64_t columns = std::max<int64_t>(level.extent.width - window.width + 1, 0);
        int64_t rows = std::max<int64_t>(level.extent.height - window.height + 1, 0);
        if (opencv) {
            if (levels.empty()) stripes = (columns + 31) / 32;
            const int64_t stripe =
                std::max<int64_t>((rows / level.step + stripes - 1) / stripes, 1) * level.step;
            rows = std::min(rows, stripes * stripe);
        }
        level.places = {places_of(columns, level.step), places_of(rows, level.step)};
        if (level.places.count() == 0) level.places = {};
        levels.push_back(level);
    }
}

std::vector<ResizeTap> resize_taps(int64_t before, int64_t after, cascade::Rule rule) {
    std::vector<ResizeTap> taps(after);
    const double step = 1 / (double(after) / double(before));
    for (int64_t i = 0; i < after; ++i) {
        int64_t first = 0, weight = 0;
        if (rule == cascade::Rule::opencv) {
            const double at = step * (double(i) + 0.5) - 0.5;
            first = std::floor(at);
            weight = rounded((at - double(first)) * 256);
        } else {
            const int64_t at = ((2 * i + 1) * before * 256 + after) / (2 * after) - 128;
            first = at >= 0 ? at / 256 : -1;
            weight = at - first * 256;
        }
        if (first < 0) first = weight = 0;
        if (first >= before - 1) first = before - 1, weight = 0;
        taps[i] = {int32_t(first), int32_t(weight)};
    }
    return taps;
}

Array resized(const Array& picture, Extent extent, cascade::Rule rule) {
    if (picture.extent() == extent) return picture;
    const auto from = picture.view<uint8_t>();
    Array result(ScalarType::u8, extent);
    auto to = result.view<uint8_t>();
    const int64_t width = picture.extent().width;
    const std::vector<ResizeTap> columns = resize_taps(width, extent.width, rule);
    const std::vector<ResizeTap> rows = resize_taps(picture.extent().height, extent.height, rule);
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x) {
            const ResizeTap across = columns[x];
            const ResizeTap down = rows[y];
            const auto pixel = [&](int64_t right, int64_t below) {
                return uint32_t{from[(down.first + below) * width + across.first + right]};
            };
            const auto row = [&](int64_t below) {
                const uint32_t weight = across.second_weight;
                return (256 - weight) * pixel(0, below) + (weight ? weight * pixel(1, below) : 0);
            };
            const uint32_t weight = down.second_weight;
            const uint32_t sum = (256 - weight) * row(0) + (weight ? weight * row(1) : 0);
            to[y * extent.width + x] = uint8_t((sum + 32768) >> 16);
        }
    return result;
}

namespace {

using cascade::Cascade;
using cascade::Feature;
using cascade::Part;
using cascade::Stage;
using cascade::Stump;

/// A picture read pixel by pixel; no table.
struct Pixels {
    explicit Pixels(const Array& picture) : values(picture.view<uint8_t>()), width(picture.extent().width) {}

    int64_t at(int64_t x, int64_t y) const { return values[y * width + x]; }
    int64_t sum(int64_t x, int64_t y, const Part& part) const {
        int64_t total = 0;
        for (int j = 0; j < part.height; ++j)
            for (int i = 0; i < part.width; ++i) total += at(x + part.x + i, y + part.y + j);
        return total;
    }
    uint64_t squares(int64_t x, int64_t y, const Part& part) const {
        uint64_t total = 0;
        for (int j = 0; j < part.height; ++j)
            for (int i = 0; i < part.width; ++i) {
                const uint64_t value = at(x + part.x + i, y + part.y + j);
                total += value * value;
            }
        return total;
    }

    std::span<const uint8_t> values;
    int64_t width;
};

float feature_value(const Pixels& pixels, const Feature& feature, int64_t x, int64_t y) {
    const auto term = [&](size_t p) {
        return float(pixels.sum(x, y, feature.parts[p])) * feature.parts[p].weight;
    };
    float value = term(0) + term(1);
    if (feature.count == 3) value += term(2);
    return value;
}

/// Stages survived; Vote is what votes are added in, `below` compares a feature's value with a threshold.
template <typename Vote, typename Below>
int survived_stages(const Pixels& pixels, const Cascade& cascade, const std::vector<Feature>& features,
                    int64_t x, int64_t y, Below&& below) {
    int survived = 0;
    for (const Stage& stage : cascade.stages) {
        Vote votes = 0;
        for (int s = stage.first; s < stage.first + stage.count; ++s) {
            const Stump& stump = cascade.stumps[s];
            const float value = feature_value(pixels, features[stump.feature], x, y);
            votes += below(value, stump.threshold) ? stump.below : stump.otherwise;
        }
        if (votes < stage.threshold) break;
        ++survived;
    }
    return survived;
}

/// OpenCV's rule; -1 for a window of too little contrast.
int opencv_stages(const Pixels& pixels, const Cascade& cascade, int64_t x, int64_t y) {
    const Part norm = cascade::inner_part(cascade.window);
    const double sum = pixels.sum(x, y, norm);
    const double squares = uint32_t(pixels.squares(x, y, norm));
    const double area = double(norm.width) * norm.height;
    const double n = area * squares - sum * sum;
    if (n <= 0) return -1;
    const float factor = 1 / std::sqrt(n);
    if (area * double(factor) >= 0.1) return -1;
    return survived_stages<double>(pixels, cascade, cascade.features, x, y,
                                   [&](float value, float threshold) { return value * factor < threshold; });
}

int paper_stages(const Pixels& pixels, const Cascade& cascade, int64_t x, int64_t y) {
    const Part part = cascade::inner_part(cascade.window);
    const int64_t sum = pixels.sum(x, y, part);
    const uint32_t squares = pixels.squares(x, y, part);
    const int64_t n = int64_t{part.width} * part.height * squares - sum * sum;
    const float norm = n == 0 ? 1.0F : std::sqrt(float(n));
    return survived_stages<float>(pixels, cascade, cascade.features, x, y,
                                  [&](float value, float threshold) { return value < threshold * norm; });
}

}  // namespace

Array stages_survived(const Array& picture, const Cascade& cascade, cascade::Rule rule,
                      const PyramidLevel& level) {
    const Pixels pixels(picture);
    Array map(ScalarType::u8, level.places);
    auto survived = map.view<uint8_t>();
    for (int64_t j = 0; j < level.places.height; ++j)
        for (int64_t i = 0; i < level.places.width; ++i) {
            const size_t at = j * level.places.width + i;
            const int64_t x = i * level.step, y = j * level.step;
            if (rule == cascade::Rule::paper) {
                survived[at] = paper_stages(pixels, cascade, x, y);
                continue;
            }
            const int stages = opencv_stages(pixels, cascade, x, y);
            survived[at] = std::max(stages, 0);
            if (stages == 0 && i + 1 < level.places.width) {
                survived[at + 1] = not_looked_at;
                ++i;
            }
        }
    return map;
}

ScaledFeatures scaled_features(const Cascade& cascade, const PyramidLevel& level) {
    // An edge of the window's pixels becomes an edge of the picture's.
    const auto edge = [&](int at, int64_t longest) {
        return int(std::min<int64_t>(std::llrint(float(at) * level.scale), longest));
    };
    const auto scaled = [&](const Part& part) {
        Part to;
        const int right = edge(part.x + part.width, level.window.width);
        const int bottom = edge(part.y + part.height, level.window.height);
        to.x = std::min(edge(part.x, level.window.width), right - 1);
        to.y = std::min(edge(part.y, level.window.height), bottom - 1);
        to.width = right - to.x;
        to.height = bottom - to.y;
        to.weight = part.weight * (float(part.width * part.height) / float(to.width * to.height));
        return to;
    };
    ScaledFeatures result;
    for (Feature feature : cascade.features) {
        for (int p = 0; p < feature.count; ++p) feature.parts[p] = scaled(feature.parts[p]);
        result.features.push_back(feature);
    }
    result.norm = scaled(cascade::inner_part(cascade.window));
    return result;
}

Array stages_survived_by_scaled_filter(const Array& picture, const Cascade& cascade,
                                       const PyramidLevel& level) {
    const Pixels pixels(picture);
    const ScaledFeatures scaled = scaled_features(cascade, level);
    const int64_t area = int64_t{scaled.norm.width} * scaled.norm.height;
    const Extent places{picture.extent().width - level.window.width + 1,
                        picture.extent().height - level.window.height + 1};
    Array map(ScalarType::u8, places);
    auto survived = map.view<uint8_t>();
    for (int64_t y = 0; y < places.height; ++y)
        for (int64_t x = 0; x < places.width; ++x) {
            const int64_t sum = pixels.sum(x, y, scaled.norm);
            const int64_t n = area * int64_t(pixels.squares(x, y, scaled.norm)) - sum * sum;
            const float norm = n == 0 ? 1.0F : std::sqrt(float(n)) * scaled.norm.weight;
            survived[y * places.width + x] = uint8_t(survived_stages<float>(
                pixels, cascade, scaled.features, x, y,
                [&](float value, float threshold) { return value < threshold * norm; }));
        }
    return map;
}

}  // namespace upsweep::reference
