// What the sample pictures are painted with: a grey, and a tint that leaves the grey as it is; and two that
// are: a ray-traced still life of patterned spheres on a chequered floor under an evening sky, and a class in
// its room, drawn heads, which a cascade trained on photographs of faces takes for faces.
#pragma once

#include <cstdint>
#include <vector>

#include "core/array.h"
#include "core/parallel.h"

namespace upsweep::media {

/// How much more red and blue than grey there is, as shares of the grey: {0.5, -0.5} is a warm colour.
struct Tint {
    float red = 0, blue = 0;
};

struct Paint {
    float tone = 0;  ///< the grey
    Tint tint = {};

    Paint& operator*=(float factor) {
        tone *= factor;
        return *this;
    }
    friend Paint operator*(Paint paint, float factor) { return paint *= factor; }
};

inline float mixed(float a, float b, float part) { return a + (b - a) * part; }
inline Paint mixed(const Paint& a, const Paint& b, float part) {
    return {mixed(a.tone, b.tone, part),
            {mixed(a.tint.red, b.tint.red, part), mixed(a.tint.blue, b.tint.blue, part)}};
}

/// A picture as it is painted: its greys, u8, and a tint for each pixel.
struct Painting {
    Array grey;
    std::vector<Tint> tints;
};

/// Each pixel as `paint_at(x, y)` says, its grey from 0 to 255, rounded down.
template <typename F>
Painting painted(Extent extent, F&& paint_at) {
    Painting painting{Array(ScalarType::u8, extent), std::vector<Tint>(size_t(extent.count()))};
    auto grey = painting.grey.view<uint8_t>();
    parallel_rows(extent.height, [&](int64_t first, int64_t last) {
        for (int64_t y = first; y < last; ++y)
            for (int64_t x = 0; x < extent.width; ++x) {
                const Paint paint = paint_at(float(x), float(y));
                const auto at = size_t(y * extent.width + x);
                grey[at] = uint8_t(paint.tone);
                painting.tints[at] = paint.tint;
            }
    });
    return painting;
}

/// Adds up the tones, and a quarter of each tint: one of four points of a pixel.
inline void add_quarter(Paint& sum, const Paint& point) {
    sum.tone += point.tone;
    sum.tint.red += point.tint.red / 4;
    sum.tint.blue += point.tint.blue / 4;
}

/// Red, green and blue, u8, whose luma (image.h), by either weights, is the grey to the bit. Where a tint has
/// no room beside its grey it becomes weaker.
std::vector<Array> colours_of(const Painting& painting);

/// u8 grey of any size; four rays a pixel.
Array draw_spheres(Extent extent);
/// Red, green and blue, whose luma is that grey.
std::vector<Array> draw_coloured_spheres(Extent extent);

/// One of the nine people of the class, somewhere.
struct Pose {
    int look = 0;        ///< who, 0 … 8
    float x = 0, y = 0;  ///< the middle of the face, in widths of the picture
    float size = 0;      ///< half its height
    float turn = 0;      ///< 0: looks at us; 1: shows the back of the head
};
/// Where the class's picture has them.
Pose pose_in_class(int look);
/// People in the class's room, those behind first.
Painting paint_people(Extent extent, const std::vector<Pose>& poses);

/// u8 grey of any size; four points a pixel. Nine people, laid out for three by two.
Array draw_class(Extent extent);
/// Red, green and blue, whose luma is that grey.
std::vector<Array> draw_coloured_class(Extent extent);

}  // namespace upsweep::media
