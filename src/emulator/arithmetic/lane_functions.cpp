// Operators, conversions and addresses on rows of lanes.
#include "emulator/arithmetic/lane_functions.h"

#include <cstdint>

#include "emulator/arithmetic/arithmetic.h"

namespace upsweep::emulator {
namespace {

using LaneFunctionsRow = std::uint64_t*;
using LaneFunctionsConstRow = const std::uint64_t*;
using arithmetic::from_bits;
using arithmetic::to_bits;

template <BinaryOperation operation, typename T>
void binary(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow b, LaneFunctionsConstRow,
            int lanes) {
    for (int i = 0; i < lanes; ++i) {
        if constexpr (arithmetic::is_comparison(operation))
            dst[i] = arithmetic::compare(operation, from_bits<T>(a[i]), from_bits<T>(b[i])) ? 1 : 0;
        else if constexpr (operation == BinaryOperation::shift_left)
            dst[i] = to_bits(arithmetic::shift_left(from_bits<T>(a[i]), static_cast<std::uint32_t>(b[i])));
        else if constexpr (operation == BinaryOperation::shift_right)
            dst[i] = to_bits(arithmetic::shift_right(from_bits<T>(a[i]), static_cast<std::uint32_t>(b[i])));
        else
            dst[i] = to_bits(arithmetic::apply(operation, from_bits<T>(a[i]), from_bits<T>(b[i])));
    }
}

template <BinaryOperation operation>
LaneFunction binary_of(ScalarType type) {
    return visit_type(type, [](auto value) -> LaneFunction {
        using T = decltype(value);
        constexpr bool integer_only =
            arithmetic::is_shift(operation) || operation == BinaryOperation::bit_and ||
            operation == BinaryOperation::bit_or || operation == BinaryOperation::bit_xor ||
            operation == BinaryOperation::remainder;
        if constexpr (integer_only && std::floating_point<T>)
            return nullptr;
        else
            return &binary<operation, T>;
    });
}

template <typename T>
void negate(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow, LaneFunctionsConstRow,
            int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = to_bits(arithmetic::negate(from_bits<T>(a[i])));
}

template <typename T>
void complement(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow, LaneFunctionsConstRow,
                int lanes) {
    constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * sizeof(T));
    for (int i = 0; i < lanes; ++i) dst[i] = ~a[i] & mask;
}

template <typename From, typename To>
void convert(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow, LaneFunctionsConstRow,
             int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = to_bits(arithmetic::convert<To>(from_bits<From>(a[i])));
}

void copy(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow, LaneFunctionsConstRow,
          int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = a[i];
}

void logical_not(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow, LaneFunctionsConstRow,
                 int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = a[i] == 0 ? 1 : 0;
}

void select(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow b, LaneFunctionsConstRow c,
            int lanes) {
    for (int i = 0; i < lanes; ++i) dst[i] = a[i] != 0 ? b[i] : c[i];
}

template <typename Index, bool minus>
void address(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow b, LaneFunctionsConstRow c,
             int lanes) {
    for (int i = 0; i < lanes; ++i) {
        std::uint64_t bytes =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(from_bits<Index>(b[i]))) * c[i];
        dst[i] = minus ? a[i] - bytes : a[i] + bytes;
    }
}

template <bool minus>
LaneFunction address_of(ScalarType index) {
    return visit_type(index, [](auto value) -> LaneFunction { return &address<decltype(value), minus>; });
}

void difference(LaneFunctionsRow dst, LaneFunctionsConstRow a, LaneFunctionsConstRow b,
                LaneFunctionsConstRow c, int lanes) {
    for (int i = 0; i < lanes; ++i)
        dst[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(a[i] - b[i]) /
                                            static_cast<std::int64_t>(c[i] == 0 ? 1 : c[i]));
}

}  // namespace

LaneFunction binary_function(BinaryOperation operation, ScalarType type) {
    switch (operation) {
        case BinaryOperation::add:
            return binary_of<BinaryOperation::add>(type);
        case BinaryOperation::subtract:
            return binary_of<BinaryOperation::subtract>(type);
        case BinaryOperation::multiply:
            return binary_of<BinaryOperation::multiply>(type);
        case BinaryOperation::divide:
            return binary_of<BinaryOperation::divide>(type);
        case BinaryOperation::remainder:
            return binary_of<BinaryOperation::remainder>(type);
        case BinaryOperation::shift_left:
            return binary_of<BinaryOperation::shift_left>(type);
        case BinaryOperation::shift_right:
            return binary_of<BinaryOperation::shift_right>(type);
        case BinaryOperation::bit_and:
            return binary_of<BinaryOperation::bit_and>(type);
        case BinaryOperation::bit_or:
            return binary_of<BinaryOperation::bit_or>(type);
        case BinaryOperation::bit_xor:
            return binary_of<BinaryOperation::bit_xor>(type);
        case BinaryOperation::equal:
            return binary_of<BinaryOperation::equal>(type);
        case BinaryOperation::not_equal:
            return binary_of<BinaryOperation::not_equal>(type);
        case BinaryOperation::less:
            return binary_of<BinaryOperation::less>(type);
        case BinaryOperation::less_equal:
            return binary_of<BinaryOperation::less_equal>(type);
        case BinaryOperation::greater:
            return binary_of<BinaryOperation::greater>(type);
        case BinaryOperation::greater_equal:
            break;
    }
    return binary_of<BinaryOperation::greater_equal>(type);
}

LaneFunction negate_function(ScalarType type) {
    return visit_type(type, [](auto value) -> LaneFunction { return &negate<decltype(value)>; });
}

LaneFunction complement_function(ScalarType type) {
    return visit_type(type, [](auto value) -> LaneFunction { return &complement<decltype(value)>; });
}

LaneFunction convert_function(ScalarType from, ScalarType to) {
    return visit_type(from, [to](auto f) {
        return visit_type(to, [](auto t) -> LaneFunction { return &convert<decltype(f), decltype(t)>; });
    });
}

LaneFunction copy_function() { return &copy; }
LaneFunction not_function() { return &logical_not; }
LaneFunction select_function() { return &select; }
LaneFunction address_function(ScalarType index) { return address_of<false>(index); }
LaneFunction address_minus_function(ScalarType index) { return address_of<true>(index); }
LaneFunction difference_function() { return &difference; }

}  // namespace upsweep::emulator
