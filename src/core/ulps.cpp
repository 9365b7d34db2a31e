#include "core/ulps.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace upsweep {
namespace {

constexpr int64_t farthest = std::numeric_limits<int64_t>::max();

}  // namespace

uint64_t bits_at(const Array& array, int64_t index) {
    uint64_t bits = 0;
    const int size = size_of(array.type());
    std::memcpy(&bits, array.bytes().data() + index * size, size_t(size));
    return bits;
}

int64_t ulps_apart(ScalarType type, uint64_t a, uint64_t b) {
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
