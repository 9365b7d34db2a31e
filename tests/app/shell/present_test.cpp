// Presenting without a window: what the keys turn on, what Escape ends first, what the pen keeps.
#include "app/shell/present.h"

#include <gtest/gtest.h>

namespace upsweep::app {
namespace {

using canvas::ThemeKind;

Present presenting() {
    Present present;
    present.set_on(true);
    return present;
}

void draw_stroke(Present& present, float from) {
    present.hold_pen(true);
    present.point_at({from, 0.5F});
    present.point_at({from + 0.1F, 0.5F});
    present.hold_pen(false);
}

TEST(Present, BeginsLightAndKeepsTheThemeThatWasChosen) {
    Present present;
    EXPECT_EQ(present.theme(), ThemeKind::presenter);
    present.set_on(true);
    present.toggle_theme();
    EXPECT_EQ(present.theme(), ThemeKind::dark);
    present.set_on(false);
    present.set_on(true);
    EXPECT_EQ(present.theme(), ThemeKind::dark);
    present.toggle_theme();
    EXPECT_EQ(present.theme(), ThemeKind::presenter);
}

TEST(Present, EscapeEndsTheBlackScreenThenThePen) {
    Present present = presenting();
    draw_stroke(present, 0.1F);
    present.set_black(true);
    EXPECT_TRUE(present.end_one());
    EXPECT_FALSE(present.black());
    EXPECT_EQ(present.strokes().size(), 1U);
    EXPECT_TRUE(present.end_one());
    EXPECT_TRUE(present.strokes().empty());
    EXPECT_FALSE(present.end_one());
}

TEST(Present, EscapeEndsAPenThatIsStillHeld) {
    Present present = presenting();
    present.hold_pen(true);
    EXPECT_TRUE(present.end_one());
    EXPECT_FALSE(present.drawing());
    present.point_at({0.5F, 0.5F});
    EXPECT_TRUE(present.strokes().empty());
    EXPECT_FALSE(present.end_one());
}

TEST(Present, ThePenDrawsOnlyWhileItIsHeld) {
    Present present = presenting();
    present.point_at({0.2F, 0.2F});
    EXPECT_TRUE(present.strokes().empty());
    draw_stroke(present, 0.1F);
    present.point_at({0.9F, 0.9F});
    ASSERT_EQ(present.strokes().size(), 1U);
    EXPECT_EQ(present.strokes()[0].size(), 2U);
    draw_stroke(present, 0.4F);
    ASSERT_EQ(present.strokes().size(), 2U);
    EXPECT_EQ(present.strokes()[1][0], (canvas::Point{0.4F, 0.5F}));
}

TEST(Present, AKeyThatRepeatsDrawsOneStroke) {
    Present present = presenting();
    for (int i = 0; i < 5; ++i) {
        present.hold_pen(true);
        present.point_at({0.1F * float(i), 0.5F});
        present.point_at({0.1F * float(i), 0.5F});
    }
    present.hold_pen(false);
    ASSERT_EQ(present.strokes().size(), 1U);
    EXPECT_EQ(present.strokes()[0].size(), 5U);
}

TEST(Present, AKeyThatDrewNothingLeavesNothing) {
    Present present = presenting();
    present.hold_pen(true);
    present.hold_pen(false);
    EXPECT_TRUE(present.strokes().empty());
    EXPECT_FALSE(present.end_one());
}

TEST(Present, StrokesGoWithWhatTheyWereDrawnOn) {
    Present present = presenting();
    present.show(7);
    draw_stroke(present, 0.1F);
    present.show(7);
    EXPECT_EQ(present.strokes().size(), 1U);
    present.show(8);
    EXPECT_TRUE(present.strokes().empty());
}

TEST(Present, AHeldKeyFillsNoMemory) {
    Present present = presenting();
    for (int stroke = 0; stroke < 600; ++stroke) draw_stroke(present, float(stroke) / 600);
    EXPECT_EQ(present.strokes().size(), 500U);
    present.clear_strokes();
    present.hold_pen(true);
    for (int i = 0; i < 10000; ++i) present.point_at({static_cast<float>(i), 0});
    EXPECT_EQ(present.strokes()[0].size(), 4000U);
}

TEST(Present, NothingThatWasHeldOutlivesIt) {
    Present present = presenting();
    present.hold_spotlight(true);
    draw_stroke(present, 0.1F);
    present.hold_pen(true);
    present.set_black(true);
    EXPECT_FALSE(present.spotlight());
    present.set_on(false);
    EXPECT_FALSE(present.black());
    EXPECT_FALSE(present.drawing());
    EXPECT_TRUE(present.strokes().empty());
}

}  // namespace
}  // namespace upsweep::app
