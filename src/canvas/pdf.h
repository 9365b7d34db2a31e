// A picture as PDF with real text, in the faces themselves.
#pragma once

#include <string>

#include "canvas/canvas.h"
#include "canvas/palette.h"

namespace upsweep::canvas {

struct PdfOptions {
    ThemeKind theme = ThemeKind::light;
    std::string title = {};  ///< as a reader shows it
};

/// One page as large as the picture, a point a pixel. The faces that its texts need travel in the file, and
/// the text can be searched and copied. The same bytes for the same picture on every machine.
std::string to_pdf(const Picture& picture, const PdfOptions& options = {});

}  // namespace upsweep::canvas
