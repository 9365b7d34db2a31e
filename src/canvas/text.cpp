// Measures text by the embedded faces, and lays out paragraphs.
#include <algorithm>
#include <array>
#include <cmath>

#include "canvas/text.h"
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

    int index_of(uint32_t character) const { return stbtt_FindGlyphIndex(&font_, int(character)); }

    Glyph glyph(float size, uint32_t character, float shift) const {
        const float scale = unit_ * size;
        const int index = stbtt_FindGlyphIndex(&font_, character);
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
    if (next.bytes == 0) return uint8_t(text[at++]);
    at += next.bytes;
    return next.code;
}

Glyph glyph_of(Type type, uint32_t character, float shift) {
    return advances_of(type.face).glyph(type.size, character, shift);
}

float advance_of(Type type, uint32_t character) { return advances_of(type.face).of(character) * type.size; }

int glyph_index(Face face, uint32_t character) { return advances_of(face).index_of(character); }

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

std::vector<Run> marked_runs(TextStyle style, Ink ink, std::string_view marked) {
    const TextStyle code{Face::mono, style.em}, strong{Face::sans_semibold, style.em};
    std::vector<Run> runs;
    TextStyle current = style;
    std::string text;
    const auto flush = [&](TextStyle next) {
        if (!text.empty()) runs.push_back({std::move(text), current, ink});
        text.clear();
        current = next;
    };
    for (size_t i = 0; i < marked.size(); ++i) {
        const bool plain = current.face == style.face;
        if (marked[i] == '`')
            flush(plain ? code : style);
        else if (marked.substr(i, 2) == "**" && (plain || current.face == strong.face))
            flush(plain ? strong : style), ++i;
        else
            text += marked[i];
    }
    flush(style);
    return runs;
}

namespace {

/// Code of a few words is one word: "3 + 1 = 4" is not read over a line's end. Longer code breaks at blanks.
bool stays_whole(const Run& run, Type type, float width) {
    const bool code = run.style.face == Face::mono || run.style.face == Face::mono_bold;
    return code && !run.text.empty() && run.text.front() != ' ' && run.text.back() != ' ' &&
           run.text.find('\n') == std::string::npos && text_width(type, run.text) <= 0.6F * width;
}

}  // namespace

std::vector<Word> lay_out(float em, float width, const std::vector<Run>& runs) {
    std::vector<Word> words;
    float x = 0;
    int line = 0;
    size_t chunk = 0;  // first word that must stay with the one being placed: no blank between them
    for (const Run& run : runs) {
        const std::string_view all = run.text;
        const Type type = type_at(em, run.style);
        const float blank = text_width(type, " ");
        const bool whole = stays_whole(run, type, width);
        size_t at = 0;
        while (at < all.size()) {
            if ((all[at] == ' ' && !whole) || all[at] == '\n') {
                if (all[at] == '\n')
                    x = 0, ++line;
                else if (x > 0)
                    x += blank;
                ++at;
                chunk = words.size();
                continue;
            }
            const size_t end = whole ? all.size() : std::min(all.find_first_of(" \n", at), all.size());
            const std::string_view text = all.substr(at, end - at);
            words.push_back({&run, text, x, text_width(type, text), line});
            x += words.back().width;
            at = end;
            if (x <= width || words[chunk].x == 0) continue;
            const float back = words[chunk].x;
            ++line;
            for (size_t i = chunk; i < words.size(); ++i) words[i].x -= back, words[i].line = line;
            x -= back;
        }
    }
    return words;
}

float line_height(float em, const std::vector<Run>& runs, float line) {
    float largest = 0;
    for (const Run& run : runs) largest = std::max(largest, run.style.em);
    return snap(largest * line * em);
}

float paragraph_height(const Canvas& canvas, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(canvas.em(), width, runs);
    return words.empty() ? 0 : float(words.back().line + 1) * line_height(canvas.em(), runs, line);
}

float draw_paragraph(Canvas& canvas, Point top_left, float width, const std::vector<Run>& runs, float line) {
    const auto words = lay_out(canvas.em(), width, runs);
    const float height = line_height(canvas.em(), runs, line);
    for (const Word& word : words) {
        const float middle = top_left.y + (word.line + 0.5F) * height;
        canvas.text({top_left.x + word.x, middle}, word.run->style, word.run->ink, word.text);
    }
    return words.empty() ? 0 : float(words.back().line + 1) * height;
}

}  // namespace upsweep::canvas
