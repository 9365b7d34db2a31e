// Features of every pixel of a picture besides its grey: the features whose histograms Poostchi et
// al. 2012 compare in figure 8, by the simplest code.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/array.h"

namespace upsweep::reference {

enum class PictureFeature : uint8_t {
    intensity,           ///< the pixel itself
    gradient_magnitude,  ///< how steep the grey is: √((gx² + gy²) / 2)
    gradient_angle,      ///< which way it rises, a turn in 256 steps
    shape_index,         ///< Koenderink and van Doorn 1992: cup, rut, saddle, ridge, cap
    curvature,           ///< atan(√(λ1² + λ2²) / (1 + grey)), Palaniappan et al. 2010
    orientation,         ///< of the Hessian's first eigenvector, half a turn in 256 steps
};
inline constexpr int feature_count = 6;

/// "intensity", "gradient_magnitude", … in the order of the enumeration.
std::string_view name_of(PictureFeature feature);

/// One plane of u8, the picture's extent. `grey` is u8; beyond the border its pixels continue. Rounded as
/// kernels/feature_planes.cu does: f32 throughout, each operation once.
Array plane_of_feature(const Array& grey, PictureFeature feature, int threads = 1);

/// A quarter turn is 1: atan2(y, x) in quarters from 0 up to 4, within 2 · 10⁻⁶ of it; 0 for (0, 0).
float quarters_of(float y, float x);

}  // namespace upsweep::reference
