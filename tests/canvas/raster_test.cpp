// Pixels of a picture: what each shape covers, by how much.
#include "canvas/raster.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "canvas/outline.h"

namespace upsweep::canvas {
namespace {

constexpr Box raster_area{{0, 0}, {40, 30}};

Rgb at(const Raster& raster, int x, int y) {
    const uint8_t* p = raster.rgb.data() + 3 * (size_t(y) * size_t(raster.width) + size_t(x));
    return static_cast<Rgb>(p[0]) << 16U | static_cast<Rgb>(p[1]) << 8U | p[2];
}

/// How much is covered in all, in pixels.
double covered(const std::vector<std::vector<Point>>& parts) {
    Coverage coverage;
    coverage.begin({0, 0, 40, 30});
    for (const auto& part : parts) coverage.add(part);
    double sum = 0;
    coverage.each([&](int, int, float share) { sum += share; });
    return sum;
}

TEST(Coverage, IsTheAreaOfAShape) {
    EXPECT_NEAR(covered({{{2, 3}, {12, 3}, {12, 8}, {2, 8}}}), 50, 1e-3);
    EXPECT_NEAR(covered({{{2.25F, 3.5F}, {12.5F, 3.5F}, {12.5F, 8}, {2.25F, 8}}}), 10.25 * 4.5, 1e-3);
    EXPECT_NEAR(covered({{{2, 3}, {22, 13}, {2, 13}}}), 100, 1e-2);
    EXPECT_NEAR(covered({{{2, 13}, {22, 13}, {2, 3}}}), 100, 1e-2) << "whichever way round";
    EXPECT_NEAR(covered({circle({20, 15}, 10)}), std::numbers::pi * 100, 2);
    EXPECT_NEAR(covered({{{-10, -10}, {5, -10}, {5, 6}, {-10, 6}}}), 30, 1e-3) << "only what is inside";
}

TEST(Coverage, CountsAPixelOnceWhereShapesMeet) {
    EXPECT_NEAR(covered({{{2, 2}, {12, 2}, {12, 12}, {2, 12}}, {{7, 2}, {17, 2}, {17, 12}, {7, 12}}}), 150,
                1e-3);
    // Two that share a slanted edge leave no seam.
    EXPECT_NEAR(covered({{{2, 2}, {22, 2}, {2, 22}}, {{22, 2}, {22, 22}, {2, 22}}}), 400, 1e-2);
}

TEST(Coverage, OfALineIsItsLengthTimesItsWidth) {
    const Point across[] = {{5, 15}, {25, 15}};
    EXPECT_NEAR(covered(stroked(across, {{Role::t1}, 3}, false)), 60, 1e-3);
    const Point slanted[] = {{5, 5}, {29, 23}};  // 30 long
    EXPECT_NEAR(covered(stroked(slanted, {{Role::t1}, 2}, false)), 60, 0.05);
    EXPECT_NEAR(covered(stroked(across, {{Role::t1}, 3, 4, 1}, false)), 48, 0.2) << "dashes of 4, gaps of 1";
    // The outer side of a right angle is a square of half the width.
    const Point bent[] = {{5, 5}, {25, 5}, {25, 25}};
    EXPECT_NEAR(covered(stroked(bent, {{Role::t1}, 4}, false)), 20 * 4 + 20 * 4 - 4 + 4, 0.1);
}

TEST(Raster, PutsEachShapeWhereThePictureSays) {
    Canvas canvas(raster_area, 16);
    canvas.rectangle({{5, 5}, {15, 15}}, {Role::read_fill});
    canvas.rectangle({{20, 5}, {30, 15}}, {Role::written_fill, 0.5F}, {{Role::trouble}, 1});
    canvas.line({5, 20}, {30, 20}, {{Role::t1}, 1});
    canvas.push_clip({{0, 22}, {10, 30}});
    canvas.rectangle({{5, 22}, {30, 30}}, {Role::right_fill});
    canvas.pop_clip();
    const Raster raster = Rasteriser().draw(canvas.finish(), ThemeKind::dark);
    ASSERT_EQ(raster.width, 40);
    ASSERT_EQ(raster.height, 30);
    const Palette& theme = palette(ThemeKind::dark);
    EXPECT_EQ(at(raster, 0, 0), theme[Role::bg0]);
    EXPECT_EQ(at(raster, 5, 5), theme[Role::read_fill]);
    EXPECT_EQ(at(raster, 14, 14), theme[Role::read_fill]);
    EXPECT_EQ(at(raster, 15, 14), theme[Role::bg0]);
    EXPECT_EQ(at(raster, 20, 5), theme[Role::trouble]) << "an outline lies on the pixels inside";
    EXPECT_EQ(at(raster, 31, 5), theme[Role::bg0]);
    EXPECT_EQ(at(raster, 10, 20), theme[Role::t1]);
    EXPECT_EQ(at(raster, 10, 21), theme[Role::bg0]);
    EXPECT_EQ(at(raster, 9, 25), theme[Role::right_fill]);
    EXPECT_EQ(at(raster, 10, 25), theme[Role::bg0]) << "behind the clip";
    const auto half = [&](int shift) {
        return ((theme[Role::written_fill] >> shift & 0xFFU) + (theme[Role::bg0] >> shift & 0xFFU)) / 2.0;
    };
    EXPECT_NEAR(at(raster, 25, 10) >> 16U, half(16), 1);
    EXPECT_NEAR(at(raster, 25, 10) & 0xFFU, half(0), 1);
}

TEST(Raster, WritesText) {
    Canvas canvas(raster_area, 16);
    canvas.text({20, 15}, type::number_strong, {Role::t1}, "1", Align::centre);
    Picture picture = canvas.finish();
    const Box box = std::get<Text>(picture.shapes.front()).box();
    const Raster raster = Rasteriser().draw(picture, ThemeKind::light);
    const Rgb paper = palette(ThemeKind::light)[Role::bg0];
    int inside = 0, outside = 0;
    for (int y = 0; y < raster.height; ++y)
        for (int x = 0; x < raster.width; ++x) {
            if (at(raster, x, y) == paper) continue;
            const bool in = box.inset(-1).contains({static_cast<float>(x) + 0.5F, float(y) + 0.5F});
            ++(in ? inside : outside);
        }
    EXPECT_GT(inside, 15);
    EXPECT_EQ(outside, 0) << "a digit stands between the capitals' top and the baseline";
}

TEST(Raster, IsTheSameFromAPainterThatDrewBefore) {
    Canvas canvas(raster_area, 16);
    canvas.text({20, 15}, type::body, {Role::t1}, "a1", Align::centre);
    const Picture picture = canvas.finish();
    Rasteriser rasteriser;
    const Raster first = rasteriser.draw(picture, ThemeKind::dark);
    EXPECT_EQ(rasteriser.draw(picture, ThemeKind::dark).rgb, first.rgb);
    EXPECT_NE(rasteriser.draw(picture, ThemeKind::light).rgb, first.rgb);
}

}  // namespace
}  // namespace upsweep::canvas
