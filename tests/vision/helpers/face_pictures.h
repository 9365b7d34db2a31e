// The pictures on which our faces are held against OpenCV's: all drawn here, so both sides can have them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/array.h"

namespace upsweep::vision {

struct FacePicture {
    std::string name;
    std::function<Array()> draw;  ///< u8
    double factor = 1.1;          ///< from scale to scale
    int neighbours = 3;
    bool toy = false;  ///< by the toy cascade instead of the frontal faces
};

/// Forty: the class in many sizes, cut, flat, dark, noisy; noise, text, spheres, gradients, boards; from 23
/// pixels up to one whose sums and squares exceed 32 bits.
std::vector<FacePicture> face_pictures();

/// FNV-1a over the pixels.
std::uint64_t checksum_of(const Array& grey);

/// `grey` cut to width x height from (x, y) on.
Array cut(const Array& grey, std::int64_t x, std::int64_t y, Extent extent);

}  // namespace upsweep::vision
