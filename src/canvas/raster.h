// A picture as pixels, without OpenGL: for files, and off the window's thread.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/palette.h"
#include "canvas/text.h"

namespace upsweep::canvas {

/// Red, green and blue of each pixel, rows from the top.
struct Raster {
    int width = 0, height = 0;
    std::vector<uint8_t> rgb;
};

/// Draws pictures one after another; what letters look like is kept for the next one.
class Rasteriser {
  public:
    /// Shapes blend by the share of a pixel that they cover; text sits on whole rows, letters to a quarter
    /// of a pixel. As wide and high as the picture's area in whole pixels. Costs the pixels that shapes
    /// cover.
    Raster draw(const Picture& picture, ThemeKind theme);

  private:
    friend class RasterPainter;
    /// By face, size in halves, character and place in quarters of a pixel.
    std::map<std::tuple<Face, int, uint32_t, int>, Glyph> glyphs_;
};

}  // namespace upsweep::canvas
