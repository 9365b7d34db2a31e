// The views presented, driven as a lecturer would: clicker, black screen, spotlight, pen, theme, Escape.
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "app/helpers/step_view_fixture.h"
#include "app/lessons/view/lessons_view.h"
#include "app/playground/view/playground_view.h"
#include "app/shell/shot.h"
#include "app/shell/speaker.h"
#include "app/step/view/step_view.h"
#include "replay/structure/index.h"

namespace upsweep::app {
namespace {

using stage::Zoom;

uint32_t pixel(const Pixels& pixels, float x, float y) {
    const auto at = 4 * (size_t(y) * size_t(pixels.width) + size_t(x));
    return uint32_t(pixels.rgba[at]) << 16 | uint32_t(pixels.rgba[at + 1]) << 8 | pixels.rgba[at + 2];
}

class PresentTest : public StepViewFixture {
  protected:
    void SetUp() override {
        try {
            driver_ = std::make_unique<AppDriver>(1024, 768);
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
        app().open("step");
        drive().settle();
    }
    void show(const char* slug) {
        model().open(scenes::initial_scene(slug), false);
        drive().settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
    int64_t step() { return model().position()->step(); }
    void hold(Key key, bool down) {
        app().handle(KeyEvent{{key}, down});
        drive().frames(2);
    }
    /// Draws a line with the pen over the middle of the window.
    void draw_line() {
        drive().move(300, 400);
        hold(Key::d, true);
        for (float x = 300; x <= 700; x += 20) drive().move(x, 400);
        hold(Key::d, false);
    }
    bool has_line() { return pixel(drive().screenshot(), 510, 400) == 0x000000; }
};

TEST_F(PresentTest, F11HidesTheWindowsPartsAndBringsThemBack) {
    app().set_theme(ThemeKind::light);
    drive().settle();
    EXPECT_TRUE(drive().has_item("present"));
    drive().key("F11");
    drive().settle();
    EXPECT_TRUE(app().presenting());
    EXPECT_EQ(app().theme(), ThemeKind::presenter);
    for (const char* part : {"tab.step", "theme", "help", "step.play", "step.zoom.0", "step.sentence"})
        EXPECT_FALSE(drive().has_item(part)) << part;
    for (const char* part : {"present.subject", "present.sentence", "present.progress", "step.stage"})
        EXPECT_TRUE(drive().has_item(part)) << part;
    EXPECT_EQ(pixel(drive().screenshot(), 5, 120), 0xffffffU);
    drive().key("F11");
    drive().settle();
    EXPECT_FALSE(app().presenting());
    EXPECT_EQ(app().theme(), ThemeKind::light);
    EXPECT_TRUE(drive().has_item("tab.step"));
}

TEST_F(PresentTest, TheButtonAtTheTopBegins) {
    drive().click_item("present");
    EXPECT_TRUE(app().presenting());
    drive().key("Esc");
    EXPECT_FALSE(app().presenting());
}

TEST_F(PresentTest, TheClickerGoesStepByStep) {
    drive().key("F11");
    const replay::TraceIndex& index = model().position()->index();
    for (const char* key : {"PgDn", "Right", "Space"}) {
        const int64_t next = index.forward(step(), model().grain());
        drive().key(key);
        EXPECT_EQ(step(), next) << key;
    }
    EXPECT_FALSE(model().playing());
    for (const char* key : {"PgUp", "Left"}) {
        const int64_t before = index.back(step(), model().grain());
        drive().key(key);
        EXPECT_EQ(step(), before) << key;
    }
    drive().key("End");
    EXPECT_EQ(step(), model().position()->step_count());
    drive().key("PgDn");
    EXPECT_EQ(step(), model().position()->step_count());
}

TEST_F(PresentTest, DiscsGoBackAndOn) {
    drive().key("F11");
    drive().frames(3);
    EXPECT_FALSE(drive().has_item("present.back"));
    drive().click_item("present.on");
    drive().settle();
    drive().click_item("present.on");
    drive().settle();
    const int64_t second = step();
    EXPECT_GT(second, 0);
    drive().click_item("present.back");
    EXPECT_LT(step(), second);
}

TEST_F(PresentTest, TheScreenIsBlackUntilAnyKey) {
    drive().key("F11");
    const int64_t before = step();
    for (const char* key : {".", "B"}) {
        drive().key(key);
        drive().frames(2);
        EXPECT_EQ(pixel(drive().screenshot(), 40, 40), 0U) << key;
        EXPECT_EQ(pixel(drive().screenshot(), 500, 300), 0U) << key;
        drive().key(key);
        drive().frames(2);
        EXPECT_EQ(pixel(drive().screenshot(), 5, 120), 0xffffffU) << key;
    }
    drive().key("B");
    drive().key("PgDn");
    EXPECT_EQ(step(), before) << "a step that nobody saw";
    drive().key("B");
    drive().key("Esc");
    drive().frames(2);
    EXPECT_TRUE(app().presenting());
    EXPECT_EQ(pixel(drive().screenshot(), 5, 120), 0xffffffU);
}

TEST_F(PresentTest, LMakesThePointerALight) {
    drive().key("F11");
    drive().settle();
    drive().move(500, 730);
    hold(Key::l, true);
    EXPECT_LT(pixel(drive().screenshot(), 5, 120) & 255U, 130U);
    EXPECT_EQ(pixel(drive().screenshot(), 500, 730), 0xffffffU);
    drive().move(60, 120);
    drive().frames();
    EXPECT_EQ(pixel(drive().screenshot(), 5, 120), 0xffffffU);
    EXPECT_LT(pixel(drive().screenshot(), 500, 730) & 255U, 130U);
    hold(Key::l, false);
    EXPECT_EQ(pixel(drive().screenshot(), 500, 730), 0xffffffU);
}

TEST_F(PresentTest, DDrawsOverTheStageUntilTheNextStep) {
    drive().key("F11");
    drive().key("PgDn");
    drive().settle();
    draw_line();
    EXPECT_TRUE(has_line());
    drive().move(900, 100);
    drive().frames(3);
    EXPECT_TRUE(has_line()) << "what was drawn stays when the key is let go";
    drive().key("PgDn");
    drive().settle();
    draw_line();
    EXPECT_TRUE(has_line());
    drive().key("PgUp");
    drive().settle();
    drive().key("PgDn");
    drive().settle();
    const Pixels clean = drive().screenshot();
    draw_line();
    drive().key("Backspace");
    drive().settle();
    EXPECT_EQ(drive().screenshot().rgba, clean.rgba);
}

TEST_F(PresentTest, EscapeEndsThePenThenTheNearerViewThenPresenting) {
    show("scan_single_pass");
    drive().key("F11");
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
    drive().key("4");
    EXPECT_EQ(model().shown_zoom(), Zoom::lanes);
    drive().settle();
    draw_line();
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), Zoom::lanes) << "only the pen ends";
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), Zoom::block);
    EXPECT_TRUE(app().presenting());
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
    EXPECT_TRUE(app().presenting());
    drive().key("Esc");
    EXPECT_FALSE(app().presenting());
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
}

