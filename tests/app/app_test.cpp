// The shell driven as a person would: keys and mouse in, state and picture out.
#include <set>

#include "app/driver.h"
#include "app/shot.h"

namespace upsweep::app {
namespace {

std::set<std::uint32_t> colours_of(const Pixels& pixels) {
    std::set<std::uint32_t> colours;
    for (std::size_t i = 0; i < pixels.rgba.size(); i += 4)
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
    drive().click_item("theme");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
}

TEST_F(AppTest, AClickShorterThanAFrameCounts) {
    app().open("states");
    drive().frames(2);
    const ImVec2 at = drive().item("theme").centre();
    app().handle(MouseMoveEvent{at});
    app().handle(MouseButtonEvent{0, true});
    app().handle(MouseButtonEvent{0, false});
    app().handle(MouseMoveEvent{{5, 500}});
    drive().frames(4);
    EXPECT_EQ(app().theme(), ThemeKind::light);
}

TEST(Shot, APictureOfAFileThatCannotBeOpenedSaysWhy) {
    try {
        take_shot(
            {.view = "playground", .file = testing::TempDir() + "never.png", .open = "no_such_file.png"});
        FAIL() << "a picture was drawn";
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("no_such_file.png"), std::string::npos) << error.what();
    }
}

TEST_F(AppTest, ScaleFollowsTheKeysAndStaysInItsRange) {
    const float before = drive().item("theme").width();
    drive().key("Ctrl++");
    drive().frames(2);
    EXPECT_GT(app().scale(), 1.05F);
    EXPECT_GT(drive().item("theme").width(), before);
    drive().key("Ctrl+-");
    EXPECT_EQ(app().scale(), 1);
    for (int i = 0; i < 30; ++i) drive().key("Ctrl+-");
    EXPECT_EQ(app().scale(), 0.75F);
    for (int i = 0; i < 40; ++i) drive().key("Ctrl++");
    EXPECT_EQ(app().scale(), 4);
    drive().key("Ctrl+0");
    EXPECT_EQ(app().scale(), 1);
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

TEST_F(AppTest, NoticesAreShownOnceAndDismissed) {
    app().notices().add("The file is no picture.");
    app().notices().add("The file is no picture.");
    ASSERT_EQ(app().notices().all().size(), 1U);
    drive().frames(2);
    drive().click_item("notice.0.close");
    EXPECT_TRUE(app().notices().all().empty());
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
    const auto file = std::filesystem::path(testing::TempDir()) / "upsweep_app" / "settings.toml";
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
