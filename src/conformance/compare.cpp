#include "conformance/compare.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace upsweep::conformance {
namespace {

std::uint64_t bits_at(const Array& array, std::int64_t index) {
    std::uint64_t bits = 0;
    const int size = size_of(array.type());
    std::memcpy(&bits, array.bytes().data() + index * size, static_cast<std::size_t>(size));
    return bits;
}

/// Floats in the order of their values, so that neighbours differ by one.
std::int64_t rank(ScalarType type, std::uint64_t bits) {
    const int width = 8 * size_of(type);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

bool same(ScalarType type, std::uint64_t a, std::uint64_t b, int ulps) {
    if (a == b) return true;
    if (ulps == 0 || !is_floating(type)) return false;
    const double x = bits_to_number(type, a), y = bits_to_number(type, b);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    return std::abs(rank(type, a) - rank(type, b)) <= ulps;
}

}  // namespace

std::string difference(const Array& expected, const Array& got, int ulps) {
    if (expected.type() != got.type() || expected.count() != got.count())
        return fmt::format("{} elements of {}, expected {} of {}", got.count(), name_of(got.type()),
                           expected.count(), name_of(expected.type()));
    const ScalarType type = expected.type();
    for (std::int64_t i = 0; i < expected.count(); ++i) {
        const std::uint64_t a = bits_at(expected, i), b = bits_at(got, i);
        if (!same(type, a, b, ulps))
            return fmt::format("element {} is {} ({:#x}), expected {} ({:#x})", i, bits_to_text(type, b), b,
                               bits_to_text(type, a), a);
    }
    return "";
}

}  // namespace upsweep::conformance
