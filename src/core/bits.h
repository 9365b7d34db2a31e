// Bits and whole numbers: what <bit> lacks in some libraries, or what the compilers do in one instruction.
#pragma once

#include <cassert>
#include <cstdint>

namespace upsweep {

/// std::bit_cast.
template <typename To, typename From>
constexpr To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

/// The position of the lowest bit that is set; 0 has none.
inline int lowest_bit(uint32_t bits) {
    assert(bits != 0);
    return __builtin_ctz(bits);
}

/// True if the exact result does not fit into T; `result` is then the exact one modulo 2^bits.
template <typename T>
constexpr bool add_overflows(T a, T b, T& result) {
    return __builtin_add_overflow(a, b, &result);
}
template <typename T>
constexpr bool subtract_overflows(T a, T b, T& result) {
    return __builtin_sub_overflow(a, b, &result);
}
template <typename T>
constexpr bool multiply_overflows(T a, T b, T& result) {
    return __builtin_mul_overflow(a, b, &result);
}

}  // namespace upsweep
