// The list of files to open, on a real folder.
#include "app/host/file_chooser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/host/openable.h"
#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class FileChooserTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = test::own_file("chooser");
        fs::create_directories(folder_ / "pictures");
        fs::create_directories(folder_ / ".hidden");
        for (const char* name : {"Zebra.PNG", "scan.cu", "faces.xml", "own.md", "h200.json", "notes.txt"})
            std::ofstream(folder_ / name) << "x";
        std::ofstream(folder_ / "pictures" / "sun.jpg") << "x";
        chooser.open();
        chooser.go_to(folder_);
        settle();
    }
    void TearDown() override { fs::remove_all(folder_); }
    void settle() {
        for (int i = 0; i < 5000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (size_t i = 0; i < chooser.size(); ++i) names.push_back(chooser.entry(i).name);
        return names;
    }

    fs::path folder_;
    Jobs jobs{[] {}, [](const std::string&) {}};
    FileChooser chooser{jobs};
};

TEST_F(FileChooserTest, ListsFoldersAndWhatViewsTake) {
    EXPECT_THAT(names(), ElementsAre("pictures", "faces.xml", "h200.json", "own.md", "scan.cu", "Zebra.PNG"));
    EXPECT_EQ(chooser.entry(0).kind, "folder");
    EXPECT_EQ(chooser.entry(1).kind, "cascade");
    EXPECT_EQ(chooser.entry(2).kind, "recording");
    EXPECT_EQ(chooser.entry(3).kind, "lesson");
    EXPECT_EQ(chooser.entry(4).kind, "CUDA program");
    EXPECT_EQ(chooser.entry(5).kind, "picture");
}

TEST_F(FileChooserTest, TypingFiltersAndEnterOpensTheChosenOne) {
    chooser.type("zEb");
    EXPECT_THAT(names(), ElementsAre("Zebra.PNG"));
    chooser.take_typed();
    EXPECT_EQ(chooser.picked(), (folder_ / "Zebra.PNG").string());
    EXPECT_EQ(chooser.picked(), "");
    chooser.type(".");
    EXPECT_THAT(names(), testing::Contains(".hidden"));
    chooser.type("");
    chooser.move(-1);
    EXPECT_EQ(chooser.entry(chooser.chosen()).name, "Zebra.PNG");
    chooser.move(1);
    chooser.take_typed();  // the folder
    settle();
    EXPECT_EQ(chooser.folder(), folder_ / "pictures");
    EXPECT_THAT(names(), ElementsAre("sun.jpg"));
    chooser.go_up();
    settle();
    EXPECT_EQ(chooser.size(), 6U);
}

TEST_F(FileChooserTest, APathIsTakenAsItIsTyped) {
    chooser.type("pictures/sun.jpg");
    chooser.take_typed();
    EXPECT_EQ(chooser.picked(), (folder_ / "pictures" / "sun.jpg").string());
    chooser.type("notes.txt");  // no view says by its name that it takes it; it may be a trace
    chooser.take_typed();
    EXPECT_EQ(chooser.picked(), (folder_ / "notes.txt").string());
    chooser.type("pictures/moon.jpg");
    chooser.take_typed();
    EXPECT_EQ(chooser.picked(), "");
    EXPECT_EQ(chooser.error(), "There is no file \"" + (folder_ / "pictures/moon.jpg").string() + "\".");
    chooser.type("..");
    chooser.take_typed();
    settle();
    EXPECT_EQ(chooser.folder(), folder_.parent_path());
    chooser.go_to(folder_ / "missing");
    settle();
    EXPECT_EQ(chooser.size(), 0U);
    EXPECT_THAT(chooser.error(), testing::HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace upsweep::app
