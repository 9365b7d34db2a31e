// What number and character tokens mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/element_type.h"

namespace upsweep::emulator {

struct Literal {
    ScalarType type = ScalarType::i32;
    uint64_t bits = 0;
};

/// 42, 0x1Fu, 0b101, 1'000ull, 1.5f, 2e-3, 0x1p4: type and value as C++ gives them. Nothing if it is not one.
std::optional<Literal> parse_number(std::string_view text);

/// The end of a sentence about a text that is not one: ` is too large a number.`
std::string why_no_number(std::string_view text);

/// 'a', '\n', '\x41', '\0': an 8-bit char. Nothing if it is not one.
std::optional<Literal> parse_character(std::string_view text);

/// The characters between the quotes, escapes resolved. Of several texts side by side, all of them.
std::string parse_string(std::string_view text);

}  // namespace upsweep::emulator
