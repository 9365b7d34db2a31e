#include "core/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace upsweep {
namespace plain {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes off the digits that a text begins with; how many they were.
size_t take_digits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const auto count = size_t(end - text.begin());
    text.remove_prefix(count);
    return count;
}

bool take(std::string_view& text, std::string_view word) {
    if (text.size() < word.size() ||
        !std::equal(word.begin(), word.end(), text.begin(), [](char b, char a) { return (a | 0x20) == b; }))
        return false;
    text.remove_prefix(word.size());
    return true;
}

void take_exponent(std::string_view& text) {
    std::string_view rest = text;
    if (!take(rest, "e")) return;
    if (!rest.empty() && (rest.front() == '+' || rest.front() == '-')) rest.remove_prefix(1);
    if (take_digits(rest) > 0) text = rest;
}

/// What a text of a number leaves over, or all of it if it begins with none.
std::string_view behind_number(std::string_view text, bool exponent) {
    std::string_view rest = text;
    if (!rest.empty() && rest.front() == '-') rest.remove_prefix(1);
    if (take(rest, "inf")) {
        take(rest, "inity");
        return rest;
    }
    if (take(rest, "nan")) return rest;
    size_t digits = take_digits(rest);
    if (!rest.empty() && rest.front() == '.') {
        std::string_view fraction = rest.substr(1);
        const size_t more = take_digits(fraction);
        if (digits + more > 0) rest = fraction;
        digits += more;
    }
    if (digits == 0) return text;
    if (exponent) take_exponent(rest);
    return rest;
}

/// Digits d.ddd and the power of ten of the first.
template <typename T>
std::string shortest(T value) {
    if (value == 0) return std::signbit(value) ? "-0" : "0";
    // fmt finds the same digits, and writes them in its own way.
    const std::string text = fmt::format("{}", std::abs(value));
    const size_t e = text.find('e');
    int power = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
    std::string digits = text.substr(0, e);
    const size_t point = digits.find('.');
    if (point != std::string::npos) {
        power -= int(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    digits.erase(0, digits.find_first_not_of('0'));
    const size_t zeros = digits.size() - (digits.find_last_not_of('0') + 1);
    digits.resize(digits.size() - zeros);
    power += int(zeros);
    // Now it is the whole number `digits` times ten to the `power`. Plain where that is not longer.
    const int count = int(digits.size());
    const int lowest = count == 1 ? -3 : -(count + 3), highest = count == 1 ? 4 : 5;
    const std::string sign = value < 0 ? "-" : "";
    if (power < lowest || power > highest) {
        const int first = power + count - 1;
        const std::string fraction = count == 1 ? "" : "." + digits.substr(1);
        return fmt::format("{}{}{}e{}{:02}", sign, digits[0], fraction, first < 0 ? '-' : '+',
                           std::abs(first));
    }
    if (power >= 0) return fmt::format("{:.0f}", value);
    const int whole = count + power;
    if (whole > 0) return sign + digits.substr(0, size_t(whole)) + "." + digits.substr(size_t(whole));
    return sign + "0." + std::string(size_t(-whole), '0') + digits;
}

}  // namespace

std::from_chars_result read_number(const char* first, const char* last, double& value, bool exponent) {
    const std::string_view text(first, size_t(last - first));
    const std::string_view rest = behind_number(text, exponent);
    if (rest.size() == text.size()) return {first, std::errc::invalid_argument};
    const char* end = last - rest.size();
    const std::string number(first, end);
    const double read = std::strtod(number.c_str(), nullptr);
    const bool digits = number.find_first_of("iInN") == std::string::npos;
    const bool zero =
        number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == std::string::npos;
    if (digits && (std::isinf(read) || (read == 0 && !zero))) return {end, std::errc::result_out_of_range};
    value = read;
    return {end, std::errc()};
}

std::string shortest_text(double value) { return shortest(value); }
std::string shortest_text(float value) { return shortest(value); }

}  // namespace plain

#if defined(__cpp_lib_to_chars)

std::from_chars_result read_number(const char* first, const char* last, double& value, bool exponent) {
    return std::from_chars(first, last, value,
                           exponent ? std::chars_format::general : std::chars_format::fixed);
}

namespace {

template <typename T>
std::string library_text(T value) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

std::string shortest_text(double value) { return library_text(value); }
std::string shortest_text(float value) { return library_text(value); }

#else

std::from_chars_result read_number(const char* first, const char* last, double& value, bool exponent) {
    return plain::read_number(first, last, value, exponent);
}

std::string shortest_text(double value) { return plain::shortest_text(value); }
std::string shortest_text(float value) { return plain::shortest_text(value); }

#endif

}  // namespace upsweep
