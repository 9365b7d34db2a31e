// Words are C++ identifiers; bytes beyond ASCII belong to them. Widths of characters are those in a
// typeface of one width.
#include "editor/motions.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>

#include "core/utf8.h"

namespace upsweep::editor {

namespace {

enum class Class { blank, word, other };

Class class_of(char letter) {
    const uint8_t byte = letter;
    if (letter == ' ' || letter == '\t') return Class::blank;
    return byte >= 0x80 || std::isalnum(byte) != 0 || letter == '_' ? Class::word : Class::other;
}

/// Behind those of that class that are from `byte` on.
size_t skip(std::string_view line, size_t byte, Class what) {
    while (byte < line.size() && class_of(line[byte]) == what) ++byte;
    return byte;
}

size_t skip_back(std::string_view line, size_t byte, Class what) {
    while (byte > 0 && class_of(line[byte - 1]) == what) --byte;
    return byte;
}

Position word_right(const TextBuffer& buffer, Position from) {
    const std::string_view line = buffer.line(from.line);
    if (from.byte == line.size()) return buffer.next(from);
    const size_t byte = skip(line, from.byte, Class::blank);
    return {from.line, byte == line.size() ? byte : skip(line, byte, class_of(line[byte]))};
}

Position word_left(const TextBuffer& buffer, Position from) {
    if (from.byte == 0) return buffer.previous(from);
    const std::string_view line = buffer.line(from.line);
    const size_t byte = skip_back(line, from.byte, Class::blank);
    return {from.line, byte == 0 ? 0 : skip_back(line, byte, class_of(line[byte - 1]))};
}

}  // namespace

size_t indentation(std::string_view line) { return skip(line, 0, Class::blank); }

Position moved(const TextBuffer& buffer, Position from, Motion motion) {
    switch (motion) {
        case Motion::left:
            return buffer.previous(from);
        case Motion::right:
            return buffer.next(from);
        case Motion::word_left:
            return word_left(buffer, from);
        case Motion::word_right:
            return word_right(buffer, from);
        case Motion::line_begin: {
            const size_t first = indentation(buffer.line(from.line));
            return {from.line, from.byte == first ? 0 : first};
        }
        case Motion::line_end:
            return {from.line, buffer.line(from.line).size()};
        case Motion::text_begin:
            return {};
        case Motion::text_end:
            return buffer.end();
        default:
            return from;
    }
}

Range word_at(const TextBuffer& buffer, Position place) {
    const std::string_view line = buffer.line(place.line);
    if (line.empty()) return {place, place};
    // Behind the last character counts as on it, and so does right behind a word.
    size_t byte = std::min(place.byte, line.size() - 1);
    if (byte > 0 && byte == place.byte && class_of(line[byte]) != Class::word &&
        class_of(line[byte - 1]) == Class::word)
        --byte;
    const Class what = class_of(line[byte]);
    return {{place.line, skip_back(line, byte, what)}, {place.line, skip(line, byte, what)}};
}

namespace {

struct Block {
    uint32_t first, last;
};
// Blocks of Unicode whose characters are over the one before, and those that take two columns.
constexpr Block marks[] = {{0x300, 0x36F},   {0x483, 0x489},    {0x591, 0x5BD},   {0x64B, 0x65F},
                           {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},  {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                           {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};
constexpr Block wide[] = {{0x1100, 0x115F},  {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xA960, 0xA97F},
                          {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                          {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
                          {0x20000, 0x3FFFD}};
// Control characters, and those that break a line, turn the direction of writing or are not seen.
constexpr Block hidden[] = {{0, 0x1F},        {0x7F, 0x9F},      {0xAD, 0xAD},     {0x61C, 0x61C},
                            {0x200B, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
                            {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};

template <size_t N>
bool within(const Block (&blocks)[N], uint32_t code) {
    const Block* next =
        std::upper_bound(std::begin(blocks), std::end(blocks), code,
                         [](uint32_t value, const Block& block) { return value < block.first; });
    return next != std::begin(blocks) && code <= std::prev(next)->last;
}

struct ColumnsShape {
    size_t bytes, width;
    bool escape;
};

size_t escape_width(uint32_t code) { return code < 0x100 ? 4 : code < 0x10000 ? 6 : 10; }

/// Of the character at `byte`, at that column.
ColumnsShape shape(std::string_view line, size_t byte, size_t column, size_t tab_width) {
    const char letter = line[byte];
    if (letter >= ' ' && letter < 0x7F) return {1, 1, false};
    if (letter == '\t') return {1, tab_width - column % tab_width, false};
    const Character character = first_character(line.substr(byte));
    if (character.bytes == 0) return {1, 4, true};
    if (within(hidden, character.code)) return {character.bytes, escape_width(character.code), true};
    if (within(marks, character.code)) return {character.bytes, 0, false};
    return {character.bytes, within(wide, character.code) ? size_t{2} : size_t{1}, false};
}

std::string escaped(std::string_view bytes) {
    const Character character = first_character(bytes);
    if (character.bytes == 0) return fmt::format("\\x{:02x}", uint8_t(bytes.front()));
    if (character.code < 0x100) return fmt::format("\\x{:02x}", character.code);
    if (character.code < 0x10000) return fmt::format("\\u{:04x}", character.code);
    return fmt::format("\\U{:08x}", character.code);
}

}  // namespace

std::vector<Glyph> glyphs(std::string_view line, size_t tab_width) {
    std::vector<Glyph> all;
    for (size_t byte = 0, column = 0; byte < line.size();) {
        const ColumnsShape at = shape(line, byte, column, tab_width);
        const std::string_view bytes = line.substr(byte, at.bytes);
        all.push_back({byte, at.bytes, column, at.width, at.escape,
                       at.escape ? escaped(bytes) : std::string(bytes == "\t" ? "" : bytes)});
        byte += at.bytes;
        column += at.width;
    }
    return all;
}

size_t column_of(std::string_view line, size_t byte, size_t tab_width) {
    size_t column = 0;
    for (size_t at = 0; at < std::min(byte, line.size());) {
        const ColumnsShape character = shape(line, at, column, tab_width);
        at += character.bytes;
        if (at > byte) break;
        column += character.width;
    }
    return column;
}

size_t byte_at(std::string_view line, double column, size_t tab_width) {
    size_t begin = 0;
    for (size_t byte = 0; byte < line.size();) {
        const ColumnsShape at = shape(line, byte, begin, tab_width);
        const double middle = double(begin) + double(at.width) / 2;
        // A mark stays with the character that it is over.
        if (at.width > 0 && column < middle) return byte;
        byte += at.bytes;
        begin += at.width;
    }
    return line.size();
}

}  // namespace upsweep::editor
