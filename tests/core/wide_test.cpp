// What mingw-w64's library gets wrong, by the way that replaces it there.
#include "core/wide.h"

#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

namespace upsweep {
namespace {

/// Numbers of all kinds, and those whose product is nearly the negative of the third.
template <typename Wider, typename WiderBits, typename T, typename Bits>
void expect_fused() {
    std::mt19937_64 random(11);
    const auto any = [&] { return bit_cast<T>(static_cast<Bits>(random())); };
    const auto near_1 = [&] { return static_cast<T>(1 + double(random() >> 11) * 0x1p-53); };
    for (int i = 0; i < 300'000; ++i) {
        const bool near = i % 2 == 0;
        const T a = near ? near_1() : any(), b = near ? near_1() : any();
        const T c = near ? std::ldexp(-a * b, int(random() % 64) - 32) : any();
        const T wanted = std::fma(a, b, c), got = multiply_add_in<Wider, WiderBits>(a, b, c);
        if (wanted != wanted)
            ASSERT_TRUE(got != got);
        else
            ASSERT_EQ(bit_cast<Bits>(got), bit_cast<Bits>(wanted)) << a << " * " << b << " + " << c;
    }
}

TEST(Wide, FusesAMultiplicationAndAnAddition) {
    expect_fused<double, uint64_t, float, uint32_t>();
#ifdef __SIZEOF_FLOAT128__
    expect_fused<__float128, unsigned __int128, double, uint64_t>();
#endif
}

}  // namespace
}  // namespace upsweep
