// A white picture around and above 2^32: u32 tables wrap and every box sum that fits is right; what an f32
// table loses is measured and held against what its 24 bits allow.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "reference/fast_integral_image.h"

namespace upsweep {
namespace {

Array white(ScalarType type, std::int64_t side) {
    Array image(type, {side, side});
    visit_type(type, [&](auto zero) {
        for (auto& value : image.view<decltype(zero)>())
            value = decltype(zero)(type == ScalarType::boolean ? 1 : 255);
    });
    return image;
}

struct Box {
    std::int64_t x0, y0, x1, y1;
    std::int64_t count() const { return (x1 - x0) * (y1 - y0); }
};

/// Boxes anywhere, as large as the sum of 255 a pixel may be in 32 bits.
std::vector<Box> boxes(std::int64_t side, int count) {
    std::mt19937 random(12);
    std::vector<Box> all = {{side - 1, side - 1, side, side}, {0, 0, 1, 1}, {side / 2, side / 2, side, side}};
    while (static_cast<int>(all.size()) < count) {
        const auto pick = [&](std::int64_t most) { return static_cast<std::int64_t>(random()) % most; };
        const std::int64_t x = pick(side - 1), y = pick(side - 1);
        const Box box{x, y, x + 1 + pick(side - x), y + 1 + pick(side - y)};
        if (box.count() <= 0xffffffffLL / 255) all.push_back(box);
    }
    return all;
}

template <typename T>
T corner_sum(const Array& table, const Box& box) {
    const T* to = table.view<T>().data();
    const std::int64_t w = table.extent().width;
    const auto at = [&](std::int64_t x, std::int64_t y) {
        return x == 0 || y == 0 ? T{0} : to[(y - 1) * w + x - 1];
    };
    return at(box.x1, box.y1) - at(box.x0, box.y1) - at(box.x1, box.y0) + at(box.x0, box.y0);
}

/// 4104² · 255 is the last square below 2^32, 4105² · 255 the first above; 8192² wraps almost four times.
TEST(WhiteImage, U32TablesWrapAndBoxSumsThatFitAreRight) {
    for (std::int64_t side : {4104, 4105, 8192}) {
        const Array image = white(ScalarType::u8, side);
        Array table(ScalarType::u32, image.extent());
        reference::integral_image_fast(image, table);
        const std::uint32_t last = table.view<std::uint32_t>().back();
        const std::uint64_t whole = static_cast<std::uint64_t>(side * side) * 255;
        EXPECT_EQ(last, static_cast<std::uint32_t>(whole));
        EXPECT_EQ(last == whole, side == 4104);
        for (const Box& box : boxes(side, 3000))
            ASSERT_EQ(corner_sum<std::uint32_t>(table, box), static_cast<std::uint64_t>(box.count()) * 255)
                << side << ": " << box.x0 << "," << box.y0 << " " << box.x1 << "," << box.y1;
    }
}

/// Every f32 whole number up to 2^24 is exact; beyond, a table of 255s rounds. The error of a box is that of
/// its corners, whatever its own size: a single pixel can be off by more than all it holds.
TEST(WhiteImage, F32TablesLoseWholePixels) {
    for (std::int64_t side : {256, 4105}) {
        const Array image = white(ScalarType::f32, side);
        Array table(ScalarType::f32, image.extent());
        reference::integral_image_fast(image, table);
        double worst = 0, worst_pixel = 0;
        for (const Box& box : boxes(side, 3000)) {
            const double error =
                std::fabs(corner_sum<float>(table, box) - 255.0 * static_cast<double>(box.count()));
            worst = std::max(worst, error);
        }
        for (std::int64_t i = 1; i < side; ++i) {
            const double error = std::fabs(corner_sum<float>(table, {i, i, i + 1, i + 1}) - 255.0);
            worst_pixel = std::max(worst_pixel, error);
        }
        const double whole = 255.0 * static_cast<double>(side * side);
        const double last_error = table.number(table.count() - 1) - whole;
        std::printf(
            "f32 table of a white %lld x %lld picture: last entry off by %.0f of %.0f, boxes by up to %.0f, "
            "single pixels of 255 by up to %.0f\n",
            static_cast<long long>(side), static_cast<long long>(side), last_error, whole, worst,
            worst_pixel);
        RecordProperty("last_entry_error", std::to_string(last_error));
        RecordProperty("box_error", std::to_string(worst));
        RecordProperty("pixel_error", std::to_string(worst_pixel));
        if (side == 256) {
            // 255 · 256² is just below 2^24.
            EXPECT_EQ(worst_pixel, 0);
            EXPECT_EQ(last_error, 0);
        } else {
            // Entries near 2^32 lie 256 apart: a pixel of 255 is less than one step, and the error is there.
            EXPECT_GT(worst_pixel, 0);
            EXPECT_LT(std::fabs(last_error), whole * 4105 * std::ldexp(1.0, -24));
        }
    }
}

}  // namespace
}  // namespace upsweep
