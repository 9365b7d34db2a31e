// Settings outlive the program; a broken file is reported and changes nothing.
#include "app/host/settings.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"

namespace upsweep::app {
namespace {

std::filesystem::path fresh_file(const char* name) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "upsweep_settings";
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

TEST(Settings, AnUnwritableFileIsASentence) {
    EXPECT_THROW(Settings().save("/proc/upsweep/settings.toml"), Error);
}

}  // namespace
}  // namespace upsweep::app
