// The scheduler's game in the real view: key, buttons, Escape.
#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {
namespace {

class OrderViewTest : public StepViewFixture {
  protected:
    void open() {
        app().open("step");
        scenes::Scene scene = scenes::initial_scene("scan_single_pass");
        Parameters parameters = scene.catalog().parameters;
        parameters.set_option("counted", 0);
        view().show(scenes::with_parameters(scene, parameters));
        drive().settle();
        drive().key("O");
        drive().settle();
        ASSERT_TRUE(view().order().active());
    }
};

TEST_F(OrderViewTest, PicksAreClickedAndTakenBack) {
    open();
    drive().click_item("order.pick.5");
    drive().settle();
    drive().click_item("order.pick.4");
    drive().settle();
    EXPECT_EQ(view().order().game().picked(), (std::vector<int>{5, 4}));
    EXPECT_TRUE(view().order().broken());
    EXPECT_FALSE(drive().has_item("order.pick.4"));
    drive().click_item("order.back");
    drive().settle();
    EXPECT_EQ(view().order().game().picked(), (std::vector<int>{5}));
    drive().click_item("order.look");
    drive().settle();
    EXPECT_TRUE(view().order().broken());
    drive().click_item("order.close");
    drive().settle();
    EXPECT_FALSE(view().order().active());
    EXPECT_FALSE(drive().has_item("order.back"));
}

TEST_F(OrderViewTest, EscapeAndOtherWaysEndIt) {
    open();
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(view().order().active());
    drive().key("O");
    drive().settle();
    drive().key("C");
    drive().settle();
    EXPECT_FALSE(view().order().active());
    EXPECT_NE(view().comparison(), nullptr);
    drive().key("O");
    drive().settle();
    EXPECT_TRUE(view().order().active());
    EXPECT_EQ(view().comparison(), nullptr);
}

TEST_F(OrderViewTest, FitsInEveryWindow) {
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(1280, 800), std::pair(1920, 1080)}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        open();
        const Rect last = drive().item("order.pick.5"), back = drive().item("order.back");
        EXPECT_LT(last.max.x, back.min.x) << width;
        EXPECT_LT(back.max.y, float(height)) << width;
    }
}

}  // namespace
}  // namespace upsweep::app
