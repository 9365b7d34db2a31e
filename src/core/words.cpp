// Cuts texts at characters of ASCII: bytes of others are never cut apart.
#include "core/words.h"

#include <algorithm>

#include "core/ranges.h"
#include "core/utf8.h"

namespace upsweep {
namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

/// Beyond ASCII those of two bytes without marks, × and ÷: other marks, such as ’, are not parts of words.
bool is_letter(std::string_view character) {
    if (character.size() == 1) return is_of_name(character.front());
    const uint32_t code = first_character(character).code;
    return code >= 0xC0 && code < 0x800 && code != 0xD7 && code != 0xF7;
}

bool begins_with_letter(std::string_view text) {
    return !text.empty() && is_letter(text.substr(0, std::max<size_t>(1, first_character(text).bytes)));
}

bool ends_in_letter(std::string_view text) {
    if (text.empty()) return false;
    size_t begin = text.size() - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    return is_letter(text.substr(begin));
}

}  // namespace

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::string small_letters(std::string_view text) {
    std::string letters;
    for (const char c : text) letters += small(c);
    return letters;
}

bool is_of_name(char c) { return (c >= '0' && c <= '9') || (small(c) >= 'a' && small(c) <= 'z') || c == '_'; }

bool is_name(std::string_view text) {
    const bool digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
    return !text.empty() && !digit && all_of(text, is_of_name);
}

size_t find_word(std::string_view text, std::string_view word, size_t from, Letters letters) {
    if (word.empty()) return std::string_view::npos;
    const auto same = [&](char a, char b) {
        return letters == Letters::as_written ? a == b : small(a) == small(b);
    };
    for (; from < text.size(); ++from) {
        const auto found =
            std::search(text.begin() + ptrdiff_t(from), text.end(), word.begin(), word.end(), same);
        if (found == text.end()) break;
        from = size_t(found - text.begin());
        if (!ends_in_letter(text.substr(0, from)) && !begins_with_letter(text.substr(from + word.size())))
            return from;
    }
    return std::string_view::npos;
}

std::string noun_of(int64_t count, std::string_view one, std::string_view many) {
    if (count == 1) return std::string(one);
    return many.empty() ? std::string(one) + "s" : std::string(many);
}

std::string counted(int64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + noun_of(count, one, many);
}

std::string grouped(int64_t number) {
    std::string digits = std::to_string(std::llabs(number));
    for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, " ");
    return number < 0 ? "\u2212" + digits : digits;
}

uint64_t text_hash(std::string_view text) {
    uint64_t hash = 0xcbf29ce484222325U;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    return hash;
}

}  // namespace upsweep
