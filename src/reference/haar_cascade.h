// A cascade run over one level of a pyramid: the simplest code that is right, one window after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "cascade/cascade.h"
#include "core/array.h"
#include "reference/pyramid.h"

namespace upsweep::reference {

/// In a map of stages survived: a window that was not looked at.
constexpr uint8_t not_looked_at = 255;

/// How many stages each window survives, u8 with the extent `level.places`; as many as the cascade has where
/// a face is. `picture` is the level's, u8.
///
/// Both rules: S and Q are the sums of the window's pixels and of their squares without its outermost pixels
/// (22 x 22 of 24 x 24), A their count, Q in u32 (modulo 2^32, exact up to 257 x 257). A feature is, in f32,
/// the first part's sum x weight + the second's, + the third's where there is one. A stump votes `below`
/// where the feature is below its threshold, else `otherwise`; a window falls where a stage's votes are less
/// than its threshold.
/// - opencv: n = A·Q − S² in f64. n ≤ 0: the window falls, as no stage looked (0). f = (float)(1 / √n), in
/// f64;
///   the window falls (0) unless A·f < 0.1 in f64: greys that stray less than 10. A stump compares (feature ·
///   f) in f32 with its threshold; votes are added in f64. A window that falls in the first stage by its
///   votes (not by its contrast) takes the place behind it in its row out: that is not looked at (255), and
///   the next one is.
/// - paper: n = A·Q − S² in 64-bit integers, norm = √((float)n) in f32, 1 where n is 0. A stump compares the
/// feature
///   with threshold · norm, a product in f32; votes are added in f32. Every window is looked at.
Array stages_survived(const Array& picture, const cascade::Cascade& cascade, cascade::Rule rule,
                      const PyramidLevel& level);

/// The same where the filter is scaled, not the picture (paper's rule): the window has the level's `window`
/// in the picture itself, u8, and is at every pixel: places (W − window width + 1) x (H − window height +
/// 1). A part's edges x and x + width become round(edge · scale) in f32, half to even, never beyond the
/// window and at least one pixel apart; so do the edges of the norm's rectangle (1 and W − 1 pixels of the
/// window). A part's weight becomes weight · (its area before / its area now), the division first, in f32:
/// sums compare as before. With the norm's rectangle of A' pixels now and A before, n' = A'·Q − S² in 64-bit
/// integers (Q unwrapped) and norm = √((float)n') · (A / A'), in f32. The rest is as in the paper's rule:
/// each product and sum in f32, none fused.
Array stages_survived_by_scaled_filter(const Array& picture, const cascade::Cascade& cascade,
                                       const PyramidLevel& level);

/// A cascade's features at a scale, as above: parts in pixels of the picture, weights corrected.
struct ScaledFeatures {
    std::vector<cascade::Feature> features;
    cascade::Part norm;  ///< the rectangle of the norm; its weight is A / A'
};
ScaledFeatures scaled_features(const cascade::Cascade& cascade, const PyramidLevel& level);

}  // namespace upsweep::reference
