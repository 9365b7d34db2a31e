// The command palette over the real window: keys, typing, mouse.
#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"
#include "core/helpers/own_folder.h"
#include "media/image.h"
#include "media/samples.h"

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
    step().open(scenes::initial_scene("scan_blelloch"), false);
    drive().settle();
    open_palette();
    type("padding on");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(step().scene().catalog().parameters.option("padding"), 1);
    open_palette();
    type("memory weak");
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(step().scene().gpu.weak_memory);
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

// Without a desktop around the window the list is our own: typing filters, Enter opens in the view that takes
// the file.
TEST_F(PaletteTest, AFileIsChosenFromTheList) {
    const std::filesystem::path folder = test::own_file("files");
    std::filesystem::create_directories(folder / "sub");
    media::save_image(folder / "sub" / "noise.png", media::find_sample("noise").draw({20, 10}));
    app().open("lessons");
    drive().settle();
    drive().click_item("open");
    drive().settle();
    ASSERT_TRUE(drive().has_item("files.field"));
    type(folder.string());
    drive().key("Enter");
    drive().settle();
    ASSERT_TRUE(drive().has_item("files.0"));
    drive().click_item("files.0");
    drive().settle();
    type("oise");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "playground");
    EXPECT_FALSE(drive().has_item("files.field"));
    // It is where it was; Backspace goes up, Escape closes it, and a wrong path is one sentence.
    drive().key("Ctrl+Shift+O");
    drive().settle();
    ASSERT_TRUE(drive().has_item("files.0"));
    drive().key("Backspace");
    drive().settle();
    type("sub/nothing.png");
    drive().key("Enter");
    drive().frames(3);
    EXPECT_TRUE(drive().has_item("files.field"));
    drive().key("Esc");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("files.field"));
    EXPECT_EQ(app().active().name(), "playground");
    EXPECT_TRUE(app().notices().empty());
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::app
