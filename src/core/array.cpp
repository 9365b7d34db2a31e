#include "core/array.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/numbers.h"

namespace upsweep {
namespace {

template <typename T>
std::string scalar_text(T value) {
    if constexpr (std::is_same_v<T, bool>) {
        return value ? "1" : "0";
    } else if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(value)) return "nan";
        if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
        return shortest_text(value);
    } else {
        return std::to_string(+value);
    }
}

template <typename T>
T from_number(double value) {
    if constexpr (std::is_floating_point_v<T>) {
        return T(value);
    } else {
        // Through a 64-bit integer, so that 300 becomes 44 in a u8 rather than undefined behaviour.
        if (value >= 9223372036854775808.0) return T(uint64_t(value));
        return T(int64_t(value));
    }
}

/// A value by its bits. Bits come from files too, so that a bool may be any byte; all but 0 are true.
template <typename T>
T from_bits(uint64_t bits) {
    using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
    Stored value;
    std::memcpy(&value, &bits, sizeof value);
    return T(value);
}

}  // namespace

Array Array::part(int64_t first, int64_t count) const {
    assert(first >= 0 && count >= 0 && first + count <= this->count());
    Array piece(type_, {count, 1});
    const int64_t size = size_of(type_);
    std::copy_n(bytes_.begin() + first * size, count * size, piece.bytes_.begin());
    return piece;
}

double Array::number(int64_t index) const {
    return visit_type(type_, [&](auto v) { return double(view<decltype(v)>()[index]); });
}

void Array::set_number(int64_t index, double value) {
    visit_type(type_, [&](auto v) { view<decltype(v)>()[index] = from_number<decltype(v)>(value); });
}

std::string Array::text(int64_t index) const {
    return visit_type(type_, [&](auto v) { return scalar_text(view<decltype(v)>()[index]); });
}

std::string bits_to_text(ScalarType type, uint64_t bits) {
    return visit_type(type, [&](auto v) { return scalar_text(from_bits<decltype(v)>(bits)); });
}

double bits_to_number(ScalarType type, uint64_t bits) {
    return visit_type(type, [&](auto v) { return double(from_bits<decltype(v)>(bits)); });
}

uint64_t bits_at(const Array& array, int64_t index) {
    uint64_t bits = 0;
    const int size = size_of(array.type());
    std::memcpy(&bits, array.bytes().data() + index * size, size_t(size));
    return bits;
}

int64_t ulps_apart(ScalarType type, uint64_t a, uint64_t b) {
    constexpr int64_t farthest = std::numeric_limits<int64_t>::max();
    if (a == b) return 0;
    if (!is_floating(type)) return farthest;
    const bool a_is_nan = std::isnan(bits_to_number(type, a)), b_is_nan = std::isnan(bits_to_number(type, b));
    if (a_is_nan || b_is_nan) return a_is_nan && b_is_nan ? 0 : farthest;
    // Without the sign the bits of floats are in the order of their values.
    const uint64_t sign = uint64_t{1} << (8 * size_of(type) - 1);
    const auto left = int64_t(a & (sign - 1)), right = int64_t(b & (sign - 1));
    if ((a & sign) == (b & sign)) return std::abs(left - right);
    return left > farthest - right ? farthest : left + right;
}

}  // namespace upsweep
