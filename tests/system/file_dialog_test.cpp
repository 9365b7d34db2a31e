// The desktop's dialog, with pretended programs of the desktop.
#include "system/file_dialog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <thread>

#include "core/helpers/own_folder.h"

namespace upsweep::system {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FileDialog : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = test::own_file("dialogs");
        fs::create_directories(folder_);
        set("PATH", folder_.string());
        set("DISPLAY", ":1");
        set("WAYLAND_DISPLAY", "");
        set("XDG_CURRENT_DESKTOP", "");
    }
    void TearDown() override {
        for (const auto& [name, value] : before_) setenv(name.c_str(), value.c_str(), 1);
        fs::remove_all(folder_);
    }
    void set(const std::string& name, const std::string& value) {
        const char* was = std::getenv(name.c_str());
        before_.try_emplace(name, was == nullptr ? "" : was);
        setenv(name.c_str(), value.c_str(), 1);
    }
    /// A program of the desktop that does this.
    void install(const std::string& name, const std::string& script) const {
        std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
        fs::permissions(folder_ / name, fs::perms::all);
    }
    std::vector<std::string> command() const {
        return file_dialog_command("Open", "/data", {{"Pictures", {".png", ".jpg"}}, {"Lessons", {".md"}}});
    }
    DialogAnswer show() const { return show_file_dialog(command(), nullptr); }

    fs::path folder_;
    std::map<std::string, std::string> before_;
};

TEST_F(FileDialog, IsZenitysWithAFilterAKind) {
    EXPECT_THAT(command(), IsEmpty()) << "none is installed";
    install("zenity", "exit 0");
    EXPECT_THAT(
        command(),
        ElementsAre((folder_ / "zenity").string(), "--file-selection", "--title=Open", "--filename=/data/",
                    "--file-filter=All that opens here | *.png *.PNG *.jpg *.JPG *.md *.MD",
                    "--file-filter=Pictures | *.png *.PNG *.jpg *.JPG", "--file-filter=Lessons | *.md *.MD",
                    "--file-filter=Every file | *"));
    set("DISPLAY", "");
    EXPECT_THAT(command(), IsEmpty()) << "there is no desktop";
}

TEST_F(FileDialog, IsKdesOwnOnKde) {
    install("zenity", "exit 0");
    install("kdialog", "exit 0");
    EXPECT_THAT(command().front(), HasSubstr("zenity"));
    set("XDG_CURRENT_DESKTOP", "KDE");
    EXPECT_THAT(command(),
                ElementsAre((folder_ / "kdialog").string(), "--title", "Open", "--getopenfilename", "/data",
                            "All that opens here (*.png *.PNG *.jpg *.JPG *.md *.MD)|Pictures (*.png *.PNG "
                            "*.jpg *.JPG)|Lessons (*.md *.MD)"));
}

TEST_F(FileDialog, GivesThePathOrNothing) {
    install("zenity", "echo '/data/two words.png'");
    EXPECT_TRUE(show().shown);
    EXPECT_EQ(show().path, "/data/two words.png");
    install("zenity", "exit 1");
    EXPECT_TRUE(show().shown);
    EXPECT_EQ(show().path, "");
    // It could not open the display: what it printed is not a path.
    install("zenity", "echo no; exit 255");
    EXPECT_FALSE(show().shown);
    EXPECT_EQ(show().path, "");
    EXPECT_FALSE(show_file_dialog({(folder_ / "missing").string()}, nullptr).shown);
}

TEST_F(FileDialog, ClosesWhenItIsNotWantedAnyMore) {
    install("zenity", "exec /bin/sleep 30");
    std::atomic<bool> cancel{false};
    const auto begin = std::chrono::steady_clock::now();
    std::thread ends([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        cancel = true;
    });
    EXPECT_FALSE(show_file_dialog(command(), &cancel).shown);
    ends.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace upsweep::system
