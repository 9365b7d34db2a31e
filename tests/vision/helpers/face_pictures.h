// The pictures on which our faces are held against OpenCV's: most are drawn here, so both sides can have
// them; photographs are those that a package ships.
#pragma once

#include <filesystem>
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

/// Eleven photographs of Debian's python3-skimage, one with a face from the front, grey as OpenCV makes them.
/// None where the package is not installed; UPSWEEP_PHOTOGRAPHS may name the folder that they lie in.
std::vector<FacePicture> photographs();
/// Where they are looked for.
std::filesystem::path photograph_folder();

/// FNV-1a over the pixels.
uint64_t checksum_of(const Array& grey);

/// `grey` cut to width x height from (x, y) on.
Array cut(const Array& grey, int64_t x, int64_t y, Extent extent);

}  // namespace upsweep::vision
