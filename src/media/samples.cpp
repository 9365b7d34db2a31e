#include "media/samples.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "media/paint.h"

namespace upsweep::media {
namespace {

/// A well-mixed 32-bit number from two coordinates and a seed.
uint32_t hash(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x9E3779B1U ^ y * 0x85EBCA77U ^ seed * 0xC2B2AE3DU;
    h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12)) * 0x297A2D39U;
    return h ^ (h >> 15);
}

template <typename F>
Array draw_pixels(Extent extent, F&& value) {
    Array picture(ScalarType::u8, extent);
    auto pixels = picture.view<uint8_t>();
    parallel_rows(extent.height, [&](int64_t first, int64_t last) {
        for (int64_t y = first; y < last; ++y)
            for (int64_t x = 0; x < extent.width; ++x) pixels[y * extent.width + x] = value(x, y);
    });
    return picture;
}

/// Squares of every grey, four sizes over each other.
Array draw_noise(Extent extent) {
    return draw_pixels(extent, [](int64_t x, int64_t y) {
        uint32_t sum = 0;
        for (uint32_t size : {2U, 8U, 24U, 72U})
            sum += hash(uint32_t(x) / size, uint32_t(y) / size, size) >> 24;
        // The sum of four crowds around the middle; stretch it back over the range.
        return uint8_t(std::clamp((int(sum) - 510) / 2 + 128, 0, 255));
    });
}

/// Invented letters: strokes on a 5 x 7 grid that are fixed by the letter's number.
bool letter_has_ink(uint32_t letter, int64_t column, int64_t row) {
    if (column < 0 || column > 4 || row < 0 || row > 6) return false;
    uint32_t shape = hash(letter % 23, 7, 5);
    bool stem = column == 0 && row >= ((shape & 1) ? 0 : 2);
    bool bar = (row == 2 && (shape & 2)) || (row == 4 && (shape & 4)) || (row == 6 && (shape & 8));
    bool second = column == 4 && row >= 3 && (shape & 16);
    bool top = row == 2 && column == 4 && (shape & 32);
    return stem || (bar && column < 4) || second || top;
}

/// A page of words under light that falls off to one corner, which a fixed threshold cannot separate.
Array draw_text_page(Extent extent) {
    // The page is laid out for a width of 1080 and scaled to the asked size.
    float scale = 1080.0F / float(extent.width);
    return draw_pixels(extent, [=](int64_t px, int64_t py) {
        float fx = (float(px) + 0.5F) * scale, fy = (float(py) + 0.5F) * scale;
        float away = (fx - 200) * (fx - 200) + (fy - 120) * (fy - 120);
        float light = 60 + 185 / (1 + away / 900'000);
        auto x = int64_t(fx) - 96, y = int64_t(fy) - 72;
        int64_t line = y / 34, letter = x / 16;
        bool in_text = x >= 0 && y >= 0 && x < 888 && y < 680;
        // Paragraphs end early, and every word ends with a gap.
        auto end = 20 + hash(uint32_t(line), 3, 1) % 30;
        bool last_line = line % 5 == 4;
        bool gap = line % 6 == 5 || (last_line && letter > int64_t(end)) ||
                   hash(uint32_t(letter), uint32_t(line), 2) % 6 == 0;
        bool ink = in_text && !gap &&
                   letter_has_ink(hash(uint32_t(letter), uint32_t(line), 4), x % 16 / 3, y % 34 / 3);
        float grain = float(hash(uint32_t(px), uint32_t(py), 9) % 9);
        return uint8_t(light * (ink ? 0.28F : 1.0F) + grain);
    });
}

constexpr std::array<SamplePicture, 4> samples = {{
    {"spheres", "Spheres", {1080, 810}, draw_spheres, draw_coloured_spheres},
    {"text", "Page", {1080, 810}, draw_text_page},
    {"noise", "Noise", {1080, 810}, draw_noise},
    {"class", "Class", {1080, 720}, draw_class, draw_coloured_class},
}};

}  // namespace

std::span<const SamplePicture> sample_pictures() { return samples; }

const SamplePicture& find_sample(std::string_view slug) {
    if (const SamplePicture* sample = find_by(samples, &SamplePicture::slug, slug)) return *sample;
    throw UsageError("There is no sample picture {}; there are {}.", in_quotes(slug),
                     with_commas(samples, &SamplePicture::slug));
}

}  // namespace upsweep::media
