// The image pyramid of a detector: which levels there are, and each level's picture.
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

}  // namespace upsweep::reference
