// The code editor in the Step view, driven as a person would: type, undo, break, fix, run, cure, revert.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"
#include "core/helpers/own_folder.h"
#include "editor/commands.h"
#include "editor/draft.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StepEditorTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (!IsSkipped()) open(drive());
    }
    static StepView& view(AppDriver& drive) { return active_view<StepView>(drive.app()); }
    static void open(AppDriver& drive) {
        drive.app().open("step");
        drive.settle();
        view(drive).model().open(scenes::initial_scene("scan_hillis_steele"), false);
        drive.settle();
        if (drive.has_item("step.tab.1")) drive.click_item("step.tab.1");
        drive.settle();
        drive.click_item("step.code.form.1");
        drive.settle();
    }
    StepView& view() { return view(drive()); }
    CodeDocument& document() { return *view().edits().document("scan_hillis_steele.cu"); }
    editor::Editor& text() { return document().text(); }
    const emulator::Trace& trace() { return view().model().position()->trace(); }
    /// The caret is there, and the editor has the keyboard.
    void put_caret(size_t line, size_t byte) {
        drive().click_item("step.code.editor");
        text().place({line, byte});
    }
    /// The line, from 0, of the barrier after the loop.
    size_t barrier() { return last_line_with("__syncthreads();", "// ---- Store"); }
    /// The last line, from 0, that contains `what` before the text contains `end`.
    size_t last_line_with(std::string_view what, std::string_view end) {
        const std::string all = text().buffer().text();
        const size_t at = all.rfind(what, all.find(end));
        return size_t(std::count(all.begin(), all.begin() + ptrdiff_t(at), '\n'));
    }
    void press(Key key, bool ctrl = false, bool shift = false) {
        app().handle(KeyEvent{{key, ctrl, shift, false}, true});
        app().handle(KeyEvent{{key}, false});
    }
    int faults() {
        return int(std::count_if(
            trace().findings.begin(), trace().findings.end(),
            [](const emulator::Finding& one) { return one.severity == emulator::Severity::fault; }));
    }
};

TEST_F(StepEditorTest, KeysAndCharactersOfOneFrameKeepTheirOrder) {
    put_caret(0, 0);
    const int64_t step = view().model().position()->step();
    app().handle(TextEvent{"a"});
    press(Key::a);
    press(Key::backspace);
    app().handle(TextEvent{"b"});
    press(Key::left);
    app().handle(TextEvent{"c"});
    press(Key::end);
    press(Key::enter);
    app().handle(TextEvent{"d"});
    drive().frames();
    EXPECT_EQ(text().buffer().line(0).substr(0, 3), "cb/");
    EXPECT_EQ(text().buffer().line(1), "d");
    EXPECT_EQ(view().model().position()->step(), step) << "the view's own keys rest";
    drive().key("Esc");
    drive().key("Right");
    EXPECT_GT(view().model().position()->step(), step) << "and are back";
}

TEST_F(StepEditorTest, UndoRedoClipboardAndComments) {
    const size_t line = last_line_with("int thread = threadIdx.x;", "// ---- Load");
    put_caret(line, 4);
    const std::string before = text().buffer().text();
    drive().type("int");
    drive().key("Ctrl+Z");
    EXPECT_EQ(text().buffer().text(), before);
    drive().key("Ctrl+Y");
    EXPECT_EQ(text().buffer().line(line).substr(0, 7), "    int");
    drive().key("Ctrl+Z");
    drive().key("Ctrl+/");
    EXPECT_EQ(text().buffer().line(line).substr(0, 7), "    // ");
    drive().key("Ctrl+/");
    drive().key("Home");
    drive().key("Shift+End");
    drive().key("Ctrl+C");
    drive().key("Right");
    drive().key("Ctrl+V");
    EXPECT_EQ(text().buffer().line(line), "    int thread = threadIdx.x;    int thread = threadIdx.x;");
    drive().key("Ctrl+Z");
    drive().key("Tab");
    drive().key("Ctrl+Z");
    EXPECT_EQ(text().buffer().text(), before);
}

