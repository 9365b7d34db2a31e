// Advance widths of the embedded faces, read with stb_truetype.
#include "canvas/measure.h"

#include <array>
#include <cmath>

#include "core/ranges.h"
#include "core/utf8.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

namespace upsweep::canvas {
namespace {

/// One face; its advances in sizes of type.
class Advances {
  public:
    explicit Advances(Face face) {
        const auto* data = reinterpret_cast<const unsigned char*>(face_file(face).data());
        stbtt_InitFont(&font_, data, stbtt_GetFontOffsetForIndex(data, 0));
        unit_ = stbtt_ScaleForPixelHeight(&font_, line_factor(face));
        for (uint32_t c = 0; c < plain_.size(); ++c) plain_[c] = measured(c);
    }
    float of(uint32_t character) const {
        return character < plain_.size() ? plain_[character] : measured(character);
    }

    Glyph glyph(float size, uint32_t character, float shift) const {
        const float scale = unit_ * size;
        const int index = stbtt_FindGlyphIndex(&font_, int(character));
        Glyph glyph;
        int right = 0, bottom = 0;
        stbtt_GetGlyphBitmapBoxSubpixel(&font_, index, scale, scale, shift, 0, &glyph.left, &glyph.top,
                                        &right, &bottom);
        glyph.width = right - glyph.left;
        glyph.height = bottom - glyph.top;
        if (glyph.width <= 0 || glyph.height <= 0) return {};
        glyph.covered.resize(size_t(glyph.width) * size_t(glyph.height));
        stbtt_MakeGlyphBitmapSubpixel(&font_, glyph.covered.data(), glyph.width, glyph.height, glyph.width,
                                      scale, scale, shift, 0, index);
        return glyph;
    }

  private:
    float measured(uint32_t character) const {
        int advance = 0, bearing = 0;
        stbtt_GetCodepointHMetrics(&font_, int(character), &advance, &bearing);
        return float(advance) * unit_;
    }
    stbtt_fontinfo font_{};
    float unit_ = 0;
    std::array<float, 384> plain_{};  ///< Latin, which is nearly all that is measured
};

const Advances& advances_of(Face face) {
    static const std::array<Advances, face_count> all = {
        Advances(Face::sans), Advances(Face::sans_semibold), Advances(Face::sans_bold),
        Advances(Face::mono), Advances(Face::mono_bold),     Advances(Face::sans_italic)};
    return nth(all, face);
}

constexpr uint32_t ellipsis = 0x2026;

}  // namespace

/// Bytes that are not UTF-8 count one by one.
uint32_t next_character(std::string_view text, size_t& at) {
    const Character next = first_character(text.substr(at));
    if (next.bytes == 0) return static_cast<unsigned char>(text[at++]);
    at += next.bytes;
    return next.code;
}

Glyph glyph_of(Type type, uint32_t character, float shift) {
    return advances_of(type.face).glyph(type.size, character, shift);
}

float advance_of(Type type, uint32_t character) { return advances_of(type.face).of(character) * type.size; }

Type type_at(float em, TextStyle style) { return {style.face, std::round(2 * style.em * em) / 2}; }

float text_width(Type type, std::string_view text) {
    const Advances& advances = advances_of(type.face);
    float width = 0;
    for (size_t at = 0; at < text.size();) width += advances.of(next_character(text, at));
    return width * type.size;
}

std::string elided(Type type, std::string_view text, float width) {
    if (text_width(type, text) <= width) return std::string(text);
    const Advances& advances = advances_of(type.face);
    const float room = width / type.size - advances.of(ellipsis);
    if (room < 0) return {};
    float used = 0;
    size_t end = 0;
    for (size_t at = 0; at < text.size(); end = at) {
        used += advances.of(next_character(text, at));
        if (used > room) break;
    }
    while (end > 0 && text[end - 1] == ' ') --end;
    return std::string(text.substr(0, end)) + "…";
}

}  // namespace upsweep::canvas
