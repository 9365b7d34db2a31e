// The texts of floating-point numbers are the same whether the library helps or not.
#include "core/numbers.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>

#include <gtest/gtest.h>

#include "core/bits.h"

namespace upsweep {
namespace {

template <typename T, typename Bits>
void expect_same_texts() {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200'000; ++i) {
        T value = bit_cast<T>(static_cast<Bits>(random()));
        // Also numbers with few digits, and whole ones.
        if (i % 4 == 1) value = static_cast<T>(int64_t(random() >> random() % 64));
        if (i % 4 == 2) value = static_cast<T>(random() % 1000) / static_cast<T>(std::pow(10, random() % 12));
        if (i % 4 == 3) value = std::ldexp(T{1}, int(random() % 300) - 150);
        if (!std::isfinite(value)) continue;
        ASSERT_EQ(plain::shortest_text(value), shortest_text(value));
    }
}

TEST(Numbers, AreWrittenAsTheLibraryWritesThem) {
    expect_same_texts<double, uint64_t>();
    expect_same_texts<float, uint32_t>();
    EXPECT_EQ(plain::shortest_text(1e22), "1e+22");
    EXPECT_EQ(plain::shortest_text(-0.0), "-0");
    EXPECT_EQ(plain::shortest_text(0.1F), "0.1");
    EXPECT_EQ(plain::shortest_text(123456.0), "123456");
    EXPECT_EQ(plain::shortest_text(0.00012), "0.00012");
}

TEST(Numbers, AreReadAsTheLibraryReadsThem) {
    for (const std::string_view text : {"1.5",
                                        "-2e3x",
                                        "3e",
                                        "3e+",
                                        "3e+2",
                                        ".5",
                                        "5.",
                                        ".",
                                        "-",
                                        "",
                                        "+1",
                                        " 1",
                                        "0x10",
                                        "inf",
                                        "-Infinity",
                                        "nan",
                                        "infi",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "0e5",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "12,5",
                                        "1..2",
                                        "e5"})
        for (const bool exponent : {true, false}) {
            double expected = -7, got = -7;
            const char* last = text.data() + text.size();
            const auto library = read_number(text.data(), last, expected, exponent);
            const auto plain = plain::read_number(text.data(), last, got, exponent);
            EXPECT_EQ(plain.ec, library.ec) << text;
            EXPECT_EQ(plain.ptr - text.data(), library.ptr - text.data()) << text;
            EXPECT_EQ(bit_cast<uint64_t>(got), bit_cast<uint64_t>(expected)) << text;
        }
}

}  // namespace
}  // namespace upsweep
