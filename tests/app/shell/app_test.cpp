// The shell driven as a person would: keys and mouse in, state and picture out.
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "app/helpers/driver.h"
#include "app/platform/input.h"
#include "app/shell/shot.h"
#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

std::set<uint32_t> colours_of(const Pixels& pixels) {
    std::set<uint32_t> colours;
    for (size_t i = 0; i < pixels.rgba.size(); i += 4)
        colours.insert(pixels.rgba[i] << 16 | pixels.rgba[i + 1] << 8 | pixels.rgba[i + 2]);
    return colours;
}

TEST_F(AppTest, DrawsSomething) {
    app().open("states");
    drive().settle();
    const auto colours = colours_of(drive().screenshot());
    EXPECT_GT(colours.size(), 100U);
    EXPECT_TRUE(colours.count(palette(ThemeKind::dark)[Role::bg0]));
    EXPECT_TRUE(colours.count(palette(ThemeKind::dark)[Role::written_fill]));
}

TEST_F(AppTest, ThemeChangesByKeyAndByButton) {
    app().open("states");
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::light);
    drive().settle();
    EXPECT_TRUE(colours_of(drive().screenshot()).count(palette(ThemeKind::light)[Role::bg0]));
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::presenter);
    drive().settle();
    EXPECT_TRUE(colours_of(drive().screenshot()).count(palette(ThemeKind::presenter)[Role::written_fill]));
    drive().click_item("theme");
    drive().frames(3);
    drive().click_item("theme.dark");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
}

/// What GLFW tells of keyboards whose digits need Shift: the place of a key and its sign without Shift.
TEST_F(AppTest, DigitsAreReachedWithShiftWhereTheLayoutHasThemThere) {
    const auto press = [&](char place, std::string_view prints, bool ctrl, bool shift) {
        const Chord chord = chord_of({.place = place, .prints = prints, .ctrl = ctrl, .shift = shift});
        app().handle(KeyEvent{chord, true});
        app().handle(KeyEvent{{chord.key}, false});
        drive().frames(2);
        return std::string(app().active().name());
    };
    app().open("states");
    const std::vector<std::string> names = app().view_names();
    // French: & é " ' with Shift 1 2 3 4; Czech: + ě š č; US: the digits themselves.
    EXPECT_EQ(press('2', "é", true, true), names[1]);
    EXPECT_EQ(press('1', "&", true, true), names[0]);
    EXPECT_EQ(press('3', "\"", true, false), names[2]) << "without Shift, too, as before";
    EXPECT_EQ(press('1', "+", true, true), names[0]);
    EXPECT_EQ(press('2', "2", true, false), names[1]);
    EXPECT_EQ(press('1', "1", true, true), names[1])
        << "Shift and a digit stay another chord where none needs it";
    // The 6 of a French keyboard is a minus without Shift.
    EXPECT_EQ(chord_of({.place = '6', .prints = "-", .shift = true}), (Chord{Key::d6}));
    EXPECT_EQ(chord_of({.place = '6', .prints = "-", .ctrl = true}), (Chord{Key::minus, true}));
    EXPECT_EQ(chord_of({.place = '1', .prints = "+"}), (Chord{Key::plus}));
    EXPECT_EQ(chord_of({.place = '=', .prints = "+", .shift = true}), (Chord{Key::plus}));
    EXPECT_EQ(chord_of({.place = 'A', .prints = "q", .shift = true}), (Chord{Key::q, false, true}));
    EXPECT_EQ(chord_of({.place = '\0', .prints = "7"}), (Chord{Key::d7})) << "of the keypad";
    EXPECT_EQ(chord_of({.place = '4', .prints = ""}), (Chord{Key::d4}));
}

TEST_F(AppTest, KeysStayInAnOpenMenu) {
    app().open("race");
    drive().settle();
    drive().click_item("race.icon.settings");
    drive().frames(3);
    drive().click_item("race.to");
    drive().frames(3);
    ASSERT_TRUE(drive().has_item("race.side.32"));
    drive().key("Down");
    drive().key("Down");
    EXPECT_EQ(app().items().focus, "race.side.32");
    drive().key("M");
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
    drive().key("Enter");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("race.side.32"));
    drive().click_item("race.to");
    drive().frames(3);
    drive().key("Esc");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("race.side.32"));
}

