// The code pane driven as a person would: its three forms, folds, the lit line in view at every size.
#include <filesystem>

#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"
#include "core/helpers/sample.h"
#include "replay/code/code.h"

namespace upsweep::app {

using namespace replay;

namespace {

StepModel& model_of(AppDriver& drive) { return active_view<StepView>(drive.app()).model(); }

void open_step(AppDriver& drive, std::string_view slug) {
    drive.app().open("step");
    drive.settle();
    model_of(drive).open(scenes::initial_scene(std::string(slug)), false);
    drive.settle();
}

class StepCodeTest : public AppTest {};

TEST_F(StepCodeTest, AClickOpensAFoldAndShortFoldsItAgain) {
    open_step(drive(), "scan_blelloch");
    model_of(drive()).set_grain(Grain::barrier);
    model_of(drive()).seek(model_of(drive()).position()->step_count() / 2);
    drive().settle();
    ASSERT_TRUE(drive().has_item("step.code.fold.40"));
    drive().click_item("step.code.fold.40");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.code.fold.40"));
    drive().click_item("step.code.form.1");
    drive().settle();
    drive().click_item("step.code.form.0");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.code.fold.40"));
}

TEST_F(StepCodeTest, WordsShowSentencesInsteadOfLines) {
    open_step(drive(), "scan_blelloch");
    drive().key("End");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.code.lit"));
    drive().click_item("step.code.form.2");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.code.lit"));
    EXPECT_TRUE(drive().has_item("step.code.words.lit"));
}

TEST_F(StepCodeTest, TheFormIsRemembered) {
    StepView& first = (app().open("step"), active_view<StepView>(app()));
    first.show_code(CodeForm::words);
    Settings settings;
    first.save(settings);
    EXPECT_EQ(settings.text("step.code", ""), "words");
    first.show_code(CodeForm::full);
    first.restore(settings);
    Settings again;
    first.save(again);
    EXPECT_EQ(again.text("step.code", ""), "words");
}

TEST_F(StepCodeTest, TheLitLineIsInThePaneAndNoWiderThanIt) {
    driver_.reset();
    for (const auto& [width, height] : {std::pair(1280, 800), std::pair(1920, 1080)}) {
        AppDriver window(width, height);
        for (const std::string_view slug :
             {"scan_blelloch", "scan_lookback", "integral_image_one_pass", "box_filter"}) {
            open_step(window, slug);
            const int64_t count = model_of(window).position()->step_count();
            for (const Grain grain : {Grain::statement, Grain::phase})
                for (int part = 1; part <= 6; ++part) {
                    SCOPED_TRACE(std::string(slug) + " at " + std::to_string(count * part / 6));
                    model_of(window).set_grain(grain);
                    model_of(window).seek(count * part / 6);
                    window.settle();
                    if (model_of(window).position()->code().line == 0) continue;
                    const Rect pane = window.item("step.code"), lit = window.item("step.code.lit");
                    EXPECT_GE(lit.min.y, pane.min.y);
                    EXPECT_LE(lit.max.y, pane.max.y + 1);
                    EXPECT_LE(lit.max.x, pane.max.x);
                }
        }
    }
}

}  // namespace
}  // namespace upsweep::app
