// The Step view driven as a person would: keys and mouse in, the model's state out.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "core/helpers/sample.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "scenes/helpers/single_pass.h"

namespace upsweep::app {

using namespace replay;

namespace {

class StepViewTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        if (IsSkipped()) return;
        app().open("step");
        drive().settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
    const StepPosition& at() { return *model().position(); }
    /// Sixteen elements in eight banks meet in them; the opening scene's eight do not.
    void open_sixteen() {
        Parameters parameters = model().scene().catalog().parameters;
        parameters.extent = {16, 1};
        model().set_grain(Grain::statement);
        model().open(scenes::with_parameters(model().scene(), parameters), false);
        drive().settle();
    }
    /// Opens a chip's menu and chooses a row.
    void choose(std::string_view chip, std::string_view row) {
        drive().click_item(chip);
        drive().frames(3);
        drive().click_item(row);
        drive().settle();
    }
};

TEST_F(StepViewTest, ArrowKeysStepAndHomeAndEndJump) {
    model().set_grain(Grain::statement);
    drive().key("Right");
    drive().key("Right");
    drive().settle();
    EXPECT_EQ(at().step(), 3);
    drive().key("Left");
    EXPECT_EQ(at().step(), 2);
    drive().key("End");
    EXPECT_EQ(at().step(), at().step_count());
    drive().key("Home");
    EXPECT_EQ(at().step(), 0);
    drive().key("PgDn");
    EXPECT_EQ(at().step(), at().index().forward(0, Grain::phase));
    drive().key("PgUp");
    EXPECT_EQ(at().step(), 0);
}

TEST_F(StepViewTest, TransportButtonsDoWhatTheKeysDo) {
    model().set_grain(Grain::statement);
    drive().click_item("step.forward");
    EXPECT_EQ(at().step(), 2);
    drive().click_item("step.end");
    EXPECT_EQ(at().step(), at().step_count());
    drive().click_item("step.back");
    EXPECT_EQ(at().step(), at().step_count() - 1);
    drive().click_item("step.home");
    EXPECT_EQ(at().step(), 0);
}

TEST_F(StepViewTest, SpacePlaysAndPauses) {
    drive().key("Space");
    EXPECT_TRUE(model().playing());
    drive().frames(120);  // two seconds
    const int64_t reached = at().step();
    EXPECT_GE(reached, 1);
    drive().key("Space");
    EXPECT_FALSE(model().playing());
    drive().frames(120);
    EXPECT_EQ(at().step(), reached);
}

TEST_F(StepViewTest, DraggingTheTimelineScrubs) {
    const Rect strip = drive().item("step.strip");
    const float y = strip.centre().y;
    drive().drag({strip.min.x + 20, y}, {strip.centre().x, y});
    drive().settle();
    EXPECT_NEAR(double(at().step()), double(at().step_count()) / 2, 2);
}

TEST_F(StepViewTest, FindingsLeadToTheirSteps) {
    open_sixteen();
    ASSERT_FALSE(at().index().findings().empty());
    const int64_t first = at().index().findings()[0].step + 1;
    drive().click_item("step.finding.0");
    EXPECT_EQ(at().step(), first);
    drive().key("F3");
    EXPECT_GT(at().step(), first);
    drive().key("Shift+F3");
    EXPECT_EQ(at().step(), first);
}

TEST_F(StepViewTest, AFindingStandsAtItsStepWithItsCure) {
    drive().key("Home");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.finding.sentence"));
    for (size_t i = 0; i < at().index().findings().size(); ++i) {
        drive().key("F3");
        drive().settle();
        ASSERT_GE(model().finding_here(), 0);
        EXPECT_TRUE(drive().has_item("step.finding.sentence"));
        EXPECT_TRUE(drive().has_item("step.finding.cure"));
        // The list keeps the row of the present finding in view.
        const Rect row = drive().item("step.finding." + std::to_string(model().finding_here()));
        EXPECT_GE(row.min.y, drive().item("step.finding.cure").max.y - 1);
        EXPECT_LE(row.max.y, drive().item("step.strip").min.y);
    }
}

/// Blocks wait in order.cuh for flags that no block raises: the deadlock.
TEST_F(StepViewTest, ALineOfAnIncludedFileOpensThatFile) {
    const scenes::Scene scene = scenes::single_pass_without_counter();
    model().open(scene, false);
    drive().settle();
    const auto& findings = at().trace().findings;
    const auto deadlock = std::find_if(
        findings.begin(), findings.end(),
        [](const emulator::Finding& finding) { return finding.kind == emulator::FindingKind::deadlock; });
    ASSERT_NE(deadlock, findings.end());
    const std::string file = at().trace().sources[deadlock->where.file].name;
    EXPECT_EQ(file, "order.cuh");
    model().set_grain(Grain::launch);  // the pane then shows the kernel's own line
    model().go_to_finding(int(deadlock - findings.begin()));
    drive().settle();
    drive().click_item("step.finding.line.0");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.code.order.cuh"));
    drive().key("Home");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.code.order.cuh"));
    EXPECT_TRUE(drive().has_item("step.code.scan_single_pass.cu"));
}

TEST_F(StepViewTest, TheSizeChipRunsAnotherSize) {
    choose("step.size", "step.size.8");
    EXPECT_EQ(model().scene().catalog().parameters.extent.width, 8);
    EXPECT_EQ(at().run().scene.catalog().parameters.extent.width, 8);
}

TEST_F(StepViewTest, ABadSizeStaysBesideItsFieldUntilItIsMended) {
    drive().click_item("step.size");
    drive().frames(4);
    // The field has the keyboard as the menu opens; what is typed there does nothing beneath.
    const int64_t before = at().step();
    drive().type("0");
    drive().key("Right");
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.size.text"));
    EXPECT_TRUE(app().notices().empty());
    EXPECT_NE(at().run().scene.catalog().parameters.extent.width, 0);
    EXPECT_EQ(at().step(), before);
    drive().click_item("step.size.text");
    drive().type("24");
    drive().key("Enter");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.size.text"));
    EXPECT_EQ(at().run().scene.catalog().parameters.extent.width, 24);
}

TEST_F(StepViewTest, PaddingTurnsOnBesideTheConflict) {
    open_sixteen();
    drive().key("F3");
    drive().settle();
    EXPECT_TRUE(at().banks().conflict());
    drive().click_item("step.banks.action");
    drive().settle();
    EXPECT_EQ(model().scene().catalog().parameters.option("padding"), 1);
}

TEST_F(StepViewTest, TheZoomFollowsTheStepUntilItIsChosen) {
    EXPECT_FALSE(model().zoom());
    drive().key("1");
    EXPECT_EQ(model().zoom(), stage::Zoom::plan);
    drive().click_item("step.zoom.3");
    EXPECT_EQ(model().zoom(), stage::Zoom::lanes);
    drive().key("V");
    EXPECT_FALSE(model().zoom());
}

TEST_F(StepViewTest, ADeadlocksCureIsAButton) {
    const scenes::Scene scene = scenes::single_pass_without_counter();
    model().open(scene, false);
    drive().settle();
    drive().key("End");
    drive().settle();
    EXPECT_FALSE(at().trace().complete);
    drive().click_item("step.deadlock.cure");
    drive().settle();
    EXPECT_EQ(model().scene().catalog().parameters.option("counted"), 1);
    EXPECT_TRUE(at().trace().complete);
}

TEST_F(StepViewTest, TheGrainIsChosenInPlace) {
    drive().click_item("step.grain.1");
    drive().key("Right");
    EXPECT_EQ(at().step(), at().index().forward(0, Grain::barrier));
}

TEST_F(StepViewTest, ACellLeadsToTheStepThatWroteIt) {
    open_sixteen();
    drive().key("F3");
    drive().settle();
    const emulator::ArrayId array = at().picture().followed;
    const auto wrote = at().player().last_write(array, 2);
    ASSERT_TRUE(wrote.has_value());
    drive().click_item("step." + stage::cell_name(at().trace(), array, 2));
    EXPECT_EQ(at().step(), *wrote + 1);
}

TEST_F(StepViewTest, TheArraysNameLeadsToTheNextArray) {
    drive().key("F3");
    drive().settle();
    const emulator::ArrayId before = at().picture().followed;
    drive().click_item("step.follow." + stage::array_key(at().trace().arrays[before]));
    drive().settle();
    EXPECT_NE(at().picture().followed, before);
    EXPECT_EQ(at().trace().arrays[at().picture().followed].name, at().following());
}

TEST_F(StepViewTest, EveryAlgorithmOpensFromTheRail) {
    const std::vector<const Algorithm*> all(catalog().begin(), catalog().end());
    for (const Algorithm* algorithm : test::sample("algorithms", all, all.size() / 3)) {
        SCOPED_TRACE(std::string(algorithm->slug));
        if (!drive().has_item("step.filter")) drive().click_item("step.menu");
        drive().frames(3);
        // The list scrolls: the keyboard also gets to what the mouse would have to look for.
        app().items().focus = "step.algorithm." + std::string(algorithm->slug);
        drive().key("Enter");
        drive().settle();
        EXPECT_EQ(at().run().scene.slug(), algorithm->slug);
        drive().key("End");
        drive().settle();
        EXPECT_EQ(at().step(), at().step_count());
    }
}

TEST_F(StepViewTest, TheSceneComesBackWithTheSettings) {
    choose("step.size", "step.size.32");
    drive().key("PgDn");
    const int64_t step = at().step();
    Settings kept;
    app().active().save(kept);
    StepView again(app().services());
    again.restore(kept);
    for (int i = 0; i < 1000 && !again.ready(); ++i) drive().frames();
    ASSERT_NE(again.model().position(), nullptr);
    EXPECT_EQ(again.model().scene().catalog().parameters.extent.width, 32);
    EXPECT_EQ(again.model().position()->step(), step);
}

/// Every width class draws a stage and a sentence, and the keys work in each.
TEST(StepViewSizes, EveryDensityDraws) {
    for (const auto& [width, height] :
         {std::pair{800, 600}, {1024, 768}, {1280, 800}, {1920, 1080}, {2560, 1440}}) {
        SCOPED_TRACE(std::to_string(width));
        try {
            AppDriver drive(width, height);
            drive.app().open("step");
            drive.settle();
            drive.key("Right");
            drive.settle();
            EXPECT_TRUE(drive.has_item("step.stage"));
            EXPECT_TRUE(drive.has_item("step.sentence"));
            EXPECT_TRUE(drive.has_item("step.play"));
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
    }
}

TEST_F(StepViewTest, EachChaptersIconOpensItsChapter) {
    const std::vector<std::pair<std::string, std::string>> firsts = [] {
        std::vector<std::pair<std::string, std::string>> found;
        for (const Algorithm* algorithm : catalog())
            if (found.empty() || found.back().first != algorithm->chapter)
                found.emplace_back(algorithm->chapter, algorithm->slug);
        return found;
    }();
    for (const auto& [chapter, slug] : firsts) {
        drive().click_item("step.icon." + chapter);
        drive().settle();
        ASSERT_TRUE(drive().has_item("step.algorithm." + slug)) << chapter;
        const Rect row = drive().item("step.algorithm." + slug);
        EXPECT_GT(row.min.y, drive().item("step.filter").max.y) << chapter;
        EXPECT_LT(row.max.y, drive().item("step.gpu.change").min.y) << chapter << " is below the fold";
    }
}

// The list is longer than its place: what Step shows must not be below its edge.
TEST(StepRail, TheRowOfWhatIsShownIsInView) {
    try {
        AppDriver drive(1920, 1080);
        drive.app().open("step");
        drive.settle();
        StepModel& model = active_view<StepView>(drive.app()).model();
        for (const char* slug : {"draw_rectangles", "scan_loop", "scan_lookback"}) {
            SCOPED_TRACE(slug);
            model.open_new(scenes::initial_scene(slug));
            drive.settle();
            const Rect row = drive.item(std::string("step.algorithm.") + slug);
            EXPECT_GT(row.min.y, drive.item("step.filter").max.y);
            EXPECT_LT(row.max.y, drive.item("step.gpu.change").min.y);
        }
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

/// What finds no room beside the title is a list of names with their values; one at a time unfolds.
TEST_F(StepViewTest, TheMenuOfWhatDoesNotFitHasGroups) {
    drive().click_item("step.more");
    drive().frames(3);
    ASSERT_TRUE(drive().has_item("step.more.step.type"));
    ASSERT_TRUE(drive().has_item("step.more.step.option.padding"));
    EXPECT_FALSE(drive().has_item("step.type.f32→f32")) << "its choices are folded";
    drive().click_item("step.more.step.option.padding");
    drive().frames(2);
    EXPECT_TRUE(drive().has_item("step.option.padding.on"));
    drive().click_item("step.more.step.type");
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("step.option.padding.on"));
    ASSERT_TRUE(drive().has_item("step.type.f32→f32"));
    drive().click_item("step.type.f32→f32");
    drive().settle();
    EXPECT_EQ(model().scene().catalog().parameters.types, (ElementTypes{ScalarType::f32, ScalarType::f32}));
    EXPECT_FALSE(drive().has_item("step.more.step.type")) << "the menu is closed";
}

/// In whole words: IH says nothing to a person who has not opened the rail.
TEST_F(StepViewTest, TheFoldedRailNamesItsChapters) {
    app().items().texts.emplace();
    drive().frames(2);
    std::string shown;
    for (const ShownText& text : *app().items().texts)
        if (text.box.max.x < drive().item("step.icon.Faces").max.x) shown += text.text + " ";
    app().items().texts.reset();
    for (const Algorithm* algorithm : catalog()) {
        const std::string chapter(algorithm->chapter);
        ASSERT_TRUE(drive().has_item("step.icon." + chapter)) << chapter;
        EXPECT_THAT(shown, testing::HasSubstr(chapter + " "));
    }
}

/// Steps a whole scene through at 1280 x 800 and prints the frames a second that software OpenGL reaches.
TEST_F(StepViewTest, StepsAWholeSceneThrough) {
    const int64_t steps = at().step_count();
    int frames = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int64_t step = 0; step < steps; ++step, frames += 2)
        drive().key("Right");  // a frame down, a frame up
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("stepping at 1280 x 800: %.0f frames/s over %d frames\n", frames / seconds, frames);
    EXPECT_EQ(at().step(), steps);
    EXPECT_GT(frames / seconds, 1);
}

}  // namespace
}  // namespace upsweep::app
