// Random input whose values make mistakes visible.
#include <random>

#include "pipelines/algorithm.h"

namespace upsweep {
namespace {

/// Up to this many elements are looked at by people: one digit each.
constexpr std::int64_t readable_count = 64;

/// Sums of readable floats are exact, and show that they are floats: quarters.
double readable(std::mt19937_64& random, bool floating) {
    return floating ? static_cast<double>(random() % 40) / 4 : static_cast<double>(random() % 10);
}

/// u8 to its end; u32 far enough to wrap around in long rows; floats of both signs with every bit in use.
double wide(std::mt19937_64& random, ScalarType type) {
    if (type == ScalarType::f32)
        return static_cast<double>(static_cast<std::int64_t>(random() >> 40)) / 8388608 - 1;
    if (type == ScalarType::f64) return static_cast<double>(random() >> 11) / 4503599627370496.0 - 1;
    return static_cast<double>(random() % (type == ScalarType::u8 ? 256 : 1 << 24));
}

}  // namespace

Array random_input(const Algorithm&, const Parameters& parameters, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Array array(parameters.types.input, parameters.extent);
    const bool floating = is_floating(array.type());
    for (std::int64_t i = 0; i < array.count(); ++i)
        array.set_number(
            i, array.count() <= readable_count ? readable(random, floating) : wide(random, array.type()));
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (array.number(0) == 0) array.set_number(0, 3);
    if (array.count() > 1 && array.number(1) == array.number(0)) array.set_number(1, 1);
    if (array.count() > 1 && array.number(1) == array.number(0)) array.set_number(1, 2);
    return array;
}

}  // namespace upsweep
