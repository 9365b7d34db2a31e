// Controls react as controls do; text is measured, cut and wrapped.
#include "app/ui/controls.h"

#include <algorithm>

#include "app/helpers/driver.h"
#include "app/ui/labels.h"

namespace upsweep::app {
namespace {

class WidgetsTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        app().open("states");
        drive().settle();
    }
    // A picture of one control, to see whether it changed.
    std::vector<uint8_t> look_of(std::string_view id) {
        const Rect rect = drive().item(id);
        const Pixels all = drive().screenshot();
        std::vector<uint8_t> part;
        for (int y = int(rect.min.y); y < int(rect.max.y); ++y) {
            const auto row = all.rgba.begin() + 4 * (ptrdiff_t(y) * all.width);
            part.insert(part.end(), row + 4 * int(rect.min.x), row + 4 * int(rect.max.x));
        }
        return part;
    }
};

TEST_F(WidgetsTest, SegmentsChangeByClickAndByKeyboard) {
    const auto before = look_of("states.segments.2");
    drive().click_item("states.segments.2");
    drive().move(2, 700);
    const auto chosen = look_of("states.segments.2");
    EXPECT_NE(chosen, before);
    drive().click_item("states.segments.0");
    drive().move(2, 700);
    EXPECT_EQ(look_of("states.segments.2"), before);
    app().items().focus = "states.segments.2";
    drive().key("Enter");
    drive().key("Esc");
    EXPECT_EQ(look_of("states.segments.2"), chosen);
}

TEST_F(WidgetsTest, AChipOpensItsMenuAndCloses) {
    EXPECT_FALSE(drive().has_item("32"));
    drive().click_item("states.chip");
    EXPECT_TRUE(drive().has_item("32"));
    drive().click_item("32");
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("32"));
    drive().click_item("states.chip");
    drive().key("Esc");
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("32"));
}

TEST_F(WidgetsTest, ASliderFollowsTheHand) {
    const auto before = look_of("states.slider");
    const Rect slider = drive().item("states.slider");
    drive().drag({slider.min.x + slider.width() * 0.4F, slider.centre().y},
                 {slider.max.x - 10, slider.centre().y});
    EXPECT_NE(look_of("states.slider"), before);
}

TEST_F(WidgetsTest, TextFieldsTakeTextAndKeepGlobalKeysOut) {
    drive().click_item("states.field");
    drive().type("t");
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
}

TEST_F(WidgetsTest, TextIsMeasuredAndWrapped) {
    // A frame of its own, outside of any view: measuring needs fonts only.
    Theme theme;
    theme.set(ThemeKind::dark, 16);
    Fonts fonts;
    fonts.set_scale(16);
    fonts.update();
    Items items;
    Frame frame{theme, fonts, items, {}};
    EXPECT_NEAR(text_width(frame, type::number, "1"), text_width(frame, type::number, "0"), 0.01F);
    EXPECT_NEAR(text_width(frame, type::body, "1"), 7.4F, 0.4F);
    EXPECT_NEAR(text_width(frame, type::body, "0"), 10.0F, 0.4F);
    const auto runs = marked_runs(type::body, {Role::t1}, "The cell `3` becomes **eleven** now.");
    ASSERT_EQ(runs.size(), 5U);
    EXPECT_EQ(runs[1].style.face, Face::mono);
    EXPECT_EQ(runs[3].text, "eleven");
    EXPECT_EQ(runs[3].style.face, Face::sans_semibold);
    const float one = paragraph_height(frame, 1000, runs), narrow = paragraph_height(frame, 80, runs);
    EXPECT_FLOAT_EQ(one, snap(16 * 1.45F));
    EXPECT_GE(narrow, 3 * one);
}

TEST_F(WidgetsTest, ASlidersValueIsTyped) {
    app().open("step");
    drive().settle();
    const auto speed = [&] {
        app().save_settings();
        Settings kept;
        app().active().save(kept);
        return kept.number("step.speed", 0);
    };
    drive().click_item("step.speed.value");
    drive().frames(4);
    drive().type("40");
    drive().key("Enter");
    drive().frames(4);
    EXPECT_EQ(speed(), 1);  // out of range: it stays, with the reason, for the user to fix
    EXPECT_NE(app().items().typed.error.find("from 0.25× to 16×"), std::string::npos);
    drive().type("2.5");
    drive().key("Enter");
    drive().frames(2);
    EXPECT_EQ(speed(), 2.5);
    EXPECT_TRUE(app().items().typed.id.empty());
    // Escape leaves it as it was.
    drive().click_item("step.speed.value");
    drive().frames(4);
    drive().type("9");
    drive().key("Esc");
    drive().frames(8);
    EXPECT_TRUE(app().items().typed.id.empty());
    EXPECT_EQ(speed(), 2.5);
}

TEST(Labels, TakeTheFirstPlaceThatIsFreeAndInside) {
    const Rect field(0, 0, 100, 100);
    const std::vector<Rect> places = {{-5, 0, 10, 10}, {0, 0, 10, 10}, {20, 0, 30, 10}};
    EXPECT_EQ(first_free(places, {}, field)->min.x, 0);
    const std::vector<Rect> taken = {{5, 5, 15, 15}};
    EXPECT_EQ(first_free(places, taken, field)->min.x, 20);
    const std::vector<Rect> all = {field};
    EXPECT_FALSE(first_free(places, all, field));
}

TEST(Labels, BoxesCoverALine) {
    const std::vector<ImVec2> line = {{0, 0}, {100, 50}};
    const auto boxes = boxes_along(line, 4);
    for (float share = 0; share <= 1; share += 0.01F) {
        const Rect dot = Rect::around({100 * share, 50 * share}, 0.1F, 0.1F);
        EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(), [&](const Rect& box) { return meet(box, dot); }))
            << share;
    }
}

}  // namespace
}  // namespace upsweep::app
