// Pictures made small.
#include "canvas/fit.h"

#include <gtest/gtest.h>

namespace upsweep::canvas {
namespace {

Picture sample() {
    Canvas canvas({{0, 0}, {400, 200}}, 16);
    canvas.rectangle({{0, 0}, {400, 200}}, {Role::bg0});  // its ground
    canvas.rectangle({{100, 50}, {140, 90}}, {Role::read_fill});
    canvas.disc({280, 110}, 20, {Role::written_fill});
    canvas.line({120, 70}, {280, 110}, {{Role::read}, 2});
    canvas.text({200, 20}, type::body, {Role::t1}, "words");
    canvas.hit("cell", {{100, 50}, {140, 90}});
    return canvas.finish();
}

TEST(Fit, TheDrawnBoxLeavesOutGroundAndWords) {
    EXPECT_EQ(drawn_box(sample()), (Box{{100, 50}, {300, 130}}));
}

TEST(Fit, FillsTheRoomKeepsProportionsAndDropsWords) {
    const Box room{{10, 20}, {110, 120}};
    const Picture small = fitted(sample(), room);
    EXPECT_TRUE(small.hits.empty());
    bool found = false;
    for (const Shape& shape : small.shapes) {
        EXPECT_FALSE(std::holds_alternative<Text>(shape));
        if (const auto* disc = std::get_if<Disc>(&shape)) {
            EXPECT_FLOAT_EQ(disc->radius, 10);
            found = true;
        }
        if (const auto* path = std::get_if<Path>(&shape)) EXPECT_GE(path->pen.width, 1);
    }
    EXPECT_TRUE(found);
    // 200 x 80 into 100 x 100: half the size, in the middle.
    EXPECT_EQ(drawn_box(small).min.x, 10);
    EXPECT_EQ(drawn_box(small).min.y, 50);
}

TEST(Fit, NeverEnlargesBeyondWhatIsAsked) {
    const Picture same = fitted(sample(), {{0, 0}, {4000, 4000}}, 1);
    EXPECT_FLOAT_EQ(drawn_box(same).width(), 200);
}

}  // namespace
}  // namespace upsweep::canvas
