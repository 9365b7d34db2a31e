#include "conformance/compare.h"

#include <cstdint>

#include <fmt/format.h>

#include "core/ulps.h"

namespace upsweep::conformance {
namespace {

bool same(ScalarType type, std::uint64_t a, std::uint64_t b, int ulps) {
    if (a == b) return true;
    return ulps > 0 && ulps_apart(type, a, b) <= ulps;
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
