// The schedule's switches driven as a person would: in lines where the window has room, else behind chips;
// and the Find box.
#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/trace.h"

namespace upsweep::app {
namespace {

using namespace scenes;

class StepScheduleTest : public testing::Test {
  protected:
    void open(int width, int height, const std::string& slug = "scan_single_pass", int64_t n = 48) {
        driver_.reset();  // one context of ImGui at a time
        try {
            driver_ = std::make_unique<AppDriver>(width, height);
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
        Scene scene = initial_scene(slug);
        scene.catalog().parameters.extent = {n, 1};
        scene.catalog().parameters.set_option("section", 4);  // a block each
        driver_->app().open("step");
        active_view<StepView>(driver_->app()).show(with_parameters(scene, scene.catalog().parameters));
        driver_->settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
    AppDriver& drive() { return *driver_; }
    StepModel& model() { return active_view<StepView>(driver_->app()).model(); }
    const Scene& scene() { return model().position()->run().scene; }
    void click(std::string_view id) {
        drive().click_item(id);
        drive().settle();
    }
    void choose(std::string_view chip, std::string_view row) {
        drive().click_item(chip);
        drive().frames(3);
        click(row);
    }
    std::unique_ptr<AppDriver> driver_;
};

TEST_F(StepScheduleTest, AWideWindowHasTheOrderInALineAndTheSwitchesInOneChip) {
    open(1920, 1080);
    if (driver_ == nullptr) return;
    EXPECT_FALSE(drive().has_item("step.schedule"));
    click("step.setting.blocks.1");
    EXPECT_EQ(to_string(scene().gpu.schedule.blocks), "reversed");
    click("step.setting.blocks.3");
    EXPECT_EQ(to_string(scene().gpu.schedule.blocks), "adversarial");
    EXPECT_TRUE(model().position()->trace().deadlocks.empty());
    choose("step.left_out", "step.left_out.counted");
    EXPECT_EQ(scene().catalog().parameters.option("counted"), 0);
    click("step.left_out.counted");  // the menu stays, so that several can go at once
    EXPECT_EQ(scene().catalog().parameters.option("counted"), 1);
    drive().key("Esc");
    drive().frames(3);
    // By hand begins with the order that the run had.
    click("step.setting.blocks.1");
    click("step.setting.blocks.4");
    ASSERT_EQ(scene().gpu.schedule.blocks.kind, emulator::Order::Kind::list);
    EXPECT_GT(scene().gpu.schedule.blocks.list.front(), 0);
    EXPECT_TRUE(drive().has_item("step.setting.blocks.text"));
    choose("step.warps", "step.setting.warps.adversarial");
    EXPECT_EQ(to_string(scene().gpu.schedule.warps), "adversarial");
}

TEST_F(StepScheduleTest, ASeedIsTyped) {
    open(1920, 1080);
    if (driver_ == nullptr) return;
    click("step.setting.blocks.2");
    EXPECT_EQ(to_string(scene().gpu.schedule.blocks), "random:1");
    drive().click_item("step.setting.blocks.text");
    drive().frames(2);
    drive().type("35909");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(to_string(scene().gpu.schedule.blocks), "random:35909");
}

TEST_F(StepScheduleTest, ASmallWindowHasThemBehindChips) {
    open(1280, 800);
    if (driver_ == nullptr) return;
    EXPECT_FALSE(drive().has_item("step.setting.blocks.1"));
    choose("step.schedule", "step.setting.blocks.reversed");
    EXPECT_EQ(to_string(scene().gpu.schedule.blocks), "reversed");
    choose("step.schedule", "step.setting.lanes_proceed.before-volta");
    EXPECT_EQ(scene().gpu.lanes_proceed, emulator::LanesProceed::before_volta);
    choose("step.left_out", "step.left_out.fence");
    EXPECT_EQ(scene().catalog().parameters.option("fence"), 0);
}

TEST_F(StepScheduleTest, OneBlockHasNoOrderOfBlocks) {
    open(1920, 1080, "scan_hillis_steele", 8);
    if (driver_ == nullptr) return;
    EXPECT_FALSE(drive().has_item("step.setting.blocks.1"));
    EXPECT_TRUE(drive().has_item("step.warps"));
}

TEST_F(StepScheduleTest, FindTakesTheKeyboardAndEnterOpensTheHit) {
    for (const int width : {1920, 1280, 1024}) {
        SCOPED_TRACE(width);
        open(width, width == 1920 ? 1080 : 800);
        if (driver_ == nullptr) return;
        drive().key("Ctrl+K");
        drive().frames(4);
        ASSERT_TRUE(drive().has_item("step.filter"));
        drive().type("kogge");
        drive().frames(2);
        ASSERT_TRUE(drive().has_item("step.algorithm.scan_kogge_stone"));
        ASSERT_FALSE(drive().has_item("step.algorithm.transpose_tiled")) << "the list is filtered";
        drive().key("Enter");
        drive().settle();
        EXPECT_EQ(scene().slug(), "scan_kogge_stone");
        EXPECT_EQ(drive().has_item("step.filter"), width == 1920) << "over the stage it closes";
    }
}

TEST(StepRail, ATitleIsAHitBeforeWhatOnlyTellsOfIt) {
    ASSERT_NE(step::first_hit("kogge"), nullptr);
    EXPECT_EQ(step::first_hit("kogge")->slug, "scan_kogge_stone");
    EXPECT_EQ(step::first_hit("scan_single_pass")->slug, "scan_single_pass");
    EXPECT_EQ(step::first_hit("no such thing"), nullptr);
}

}  // namespace
}  // namespace upsweep::app
