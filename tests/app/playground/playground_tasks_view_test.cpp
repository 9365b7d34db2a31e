// The Playground's rail of tasks, driven: rows, keys, settings, numbers, stepping, every size and theme.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/helpers/playground_fixture.h"
#include "app/helpers/windows.h"
#include "app/step/view/step_view.h"
#include "cascade/cascade.h"
#include "core/helpers/sample.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

constexpr std::string_view names[] = {"box_filter", "local_contrast", "adaptive_threshold",
                                      "difference_of_boxes"};
/// These and the two that have tests of their own.
constexpr std::string_view all_names[] = {"box_filter",          "local_contrast", "adaptive_threshold",
                                          "difference_of_boxes", "likelihood",     "faces"};

class PlaygroundTasksView : public PlaygroundViewFixture {
  protected:
    std::string_view task() { return view().panel().task().name(); }
    int64_t value(std::string_view of, std::string_view parameter) {
        return view().task(of).value(parameter);
    }
    void choose(std::string_view name) {
        drive().click_item("playground.task." + std::string(name));
        drive().settle();
    }
};

TEST_F(PlaygroundTasksView, RowsBringTheirTaskInFront) {
    for (const std::string_view name : names) {
        choose(name);
        EXPECT_EQ(task(), name);
        EXPECT_TRUE(view().model().result()) << name;
        EXPECT_EQ(view().model().result(), view().panel().task().result());
    }
    // Each has its own controls.
    EXPECT_TRUE(drive().has_item("playground.response"));
    EXPECT_FALSE(drive().has_item("playground.passes"));
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(PlaygroundTasksView, KeysGoThroughTheTasksAndAreTheirOwn) {
    drive().key("N");
    drive().settle();
    EXPECT_EQ(task(), "local_contrast");
    const int64_t before = value("local_contrast", "radius");
    drive().key("Right");
    drive().key("P");
    drive().settle();
    EXPECT_EQ(value("local_contrast", "radius"), before + 1);
    EXPECT_EQ(value("local_contrast", "shows"), 1);
    EXPECT_EQ(value("box_filter", "radius"), 12);
    drive().key("N");
    drive().key("Up");
    drive().settle();
    EXPECT_EQ(value("adaptive_threshold", "percent"), 16);
    drive().key("Shift+N");
    drive().key("Shift+N");
    drive().key("P");
    drive().settle();
    EXPECT_EQ(task(), "box_filter");
    EXPECT_EQ(value("box_filter", "passes"), 2);
}

TEST_F(PlaygroundTasksView, ControlsSetWhatIsComputed) {
    drive().click_item("playground.passes.2");
    drive().settle();
    EXPECT_EQ(view().task("box_filter").label(), "box filter, r = 12, 3 passes");
    choose("local_contrast");
    drive().click_item("playground.contrast_shows");
    drive().frames(2);
    drive().click_item("playground.contrast_shows.2");
    drive().settle();
    EXPECT_EQ(value("local_contrast", "shows"), 2);
    choose("adaptive_threshold");
    const Rect percent = drive().item("playground.threshold_percent");
    drive().drag({percent.min.x + 12, percent.centre().y}, {percent.min.x - 60, percent.centre().y});
    drive().settle();
    EXPECT_EQ(value("adaptive_threshold", "percent"), 0);
    choose("difference_of_boxes");
    drive().click_item("playground.response");
    drive().frames(2);
    drive().click_item("playground.response.4");
    drive().settle();
    EXPECT_EQ(value("difference_of_boxes", "response"), 4);
    drive().key("Right");
    drive().settle();
    EXPECT_EQ(value("difference_of_boxes", "size"), 5);
}

/// In the smallest window of a classroom's computers nothing has to be scrolled for.
TEST_F(PlaygroundTasksView, TheRailsOfLikelihoodAndFacesFit) {
    for (const std::string_view name : {"likelihood", "faces"}) {
        if (name == "faces" && cascade::frontal_face_file().empty())
            continue;  // a sentence says so and takes room
        choose(name);
        const float foot = drive().item("playground.save_as").min.y - 12;  // the line above it
        EXPECT_LT(drive().item("playground.gpu").max.y, foot) << name;
    }
}

/// The sentence is the reason that the machine gives; the button of every task shows it and does nothing
/// else.
TEST_F(PlaygroundTasksView, WithoutAGpuItsButtonSaysSoInOneSentence) {
    const std::string& reason = view().model().gpu_reason();
    if (reason.empty()) GTEST_SKIP() << "there is a GPU";
    EXPECT_EQ(reason.back(), '.');
    EXPECT_EQ(reason.find(". "), std::string::npos) << reason;
    for (const std::string_view name : all_names) {
        choose(name);
        const ImVec2 cpu = drive().item("playground.cpu").centre(),
                     gpu = drive().item("playground.gpu").centre();
        drive().move(cpu.x, cpu.y);
        drive().frames(2);
        EXPECT_FALSE(drive().has_item("tooltip")) << name;
        drive().move(gpu.x, gpu.y);
        drive().frames(2);
        EXPECT_FALSE(drive().has_item("tooltip")) << name;
        drive().frames(40);
        ASSERT_TRUE(drive().has_item("tooltip")) << name;
        drive().click_item("playground.gpu");
        drive().settle();
        EXPECT_EQ(&view().model().backend(), &backends::cpu()) << name;
    }
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(PlaygroundTasksView, SettingsBringBackTheTaskAndItsNumbers) {
    choose("adaptive_threshold");
    view().task("adaptive_threshold").set("radius", 7);
    view().task("adaptive_threshold").set("percent", 33);
    view().task("box_filter").set("passes", 2);
    view().task("local_contrast").set("shows", 1);
    view().task("difference_of_boxes").set("size", 2);
    Settings settings;
    view().save(settings);
    EXPECT_EQ(settings.text("playground.task", ""), "adaptive_threshold");
    choose("box_filter");
    view().task("adaptive_threshold").set("radius", 1);
    view().task("box_filter").set("passes", 1);
    view().task("difference_of_boxes").set("size", 3);
    view().restore(settings);
    EXPECT_EQ(task(), "adaptive_threshold");
    EXPECT_EQ(value("adaptive_threshold", "radius"), 7);
    EXPECT_EQ(value("adaptive_threshold", "percent"), 33);
    EXPECT_EQ(value("box_filter", "passes"), 2);
    EXPECT_EQ(value("local_contrast", "shows"), 1);
    EXPECT_EQ(value("difference_of_boxes", "size"), 2);
    // Words that no version wrote change nothing.
    settings.set("playground.task", "walk_the_dog");
    settings.set("playground.response", 99);
    settings.set("playground.contrast_shows", -3);
    view().restore(settings);
    EXPECT_EQ(task(), "adaptive_threshold");
    EXPECT_EQ(value("difference_of_boxes", "response"), 3);
    drive().settle();
}

TEST_F(PlaygroundTasksView, ThePaletteOffersThem) {
    const auto offers = view().offers();
    for (const std::string_view name : all_names) {
        const auto found = std::find_if(offers.begin(), offers.end(), [&](const PaletteEntry& offer) {
            return offer.kind == "Task" && offer.also.find(name) != std::string::npos;
        });
        ASSERT_NE(found, offers.end()) << name;
        ASSERT_TRUE(found->to) << name;
        view().open(*found->to);
        EXPECT_EQ(task(), name);
    }
    drive().settle();
}

TEST_F(PlaygroundTasksView, StepOpensACutOutOfTheOwnPicture) {
    for (const auto& [name, slug] :
         {std::pair{"box_filter", "box_filter"}, {"local_contrast", "local_statistics"}}) {
        app().open("playground");
        drive().frames(2);
        choose(name);
        view().model().point_at(40, 50);
        const auto what = view().panel().task().step_through(40, 50);
        drive().click_item("playground.step");
        drive().settle();
        ASSERT_EQ(app().active().name(), "step");
        const scenes::Scene& scene = active_view<StepView>(app()).model().scene();
        EXPECT_EQ(scene.slug(), slug);
        EXPECT_EQ(scene.catalog().input, what->scene.catalog().input);
        EXPECT_GT(active_view<StepView>(app()).model().position()->step(), 1);
        EXPECT_TRUE(app().notices().empty());
    }
}

TEST_F(PlaygroundTasksView, EveryTaskIsPresented) {
    std::vector<int64_t> moments;
    for (const std::string_view name : names) {
        choose(name);
        const auto page = view().page();
        ASSERT_TRUE(page);
        EXPECT_FALSE(page->sentence.empty()) << name;
        EXPECT_EQ(page->count, 3);
        moments.push_back(view().moment());
    }
    std::sort(moments.begin(), moments.end());
    EXPECT_EQ(std::unique(moments.begin(), moments.end()), moments.end());
    drive().key("F11");
    drive().settle();
    EXPECT_TRUE(drive().has_item("playground.stage"));
    EXPECT_FALSE(drive().has_item("playground.task.box_filter"));
}

TEST_F(PlaygroundTasksView, ATaskThatThereIsNotIsRefusedWithThoseThatThereAre) {
    try {
        view().choose_task("walk_the_dog");
        FAIL() << "it was taken";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("walk_the_dog"));
        for (const std::string_view name : all_names) EXPECT_THAT(error.what(), HasSubstr(std::string(name)));
    }
}

// Nothing of the rail reaches into the stage, and nothing is outside the window.
TEST_F(PlaygroundTasksView, EveryWidthAndThemeDrawsEveryTask) {
    driver_.reset();  // one App at a time
    for (const auto& [width, height, theme] : test::sample("task windows", windows_and_themes(), 3)) {
        driver_ = std::make_unique<AppDriver>(width, height, AppOptions{.theme = theme});
        app().open_file(small());
        drive().settle();
        for (const std::string_view name : names) {
            view().choose_task(name);
            drive().settle();
            const Rect stage = drive().item("playground.stage");
            const float em = drive().item("playground.fit").height() / 2;
            for (const std::string& item : app().items().order()) {
                if (!item.starts_with("playground.")) continue;
                const Rect rect = drive().item(item);
                EXPECT_GE(rect.min.x, 0) << name << " " << item << " at " << width;
                EXPECT_LE(rect.max.x, float(width)) << name << " " << item;
                const bool of_the_rail = rect.min.x < stage.min.x - 2 * em;
                EXPECT_TRUE(!of_the_rail || rect.max.x <= stage.min.x - em)
                    << name << " " << item << " at " << width;
            }
        }
        driver_.reset();
    }
}

}  // namespace
}  // namespace upsweep::app
