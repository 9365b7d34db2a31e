// The command palette over the real window: keys, typing, mouse.
#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {
namespace {

class PaletteTest : public AppTest {
  protected:
    void open_palette() {
        drive().key("Ctrl+Shift+P");
        drive().frames(3);
        ASSERT_TRUE(drive().has_item("palette.field"));
    }
    void type(std::string_view text) {
        drive().type(text);
        drive().frames(3);
    }
    StepModel& step() { return active_view<StepView>(app()).model(); }
};

TEST_F(PaletteTest, TypedWordsAndEnterOpenAnAlgorithmFromAnyView) {
    app().open("playground");
    drive().settle();
    open_palette();
    type("kogge-stone algorithm");
    drive().key("Enter");
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    EXPECT_EQ(step().scene().slug(), "scan_kogge_stone");
    EXPECT_FALSE(drive().has_item("palette.field"));
}

TEST_F(PaletteTest, ExercisesAndSettingsAreFound) {
    app().open("step");
    drive().settle();
    open_palette();
    type("write the way down exercise");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "lessons");
    open_palette();
    type("theme light");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_EQ(app().theme(), ThemeKind::light);
    open_palette();
    type("text size 125");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_EQ(app().scale(), 1.25F);
    open_palette();
    type("one step is a phase");
    drive().key("Enter");
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    EXPECT_EQ(step().grain(), replay::Grain::phase);
}

TEST_F(PaletteTest, ArrowsChooseAndAClickRuns) {
    app().open("step");
    drive().settle();
    open_palette();
    type("open race");
    drive().click_item("palette.0");
    drive().frames(3);
    EXPECT_EQ(app().active().name(), "race");
    open_palette();
    type("algorithm scan");
    drive().key("Down");
    drive().key("Down");
    drive().key("Up");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "step");
}

TEST_F(PaletteTest, EscapeAndAClickBesideItCloseItAndNothingElse) {
    app().open("step");
    drive().settle();
    const int64_t before = step().position()->step();
    open_palette();
    drive().key("Right");  // belongs to the field
    drive().key("Esc");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("palette.field"));
    EXPECT_EQ(step().position()->step(), before);
    open_palette();
    drive().click(30, 780);
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("palette.field"));
    EXPECT_EQ(step().position()->step(), before);
}

TEST_F(PaletteTest, AnActionOfTheViewInFrontRuns) {
    app().open("step");
    drive().settle();
    const int64_t before = step().position()->step();
    open_palette();
    type("one step on");
    drive().key("Enter");
    drive().settle();
    EXPECT_GT(step().position()->step(), before);
}

TEST_F(PaletteTest, ARaceIsChosen) {
    app().open("race");
    drive().settle();
    app().open("step");
    drive().settle();
    open_palette();
    type("race transpos");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_EQ(app().active().name(), "race");
}

TEST_F(PaletteTest, ALessonOpens) {
    app().open("step");
    drive().settle();
    open_palette();
    type("lesson work-efficient");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "lessons");
}

}  // namespace
}  // namespace upsweep::app
