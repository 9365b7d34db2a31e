// Beginnings of curves lie on the curves and are as long as asked for.
#include "canvas/canvas.h"

#include <gtest/gtest.h>

namespace upsweep::canvas {
namespace {

const Curve arch{{0, 100}, {0, 20}, {120, 20}, {120, 100}, {{Role::read}, 2}};

TEST(Curves, BeginAndEndWhereTheySay) {
    EXPECT_EQ(point_at(arch, 0), arch.from);
    EXPECT_EQ(point_at(arch, 1), arch.to);
    EXPECT_FLOAT_EQ(point_at(arch, 0.5F).y, 40) << "the top is at three quarters of the controls' height";
    const Curve straight{{0, 0}, {10, 0}, {20, 0}, {30, 0}, {}};
    EXPECT_NEAR(length_of(straight), 30, 1e-3F);
}

TEST(Curves, AFirstPartIsAsLongAsAskedAndLiesOnTheCurve) {
    const float whole = length_of(arch);
    for (const float share : {0.1F, 0.33F, 0.5F, 0.9F}) {
        const Curve part = first_part(arch, share * whole);
        EXPECT_NEAR(length_of(part), share * whole, whole / 200) << share;
        EXPECT_EQ(part.from, arch.from);
        EXPECT_EQ(part.pen, arch.pen);
        float nearest = whole;
        for (int i = 0; i <= 1000; ++i)
            nearest = std::min(nearest, distance(part.to, point_at(arch, float(i) / 1000)));
        EXPECT_LT(nearest, 0.2F) << share;
    }
}

TEST(Curves, MoreThanAllIsAll) {
    const Curve all = first_part(arch, length_of(arch) * 2);
    EXPECT_EQ(all.to, arch.to);
    EXPECT_EQ(all.control_1, arch.control_1);
}

}  // namespace
}  // namespace upsweep::canvas