TEST_F(PresentTest, TGoesFromLightToDarkAndIsKept) {
    app().set_theme(ThemeKind::light);
    drive().key("F11");
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
    drive().settle();
    EXPECT_EQ(pixel(drive().screenshot(), 5, 120), palette(ThemeKind::dark)[Role::bg0]);
    drive().key("F11");
    EXPECT_EQ(app().theme(), ThemeKind::light);
    drive().key("F11");
    EXPECT_EQ(app().theme(), ThemeKind::dark);
    drive().key("T");
    EXPECT_EQ(app().theme(), ThemeKind::presenter);
}

TEST_F(PresentTest, AllZoomsAreDrawnAndClicksZoomIn) {
    show("scan_lookback");
    drive().key("F11");
    drive().key("End");
    std::set<std::vector<uint8_t>> seen;
    for (const char* key : {"1", "2", "3", "4"}) {
        drive().key(key);
        drive().settle();
        seen.insert(drive().screenshot().rgba);
    }
    EXPECT_EQ(seen.size(), 4U);
    drive().key("2");
    drive().settle();
    drive().click_item("step.block.1");
    EXPECT_EQ(model().shown_zoom(), Zoom::block);
}

TEST_F(PresentTest, EveryTabIsPresented) {
    drive().key("F11");
    for (const char* key : {"Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+1"}) {
        drive().key(key);
        drive().settle();
        EXPECT_TRUE(app().presenting());
        EXPECT_TRUE(drive().has_item("present.subject")) << key;
        EXPECT_FALSE(drive().has_item("tab.step")) << key;
    }
}

TEST_F(PresentTest, ThePlaygroundTurnsFromTheOriginalToTheResult) {
    app().open("playground");
    drive().settle();
    drive().key("F11");
    drive().settle();
    Playground& model = active_view<PlaygroundView>(app()).model();
    EXPECT_EQ(model.show, Playground::Show::split);
    drive().key("PgUp");
    EXPECT_EQ(model.show, Playground::Show::original);
    drive().key("PgUp");
    EXPECT_EQ(model.show, Playground::Show::original);
    drive().key("PgDn");
    drive().key("PgDn");
    EXPECT_EQ(model.show, Playground::Show::result);
    const auto& filter = active_view<PlaygroundView>(app()).task("box_filter");
    const int64_t radius = filter.value("radius");
    drive().key("Right");
    EXPECT_EQ(filter.value("radius"), radius + 1);
    EXPECT_TRUE(drive().has_item("playground.stage"));
    EXPECT_FALSE(drive().has_item("playground.fit"));
}

