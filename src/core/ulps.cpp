#include "core/ulps.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace upsweep {
namespace {

constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::uint64_t bits_at(const Array& array, std::int64_t index) {
    std::uint64_t bits = 0;
    const int size = size_of(array.type());
    std::memcpy(&bits, array.bytes().data() + index * size, static_cast<std::size_t>(size));
    return bits;
}

std::int64_t ulps_apart(ScalarType type, std::uint64_t a, std::uint64_t b) {
    if (a == b) return 0;
    if (!is_floating(type)) return farthest;
    const bool a_is_nan = std::isnan(bits_to_number(type, a)), b_is_nan = std::isnan(bits_to_number(type, b));
    if (a_is_nan || b_is_nan) return a_is_nan && b_is_nan ? 0 : farthest;
    // Without the sign the bits of floats are in the order of their values.
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    const auto left = static_cast<std::int64_t>(a & (sign - 1)),
               right = static_cast<std::int64_t>(b & (sign - 1));
    if ((a & sign) == (b & sign)) return std::abs(left - right);
    return left > farthest - right ? farthest : left + right;
}

}  // namespace upsweep
