// Arrow keys on a slider that has the focus, and on nothing else.
#include <algorithm>

#include "app/helpers/driver.h"
#include "app/playground/view/playground_view.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {
namespace {

class SliderKeys : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(1600, 900);
    }
    void open(const char* view) {
        app().open(view);
        drive().settle();
    }
    void tab_to(std::string_view id) {
        // From the control before it, however many there are.
        const std::vector<std::string> order = app().items().order();
        const auto at = std::find(order.begin(), order.end(), id);
        ASSERT_TRUE(at != order.end() && at != order.begin()) << id;
        app().items().focus = *(at - 1);
        drive().key("Tab");
        drive().frames(2);
        ASSERT_EQ(app().items().focus, id);
        ASSERT_TRUE(app().items().ring) << "it is seen where the focus is";
    }
    StepModel& step() { return active_view<StepView>(app()).model(); }
};

TEST_F(SliderKeys, MoveTheFocusedSliderByOneOrTenAndNotTheScene) {
    open("playground");
    const auto& filter = active_view<PlaygroundView>(app()).task("box_filter");
    const int64_t radius = filter.value("radius");
    tab_to("playground.radius");
    drive().key("Right");
    EXPECT_EQ(filter.value("radius"), radius + 1) << "once, not also as the view's own key";
    drive().key("Left");
    drive().key("Left");
    EXPECT_EQ(filter.value("radius"), radius - 1);
    drive().key("Shift+Right");
    EXPECT_EQ(filter.value("radius"), radius + 9);
    drive().key("Shift+Left");
    EXPECT_EQ(filter.value("radius"), radius - 1);
    drive().key("Shift+Left");
    drive().key("Shift+Left");
    EXPECT_EQ(filter.value("radius"), 0) << "not under its least";
}

TEST_F(SliderKeys, TheSpeedGoesFromTickToTickWhileTheSceneRests) {
    open("step");
    drive().key("Right");
    drive().settle();
    const int64_t at = step().position()->step();
    const double speed = step().speed();
    tab_to("step.speed");
    drive().key("Right");
    drive().frames(2);
    EXPECT_GT(step().speed(), speed);
    EXPECT_EQ(step().position()->step(), at);
    drive().key("Left");
    drive().frames(2);
    EXPECT_NEAR(step().speed(), speed, 1e-6);
    drive().key("Shift+Left");
    drive().frames(2);
    const double least = step().speed();
    drive().key("Left");
    drive().frames(2);
    EXPECT_EQ(step().speed(), least) << "it ends at its end";
}

TEST_F(SliderKeys, EscapeAndTabGiveTheArrowsBackToTheScene) {
    open("step");
    for (const char* leave : {"Esc", "Tab", "Shift+Tab"}) {
        tab_to("step.speed");
        const int64_t at = step().position()->step();
        const double speed = step().speed();
        drive().key(leave);
        drive().frames(2);
        ASSERT_NE(app().items().focus, "step.speed");
        drive().key("Right");
        drive().settle();
        EXPECT_GT(step().position()->step(), at) << leave;
        EXPECT_EQ(step().speed(), speed) << leave;
        drive().key("Esc");
    }
}

TEST_F(SliderKeys, AClickOnASliderDoesNotTakeTheArrowsFromTheScene) {
    open("step");
    const Rect slider = drive().item("step.speed");
    drive().click(slider.centre().x, slider.centre().y);
    const int64_t at = step().position()->step();
    const double speed = step().speed();
    drive().key("Right");
    drive().settle();
    EXPECT_GT(step().position()->step(), at);
    EXPECT_EQ(step().speed(), speed);
}

}  // namespace
}  // namespace upsweep::app