TEST_F(AppTest, AClickShorterThanAFrameCounts) {
    app().open("states");
    drive().frames(2);
    const ImVec2 at = drive().item("help").centre();
    app().handle(MouseMoveEvent{at});
    app().handle(MouseButtonEvent{0, true});
    app().handle(MouseButtonEvent{0, false});
    app().handle(MouseMoveEvent{{5, 500}});
    drive().frames(4);
    EXPECT_TRUE(app().help_shown());
}

TEST(Shot, APictureOfAFileThatCannotBeOpenedSaysWhy) {
    try {
        take_shot({.view = "playground", .file = test::own_file("never.png"), .open = "no_such_file.png"});
        FAIL() << "a picture was drawn";
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("no_such_file.png"), std::string::npos) << error.what();
    }
}

void expect_refused(const ShotOptions& options, const std::string& words) {
    try {
        take_shot(options);
        FAIL() << "a picture was drawn; expected: " << words;
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
}

TEST(Shot, AStepThatThereIsNotIsRefusedWithTheRange) {
    const std::string file = test::own_file("never.png");
    expect_refused({.view = "step", .file = file, .step = -5}, "it goes from 0 to ");
    expect_refused({.view = "step", .file = file, .step = 999999},
                   "There is no step 999999 in the Step view");
    expect_refused(
        {.view = "lessons", .file = file, .step = 0, .to = scenes::LessonPage{"work-efficient-scan"}},
        "it goes from 1 to ");
    expect_refused({.view = "lessons", .file = file, .step = 2}, "--lesson SLUG");
    expect_refused({.view = "lessons", .file = file, .to = scenes::LessonPage{"nowhere"}},
                   "There is no lesson \"nowhere\"");
    expect_refused({.view = "playground", .file = file, .step = 1}, "has no steps");
}

TEST(Shot, AFileThatTheViewDoesNotOpenIsRefused) {
    expect_refused({.view = "step", .file = test::own_file("never.png"), .open = "picture.png"},
                   "The Step view cannot open \"picture.png\"");
}

TEST(Shot, ATaskThatThePlaygroundDoesNotHaveIsRefused) {
    expect_refused({.view = "playground",
                    .file = test::own_file("never.png"),
                    .to = scenes::PlaygroundPlace{"walk_the_dog"}},
                   "no task \"walk_the_dog\"; write box_filter, ");
}

TEST(Shot, WhatMakesNoSenseIsRefusedBeforeAnythingIsDrawn) {
    const std::string file = test::own_file("never.png");
    expect_refused({.file = file, .scale = std::numeric_limits<float>::quiet_NaN()}, "from 0.75 to 4");
    expect_refused({.file = file, .width = 1 << 30}, "16384 × 16384");
    expect_refused({.file = test::own_file("x.txt")}, "end its name in .png");
    expect_refused({}, "Name the picture's file");
    std::ofstream(test::own_file("open.png")) << "P5";
    expect_refused({.file = test::own_file("open.png"), .open = test::own_file("open.png")},
                   "the command also reads it");
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(AppTest, ScaleFollowsTheKeysAndStaysInItsRange) {
    app().open("states");
    drive().frames(2);
    const float before = drive().item("theme").width();
    drive().key("Ctrl++");
    drive().frames(2);
    EXPECT_GT(app().scale(), 1.05F);
    EXPECT_GT(drive().item("theme").width(), before);
    drive().key("Ctrl+-");
    EXPECT_EQ(app().scale(), 1);
    app().set_scale(0.8F);
    for (int i = 0; i < 2; ++i) drive().key("Ctrl+-");
    EXPECT_EQ(app().scale(), 0.75F);
    drive().key("Ctrl+0");
    EXPECT_EQ(app().scale(), 1);
    // As large as it gets: only a large window has room for that.
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(2560, 1920, AppOptions{.scale = 3.9F});
    for (int i = 0; i < 2; ++i) drive().key("Ctrl++");
    EXPECT_EQ(app().scale(), 4);
}

TEST_F(AppTest, HelpOpensByKeyAndClosesByEscape) {
    drive().key("?");
    EXPECT_TRUE(app().help_shown());
    drive().frames(2);
    EXPECT_TRUE(drive().has_item("help.close"));
    drive().key("Esc");
    EXPECT_FALSE(app().help_shown());
    drive().click_item("help");
    EXPECT_TRUE(app().help_shown());
    drive().click_item("help.close");
    EXPECT_FALSE(app().help_shown());
}

TEST_F(AppTest, TheKeysStandInColumnsAndNoneIsCut) {
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(1280, 800), std::pair(1920, 1080)})
        for (const char* view : {"step", "lessons"}) {
            driver_.reset();
            driver_ = std::make_unique<AppDriver>(width, height);
            app().open(view);
            drive().settle();
            app().items().texts.emplace();
            drive().key("?");
            drive().frames(3);
            std::set<float> columns;
            float lowest = 0;
            int answers = 0;
            for (const ShownText& text : *app().items().texts) {
                EXPECT_FALSE(text.cut) << view << " " << width << ": " << text.text;
                EXPECT_LE(text.box.max.x, float(width)) << text.text;
                const bool head = text.text == "Everywhere" || text.text == app().active().title();
                if (head && text.box.min.y > drive().item("help").max.y) columns.insert(text.box.min.x);
                lowest = std::max(lowest, text.box.max.y);
                answers += text.text.starts_with("Answer") ? 1 : 0;
            }
            EXPECT_LE(answers, 1) << "ten digits, one row";
            EXPECT_GE(columns.size(), 2U) << view << " " << width;
            if (width > 1024) {
                EXPECT_LE(lowest, float(height)) << view << " needs no scrolling";
            }
        }
}

