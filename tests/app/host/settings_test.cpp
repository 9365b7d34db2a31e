// Settings outlive the program; a broken file is reported and changes nothing.
#include "app/host/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "app/helpers/driver.h"
#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "replay/data/held.h"
#include "replay/trace.h"
#include "scenes/run_program.h"

namespace upsweep::app {
namespace {

std::filesystem::path fresh_file(const char* name) {
    const auto folder = std::filesystem::path(test::own_file("upsweep_settings"));
    std::filesystem::create_directories(folder);
    std::filesystem::remove(folder / name);
    return folder / name;
}

TEST(Settings, ComeBackAsTheyWere) {
    Settings written;
    written.set("window.theme", "light");
    written.set("window.scale", 1.125);
    written.set("step.n", 64);
    written.set("step.padding", true);
    written.set("step.input", "3, \"1\"\n7");
    const auto file = fresh_file("round.toml");
    written.save(file);
    Settings read;
    read.load(file);
    EXPECT_EQ(read, written);
    EXPECT_EQ(read.text("window.theme", ""), "light");
    EXPECT_DOUBLE_EQ(read.number("window.scale", 0), 1.125);
    EXPECT_EQ(read.integer("step.n", 0), 64);
    EXPECT_TRUE(read.flag("step.padding", false));
    EXPECT_EQ(read.integer("step.input", 5), 5) << "a value of another kind gives the fallback";
}

TEST(Settings, AMissingFileIsEmpty) {
    Settings settings;
    settings.load(fresh_file("none.toml"));
    EXPECT_EQ(settings, Settings());
}

TEST(Settings, ABrokenFileIsReportedAndIgnored) {
    const auto file = fresh_file("broken.toml");
    for (const char* broken : {"[window]\ntheme = \"light\nscale = ]\n", "[\n", "[[."}) {
        std::ofstream(file) << broken;
        Settings settings;
        settings.set("window.scale", 2.0);
        EXPECT_THROW(settings.load(file), Error) << broken;
        EXPECT_DOUBLE_EQ(settings.number("window.scale", 0), 2);
    }
}

TEST(Settings, AnEmptyFileIsEmpty) {
    const auto file = fresh_file("empty.toml");
    std::ofstream(file).flush();
    Settings settings;
    settings.load(file);
    EXPECT_EQ(settings, Settings());
}

TEST(Settings, AnUnwritableFileIsASentence) {
    EXPECT_THROW(Settings().save("/proc/upsweep/settings.toml"), Error);
}

TEST(Settings, APipeIsNeitherWaitedForNorReplaced) {
    const auto file = fresh_file("pipe.toml");
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_THROW(Settings().load(file), Error);
    EXPECT_THROW(Settings::keep_copy(file), Error);
    EXPECT_THROW(Settings().save(file), Error);
    EXPECT_TRUE(std::filesystem::is_fifo(file));
}

// Even the superuser cannot look behind a link that leads to itself.
std::filesystem::path unsearchable() {
    const auto folder = fresh_file("loop");
    std::filesystem::create_symlink("loop", folder);
    return folder / "settings.toml";
}

TEST(Settings, AFolderThatCannotBeSearchedIsASentence) {
    EXPECT_THROW(Settings().load(unsearchable()), Error);
    EXPECT_THROW(Settings::keep_copy(unsearchable()), Error);
}

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// The notice that a window opens with, or nothing where no picture can be drawn.
std::string notice_with(const std::filesystem::path& file) {
    AppDriver driver(640, 480, {.settings_file = file});
    driver.frames(3);
    const auto all = driver.app().notices().all();
    return all.empty() ? "" : all.front();
}

TEST(SettingsNotices, TheWindowOpensWhateverTheSettingsAre) try {
    using testing::HasSubstr;
    const auto broken = fresh_file("broken.toml"), copy = fresh_file("broken.toml.broken");
    std::ofstream(broken) << "[window]\n\ntheme = \"light";
    EXPECT_THAT(notice_with(broken), testing::AllOf(HasSubstr("Line 3 of the settings in "),
                                                    HasSubstr("A copy of the file is in ")));
    EXPECT_EQ(text_of(copy), "[window]\n\ntheme = \"light");
    EXPECT_THAT(text_of(broken), HasSubstr("theme = 'dark'")) << "what is chosen is kept from now on";
    EXPECT_EQ(notice_with(broken), "");

    const auto pipe = fresh_file("pipe.toml");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(notice_with(pipe), testing::AllOf(HasSubstr("is a device or a pipe"),
                                                  HasSubstr("Settings that you change now are not saved.")));
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    EXPECT_THAT(notice_with(unsearchable()), HasSubstr("Settings that you change now are not saved."));

    const auto strange = fresh_file("strange.toml");
    std::ofstream(strange) << "window = 3\n[step]\nn = -1\n";
    EXPECT_EQ(notice_with(strange), "");
    std::ofstream(strange) << "[window]\nscale = nan\n";
    EXPECT_EQ(notice_with(strange), "");
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

}  // namespace
}  // namespace upsweep::app
