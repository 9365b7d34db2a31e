// Arithmetic as the GPU does it, on C++ values and on raw bits. Where C++ leaves the answer open, this is the
// place that knows the GPU's: constant folding and the machine both ask here.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/array.h"
#include "core/bits.h"
#include "core/element_type.h"
#include "emulator/arithmetic/builtins.h"

namespace upsweep::emulator::arithmetic {

// ---- Raw bits -------------------------------------------------------------------------------------------

template <typename T>
using Bits = std::conditional_t<
    sizeof(T) == 1, uint8_t,
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

template <typename T>
constexpr uint64_t to_bits(T value) {
    if constexpr (std::same_as<T, bool>)
        return value ? 1 : 0;
    else
        return upsweep::bit_cast<Bits<T>>(value);
}

template <typename T>
constexpr T from_bits(uint64_t bits) {
    if constexpr (std::same_as<T, bool>)
        return (bits & 0xff) != 0;
    else
        return upsweep::bit_cast<T>(static_cast<Bits<T>>(bits));
}

// ---- NaN ------------------------------------------------------------------------------------------------

/// A NaN that an operation on floats gives: payloads are not kept.
inline float nan_of(float, float) { return upsweep::bit_cast<float>(0x7fffffffu); }

/// Doubles keep the payload, the second operand's first; a made NaN is negative.
inline double nan_of(double a, double b) {
    constexpr uint64_t quiet = 0x0008000000000000u;
    if (b != b) return upsweep::bit_cast<double>(upsweep::bit_cast<uint64_t>(b) | quiet);
    if (a != a) return upsweep::bit_cast<double>(upsweep::bit_cast<uint64_t>(a) | quiet);
    return upsweep::bit_cast<double>(uint64_t{0xfff8000000000000u});
}

/// `result` of an operation on a and b, with the GPU's NaN if it is one.
template <std::floating_point T>
inline T settle(T result, T a, T b) {
    return result == result ? result : nan_of(a, b);
}

// ---- + - * / % ------------------------------------------------------------------------------------------

/// Wraps modulo 2^bits. Narrow types are promoted before they get here; they work all the same.
template <typename T>
inline T add(T a, T b) {
    if constexpr (std::floating_point<T>)
        return settle(a + b, a, b);
    else
        return T(uint64_t(a) + uint64_t(b));
}

template <typename T>
inline T subtract(T a, T b) {
    if constexpr (std::floating_point<T>)
        return settle(a - b, a, b);
    else
        return T(uint64_t(a) - uint64_t(b));
}

template <typename T>
inline T multiply(T a, T b) {
    if constexpr (std::floating_point<T>)
        return settle(a * b, a, b);
    else
        return T(uint64_t(a) * uint64_t(b));
}

/// What `/` gives for a zero divisor: all ones; 64-bit operands that fit in 32 bits take the short way and
/// have 32 ones.
template <std::integral T>
constexpr T by_zero(T a) {
    if constexpr (sizeof(T) == 8)
        if ((uint64_t(a) >> 32) == 0) return T(0xffffffffu);
    return T(~uint64_t{0});
}

template <typename T>
inline T divide(T a, T b) {
    if constexpr (std::floating_point<T>) {
        return settle(a / b, b, a);  // double division keeps the first operand's payload
    } else if constexpr (std::same_as<T, bool>) {
        return a && b;
    } else {
        if (b == 0) return by_zero(a);
        if constexpr (std::is_signed_v<T>)
            if (b == T{-1}) return subtract(T{0}, a);
        return T(a / b);
    }
}

/// a % 0 is all ones, as a / 0 is (seen on an H200, whatever the type).
template <typename T>
inline T remainder(T a, T b) {
    if constexpr (std::floating_point<T>) {
        return settle(std::fmod(a, b), a, b);
    } else if constexpr (std::same_as<T, bool>) {
        return false;
    } else {
        if (b == 0) return by_zero(a);
        if constexpr (std::is_signed_v<T>)
            if (b == T{-1}) return 0;
        return T(a % b);
    }
}

/// A float's NaN loses its payload; a double's NaN stays as it is, its sign too.
template <typename T>
inline T negate(T a) {
    if constexpr (std::floating_point<T>)
        return a == a ? -a : nan_of(a, a);
    else
        return subtract(T{0}, a);
}

// ---- Bits and shifts ------------------------------------------------------------------------------------

/// `amount` is the low 32 bits of the right operand, unsigned: too far is 0.
template <std::integral T>
constexpr T shift_left(T a, uint32_t amount) {
    if (amount >= sizeof(T) * 8) return 0;
    return T(uint64_t(a) << amount);
}

/// Too far is 0, or −1 for a negative number.
template <std::integral T>
constexpr T shift_right(T a, uint32_t amount) {
    if constexpr (std::is_signed_v<T>)
        if (amount >= sizeof(T) * 8) return a < 0 ? T{-1} : T{0};
    if (amount >= sizeof(T) * 8) return 0;
    return T(a >> amount);
}

// ---- Smaller and greater --------------------------------------------------------------------------------

/// As CUDA's min and max: the number where one is NaN, −0 below +0.
template <typename T>
inline T minimum(T a, T b) {
    if constexpr (std::floating_point<T>) {
        if (a != a) return b == b ? b : nan_of(a, b);
        if (b != b) return a;
        if (a == b) return std::signbit(a) ? a : b;
    }
    return b < a ? b : a;
}

template <typename T>
inline T maximum(T a, T b) {
    if constexpr (std::floating_point<T>) {
        if (a != a) return b == b ? b : nan_of(a, b);
        if (b != b) return a;
        if (a == b) return std::signbit(a) ? b : a;
    }
    return a < b ? b : a;
}

// ---- Conversions ----------------------------------------------------------------------------------------

/// Toward zero, clamped to the range. NaN: a float gives 0 for 32 bits; all else gives only the top bit.
template <std::integral To, std::floating_point From>
constexpr To clamp_to(From value) {
    static_assert(sizeof(To) >= 4);
    if (value != value)
        return sizeof(From) == 4 && sizeof(To) == 4 ? To{0} : To(uint64_t{1} << (sizeof(To) * 8 - 1));
    // Both bounds are powers of two or 0, hence exact; the upper one is the first value too large.
    constexpr From low = From(std::numeric_limits<To>::min());
    constexpr From high =
        From(uint64_t{1} << (sizeof(To) * 8 - 2)) * (std::is_signed_v<To> ? From{2} : From{4});
    if (value <= low) return std::numeric_limits<To>::min();
    if (value >= high) return std::numeric_limits<To>::max();
    return To(value);
}

/// Any scalar to any: integers modulo 2^bits, floats toward zero and clamped (to 8 and 16 bits by way of 32),
/// integers to floats to nearest even, everything but zero to true.
template <typename To, typename From>
constexpr To convert(From value) {
    if constexpr (std::same_as<To, bool>) {
        return value != From{0};
    } else if constexpr (std::floating_point<From> && std::integral<To>) {
        if constexpr (sizeof(To) >= 4)
            return clamp_to<To>(value);
        else if constexpr (std::is_signed_v<To>)
            return To(clamp_to<int32_t>(value));
        else
            return To(clamp_to<uint32_t>(value));
    } else {
        return To(value);
    }
}

// ---- On raw bits, by type -------------------------------------------------------------------------------

inline uint64_t convert_bits(ScalarType from, ScalarType to, uint64_t bits) {
    return visit_type(from, [&](auto f) {
        return visit_type(
            to, [&](auto t) { return to_bits(convert<decltype(t)>(from_bits<decltype(f)>(bits))); });
    });
}

/// Comparisons are made on values: −0 equals +0, NaN equals nothing.
template <typename T>
constexpr bool compare(BinaryOperation operation, T a, T b) {
    switch (operation) {
        using enum BinaryOperation;
        case equal:
            return a == b;
        case not_equal:
            return a != b;
        case less:
            return a < b;
        case less_equal:
            return a <= b;
        case greater:
            return a > b;
        default:
            return a >= b;
    }
}

constexpr bool is_comparison(BinaryOperation operation) { return operation >= BinaryOperation::equal; }
constexpr bool is_shift(BinaryOperation operation) {
    return operation == BinaryOperation::shift_left || operation == BinaryOperation::shift_right;
}

template <std::integral T>
inline T apply_integer(BinaryOperation operation, T a, T b) {
    switch (operation) {
        case BinaryOperation::remainder:
            return remainder(a, b);
        case BinaryOperation::bit_and:
            return T(a & b);
        case BinaryOperation::bit_or:
            return T(a | b);
        default:
            return T(a ^ b);
    }
}

/// a `operation` b, both of type T. Shifts take the low 32 bits of b; comparisons are left to compare().
template <typename T>
inline T apply(BinaryOperation operation, T a, T b) {
    switch (operation) {
        case BinaryOperation::add:
            return add(a, b);
        case BinaryOperation::subtract:
            return subtract(a, b);
        case BinaryOperation::multiply:
            return multiply(a, b);
        case BinaryOperation::divide:
            return divide(a, b);
        default:
            break;
    }
    if constexpr (std::integral<T>)
        return apply_integer(operation, a, b);
    else
        return T{};
}

/// a `operation` b on raw bits of `type`; of a shift, b has the bits of any integer. Comparisons give 0 or 1.
inline uint64_t apply_bits(BinaryOperation operation, ScalarType type, uint64_t a, uint64_t b) {
    return visit_type(type, [&](auto t) -> uint64_t {
        using T = decltype(t);
        if (is_comparison(operation)) return compare(operation, from_bits<T>(a), from_bits<T>(b)) ? 1 : 0;
        if constexpr (std::integral<T> && !std::same_as<T, bool>) {
            const uint32_t amount = b;
            if (operation == BinaryOperation::shift_left) return to_bits(shift_left(from_bits<T>(a), amount));
            if (operation == BinaryOperation::shift_right)
                return to_bits(shift_right(from_bits<T>(a), amount));
        }
        return to_bits(apply(operation, from_bits<T>(a), from_bits<T>(b)));
    });
}

inline uint64_t negate_bits(ScalarType type, uint64_t a) {
    return visit_type(type, [&](auto t) { return to_bits(negate(from_bits<decltype(t)>(a))); });
}

/// ~a of an integer of this type.
inline uint64_t complement_bits(ScalarType type, uint64_t a) {
    return ~a & (~uint64_t{0} >> (64 - 8 * size_of(type)));
}

}  // namespace upsweep::emulator::arithmetic