TEST_F(StepEditorTest, AnErrorIsMendedRunFoundCuredAndReverted) {
    // ---- A barrier becomes a typing error: nothing runs
    put_caret(barrier(), 4);
    drive().key("Shift+End");
    drive().type("__syncthread();");
    drive().settle();
    ASSERT_EQ(document().checks().complaints().size(), 1U);
    EXPECT_EQ(faults(), 0);
    EXPECT_TRUE(drive().has_item("step.code.status"));
    // ---- The line goes: it runs, and the race is shown under its line, with its cure
    drive().key("Shift+Home");
    drive().key("Delete");
    drive().settle();
    EXPECT_TRUE(document().checks().complaints().empty());
    EXPECT_GT(faults(), 0);
    drive().click_item("step.code.status");  // it may be beyond the pane's edge
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.code.card"));
    ASSERT_TRUE(drive().has_item("step.code.cure"));
    drive().click_item("step.code.cure");
    drive().settle();
    EXPECT_EQ(faults(), 0);
    EXPECT_FALSE(drive().has_item("step.code.cure"));
    EXPECT_TRUE(document().changed());
    // ---- All as it was
    drive().key("Ctrl+R");
    drive().settle();
    EXPECT_FALSE(document().changed());
    EXPECT_TRUE(view().model().scene().edits.empty());
    EXPECT_FALSE(drive().has_item("step.code.revert"));
}

TEST_F(StepEditorTest, NothingOfAFaultStaysAfterRevert) {
    // A text that fails to run, and one that runs with a data race.
    for (const std::string with : {"sums[n + 100000] = sums[0];", ""}) {
        put_caret(barrier(), 0);
        drive().key("Home");
        press(Key::end, false, true);
        drive().key("Delete");
        if (!with.empty()) drive().type(with);
        drive().settle();
        drive().key("F3");
        drive().settle();
        ASSERT_TRUE(document().changed());
        app().items().texts.emplace();
        drive().key("Esc");
        drive().key("Ctrl+R");
        drive().settle();
        drive().frames(3);
        EXPECT_FALSE(document().changed());
        EXPECT_EQ(faults(), 0) << with;
        EXPECT_TRUE(app().notices().empty()) << with << app().notices().all().front();
        for (const ShownText& text : *app().items().texts)
            EXPECT_TRUE(text.text.find("Data race") == std::string::npos &&
                        text.text.find("Out of bounds") == std::string::npos)
                << text.text;
        app().items().texts.reset();
    }
}

TEST_F(StepEditorTest, AClickTakesABarrierOutAndPutsItBack) {
    const size_t line = barrier();
    const std::string call = fmt::format("step.code.call.{}", line + 1);
    put_caret(line, 0);
    drive().key("Home");
    ASSERT_TRUE(drive().has_item(call));
    drive().click_item(call);
    drive().settle();
    EXPECT_THAT(std::string(text().buffer().line(line)), HasSubstr("/* __syncthreads() */;"));
    EXPECT_GT(faults(), 0);
    // ---- The other tab, at once
    const int64_t scenes = view().model().scenes();
    drive().click_item("step.code.side.1");
    EXPECT_EQ(view().model().scenes(), scenes + 1);
    EXPECT_EQ(faults(), 0);
    drive().click_item("step.code.side.0");
    EXPECT_GT(faults(), 0);
    drive().settle();
    put_caret(line, 0);
    drive().key("Home");
    drive().click_item(call);
    drive().settle();
    EXPECT_EQ(faults(), 0);
    EXPECT_FALSE(document().changed());
}

TEST_F(StepEditorTest, TabsStandUnderTheMouse) {
    put_caret(0, 0);
    editor::select_all(text());
    editor::paste(text(), "\tab\tc = 1;\n");
    drive().frames(2);
    // The text begins behind the numbers; a character of the code is 0.6 of its size wide.
    const float begins = 16 * (2.35F + 0.8F), character = 16 * 0.9F * 0.6F;
    for (const auto& [column, byte] :
         {std::pair(1.0F, 0), {3.6F, 1}, {4.9F, 2}, {6.2F, 3}, {7.8F, 4}, {8.9F, 5}}) {
        // A message over the view says that it does not run, which moves down.
        drive().settle();
        const Rect area = drive().item("step.code.editor");
        drive().click(area.min.x + begins + column * character, area.min.y + 8);
        EXPECT_EQ(text().caret(), (editor::Position{0, size_t(byte)})) << column;
        drive().move(area.min.x + 100, area.max.y - 20);
        drive().frames(40);  // no double click
    }
}

TEST_F(StepEditorTest, TheMouseChoosesWordsLinesAndStretches) {
    const Rect area = drive().item("step.code.editor");
    const ImVec2 at(area.centre().x - 60, area.min.y + 40);
    drive().click(at.x, at.y);
    drive().click(at.x, at.y);
    EXPECT_FALSE(text().selection().empty()) << "a word";
    drive().click(at.x, at.y);
    EXPECT_EQ(text().selection().range().begin.byte, 0U);
    EXPECT_EQ(text().selection().range().end.byte, 0U) << "a line with its end";
    drive().frames(60);
    drive().drag(at, {at.x, at.y + 100});
    const auto range = text().selection().range();
    EXPECT_GT(range.end.line, range.begin.line);
    drive().move(at.x, at.y + 160);
    app().handle(MouseButtonEvent{0, true, true});
    drive().frames();
    app().handle(MouseButtonEvent{0, false, true});
    drive().frames(2);
    EXPECT_EQ(text().selection().range().begin, range.begin);
    EXPECT_GT(text().selection().range().end.line, range.end.line) << "with Shift it grows";
}

