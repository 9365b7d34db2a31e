// Reads UTF-8 character by character, and escapes what is not to be shown.
#include "core/quotes.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "core/utf8.h"

namespace upsweep {
namespace {

/// Control characters, those that break a line, and those that turn the direction of writing.
bool is_escaped(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string shown(std::string_view bytes, uint32_t code) {
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

std::string one_line(std::string_view text, size_t most) {
    std::vector<std::string> characters;
    while (!text.empty()) {
        const Character first = first_character(text);
        const size_t bytes = first.bytes == 0 ? 1 : first.bytes;
        characters.push_back(first.bytes == 0
                                 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()))
                                 : shown(text.substr(0, bytes), first.code));
        text.remove_prefix(bytes);
    }
    // The end of a long text tells as much as its beginning: a path's file, a sentence's cure.
    const bool whole = characters.size() <= most;
    const size_t head = whole ? characters.size() : most / 2;
    const size_t tail = whole ? head : characters.size() - (most - head) + 1;
    std::string line;
    for (size_t i = 0; i < head; ++i) line += characters[i];
    if (!whole) line += "…";
    for (size_t i = tail; i < characters.size(); ++i) line += characters[i];
    return line;
}

std::string in_quotes(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string in_ticks(std::string_view text) { return '`' + one_line(text) + '`'; }

}  // namespace upsweep
