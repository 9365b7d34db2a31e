// Integral images by plain addition, for tests.
#pragma once

#include <cstdint>
#include <random>

#include "vision/integral_image.h"

namespace upsweep::vision {

inline Array random_picture(Extent extent, std::uint32_t seed) {
    std::mt19937 random(seed);
    Array picture(ScalarType::u8, extent);
    for (std::uint8_t& pixel : picture.view<std::uint8_t>()) pixel = static_cast<std::uint8_t>(random());
    return picture;
}

/// Padded, u32 modulo 2^32.
inline IntegralImage padded_table(const Array& picture) {
    Extent extent = picture.extent();
    Array table(ScalarType::u32, {extent.width + 1, extent.height + 1});
    auto sums = table.view<std::uint32_t>();
    auto pixels = picture.view<std::uint8_t>();
    for (std::int64_t y = 0; y < extent.height; ++y) {
        std::uint32_t row = 0;
        for (std::int64_t x = 0; x < extent.width; ++x) {
            row += pixels[static_cast<std::size_t>(y * extent.width + x)];
            std::int64_t above = y * (extent.width + 1) + x + 1;
            sums[static_cast<std::size_t>(above + extent.width + 1)] =
                sums[static_cast<std::size_t>(above)] + row;
        }
    }
    return {std::move(table), Convention::padded};
}

}  // namespace upsweep::vision
