#include "reference/pyramid.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace upsweep::reference {
namespace {

/// To the nearest whole number, halves to the even one.
int64_t rounded(double value) { return int64_t(std::nearbyint(value)); }

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
        level.scale = float(wide);
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
            first = int64_t(std::floor(at));
            weight = rounded((at - double(first)) * 256);
        } else {
            const int64_t at = ((2 * i + 1) * before * 256 + after) / (2 * after) - 128;
            first = at >= 0 ? at / 256 : -1;
            weight = at - first * 256;
        }
        if (first < 0) first = weight = 0;
        if (first >= before - 1) first = before - 1, weight = 0;
        taps[i] = {static_cast<int32_t>(first), int32_t(weight)};
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
                const auto weight = uint32_t(across.second_weight);
                return (256 - weight) * pixel(0, below) + (weight ? weight * pixel(1, below) : 0);
            };
            const auto weight = uint32_t(down.second_weight);
            const uint32_t sum = (256 - weight) * row(0) + (weight ? weight * row(1) : 0);
            to[y * extent.width + x] = uint8_t((sum + 32768) >> 16);
        }
    return result;
}

}  // namespace upsweep::reference
