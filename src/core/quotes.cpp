// Reads UTF-8 character by character, and escapes what is not to be shown.
#include "core/quotes.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

namespace upsweep {
namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  ///< 0: these bytes are no UTF-8
};

/// The character that `text` begins with.
Character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return {};
    std::uint32_t code = byte(0) & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    // Codes that a shorter form writes, halves of UTF-16 pairs, and what lies beyond Unicode.
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[bytes] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
    return {code, bytes};
}

/// Control characters, those that break a line, and those that turn the direction of writing.
bool is_escaped(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string shown(std::string_view bytes, std::uint32_t code) {
    switch (code) {
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            break;
    }
    if (!is_escaped(code)) return std::string(bytes);
    return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

}  // namespace

std::string one_line(std::string_view text, std::size_t most) {
    std::vector<std::string> characters;
    while (!text.empty()) {
        const Character first = first_of(text);
        const std::size_t bytes = first.bytes == 0 ? 1 : first.bytes;
        characters.push_back(first.bytes == 0
                                 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()))
                                 : shown(text.substr(0, bytes), first.code));
        text.remove_prefix(bytes);
    }
    // The end of a long text tells as much as its beginning: a path's file, a sentence's cure.
    const bool whole = characters.size() <= most;
    const std::size_t head = whole ? characters.size() : most / 2;
    const std::size_t tail = whole ? head : characters.size() - (most - head) + 1;
    std::string line;
    for (std::size_t i = 0; i < head; ++i) line += characters[i];
    if (!whole) line += "…";
    for (std::size_t i = tail; i < characters.size(); ++i) line += characters[i];
    return line;
}

std::string in_quotes(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string in_ticks(std::string_view text) { return '`' + one_line(text) + '`'; }

}  // namespace upsweep
