// The binary operations of the kernel language.
#pragma once

#include <cstdint>

namespace upsweep::emulator {

enum class BinaryOperation : uint8_t {
    add,
    subtract,
    multiply,
    divide,
    remainder,
    shift_left,
    shift_right,
    bit_and,
    bit_or,
    bit_xor,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
};

}  // namespace upsweep::emulator
