// From the editor in Step to a line of the Race, driven as a person would.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "app/helpers/driver.h"
#include "app/race/view/race_view.h"
#include "app/step/view/step_view.h"
#include "device/device.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

const std::string edited = "here scan_hillis_steele gpu+edited";

class RaceEditViewTest : public AppTest {
  protected:
    StepView& step() { return active_view<StepView>(app()); }
    RaceModel& race() { return active_view<RaceView>(app()).model(); }
    const RaceCurve* find() {
        const std::vector<RaceCurve>& curves = race().curves();
        const auto found = std::find_if(curves.begin(), curves.end(),
                                        [](const RaceCurve& curve) { return curve.key == edited; });
        return found == curves.end() ? nullptr : &*found;
    }
    /// A kernel of the catalog in Step, and this typed before its first line.
    void type_before(const std::string& words) {
        app().open("step");
        drive().settle();
        step().model().open(scenes::initial_scene("scan_hillis_steele"), false);
        drive().settle();
        drive().click_item("step.code.form.1");
        drive().settle();
        drive().click_item("step.code.editor");
        step().edits().document("scan_hillis_steele.cu")->text().place({0, 0});
        drive().type(words);
        drive().frames(60);  // a pause in typing runs it
        drive().settle();
    }
    /// As a link does, which needs no GPU for what it shows.
    void race_it() {
        if (has_gpu())
            drive().click_item("step.code.race");
        else
            app().go_to(scenes::RacePlace{.edited = step().model().scene()});
        drive().frames(2);
    }
    static bool has_gpu() { return !device::probe().devices.empty(); }
    /// The lecture that begins by itself is of no interest here.
    void end_race() {
        drive().settle();
        race().choose_sizes({.from = 16, .to = 32});
        race().cancel();
        race().finish();
        drive().frames(2);
    }
};

TEST_F(RaceEditViewTest, AnEditBecomesARowThatIsHiddenAndRemoved) {
    type_before("// mine ");
    race_it();
    ASSERT_EQ(app().active().name(), "race");
    EXPECT_EQ(race().experiment().title, "Row scans");
    end_race();
    ASSERT_NE(find(), nullptr);
    EXPECT_TRUE(find()->shown);
    EXPECT_TRUE(drive().has_item("race.line." + edited)) << "the rail is open";
    EXPECT_TRUE(drive().has_item("race.note." + edited));
    if (!has_gpu()) {
        EXPECT_EQ(find()->note, "This computer has no GPU to time your edit on.");
        EXPECT_TRUE(find()->points.empty());
    }

    app().items().focus = "race.line." + edited;
    drive().key("Enter");
    drive().frames(2);
    EXPECT_FALSE(find()->shown);
    EXPECT_TRUE(drive().has_item("race.line." + edited)) << "a hidden one stays in the rail";

    // The next edit takes its place, and is shown.
    type_before("// again ");
    drive().key("Esc");
    race_it();
    ASSERT_EQ(app().active().name(), "race");
    end_race();
    ASSERT_NE(find(), nullptr);
    EXPECT_TRUE(find()->shown);

    app().items().focus = "race.remove." + edited;
    drive().key("Enter");
    drive().frames(2);
    EXPECT_EQ(find(), nullptr);
    EXPECT_FALSE(drive().has_item("race.line." + edited));
}

TEST_F(RaceEditViewTest, WhereThereIsNothingToRaceStepSaysWhy) {
    app().open("step");
    drive().settle();
    step().model().open(scenes::initial_scene("scan_hillis_steele"), false);
    drive().settle();
    drive().key("R");
    drive().frames(2);
    EXPECT_EQ(app().active().name(), "step");
    EXPECT_TRUE(drive().has_item("notice.0"));
    step().model().open(scenes::scene_of_text("__global__ void k(int* a) { a[threadIdx.x] = 1; }\n"), false);
    drive().settle();
    EXPECT_THAT(step().gpu().why_not_raced(step().model().scene()), HasSubstr("a file of your own"));
    drive().click_item("step.list.1");
    drive().frames(2);
    ASSERT_TRUE(drive().has_item("step.gpu.race"));
    drive().click_item("step.gpu.race");
    drive().frames(2);
    EXPECT_EQ(app().active().name(), "step");
}

// Not offered as if it worked: both ways to it say that there is no GPU, and stay in Step.
TEST_F(RaceEditViewTest, WithoutAGpuStepSaysSoInsteadOfRacing) {
    if (has_gpu()) GTEST_SKIP() << "There is a GPU here.";
    type_before("// mine ");
    EXPECT_THAT(step().gpu().why_not_raced(step().model().scene()),
                testing::StartsWith("Your kernel can only be timed on a GPU. "));
    drive().click_item("step.code.race");
    drive().frames(2);
    EXPECT_EQ(app().active().name(), "step");
    drive().key("Esc");
    drive().key("R");
    drive().frames(2);
    EXPECT_EQ(app().active().name(), "step");
    ASSERT_FALSE(app().notices().all().empty());
    EXPECT_THAT(app().notices().all().back(), HasSubstr("only be timed on a GPU"));
}

TEST_F(RaceEditViewTest, ThePaletteKnowsIt) {
    if (!has_gpu()) GTEST_SKIP() << "There is no GPU to race on.";
    type_before("// mine ");
    drive().key("Ctrl+Shift+P");
    drive().frames(2);
    drive().type("race the changed");
    drive().frames(2);
    drive().key("Enter");
    drive().frames(2);
    ASSERT_EQ(app().active().name(), "race");
    end_race();
    EXPECT_NE(find(), nullptr);
}

// In Step the two ways to it, in the Race its row; none of them leaves the window.
TEST_F(RaceEditViewTest, EveryWidthAndThemeDrawsIt) {
    const char* keep = std::getenv("UPSWEEP_KEEP");
    for (const auto& [width, height] : {std::pair{1280, 800}, {1920, 1080}})
        for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::light}) {
            driver_.reset();  // one window at a time: ImGui has one context
            driver_ = std::make_unique<AppDriver>(width, height);
            app().set_theme(theme);
            type_before("// mine ");
            const std::string name = std::to_string(width) + (theme == ThemeKind::dark ? "-dark" : "-light");
            if (drive().has_item("step.list.1")) drive().click_item("step.list.1");
            drive().frames(2);
            EXPECT_EQ(drive().has_item("step.gpu.race"), width > 1280);
            EXPECT_TRUE(drive().has_item("step.code.race"));
            if (keep != nullptr) drive().save(std::string(keep) + "/race-edit-step-" + name + ".png");
            race_it();
            ASSERT_EQ(app().active().name(), "race");
            end_race();
            const Rect note = drive().item("race.note." + edited),
                       remove = drive().item("race.remove." + edited);
            EXPECT_LE(remove.max.x, drive().item("race.plot").min.x) << name;
            EXPECT_GT(note.width(), 100) << name;
            if (keep != nullptr) drive().save(std::string(keep) + "/race-edit-" + name + ".png");
        }
}

}  // namespace
}  // namespace upsweep::app