TEST_F(AppTest, TypeGrowsAsFarAsTheWindowHasRoomAndSaysSo) {
    for (int i = 0; i < 12; ++i) drive().key("Ctrl++");
    EXPECT_LE(app().scale(), 800.0F / 480 + 0.01F);
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_NE(app().notices().all()[0].find("too small for larger text"), std::string::npos);
    drive().key("Ctrl+-");
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(AppTest, SmallWindowsShrinkTheTypeAndTinyOnesAskForRoom) {
    for (const auto& [width, height] : {std::pair{600, 400}, {480, 360}, {1280, 420}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        EXPECT_FALSE(drive().has_item("too small")) << width;
        EXPECT_TRUE(drive().has_item("help")) << width;
        EXPECT_LT(drive().item("tab.lessons").max.x, drive().item("present").min.x) << width;
        EXPECT_LT(drive().item("present").max.x, drive().item("theme").min.x) << width;
    }
    for (const auto& [width, height] : {std::pair{470, 400}, {500, 300}, {120, 60}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        EXPECT_TRUE(drive().has_item("too small")) << width;
        EXPECT_FALSE(drive().has_item("help")) << width;
    }
}

TEST_F(AppTest, TheListOfAlgorithmsLiesOverANarrowStage) {
    for (const auto& [width, height] : {std::pair{1024, 768}, {640, 480}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        drive().settle();
        drive().click_item("step.menu");
        drive().frames(2);
        const Rect rail = drive().item("step.filter");
        const Pixels pixels = drive().screenshot();
        // Left of its field the list's own ground is seen, not the stage's.
        const auto at = 4 * (size_t(rail.centre().y) * size_t(width) + 3);
        const Rgb seen =
            static_cast<Rgb>(pixels.rgba[at] << 16 | pixels.rgba[at + 1] << 8 | pixels.rgba[at + 2]);
        EXPECT_EQ(seen, palette(ThemeKind::dark)[Role::bg1]) << width;
        drive().click_item("step.algorithm.scan_loop");
        drive().settle();
        EXPECT_FALSE(drive().has_item("step.filter")) << width;
    }
}

TEST_F(AppTest, EscapeClosesWhatLiesOverTheView) {
    drive().settle();
    drive().click_item("step.menu");
    drive().frames(2);
    ASSERT_TRUE(drive().has_item("step.filter"));
    drive().key("Esc");
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("step.filter"));
}

TEST_F(AppTest, NoticesAreShownOnceAndDismissed) {
    app().notices().add("The file is no picture.");
    app().notices().add("The file is no picture.");
    ASSERT_EQ(app().notices().all().size(), 1U);
    drive().frames(2);
    drive().click_item("notice.0.close");
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(AppTest, ANoticeCoversNothingAndStaysWithItsView) {
    app().open("race");
    drive().settle();
    const float start = drive().item("race.headline").min.y;
    app().notices().add("Nothing could be written.");
    drive().frames(2);
    EXPECT_GE(drive().item("race.headline").min.y, drive().item("notice.0").max.y);
    EXPECT_GT(drive().item("race.headline").min.y, start);
    drive().key("Ctrl+1");
    EXPECT_TRUE(app().notices().empty());
}

TEST(Notices, OneACauseUntilItsTimeIsOverOrItSucceeds) {
    Notices notices;
    notices.add("a.png is no picture.", "picture");
    notices.add("b.png is no picture.", "picture");
    notices.add("The settings cannot be written.", "settings");
    EXPECT_EQ(notices.all(),
              (std::vector<std::string>{"b.png is no picture.", "The settings cannot be written."}));
    notices.clear("picture");
    ASSERT_EQ(notices.all().size(), 1U);
    EXPECT_EQ(notices.next_end(), 0);  // it has to be seen first
    notices.advance(100);
    const double left = notices.next_end();
    EXPECT_GT(left, 4);
    EXPECT_LT(left, 15);
    notices.advance(100 + left - 0.1);
    EXPECT_FALSE(notices.empty());
    notices.advance(100 + left);
    EXPECT_TRUE(notices.empty());
    EXPECT_EQ(notices.next_end(), 3600);
}

TEST_F(AppTest, AFileThatNothingTakesIsASentence) {
    drive().drop("/nowhere/file.xyz");
    EXPECT_EQ(app().notices().all().size(), 1U);
}

TEST_F(AppTest, TheTabKeyWalksTheControls) {
    app().open("states");
    drive().frames(2);
    drive().key("Tab");
    const std::string first = app().items().focus;
    drive().key("Tab");
    EXPECT_NE(app().items().focus, first);
    drive().key("Shift+Tab");
    EXPECT_EQ(app().items().focus, first);
    drive().key("Esc");
    EXPECT_TRUE(app().items().focus.empty());
}

TEST_F(AppTest, ThemeAndScaleAreKept) {
    const auto file = std::filesystem::path(test::own_file("upsweep_app")) / "settings.toml";
    std::filesystem::remove(file);
    driver_.reset();
    {
        AppOptions options;
        options.settings_file = file;
        AppDriver first(800, 600, options);
        first.key("T");
        first.key("Ctrl++");
    }
    AppOptions options;
    options.settings_file = file;
    AppDriver second(800, 600, options);
    EXPECT_EQ(second.app().theme(), ThemeKind::light);
    EXPECT_FLOAT_EQ(second.app().scale(), 1.125F);
}

TEST_F(AppTest, EverySizeAndScaleDraws) {
    driver_.reset();
    for (float scale : {0.75F, 1.5F, 4.0F}) {
        AppOptions options;
        options.scale = scale;
        AppDriver small(1024, 768, options);
        small.app().open("states");
        small.settle();
        EXPECT_GT(colours_of(small.screenshot()).size(), 20U) << "scale " << scale;
    }
}

TEST_F(AppTest, UnknownViewsAreAUsageError) { EXPECT_THROW(app().open("nothing"), UsageError); }

}  // namespace
}  // namespace upsweep::app
