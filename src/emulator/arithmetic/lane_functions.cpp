// Operators, conversions and addresses on rows of lanes.
#include "emulator/arithmetic/lane_functions.h"

#include <cstdint>
#include <utility>

#include "core/ranges.h"
#include "emulator/arithmetic/arithmetic.h"
#include "emulator/arithmetic/lane_rows.h"

namespace upsweep::emulator {
namespace {

using Word = uint64_t;
using arithmetic::from_bits;

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
        else if constexpr (arithmetic::is_comparison(operation))
            return lane_rows<T>([](T a, T b) { return arithmetic::compare(operation, a, b); });
        else if constexpr (operation == BinaryOperation::shift_left)
            return lane_rows<Word>([](Word a, Word b) {
                return arithmetic::to_bits(arithmetic::shift_left(from_bits<T>(a), uint32_t(b)));
            });
        else if constexpr (operation == BinaryOperation::shift_right)
            return lane_rows<Word>([](Word a, Word b) {
                return arithmetic::to_bits(arithmetic::shift_right(from_bits<T>(a), uint32_t(b)));
            });
        else
            return lane_rows<T>([](T a, T b) { return arithmetic::apply(operation, a, b); });
    });
}

/// The function for each operation, in their order.
template <size_t... I>
LaneFunction binary_by_position(BinaryOperation operation, ScalarType type, std::index_sequence<I...>) {
    constexpr LaneFunction (*all[])(ScalarType) = {binary_of<static_cast<BinaryOperation>(I)>...};
    return nth(all, operation)(type);
}

/// dst = address a ± index b · c bytes.
template <bool minus>
LaneFunction address_of(ScalarType index) {
    return visit_type(index, [](auto value) {
        return lane_rows<Word>([](Word a, Word b, Word c) {
            const Word bytes = static_cast<Word>(int64_t(from_bits<decltype(value)>(b))) * c;
            return minus ? a - bytes : a + bytes;
        });
    });
}

}  // namespace

LaneFunction binary_function(BinaryOperation operation, ScalarType type) {
    constexpr auto count = size_t(BinaryOperation::greater_equal) + 1;
    return binary_by_position(operation, type, std::make_index_sequence<count>());
}

LaneFunction negate_function(ScalarType type) {
    return visit_type(type, [](auto value) {
        return lane_rows<decltype(value)>([](auto a) { return arithmetic::negate(a); });
    });
}

LaneFunction complement_function(ScalarType type) {
    return visit_type(type, [](auto value) {
        constexpr Word mask = ~Word{0} >> (64 - 8 * sizeof value);
        return lane_rows<Word>([](Word a) { return ~a & mask; });
    });
}

LaneFunction convert_function(ScalarType from, ScalarType to) {
    return visit_type(from, [to](auto f) {
        return visit_type(to, [](auto t) {
            return lane_rows<decltype(f)>([](auto a) { return arithmetic::convert<decltype(t)>(a); });
        });
    });
}

LaneFunction copy_function() {
    return lane_rows<Word>([](Word a) { return a; });
}

LaneFunction not_function() {
    return lane_rows<Word>([](Word a) { return Word{a == 0}; });
}

LaneFunction select_function() {
    return lane_rows<Word>([](Word a, Word b, Word c) { return a != 0 ? b : c; });
}

LaneFunction address_function(ScalarType index) { return address_of<false>(index); }
LaneFunction address_minus_function(ScalarType index) { return address_of<true>(index); }

LaneFunction difference_function() {
    return lane_rows<Word>(
        [](Word a, Word b, Word c) { return static_cast<Word>(int64_t(a - b) / int64_t(c == 0 ? 1 : c)); });
}

}  // namespace upsweep::emulator
