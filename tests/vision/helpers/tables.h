// Integral images by plain addition, for tests.
#pragma once

#include <cstdint>
#include <random>

#include "vision/integral_image.h"

namespace upsweep::vision {

inline Array random_picture(Extent extent, uint32_t seed) {
    std::mt19937 random(seed);
    Array picture(ScalarType::u8, extent);
    for (uint8_t& pixel : picture.view<uint8_t>()) pixel = uint8_t(random());
    return picture;
}

/// Padded, u32 modulo 2^32.
inline IntegralImage padded_table(const Array& picture) {
    Extent extent = picture.extent();
    Array table(ScalarType::u32, {extent.width + 1, extent.height + 1});
    auto sums = table.view<uint32_t>();
    auto pixels = picture.view<uint8_t>();
    for (int64_t y = 0; y < extent.height; ++y) {
        uint32_t row = 0;
        for (int64_t x = 0; x < extent.width; ++x) {
            row += pixels[y * extent.width + x];
            int64_t above = y * (extent.width + 1) + x + 1;
            sums[above + extent.width + 1] = sums[above] + row;
        }
    }
    return {std::move(table), Convention::padded};
}

}  // namespace upsweep::vision
