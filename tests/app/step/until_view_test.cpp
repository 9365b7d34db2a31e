// Breakpoints and "until" in the real view: gutter, keys, menu, palette.
#include <gmock/gmock.h>

#include <set>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class UntilViewTest : public StepViewFixture {
  protected:
    void open(const std::string& slug = "scan_blelloch") {
        app().open("step");
        view().show(scenes::initial_scene(slug));
        drive().settle();
        model().set_grain(replay::Grain::statement);
        drive().settle();
    }
    void open_menu() {
        drive().key("U");
        drive().frames(3);
        ASSERT_TRUE(drive().has_item("step.until.text"));
    }
    int64_t step() { return model().position()->step(); }
    int lit_line() { return model().position()->code().line; }
};

TEST_F(UntilViewTest, AClickInTheGutterAndF9SetABreakpointInEachForm) {
    open();
    for (const int form : {0, 1}) {
        drive().click_item("step.code.form." + std::to_string(form));
        drive().key("Home");
        for (int i = 0; i < 6; ++i) drive().key("Right");
        drive().settle();
        const Rect gutter = drive().item("step.code.gutter"), lit = drive().item("step.code.lit");
        drive().click(gutter.max.x - 4, lit.centre().y);
        drive().settle();
        EXPECT_THAT(model().stops(), ElementsAre("line " + std::to_string(lit_line()))) << form;
        drive().key("F9");
        drive().settle();
        EXPECT_THAT(model().stops(), IsEmpty()) << form;
        drive().key("F9");
        drive().settle();
        EXPECT_THAT(model().stops(), SizeIs(1)) << form;
        drive().click(gutter.max.x - 4, drive().item("step.code.lit").centre().y);
        drive().settle();
        EXPECT_THAT(model().stops(), IsEmpty()) << form;
    }
}

TEST_F(UntilViewTest, F5GoesOnAndShiftF5Back) {
    open();
    view().stops().add("barrier");
    drive().settle();
    const std::vector<int64_t> places = view().stops().places();
    ASSERT_GT(places.size(), 1U);
    drive().key("F5");
    drive().settle();
    EXPECT_EQ(step(), places[0]);
    drive().key("F5");
    drive().settle();
    EXPECT_EQ(step(), places[1]);
    drive().key("Shift+F5");
    drive().settle();
    EXPECT_EQ(step(), places[0]);
}

TEST_F(UntilViewTest, TypedTextRunsOnAndEnterClosesTheMenu) {
    open();
    open_menu();
    drive().type("sums[3]");
    drive().key("Enter");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.until.text"));
    ASSERT_FALSE(model().position()->picture().flows.empty());
    EXPECT_GT(step(), 0);
    const int64_t first = step();
    open_menu();
    drive().click_item("step.until.on");
    drive().settle();
    EXPECT_GT(step(), first);
    open_menu();
    drive().click_item("step.until.back");
    drive().settle();
    EXPECT_EQ(step(), first);
    EXPECT_THAT(model().stops(), IsEmpty());
}

TEST_F(UntilViewTest, WhatCannotBeReadStaysOpenAndIsSaid) {
    open();
    open_menu();
    drive().type("sums[");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_TRUE(drive().has_item("step.until.text"));
    EXPECT_EQ(step(), 0);
}

TEST_F(UntilViewTest, BreakpointsAreKeptListedAndTakenAway) {
    open();
    open_menu();
    drive().type("phase down-sweep");
    drive().click_item("step.until.keep");
    drive().settle();
    EXPECT_THAT(model().stops(), ElementsAre("phase down-sweep"));
    ASSERT_TRUE(drive().has_item("step.until.stop.0"));
    drive().click_item("step.until.stop.0");
    drive().settle();
    EXPECT_GT(step(), 0);
    open_menu();
    drive().click_item("step.until.remove.0");
    drive().settle();
    EXPECT_THAT(model().stops(), IsEmpty());
}

TEST_F(UntilViewTest, ASuggestionIsAClickAway) {
    open();
    drive().click_item("step.until");
    drive().frames(3);
    drive().click_item("step.until.try.0");
    drive().settle();
    EXPECT_EQ(model().position()->trace().steps[step() - 1].kind, emulator::StepKind::barrier);
}

TEST_F(UntilViewTest, ThePaletteTakesWhatIsTypedBehindUntil) {
    open();
    drive().key("Ctrl+Shift+P");
    drive().frames(3);
    drive().type("until stride == 4");
    drive().frames(3);
    drive().key("Enter");
    drive().settle();
    const int64_t there = step();
    EXPECT_GT(there, 0);
    drive().key("End");
    drive().key("Ctrl+Shift+P");
    drive().frames(3);
    drive().type("back until stride == 4");
    drive().frames(3);
    drive().key("Enter");
    drive().settle();
    EXPECT_GE(step(), there);
    EXPECT_LT(step(), model().position()->step_count());
}

TEST_F(UntilViewTest, TheKeyboardAloneReachesThem) {
    open();
    for (int i = 0; i < 6; ++i) drive().key("Right");
    drive().settle();
    std::set<std::string> reached;
    for (int i = 0; i < 400 && reached.count("step.code.gutter") == 0; ++i) {
        drive().key("Tab");
        reached.insert(app().items().focus);
    }
    EXPECT_EQ(reached.count("step.code.gutter"), 1U);
    EXPECT_EQ(reached.count("step.cell.sums@0.3"), 1U) << "cells are on the way";
    app().items().focus = "step.code.gutter";
    drive().key("Enter");
    drive().settle();
    EXPECT_THAT(model().stops(), ElementsAre("line " + std::to_string(lit_line())));
    reached.clear();
    for (int i = 0; i < 400 && reached.count("step.until") == 0; ++i) {
        drive().key("Tab");
        reached.insert(app().items().focus);
    }
    EXPECT_EQ(reached.count("step.play"), 1U);
    ASSERT_EQ(app().items().focus, "step.until");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_TRUE(drive().has_item("step.until.text"));
    drive().key("Esc");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("step.until.text"));
}

TEST_F(UntilViewTest, WhatNeverComesIsSaid) {
    open();
    drive().key("Ctrl+Shift+P");
    drive().frames(3);
    drive().type("until sums[3] = 99999");
    drive().frames(3);
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(step(), 0);
    EXPECT_TRUE(drive().has_item("notice.0"));
}

}  // namespace
}  // namespace upsweep::app
