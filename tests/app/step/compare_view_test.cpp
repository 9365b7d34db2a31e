// Compare in the real view: keys, both stages, pairs, clock, table.
#include <gmock/gmock.h>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class CompareViewTest : public StepViewFixture {
  protected:
    void open(const std::string& slug) {
        app().open("step");
        view().show(scenes::initial_scene(slug));
        drive().settle();
        drive().key("C");
        drive().settle();
        ASSERT_NE(view().comparison(), nullptr);
        ASSERT_TRUE(view().comparison()->ready());
    }
    Comparison& both() { return *view().comparison(); }
};

TEST_F(CompareViewTest, ShowsBothAndStepsThemTogether) {
    open("scan_blelloch");
    EXPECT_TRUE(drive().has_item("compare.pair"));
    EXPECT_EQ(both().right().position()->run().scene.catalog().parameters.option("padding"), 1);
    const int64_t left = view().model().position()->step(), right = both().right().position()->step();
    drive().key("Right");
    drive().settle();
    EXPECT_GT(view().model().position()->step(), left);
    EXPECT_GT(both().right().position()->step(), right);
    drive().key("End");
    drive().settle();
    EXPECT_EQ(both().right().position()->step(), both().right().position()->step_count());
    drive().key("Home");
    drive().settle();
    EXPECT_EQ(both().right().position()->step(), 0);
}

TEST_F(CompareViewTest, PairsAndClocksAreChosenWithTheMouse) {
    open("scan_blelloch");
    drive().click_item("compare.pair");
    drive().frames(3);
    size_t wanted = 0;
    const auto presets = compare_presets(scenes::initial_scene("scan_blelloch"));
    while (presets[wanted].title != "Kogge–Stone, Blelloch") ++wanted;
    // The list is longer than its place.
    drive().type("kogge");
    drive().frames(3);
    drive().click_item("compare.pair." + std::to_string(wanted));
    drive().settle();
    EXPECT_EQ(view().model().scene().slug(), "scan_kogge_stone");
    EXPECT_EQ(both().right().scene().slug(), "scan_blelloch");
    drive().click_item("compare.clock");
    drive().frames(3);
    drive().click_item("compare.clock.barrier");
    drive().settle();
    EXPECT_EQ(both().clock(), replay::Clock::barrier);
    drive().click_item("compare.swap");
    drive().settle();
    EXPECT_EQ(view().model().scene().slug(), "scan_blelloch");
    EXPECT_EQ(both().right().scene().slug(), "scan_kogge_stone");
}

TEST_F(CompareViewTest, WhatIsTypedFindsAPair) {
    open("scan_blelloch");
    drive().key("Ctrl+K");
    drive().frames(4);
    ASSERT_TRUE(drive().has_item("compare.find"));
    drive().type("kogge");
    drive().frames(3);
    EXPECT_NE(view().comparison(), nullptr) << "letters are typed, and no keys of the view";
    EXPECT_FALSE(drive().has_item("compare.pair.0")) << "padding off, on";
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(view().model().scene().slug() == "scan_kogge_stone" ||
                both().right().scene().slug() == "scan_kogge_stone");
}

