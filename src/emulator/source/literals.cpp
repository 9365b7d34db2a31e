// What number and character tokens mean: bases, suffixes, the first type that holds the value.
#include "emulator/source/literals.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/source/lexer.h"

namespace upsweep::emulator {

namespace {

std::string lower(std::string_view text) {
    std::string result;
    for (char c : text)
        if (c != '\'') result += char(std::tolower(uint8_t(c)));
    return result;
}

std::optional<Literal> parse_floating(std::string text) {
    Literal literal{ScalarType::f64, 0};
    const bool hexadecimal = text.starts_with("0x");
    // In 0x1f the f is a digit; after an exponent p it is a suffix.
    const bool may_have_suffix = !hexadecimal || text.find('p') != std::string::npos;
    if (may_have_suffix && text.back() == 'f') {
        literal.type = ScalarType::f32;
        text.pop_back();
    } else if (text.back() == 'l') {
        text.pop_back();
    }
    char* end = nullptr;
    // Straight to float: by way of double it would be rounded twice.
    if (literal.type == ScalarType::f32)
        literal.bits = arithmetic::to_bits(std::strtof(text.c_str(), &end));
    else
        literal.bits = arithmetic::to_bits(std::strtod(text.c_str(), &end));
    if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
    return literal;
}

struct Suffix {
    bool is_unsigned = false;
    bool is_long = false;
};

std::optional<Suffix> take_suffix(std::string& digits) {
    const size_t end = digits.find_first_of("ulz");
    const std::string suffix = end == std::string::npos ? "" : digits.substr(end);
    digits.resize(digits.size() - suffix.size());
    Suffix result;
    result.is_unsigned = std::count(suffix.begin(), suffix.end(), 'u') == 1;
    const auto longs = std::count(suffix.begin(), suffix.end(), 'l');
    result.is_long = longs > 0 || suffix.find('z') != std::string::npos;
    const ptrdiff_t unsigneds = result.is_unsigned ? 1 : 0;
    const bool known =
        longs + unsigneds == ptrdiff_t(suffix.size()) || suffix == "z" || suffix == "uz" || suffix == "zu";
    if (!known || longs > 2) return std::nullopt;
    return result;
}

ScalarType integer_type(uint64_t value, Suffix suffix, bool decimal) {
    constexpr uint64_t int_max = 0x7fffffffu;
    constexpr uint64_t uint_max = 0xffffffffu;
    constexpr uint64_t long_max = 0x7fffffffffffffffu;
    if (suffix.is_unsigned) return suffix.is_long || value > uint_max ? ScalarType::u64 : ScalarType::u32;
    if (!suffix.is_long && value <= int_max) return ScalarType::i32;
    if (!suffix.is_long && !decimal && value <= uint_max) return ScalarType::u32;
    return value <= long_max ? ScalarType::i64 : ScalarType::u64;
}

std::optional<Literal> parse_integer(std::string text) {
    const std::optional<Suffix> suffix = take_suffix(text);
    int base = 10;
    if (text.starts_with("0x"))
        base = 16;
    else if (text.starts_with("0b"))
        base = 2;
    else if (text.size() > 1 && text[0] == '0')
        base = 8;
    const std::string digits = base == 16 || base == 2 ? text.substr(2) : text;
    if (!suffix || digits.empty() || std::isxdigit(uint8_t(digits[0])) == 0) return std::nullopt;
    char* end = nullptr;
    errno = 0;
    const uint64_t value = std::strtoull(digits.c_str(), &end, base);
    if (end != digits.c_str() + digits.size() || errno == ERANGE) return std::nullopt;
    return Literal{integer_type(value, *suffix, base == 10), value};
}

/// Reads one character after a backslash or plain, and moves on.
int read_escape(std::string_view text, size_t& position) {
    const char c = text[position++];
    if (c != '\\' || position >= text.size()) return uint8_t(c);
    const char kind = text[position++];
    constexpr std::string_view names = "ntrabfv";
    constexpr std::string_view values = "\n\t\r\a\b\f\v";
    if (const size_t index = names.find(kind); index != std::string_view::npos) return values[index];
    const bool hexadecimal = kind == 'x';
    if (!hexadecimal && (kind < '0' || kind > '7')) return uint8_t(kind);
    int value = hexadecimal ? 0 : kind - '0';
    for (int digits = 0; position < text.size() && digits < 2; ++digits, ++position) {
        const char digit = text[position];
        const bool fits = hexadecimal ? std::isxdigit(uint8_t(digit)) != 0 : digit >= '0' && digit <= '7';
        if (!fits) break;
        const int lowered = std::tolower(uint8_t(digit));
        value = value * (hexadecimal ? 16 : 8) + (lowered >= 'a' ? lowered - 'a' + 10 : lowered - '0');
    }
    return value;
}

/// What is between the brackets of R"name( … )name", and moves on.
std::string_view raw_text(std::string_view text, size_t& position) {
    const size_t open = text.find('(', position);
    const std::string closing = ")" + std::string(text.substr(position + 2, open - position - 2)) + "\"";
    const size_t end = text.find(closing, open);
    position = end + closing.size();
    return text.substr(open + 1, end - open - 1);
}

}  // namespace

std::optional<Literal> parse_number(std::string_view text) {
    std::string lowered = lower(text);
    const bool hexadecimal = lowered.starts_with("0x");
    const bool floating = lowered.find('.') != std::string::npos ||
                          lowered.find(hexadecimal ? 'p' : 'e') != std::string::npos ||
                          (!hexadecimal && lowered.size() > 1 && lowered.back() == 'f');
    if (floating && !lowered.starts_with("0b")) return parse_floating(std::move(lowered));
    return parse_integer(std::move(lowered));
}

std::string why_no_number(std::string_view text) {
    const std::string digits = lower(text);
    const bool all = digits.find_first_not_of("0123456789") == std::string::npos;
    if (all && digits[0] == '0')
        return " is not an octal number. A number that begins with 0 has only the digits 0 to 7.";
    const bool hexadecimal = digits.starts_with("0x") && digits.size() > 2 &&
                             digits.find_first_not_of("0123456789abcdefxul") == std::string::npos;
    return all || hexadecimal ? " is too large a number." : " is not a number.";
}

std::optional<Literal> parse_character(std::string_view text) {
    if (text.size() < 3 || text.front() != '\'') return std::nullopt;
    const std::string inside = parse_string(text);
    if (inside.size() != 1) return std::nullopt;
    return Literal{ScalarType::i8, uint8_t(inside[0])};
}

std::string parse_string(std::string_view text) {
    std::string result;
    for (size_t position = 0; position < text.size();) {
        if (text[position] == 'R') {
            result += raw_text(text, position);
            continue;
        }
        const char quote = text[position++];
        while (position < text.size() && text[position] != quote) {
            if (const size_t splice = splice_length(text, position); splice > 0)
                position += splice;
            else
                result += char(read_escape(text, position));
        }
        ++position;
    }
    return result;
}

}  // namespace upsweep::emulator