TEST_F(StepEditorTest, InvalidTextIsShownAndKept) {
    put_caret(0, 0);
    ImGui::SetClipboardText("// a\xFF\xC3(\xE2\x80\xAE) \x01 \xF0\x9F\x98\x80\n");
    drive().key("Ctrl+V");
    drive().frames(2);
    EXPECT_EQ(text().buffer().line(0), "// a\xFF\xC3(\xE2\x80\xAE) \x01 \xF0\x9F\x98\x80");
    drive().settle();
    drive().key("Up");
    for (int i = 0; i < 12; ++i) drive().key("Right");
    drive().key("Backspace");
    drive().settle();
}

TEST_F(StepEditorTest, FindsReplacesAndGoesToALine) {
    put_caret(0, 0);
    drive().key("Ctrl+F");
    drive().type("stride");
    EXPECT_EQ(text().buffer().text(text().selection().range()), "stride");
    const auto first = text().selection().range();
    drive().key("F3");
    EXPECT_LT(first.begin, text().selection().range().begin);
    drive().key("Shift+F3");
    EXPECT_EQ(text().selection().range(), first);
    drive().key("Esc");
    drive().key("Ctrl+H");
    drive().key("Tab");
    drive().type("reach");
    drive().click_item("step.code.editor.find.all");
    EXPECT_EQ(text().buffer().text().find("stride"), std::string::npos);
    drive().key("Ctrl+Z");
    EXPECT_NE(text().buffer().text().find("stride"), std::string::npos);
    drive().key("Esc");
    drive().key("Ctrl+G");
    drive().type("38");
    drive().key("Enter");
    EXPECT_EQ(text().caret().line, 37U);
}

TEST_F(StepEditorTest, ALargePasteStaysQuick) {
    std::string lines;
    for (int i = 0; i < 10'000; ++i)
        lines += "    // line " + std::to_string(i) + " of a text that was pasted\n";
    put_caret(20, 0);
    ImGui::SetClipboardText(lines.c_str());
    using Clock = std::chrono::steady_clock;
    const auto ms = [](Clock::duration time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    const auto one_frame = [&] {
        std::vector<double> times;
        for (int i = 0; i < 15; ++i) {
            app().handle(TextEvent{"x"});
            const auto start = Clock::now();
            drive().frames();
            times.push_back(ms(Clock::now() - start));
            drive().key("Backspace");
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    };
    const double small = one_frame();
    const auto start = Clock::now();
    drive().key("Ctrl+V");
    EXPECT_LT(ms(Clock::now() - start), 1000);
    ASSERT_GT(text().buffer().line_count(), 10'000U);
    EXPECT_LT(one_frame() - small, 4 * 16) << "a frame of the small text takes " << small << " ms";
    drive().key("Ctrl+End");
    drive().key("Ctrl+Home");
    drive().settle();
    EXPECT_FALSE(view().edits().stale()) << "comments alone run as they are";
}

TEST_F(StepEditorTest, WhatWasTypedIsThereAgainTheNextTime) {
    const fs::path folder = fs::path(test::own_file("step-editor-drafts"));
    fs::remove_all(folder);
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1280, 800, AppOptions{.drafts = folder});
    open(drive());
    put_caret(3, 0);
    drive().type("// kept\n");
    drive().frames(100);
    EXPECT_EQ(editor::DraftFolder(folder).all().size(), 1U) << "before the program ends";
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1280, 800, AppOptions{.drafts = folder});
    open(drive());
    EXPECT_THAT(text().buffer().text(), HasSubstr("// kept"));
    EXPECT_FALSE(app().notices().empty());
    fs::remove_all(folder);
}

TEST_F(StepEditorTest, EveryWindowDrawsIt) {
    driver_.reset();
    for (const auto& [width, height] : {std::pair(1024, 768), {1280, 800}, {1920, 1080}, {2560, 1440}}) {
        AppDriver window(width, height);
        open(window);
        EXPECT_TRUE(window.has_item("step.code.editor")) << width;
        EXPECT_TRUE(window.has_item("step.code.run")) << width;
    }
}

}  // namespace
}  // namespace upsweep::app
