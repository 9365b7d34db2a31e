#include "emulator/arithmetic/arithmetic.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace upsweep::emulator::arithmetic {

namespace {

uint64_t convert_float(float value, ScalarType to) {
    return convert_bits(ScalarType::f32, to, to_bits(value));
}
uint64_t convert_double(double value, ScalarType to) {
    return convert_bits(ScalarType::f64, to, to_bits(value));
}

}  // namespace

// What C++ leaves open is pinned to what an H200 gave.
TEST(Arithmetic, ShiftsTooFarGiveZeroOrTheSign) {
    EXPECT_EQ(apply_bits(BinaryOperation::shift_left, ScalarType::i32, 1, 33), 0u);
    EXPECT_EQ(apply_bits(BinaryOperation::shift_left, ScalarType::i32, 1, 0xffffffff), 0u);
    EXPECT_EQ(apply_bits(BinaryOperation::shift_right, ScalarType::i32, 0xfffffff8, 32), 0xffffffffu);
    EXPECT_EQ(apply_bits(BinaryOperation::shift_right, ScalarType::u32, 0xffffffff, 32), 0u);
    EXPECT_EQ(apply_bits(BinaryOperation::shift_right, ScalarType::i64, 0x8000000000000000, 64),
              ~uint64_t{0});
    // Only the low 32 bits of the amount count.
    EXPECT_EQ(apply_bits(BinaryOperation::shift_left, ScalarType::u64, 7, uint64_t{1} << 32), 7u);
}

TEST(Arithmetic, DivisionByZeroHasAnAnswer) {
    EXPECT_EQ(divide(5, 0), -1);
    EXPECT_EQ(remainder(5, 0), -1);
    EXPECT_EQ(divide(5u, 0u), 0xffffffffu);
    EXPECT_EQ(divide(int64_t{5}, int64_t{0}), 0xffffffff);
    EXPECT_EQ(divide(int64_t{-5}, int64_t{0}), -1);
    EXPECT_EQ(divide(std::numeric_limits<int>::min(), -1), std::numeric_limits<int>::min());
    EXPECT_EQ(remainder(std::numeric_limits<int>::min(), -1), 0);
}

TEST(Arithmetic, IntegersWrap) {
    EXPECT_EQ(add(std::numeric_limits<int>::max(), 1), std::numeric_limits<int>::min());
    EXPECT_EQ(multiply(int64_t{1} << 62, int64_t{4}), 0);
    EXPECT_EQ(negate(std::numeric_limits<int64_t>::min()), std::numeric_limits<int64_t>::min());
    EXPECT_EQ(complement_bits(ScalarType::u8, 0x0f), 0xf0u);
}

TEST(Arithmetic, FloatsBecomeIntegersTowardZeroAndClamped) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const float nan = std::bit_cast<float>(0x7fc00000u);
    EXPECT_EQ(convert_float(nan, ScalarType::i32), 0u);
    EXPECT_EQ(convert_float(nan, ScalarType::u32), 0u);
    EXPECT_EQ(convert_float(nan, ScalarType::i64), 0x8000000000000000u);
    EXPECT_EQ(convert_float(3e9f, ScalarType::i32), 0x7fffffffu);
    EXPECT_EQ(convert_float(-3e9f, ScalarType::i32), 0x80000000u);
    EXPECT_EQ(convert_float(-0.5f, ScalarType::u32), 0u);
    EXPECT_EQ(convert_float(5e9f, ScalarType::u32), 0xffffffffu);
    EXPECT_EQ(convert_float(2e19f, ScalarType::u64), ~uint64_t{0});
    EXPECT_EQ(convert_float(1e19f, ScalarType::u64), 0x8ac7230000000000u);
    // 8 and 16 bits by way of 32.
    EXPECT_EQ(convert_float(-300.5f, ScalarType::i8), 0xd4u);
    EXPECT_EQ(convert_float(-1.7f, ScalarType::u8), 0u);
    EXPECT_EQ(convert_float(3e9f, ScalarType::u16), 0x5e00u);
    EXPECT_EQ(convert_float(inf, ScalarType::i16), 0xffffu);
    EXPECT_EQ(convert_double(std::bit_cast<double>(0x7ff8000000000000u), ScalarType::i32), 0x80000000u);
    EXPECT_EQ(convert_double(1e300, ScalarType::u64), ~uint64_t{0});
    EXPECT_EQ(convert_double(1e-310, ScalarType::boolean), 1u);
}

TEST(Arithmetic, ANanOfFloatsLosesItsPayload) {
    const auto on_floats = [](BinaryOperation operation, uint32_t a, uint32_t b) {
        return apply_bits(operation, ScalarType::f32, a, b);
    };
    EXPECT_EQ(on_floats(BinaryOperation::subtract, 0x7f800000, 0x7f800000), 0x7fffffffu);
    EXPECT_EQ(on_floats(BinaryOperation::add, 0xffc12345, 0x3f800000), 0x7fffffffu);
    EXPECT_EQ(on_floats(BinaryOperation::divide, 0, 0), 0x7fffffffu);
    EXPECT_EQ(negate_bits(ScalarType::f32, 0x7fc12345), 0x7fffffffu);
    EXPECT_EQ(to_bits(minimum(std::bit_cast<float>(0x7fc12345u), 1.0f)), 0x3f800000u);
    EXPECT_EQ(to_bits(minimum(0.0f, -0.0f)), 0x80000000u);
    EXPECT_EQ(to_bits(maximum(-0.0f, 0.0f)), 0u);
}

TEST(Arithmetic, ANanOfDoublesKeepsThePayload) {
    const uint64_t a = 0xfff8000000000001u;
    const uint64_t b = 0x7ff8000000000002u;
    const uint64_t one = 0x3ff0000000000000u;
    const uint64_t infinity = 0x7ff0000000000000u;
    EXPECT_EQ(apply_bits(BinaryOperation::add, ScalarType::f64, a, b), b);
    EXPECT_EQ(apply_bits(BinaryOperation::subtract, ScalarType::f64, a, b), b);
    EXPECT_EQ(apply_bits(BinaryOperation::divide, ScalarType::f64, a, b), a);
    EXPECT_EQ(apply_bits(BinaryOperation::multiply, ScalarType::f64, 0x7ff0123412345678u, one),
              0x7ff8123412345678u);
    EXPECT_EQ(apply_bits(BinaryOperation::subtract, ScalarType::f64, infinity, infinity),
              0xfff8000000000000u);
    EXPECT_EQ(negate_bits(ScalarType::f64, a), a);
}

}  // namespace upsweep::emulator::arithmetic