TEST_F(PresentTest, ALessonAsksAndAnswers) {
    app().open("lessons");
    auto& view = active_view<LessonsView>(app());
    view.open_lesson("work-efficient-scan", 1);
    drive().settle();
    drive().key("F11");
    LessonModel& model = view.model();
    while (model.page().title != "Half of the numbers") {
        const int page = model.page_number(), step = model.revealed() ? 1 : 0;
        drive().key("PgDn");
        drive().settle();
        ASSERT_TRUE(model.page_number() > page || (model.revealed() && step == 0));
    }
    ASSERT_TRUE(model.has_question());
    drive().settle();
    EXPECT_FALSE(model.answers().settled());
    drive().key("1");
    EXPECT_EQ(model.answers().tried.size(), 1U);
    const int asked = model.page_number();
    drive().key("PgDn");
    drive().settle();
    EXPECT_EQ(model.page_number(), asked) << "the step is shown before the page is turned";
    EXPECT_TRUE(model.revealed());
    drive().key("PgDn");
    EXPECT_NE(model.page_number(), asked);
    drive().key("PgUp");
    EXPECT_EQ(model.page_number(), asked);
}

/// What Space shows is beside the scene until that is moved on: the answer, and why. Of the steps to come
/// the stage shows what they do.
TEST_F(PresentTest, WhatSpaceShowsOfALessonsQuestionCanBeRead) {
    app().open("lessons");
    auto& view = active_view<LessonsView>(app());
    int shown = 0;
    for (const auto& [lesson, page, answer] : {std::tuple("a-loop-has-to-wait", 5, "511"),
                                               {"a-loop-has-to-wait", 6, "(a + b) + (c + d)"},
                                               {"work-efficient-scan", 8, ""}}) {
        view.open_lesson(lesson, page);
        drive().settle();
        if (!app().presenting()) drive().key("F11");
        LessonModel& model = view.model();
        ASSERT_TRUE(model.asks()) << lesson << " " << page;
        app().items().texts.emplace();
        drive().key("Right");
        drive().key("Space");
        drive().settle();
        ASSERT_TRUE(model.answers().settled());
        std::string all;
        for (const ShownText& text : *app().items().texts) all += text.text + " ";
        app().items().texts.reset();
        const std::string right = *answer == 0 ? model.page().question->answer : answer;
        EXPECT_THAT(all, testing::HasSubstr(right)) << lesson << " " << page;
        EXPECT_THAT(all, testing::HasSubstr("Answer shown.")) << lesson << " " << page;
        EXPECT_TRUE(model.shows_question());
        drive().key("Left");
        drive().settle();
        EXPECT_EQ(model.shows_question(), model.predicts())
            << "the scene's own sentence, once it is moved on";
        ++shown;
    }
    EXPECT_EQ(shown, 3);
}

TEST_F(PresentTest, TheHelpSheetListsItsKeys) {
    drive().key("F11");
    drive().key("?");
    EXPECT_TRUE(app().help_shown());
    drive().key("Esc");
    EXPECT_FALSE(app().help_shown());
    EXPECT_TRUE(app().presenting());
}

TEST_F(PresentTest, TheHelpSaysWhatTheTabsAreForAndNothingOfItIsCut) {
    drive().key("?");
    app().items().texts.emplace();
    drive().frames(3);
    for (int tab = 0; tab < 4; ++tab) EXPECT_TRUE(drive().has_item("help.tab." + std::to_string(tab)));
    for (const std::string name : {"Step", "Race", "Playground", "Lessons"}) {
        const Rect first = drive().item("help.tab.0");
        EXPECT_TRUE(any_of(*app().items().texts, [&](const ShownText& text) {
            return text.text == name && text.box.min.y >= first.min.y;
        })) << name;
    }
}

TEST_F(PresentTest, AMouseThatRestsCoversNothing) {
    show("scan_blelloch");
    drive().key("F11");
    drive().settle();
    for (int pass = 0; pass < 3; ++pass) drive().key("PgDn");
    drive().settle();
    drive().move(2, 2);
    drive().settle();
    const auto clean = drive().screenshot().rgba;
    int cells = 0;
    for (const std::string& id : app().items().order()) {
        if (!id.starts_with("step.cell.") || ++cells > 6) continue;
        const ImVec2 at = drive().item(id).centre();
        drive().move(at.x, at.y);
        drive().frames(60);
        EXPECT_FALSE(drive().has_item("tooltip")) << id;
        EXPECT_EQ(drive().screenshot().rgba, clean) << id;
    }
    EXPECT_GT(cells, 0);
}