TEST_F(CompareViewTest, RowsThatDifferAreMarkedAndEverySideLeadsWithItsNumber) {
    for (const auto& [width, height] : {std::pair(1024, 768), {1280, 800}, {1920, 1080}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        open("scan_blelloch");
        app().items().texts.emplace();
        drive().key("End");
        drive().settle();
        drive().frames(2);
        const auto leads = both().leads();
        ASSERT_TRUE(leads);
        for (const bool left : {true, false}) {
            const Rect head = drive().item(left ? "compare.lead.left" : "compare.lead.right");
            const bool there = any_of(*app().items().texts, [&](const ShownText& text) {
                return text.text == (*leads)[left ? 0 : 1].number && head.contains(text.box.centre());
            });
            EXPECT_TRUE(there) << width << " " << (*leads)[left ? 0 : 1].number;
        }
    }
}

TEST_F(CompareViewTest, ItsKeyItsButtonAndEscapeEndIt) {
    open("transpose_tiled");
    drive().key("C");
    drive().settle();
    EXPECT_EQ(view().comparison(), nullptr);
    EXPECT_FALSE(drive().has_item("compare.pair"));
    drive().key("C");
    drive().settle();
    drive().click_item("compare.close");
    drive().settle();
    EXPECT_EQ(view().comparison(), nullptr);
    drive().key("C");
    drive().settle();
    drive().key("Esc");
    drive().settle();
    EXPECT_EQ(view().comparison(), nullptr);
    const int64_t step = view().model().position()->step();
    drive().key("Right");
    drive().settle();
    EXPECT_GT(view().model().position()->step(), step) << "the transport is the scene's own again";
}

TEST_F(CompareViewTest, TheTopBarHasAButtonForItAndForPredict) {
    app().open("step");
    drive().settle();
    drive().click_item("compare");
    drive().settle();
    ASSERT_NE(view().comparison(), nullptr);
    drive().click_item("compare");
    drive().settle();
    EXPECT_EQ(view().comparison(), nullptr);
    drive().click_item("predict");
    drive().settle();
    EXPECT_TRUE(view().predict().active());
    EXPECT_LT(drive().item("compare").max.x, drive().item("predict").min.x);
    EXPECT_LT(drive().item("predict").max.x, drive().item("present").min.x);
    app().open("playground");
    drive().settle();
    EXPECT_FALSE(drive().has_item("compare"));
}

TEST_F(CompareViewTest, UndoBringsBackWhatWasThereBefore) {
    open("integral_image_one_pass");
    drive().click_item("compare.pair");
    drive().frames(3);
    size_t other = 0;
    const auto presets = compare_presets(view().model().scene());
    while (presets[other].title != "Hillis–Steele, Kogge–Stone") ++other;
    drive().click_item("compare.pair." + std::to_string(other));
    drive().settle();
    drive().key("C");
    drive().key("Ctrl+Z");
    drive().settle();
    EXPECT_EQ(view().model().scene().slug(), "integral_image_one_pass");
}

TEST_F(CompareViewTest, WhoOnlyLookedAtAnotherSizeIsBackAtHisOwn) {
    app().open("step");
    drive().settle();
    view().model().open(scenes::initial_scene("scan_blelloch"), false);
    drive().settle();
    drive().key("PgDn");
    drive().key("PgDn");
    drive().settle();
    const int64_t step = view().model().position()->step();
    ASSERT_GT(step, 0);
    const scenes::Scene before = view().model().position()->run().scene;
    drive().key("C");
    drive().settle();
    EXPECT_EQ(view().model().scene().catalog().parameters.extent.width, 16) << "8 have no conflicts";
    drive().key("Esc");
    drive().settle();
    EXPECT_EQ(view().model().scene().catalog().parameters.extent, before.catalog().parameters.extent);
    EXPECT_EQ(view().model().position()->step(), step);
}

TEST_F(CompareViewTest, ASideHasItsOwnOptionsAndSchedule) {
    open("scan_blelloch");
    ASSERT_TRUE(drive().has_item("compare.right"));
    drive().click_item("compare.right");
    drive().frames(3);
    drive().click_item("step.setting.blocks.reversed");
    drive().settle();
    const auto order = [](const StepModel& side) { return to_string(side.scene().gpu.schedule); };
    EXPECT_NE(order(both().right()), order(view().model()));
    drive().click_item("compare.left");
    drive().frames(3);
    drive().click_item("step.setting.blocks.adversarial");
    drive().settle();
    EXPECT_NE(view().model().scene().gpu.schedule.blocks.kind, emulator::ToyGpu().schedule.blocks.kind);
    EXPECT_NE(order(both().right()), order(view().model()));
    // Both are still on one clock.
    drive().key("Home");
    drive().key("Right");
    drive().settle();
    EXPECT_GT(both().right().position()->step(), 0);
}

TEST_F(CompareViewTest, TheCodeOfBothStandsUnderTheStages) {
    open("scan_blelloch");
    drive().key("Right");
    drive().settle();
    const Rect code = drive().item("compare.code"), foot = drive().item("compare.pair");
    EXPECT_LE(code.max.y, foot.min.y);
    EXPECT_GT(code.height(), 10);
}

TEST_F(CompareViewTest, BothArePresentedOnOneClock) {
    open("transpose_tiled");
    drive().key("Home");
    drive().key("F11");
    drive().settle();
    ASSERT_NE(view().comparison(), nullptr);
    const Rect left = drive().item("compare.present.left"), right = drive().item("compare.present.right");
    EXPECT_TRUE(left.max.x <= right.min.x + 1 || left.max.y <= right.min.y) << "both have their half";
    const int64_t before = both().right().position()->step();
    drive().key("PgDn");
    drive().settle();
    EXPECT_GT(view().model().position()->step(), 0);
    EXPECT_GT(both().right().position()->step(), before);
    drive().key("PgUp");
    drive().settle();
    EXPECT_EQ(both().right().position()->step(), before);
    drive().key("Esc");
    drive().settle();
    EXPECT_NE(view().comparison(), nullptr) << "it is still there behind the page";
}

TEST_F(CompareViewTest, BegunWhilePresentingItEndsBeforePresenting) {
    app().open("step");
    drive().settle();
    drive().key("F11");
    drive().key("C");
    drive().settle();
    ASSERT_NE(view().comparison(), nullptr);
    drive().key("Esc");
    drive().settle();
    EXPECT_EQ(view().comparison(), nullptr);
    EXPECT_TRUE(app().presenting());
}

TEST_F(CompareViewTest, NumbersStandUnderTheCaptionsInWholeTicks) {
    app().items().texts.emplace();
    open("scan_blelloch");
    view().model().set_grain(replay::Grain::statement);
    for (int i = 0; i < 12; ++i) drive().key("Right");
    drive().settle();
    std::string all;
    for (const ShownText& text : *app().items().texts) all += text.text + "\n";
    EXPECT_THAT(all, HasSubstr("\npadding off\n")) << "a head of the table, too";
    EXPECT_THAT(all, ContainsRegex("so far: [0-9]+ of [0-9]+ on both sides\n"))
        << "said once, as both are even";
    EXPECT_THAT(all, Not(ContainsRegex("\nleft")));
    drive().key("F11");
    drive().key("Home");
    drive().settle();
    all.clear();
    for (const ShownText& text : *app().items().texts) all += text.text + "\n";
    EXPECT_THAT(all, ContainsRegex("phases so far: 0 of [0-9]+ on both sides\n"));
    EXPECT_THAT(all, Not(HasSubstr("Lessons"))) << "a page has no tabs to press";
}

TEST_F(CompareViewTest, DrawsInEverySize) {
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(1280, 800), std::pair(1920, 1080)}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        open("scan_blelloch");
        drive().key("Right");
        drive().settle();
        const Rect pair = drive().item("compare.pair"), close = drive().item("compare.close");
        EXPECT_LE(pair.max.x, float(width));
        EXPECT_LE(close.max.y, float(height));
    }
}

}  // namespace
}  // namespace upsweep::app
