// How wide text is, by the embedded faces themselves.
#pragma once

#include <string>
#include <string_view>

#include "canvas/canvas.h"

namespace upsweep::canvas {

/// The middle of the capitals stands this far above the baseline, in sizes of type.
inline constexpr float half_capital = 0.364F;

/// A style where E is `em` pixels, to half a pixel: the sizes that the window bakes its type in.
Type type_at(float em, TextStyle style);

/// Pixels that one line of UTF-8 text is wide; no kerning, as nothing here kerns.
float text_width(Type type, std::string_view text);

/// `text`, or as much of it as fits `width` pixels with "…" behind; empty where not even that fits.
std::string elided(Type type, std::string_view text, float width);

}  // namespace upsweep::canvas
