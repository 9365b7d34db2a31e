// Random input whose values make mistakes visible.
#include <algorithm>
#include <type_traits>

#include "media/paint.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

/// Up to this many elements are looked at by people: one digit each.
constexpr int64_t readable_count = 64;

/// Splitmix64 (Steele, Lea and Flood 2014): short, quick, and the same numbers on every machine.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

  private:
    uint64_t state_;
};

/// One digit. Floats are quarters: their sums are exact, and still show that they are floats.
template <typename T>
T readable(Random& random) {
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(random.next() % 40) / 4;
    return static_cast<T>(random.next() % 10);
}

/// Floats of both signs with every bit in use; u8 to its end; wider integers far enough to wrap around in
/// long rows.
template <typename T>
T wide(Random& random) {
    if constexpr (std::is_same_v<T, float>) return float(random.next() >> 40) / 8388608.0F - 1;
    if constexpr (std::is_same_v<T, double>) return double(random.next() >> 11) / 4503599627370496.0 - 1;
    return static_cast<T>(random.next() >> 40);
}

/// x -> a x + b with small numbers, or any; a is never 0, which would hide everything before it.
uint32_t map_of(Random& random, int64_t count) {
    const uint32_t a = 1 + uint32_t(random.next() % (count <= readable_count ? 3 : 999));
    const uint32_t b = uint32_t(random.next() % (count <= readable_count ? 5 : 65536));
    return a << 16 | b;
}

/// Every fourth value, more or less, has its flag, the highest bit.
uint32_t flagged_of(Random& random, int64_t count) {
    const uint32_t flag = random.next() % 4 == 0 ? 0x80000000U : 0;
    return flag | (count <= readable_count ? readable<uint32_t>(random) : wide<uint32_t>(random));
}

/// A cascade has to find something: heads in a room, each pixel off by up to 8.
Array heads(Random& random, Extent extent) {
    Array picture = media::draw_class(extent);
    for (uint8_t& pixel : picture.view<uint8_t>()) {
        const int noisy = pixel + int((random.next() >> 40) % 17) - 8;
        pixel = uint8_t(std::clamp(noisy, 0, 255));
    }
    return picture;
}
constexpr int64_t least_side_with_heads = 48;

}  // namespace

Array random_input(const Algorithm& algorithm, const Parameters& parameters, uint64_t seed) {
    Random random(seed);
    const Extent extent = parameters.extent;
    if (algorithm.result == ResultKind::survival &&
        std::min(extent.width, extent.height) >= least_side_with_heads)
        return heads(random, extent);
    Array array(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    if (const auto operation = operator_of(parameters);
        operation == reference::Operator::affine || operation == reference::Operator::flagged) {
        for (uint32_t& word : array.view<uint32_t>())
            word = operation == reference::Operator::affine ? map_of(random, array.count())
                                                            : flagged_of(random, array.count());
        return array;
    }
    visit_type(array.type(), [&](auto zero) {
        using T = decltype(zero);
        for (T& value : array.view<T>())
            value = array.count() <= readable_count ? readable<T>(random) : wide<T>(random);
    });
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (array.number(0) == 0) array.set_number(0, 3);
    if (array.count() > 1 && array.number(1) == array.number(0))
        array.set_number(1, array.number(0) == 1 ? 2 : 1);
    return array;
}

}  // namespace upsweep
