// Features of pixels against the mathematics in double, and on pictures whose features are known.
#include "reference/feature_planes.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace upsweep::reference {
namespace {

TEST(Quarters, AreTheArcTangent) {
    double worst = 0;
    for (int y = -300; y <= 300; y += 3)
        for (int x = -300; x <= 300; x += 4) {
            if (x == 0 && y == 0) continue;
            double exact = std::atan2(y, x) * 2 / std::numbers::pi;
            if (exact < 0) exact += 4;
            worst = std::max(worst, std::fabs(exact - double{quarters_of(float(y), float(x))}));
        }
    EXPECT_LT(worst, 2e-6);
    EXPECT_EQ(quarters_of(0, 0), 0);
}

/// One pixel of a 5 x 5 picture z(x, y), x and y from −2 to 2.
template <typename F>
int feature_of(PictureFeature feature, F z) {
    Array picture(ScalarType::u8, {5, 5});
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) picture.set_number((y + 2) * 5 + x + 2, z(x, y));
    return int(plane_of_feature(picture, feature).number(12));
}

TEST(Features, OfSlopes) {
    const auto right = [](int x, int) { return 100 + 10 * x; };
    const auto down = [](int, int y) { return 100 + 10 * y; };
    EXPECT_EQ(feature_of(PictureFeature::intensity, right), 100);
    EXPECT_EQ(feature_of(PictureFeature::gradient_magnitude, right), 14);  // √(20² / 2)
    EXPECT_EQ(feature_of(PictureFeature::gradient_angle, right), 0);
    EXPECT_EQ(feature_of(PictureFeature::gradient_angle, down), 64);
    EXPECT_EQ(feature_of(PictureFeature::gradient_angle, [&](int x, int y) { return 200 - right(x, y); }),
              128);
    EXPECT_EQ(feature_of(PictureFeature::gradient_angle, [](int x, int y) { return 100 + 9 * (x - y); }),
              224);
}

TEST(Features, OfCurvedSurfacesAreKoenderinksShapes) {
    const auto shape = [](auto z) { return feature_of(PictureFeature::shape_index, z); };
    EXPECT_EQ(shape([](int x, int y) { return 40 + 8 * (x * x + y * y); }), 0);     // cup
    EXPECT_EQ(shape([](int x, int) { return 40 + 8 * x * x; }), 64);                // rut
    EXPECT_EQ(shape([](int x, int y) { return 100 + 8 * (x * x - y * y); }), 128);  // saddle
    EXPECT_EQ(shape([](int x, int) { return 200 - 8 * x * x; }), 191);              // ridge
    EXPECT_EQ(shape([](int x, int y) { return 200 - 8 * (x * x + y * y); }), 255);  // cap
    EXPECT_EQ(shape([](int, int) { return 70; }), 128);                             // flat
}

TEST(Features, OfCurvatureAndItsDirection) {
    const auto rut = [](int x, int) { return 40 + 8 * x * x; };
    // 2 · 8 across, 1 + 40 below it.
    const double angle = std::atan(16.0 / 41) / (std::numbers::pi / 2);
    EXPECT_EQ(feature_of(PictureFeature::curvature, rut), int(255 * angle + 0.5));
    EXPECT_EQ(feature_of(PictureFeature::orientation, rut), 0);
    EXPECT_EQ(feature_of(PictureFeature::orientation, [](int, int y) { return 40 + 8 * y * y; }), 128);
    EXPECT_EQ(feature_of(PictureFeature::orientation, [](int x, int y) { return 100 + 8 * x * y; }), 64);
}

TEST(Features, GoOnBeyondTheBorderAndRunOnSeveralThreads) {
    Array picture(ScalarType::u8, {7, 6});
    for (int64_t i = 0; i < picture.count(); ++i) picture.set_number(i, double(i * i % 251));
    for (int i = 0; i < feature_count; ++i) {
        const auto feature = static_cast<PictureFeature>(i);
        EXPECT_EQ(plane_of_feature(picture, feature), plane_of_feature(picture, feature, 3))
            << name_of(feature);
    }
    Array one(ScalarType::u8, {1, 1});
    one.set_number(0, 77);
    EXPECT_EQ(plane_of_feature(one, PictureFeature::gradient_magnitude).number(0), 0);
    EXPECT_EQ(plane_of_feature(one, PictureFeature::shape_index).number(0), 128);
}

}  // namespace
}  // namespace upsweep::reference
