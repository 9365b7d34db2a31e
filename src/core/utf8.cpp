// Reading UTF-8.
#include "core/utf8.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/quotes.h"

namespace upsweep {
namespace {

std::string to_utf8_from(std::string_view encoding) {
    return fmt::format(
        "save it as UTF-8 in your editor (\"Save as\", encoding UTF-8), or run iconv -f {} -t UTF-8 OLD > "
        "NEW.",
        encoding);
}

/// "UTF-16LE": by its mark, or where half of the first letters have a zero byte. Empty: it is not one.
std::string_view utf16_of(std::string_view text) {
    if (text.starts_with("\xFF\xFE")) return "UTF-16LE";
    if (text.starts_with("\xFE\xFF")) return "UTF-16BE";
    const size_t pairs = std::min<size_t>(text.size(), 512) / 2;
    size_t zeros[2] = {};
    for (size_t i = 0; i < 2 * pairs; ++i) zeros[i % 2] += text[i] == 0 ? 1 : 0;
    if (zeros[1] * 2 > pairs && zeros[0] * 4 < pairs) return "UTF-16LE";
    if (zeros[0] * 2 > pairs && zeros[1] * 4 < pairs) return "UTF-16BE";
    return {};
}

}  // namespace

Character first_character(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return {};
    uint32_t code = byte(0) & (0x7FU >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    // Codes that a shorter form writes, halves of UTF-16 pairs, and what lies beyond Unicode.
    constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[bytes] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
    return {code, bytes};
}

std::optional<EncodingFault> encoding_fault(std::string_view text) {
    if (const std::string_view utf16 = utf16_of(text); !utf16.empty())
        return EncodingFault{1, "the file is UTF-16, not UTF-8; " + to_utf8_from(utf16)};
    EncodingFault fault;
    for (size_t at = 0, line = 0; at < text.size();) {
        if (text[at] == '\n') ++fault.line, line = at + 1;
        const size_t bytes = first_character(text.substr(at)).bytes;
        if (bytes == 0) {
            const std::string_view before = text.substr(line, at - line);
            fault.sentence = fmt::format(
                "the file is not UTF-8: byte 0x{:02X} {} is Latin-1 or another encoding; {}",
                static_cast<unsigned char>(text[at]),
                before.empty() ? "at the start of the line" : "behind " + in_quotes(one_line(before, 24)),
                to_utf8_from("LATIN1"));
            return fault;
        }
        at += bytes;
    }
    return std::nullopt;
}

}  // namespace upsweep
