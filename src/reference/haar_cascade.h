// The image pyramid of a detector, and a cascade run over one of its levels: the simplest code that is right,
// one window after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "cascade/cascade.h"
#include "core/array.h"

namespace upsweep::reference {

/// One size of the picture, over which the window of the cascade goes.
struct PyramidLevel {
    float scale = 1;   ///< picture pixels a level pixel; factor^k, worked out in f64, kept in f32
    Extent extent;     ///< the level's picture: the picture's sides / scale, in f32, rounded half to even
    Extent window;     ///< a window's size in the picture: its sides x scale, in f32, rounded half to even
    int64_t step = 1;  ///< pixels of the level from place to place, in both directions
    Extent places;     ///< how many places there are: the window is at (step x, step y)
    friend bool operator==(const PyramidLevel&, const PyramidLevel&) = default;
};

/// All levels, from scale 1 on, for as long as the window is not larger than the picture: OpenCV's list,
/// under both rules (40 levels at 1920 x 1080, window 24, factor 1.1). Places may be {0, 0} for the last.
/// Under OpenCV's rule the step is 2 below scale 2 and 1 from there on, and the last row of places may be
/// missing, since OpenCV shares its rows out in stripes whose number it takes from level 0 (columns of
/// windows there / 32, rounded up) and whose heights it rounds down: rows = min(rows, stripes x max((rows /
/// step + stripes - 1) / stripes, 1) x step). Under the paper's rule the step is 1 and nothing is missing.
/// `factor` > 1, else UsageError.
std::vector<PyramidLevel> pyramid_levels(Extent picture, Extent window, double factor, cascade::Rule rule);

/// The same picture at `extent`; u8 both. The source is read at (x + 1/2) · W/w − 1/2 (W, w: widths before
/// and after; y alike), between the two nearest pixels of each direction with weights in 256ths; beyond the
/// first and last pixel is that pixel. The four products, in 65 536ths, are rounded half up. The rules
/// differ in the position alone:
/// - opencv (INTER_LINEAR_EXACT): s = 1 / (w / W) and s · (x + 1/2) − 1/2 in f64; its fraction x 256 is
/// rounded half
///   to even and may be 256.
/// - paper (as a texture unit, whose fractions have 8 bits): whole numbers; the position in 256ths of a pixel
/// is
///   ((2 x + 1) · W · 256 + w) / (2 w), rounded down, − 128.
/// A level of the picture's own extent is a copy.
Array resized(const Array& picture, Extent extent, cascade::Rule rule);

/// Where the pixels of one direction of a level come from: pixel `first` with weight 256 − `second_weight`,
/// and the next with `second_weight` (first + 1 < `before` wherever that is not 0).
struct ResizeTap {
    int32_t first = 0, second_weight = 0;
};
std::vector<ResizeTap> resize_taps(int64_t before, int64_t after, cascade::Rule rule);

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
