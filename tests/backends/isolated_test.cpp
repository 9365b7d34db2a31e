// How results of the emulator and of a GPU are compared.
#include "backends/isolated.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/array.h"

namespace upsweep::backends {
namespace {

template <typename T>
std::string compared(std::vector<T> emulated, std::vector<T> gpu) {
    Plan plan;
    const Extent extent{static_cast<int64_t>(gpu.size()), 1};
    plan.add_buffer({"out", scalar_type_of<T>(), extent});
    const auto comparisons = compare_buffers(plan, {Array::of<T>(extent, std::span<const T>(emulated))},
                                             {Array::of<T>(extent, std::span<const T>(gpu))});
    EXPECT_EQ(are_equal(comparisons), comparisons[0].different == 0);
    return sentence_of(comparisons[0]);
}

TEST(CompareBuffers, TakesIntegersToTheBit) {
    EXPECT_EQ((compared<int>({1, 2, 3}, {1, 2, 3})), "out: 3 numbers, all equal.");
    EXPECT_EQ((compared<int>({1, 2, 3}, {1, 7, 4})),
              "out[1] is 2 on the emulator and 7 on the GPU; 2 of 3 numbers differ.");
    EXPECT_EQ((compared<uint8_t>({255}, {0})),
              "out[0] is 255 on the emulator and 0 on the GPU; 1 of 1 number differs.");
}

TEST(CompareBuffers, TakesFloatsWithinFourUnits) {
    const float next = std::nextafter(std::nextafter(1.0f, 2.0f), 2.0f);
    EXPECT_EQ((compared<float>({1, 2}, {next, 2})),
              "out: 2 numbers, equal within 2 units in the last place (4 are allowed).");
    EXPECT_EQ((compared<float>({1}, {1.00005f})),
              "out[0] is 1 on the emulator and 1.00005 on the GPU; 1 of 1 number differs.");
    EXPECT_EQ((compared<float>({1}, {1.000001f})),
              "out: 1 number, equal within 9.5e-07 of their size (1e-05 is allowed).");
    EXPECT_THAT((compared<float>({0}, {1e-30f})), testing::HasSubstr("differs"));
    // A sum that cancels keeps the errors of what was added.
    EXPECT_THAT((compared<float>({2, 1e-4F}, {2, 1.01e-4F})), testing::HasSubstr("equal within"));
    EXPECT_THAT((compared<float>({2, 1e-4F}, {2, 2e-4F})), testing::HasSubstr("differs"));
    EXPECT_THAT((compared<float>({INFINITY}, {1})), testing::HasSubstr("differs"));
    EXPECT_THAT((compared<double>({1}, {1 + 1e-9})), testing::HasSubstr("differs"));
    EXPECT_EQ((compared<double>({-0.0, NAN}, {0.0, -NAN})), "out: 2 numbers, all equal.");
    EXPECT_THAT((compared<float>({NAN}, {1})), testing::HasSubstr("is nan on the emulator"));
}

TEST(CompareBuffers, IsStrictWhereItIsAskedToBe) {
    Plan plan;
    plan.add_buffer({"out", ScalarType::f32, {1, 1}});
    Array one(ScalarType::f32, {1, 1}), near(ScalarType::f32, {1, 1});
    one.set_number(0, 1);
    near.set_number(0, 1.000001);
    EXPECT_TRUE(are_equal(compare_buffers(plan, {one}, {near})));
    EXPECT_FALSE(are_equal(compare_buffers(plan, {one}, {near}, strict)));
}

TEST(Ulps, CountWhatLiesBetween) {
    const auto apart = [](double a, double b) {
        uint64_t x = 0, y = 0;
        std::memcpy(&x, &a, sizeof a);
        std::memcpy(&y, &b, sizeof b);
        return ulps_apart(ScalarType::f64, x, y);
    };
    const double least = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(apart(least, -least), 2);
    EXPECT_EQ(apart(1, std::nextafter(1.0, 0.0)), 1);
    EXPECT_EQ(apart(INFINITY, -INFINITY), std::numeric_limits<int64_t>::max());
    EXPECT_EQ(ulps_apart(ScalarType::i32, 1, 2), std::numeric_limits<int64_t>::max());
}

}  // namespace
}  // namespace upsweep::backends