TEST_F(PresentTest, InTheWindowFactsAreInTheFootLineAndTooltipsWait) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1280, 800);
    app().open("step");
    show("scan_blelloch");
    drive().key("End");
    drive().settle();
    app().items().texts.emplace();
    std::string cell;
    for (const std::string& id : app().items().order())
        if (id.starts_with("step.cell.")) cell = id;
    ASSERT_FALSE(cell.empty());
    const ImVec2 at = drive().item(cell).centre();
    drive().move(at.x, at.y);
    drive().frames(60);
    EXPECT_FALSE(drive().has_item("tooltip")) << "over a cell";
    const Rect foot = drive().item("step.fact");
    EXPECT_TRUE(any_of(*app().items().texts, [&](const ShownText& text) {
        return foot.contains(text.box.centre()) && text.text.find(" holds ") != std::string::npos;
    }));
    const ImVec2 button = drive().item("theme").centre();
    drive().move(button.x, button.y);
    drive().frames(5);
    EXPECT_FALSE(drive().has_item("tooltip")) << "the pointer has just come";
    drive().frames(40);
    EXPECT_TRUE(drive().has_item("tooltip"));
}

TEST_F(PresentTest, TheSpeakerReadsTheItemTheNextOneAndTheClock) {
    app().open("lessons");
    drive().settle();
    ASSERT_TRUE(app().notes());
    EXPECT_LT(app().talked(), 0);
    EXPECT_FALSE(app().notes_wanted());
    drive().key("F11");
    drive().key("N");
    EXPECT_TRUE(app().notes_wanted());
    drive().settle();
    EXPECT_GE(app().talked(), 0);
    const SpeakerNotes first = *app().notes();
    drive().key("PgDn");
    drive().settle();
    const SpeakerNotes notes = *app().notes();
    EXPECT_EQ(notes.title, first.next);
    EXPECT_EQ(notes.start, first.minutes);
    ImGuiContext* const before = ImGui::GetCurrentContext();
    Speaker speaker;
    for (int i = 0; i < 3 || !speaker.settled(); ++i) speaker.draw(900, 620, 1, notes, 8 * 60 + 5);
    EXPECT_EQ(ImGui::GetCurrentContext(), before);
    const auto shows = [&](std::string_view text) {
        return any_of(speaker.texts(), [&](const ShownText& one) { return one.text == text && !one.cut; });
    };
    EXPECT_TRUE(shows(notes.title));
    EXPECT_TRUE(shows("8:05")) << "the clock";
    EXPECT_TRUE(shows(fmt::format("Next, minute {}: {}", notes.next_start, notes.next)));
    for (const ShownText& text : speaker.texts()) {
        EXPECT_LE(text.box.max.x, 900) << text.text;
        EXPECT_LE(text.box.max.y, 620) << text.text;
    }
    // The first window continues.
    drive().key("PgUp");
    drive().settle();
    EXPECT_EQ(app().notes()->title, first.title);
    EXPECT_EQ(clock_of(3725), "1:02:05");
    EXPECT_EQ(clock_of(59.9), "0:59");
}

TEST_F(PresentTest, NoPanelOpensBehindThePage) {
    drive().key("F11");
    const size_t notices = app().notices().all().size();
    for (const char* key : {"Ctrl+O", "Ctrl+K", "Ctrl+S", "Ctrl+R"}) drive().key(key);
    drive().key("F11");
    drive().settle();
    EXPECT_FALSE(drive().has_item("step.open.path"));
    EXPECT_EQ(app().notices().all().size(), notices);
}

TEST_F(PresentTest, EveryWindowSizeHasItsPage) {
    for (const auto& [width, height] :
         {std::pair{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}, {800, 1200}, {2560, 720}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("step");
        drive().settle();
        drive().key("F11");
        drive().settle();
        const Rect stage = drive().item("step.stage"), words = drive().item("present.sentence");
        EXPECT_GE(stage.min.x, 0) << width;
        EXPECT_LE(stage.max.x, float(width)) << width;
        EXPECT_GT(stage.height(), float(height) * 0.5F) << width << " x " << height;
        EXPECT_LE(stage.max.y, words.min.y + 1) << width;
    }
}

}  // namespace
}  // namespace upsweep::app
