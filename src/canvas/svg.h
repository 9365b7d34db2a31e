// A picture as SVG with real text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/palette.h"

namespace upsweep::canvas {

struct SvgOptions {
    ThemeKind theme = ThemeKind::dark;
    /// Colours as CSS variables (`var(--read)`) for a page that has its own sheet, see css_variables().
    bool variables = false;
    bool background = true;    ///< the stage's colour behind everything
    bool faces = false;        ///< the faces that the text needs travel in the file
    std::string ids = "clip";  ///< what names in the file begin with: another for each picture of one page
    std::string title = {};    ///< what the picture shows, for readers of the page's text
};

/// The same text for the same picture on every machine: numbers to a hundredth of a pixel.
std::string to_svg(const Picture& picture, const SvgOptions& options = {});

/// The same piece by piece, a string a shape, in their order, without the SVG around them: an unclip's closes
/// what a clip's opened.
std::vector<std::string> svg_elements(const Picture& picture, const SvgOptions& options = {});
/// What every text of a picture is set in, as rules of a style sheet.
inline constexpr std::string_view svg_text_rules =
    "text{white-space:pre;font-kerning:none;font-variant-ligatures:none}";

/// `--bg0: #0e1116; …`: every role's colour of a theme, for SvgOptions::variables.
std::string css_variables(ThemeKind theme);
/// "bg0", "read-fill" …
std::string css_name(Role role);
/// @font-face rules with the faces inside, for those of `picture`'s texts (all if null).
std::string font_faces(const Picture* picture = nullptr);

/// `&`, `<`, `>` and quotes as XML wants them; what XML has no place for becomes U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace upsweep::canvas
