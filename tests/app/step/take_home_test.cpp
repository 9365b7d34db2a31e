// What the Step view gives to take home: from the panel with the mouse, by keys, and each file read again.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"

namespace upsweep::app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class TakeHomeTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        std::string name = (std::filesystem::temp_directory_path() / "upsweep-home-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        if (driver_ == nullptr) return;
        ImGui::GetIO().SetClipboardTextFn = [](void*, const char* text) { copied() = text; };
        app().active().open(scenes::initial_scene("scan_blelloch"));
        drive().settle();
        app().active().shot_controls().seek(30);
        drive().settle();
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    static std::string& copied() {
        static std::string text;
        return text;
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string text(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    /// Opens the panel and types where files go.
    void open_panel() {
        drive().key("Ctrl+T");
        drive().settle();
        ASSERT_TRUE(drive().has_item("step.home.panel"));
        drive().click_item("step.home.path");
        drive().key("Ctrl+A");
        drive().type(path("run"));
        drive().key("Enter");
        drive().settle();
    }
    void choose(const std::string& row) {
        drive().click_item("step.home" + row);
        drive().settle();
    }
    std::string notice() { return app().notices().all().empty() ? "" : app().notices().all().back(); }
    std::filesystem::path folder_;
};

TEST_F(TakeHomeTest, CopiesTheCommandByItsKey) {
    drive().key("Ctrl+Shift+C");
    drive().settle();
    EXPECT_THAT(copied(), StartsWith("upsweep step scan_blelloch"));
    EXPECT_THAT(copied(), HasSubstr("--step 30"));
    EXPECT_EQ(notice(), "Copied: " + copied());
    copied().clear();
    open_panel();
    choose(".command");
    EXPECT_THAT(copied(), HasSubstr("--step 30"));
}

TEST_F(TakeHomeTest, SavesASceneThatOpensAtTheSameStep) {
    open_panel();
    choose(".toml");
    EXPECT_THAT(notice(), HasSubstr("opens it at step 30"));
    const scenes::Scene saved = scenes::read_scene_file(path("run.toml"));
    scenes::Scene wanted = scenes::initial_scene("scan_blelloch");
    wanted.step = 30;
    EXPECT_EQ(saved, wanted);
    app().active().open(scenes::initial_scene("scan_loop"));
    drive().settle();
    drive().drop(path("run.toml"));
    drive().settle();
    EXPECT_EQ(model().scene().slug(), "scan_blelloch");
    EXPECT_EQ(model().position()->step(), 30);
}

TEST_F(TakeHomeTest, WritesPicturesAGifAndAPage) {
    open_panel();
    for (const char* row : {".svg", ".png", ".html", ".gif"}) choose(row);
    EXPECT_THAT(text("run.svg"), StartsWith("<svg "));
    EXPECT_THAT(text("run.svg"), HasSubstr(", step 30 of "));
    EXPECT_THAT(text("run.png"), StartsWith("\x89PNG"));
    EXPECT_THAT(text("run.html"), StartsWith("<!doctype html>"));
    EXPECT_THAT(text("run.gif"), StartsWith("GIF89a"));
    EXPECT_THAT(notice(), HasSubstr(" pictures."));
}

TEST_F(TakeHomeTest, AsksOnceBeforeItWritesOverAFile) {
    std::ofstream(path("run.svg")) << "mine";
    open_panel();
    choose(".svg");
    EXPECT_EQ(text("run.svg"), "mine");
    choose(".svg");
    EXPECT_THAT(text("run.svg"), StartsWith("<svg "));
}

TEST_F(TakeHomeTest, WhatCannotBeWrittenStandsBesideTheField) {
    open_panel();
    drive().click_item("step.home.path");
    drive().key("Ctrl+A");
    drive().type(path("none/run"));
    drive().key("Enter");
    drive().settle();
    choose(".svg");
    EXPECT_TRUE(drive().has_item("step.home.panel"));
    EXPECT_EQ(notice(), "");
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(TakeHomeTest, TheButtonOpensThePanelAndEscapeClosesIt) {
    drive().click_item("step.home.open");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.home.panel"));
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.home.panel"));
    EXPECT_TRUE(drive().has_item("step.stage"));
}

}  // namespace
}  // namespace upsweep::app
