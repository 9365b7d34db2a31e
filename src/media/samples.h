// Sample pictures, drawn by this program: nothing is loaded, and every machine draws the same bytes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/array.h"

namespace upsweep::media {

/// One picture that can be drawn at any size. Only + - * / and square roots of floats are used, so the bytes
/// do not depend on a maths library.
struct SamplePicture {
    std::string_view slug;         ///< "spheres"
    std::string_view title;        ///< "Spheres"
    Extent extent;                 ///< the size it is shown at
    Array (*draw)(Extent extent);  ///< in grey
    /// Red, green and blue, whose luma is that grey to the bit; null where it has no colours.
    std::vector<Array> (*draw_coloured)(Extent extent) = nullptr;
};

/// Spheres, a text page, noise, a class of nine faces.
std::span<const SamplePicture> sample_pictures();

/// Throws UsageError naming the slugs.
const SamplePicture& find_sample(std::string_view slug);

}  // namespace upsweep::media
