// Whole numbers in text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace upsweep {

/// The whole number that a text is from its first character to its last; nothing for any other text, and for
/// a number that the type does not hold.
template <class Number = int64_t>
std::optional<Number> parse_whole_number(std::string_view text, int base = 10) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace upsweep
