// The Lessons view by keys and mouse: pages turn, answers are judged by the trace, the step is revealed.
#include "app/lessons/view/lessons_view.h"

#include <set>
#include <string>

#include "app/helpers/driver.h"
#include "core/helpers/sample.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "lessons/course_glossary.h"
#include "lessons/lesson.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"

namespace upsweep::app {

using namespace replay;

namespace {

class LessonsViewTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        open_in(drive());
        ASSERT_NE(model().lesson(), nullptr) << model().error();
    }
    /// The lesson that these tests are about.
    static LessonsView& open_in(AppDriver& driver, int page = 1) {
        driver.app().open("lessons");
        auto& view = active_view<LessonsView>(driver.app());
        view.open_lesson("work-efficient-scan", page);
        driver.settle();
        return view;
    }
    LessonModel& model() { return active_view<LessonsView>(app()).model(); }
    void open_page(const std::string& title) {
        for (int i = 0; i < model().page_count(); ++i)
            if (model().lesson()->pages[i].title == title) model().go(i);
        drive().settle();
        ASSERT_EQ(model().page().title, title);
    }
    std::string name_of_cell(int64_t number) {
        const StepPosition& at = *model().position();
        return "lessons." + stage::cell_name(at.trace(), at.picture().followed, number);
    }
    std::string cell(int64_t number) {
        const StepPosition& at = *model().position();
        const auto array = at.picture().followed;
        return bits_to_text(at.trace().arrays[array].type, at.player().bits(array, number));
    }
    /// All that every array holds now: what the picture is made of.
    std::vector<std::string> memory() {
        const StepPosition& at = *model().position();
        std::vector<std::string> values;
        for (size_t a = 0; a < at.trace().arrays.size(); ++a) {
            const emulator::ArrayInfo& info = at.trace().arrays[a];
            if (info.space != emulator::Space::global && info.space != emulator::Space::shared) continue;
            const auto array = static_cast<emulator::ArrayId>(a);
            for (int64_t i = 0; i < info.extent.count(); ++i)
                values.push_back(at.player().defined(array, i)
                                     ? bits_to_text(info.type, at.player().bits(array, i))
                                     : "-");
        }
        return values;
    }
    std::string row() {
        const StepPosition& at = *model().position();
        const DiagramRow& row = at.diagram().rows.at(size_t(at.diagram_row()));
        return row.phase + " " + row.label;
    }
};

TEST_F(LessonsViewTest, PagesTurnByKeysButtonsAndBars) {
    EXPECT_EQ(model().page_number(), 0);
    drive().key("PgDn");
    EXPECT_EQ(model().page_number(), 1);
    drive().click_item("lessons.next");
    EXPECT_EQ(model().page_number(), 2);
    drive().click_item("lessons.back");
    EXPECT_EQ(model().page_number(), 1);
    drive().key("PgUp");
    drive().key("PgUp");
    EXPECT_EQ(model().page_number(), 0);
    drive().click_item("lessons.page.4");
    EXPECT_EQ(model().page_number(), 3);
}

TEST_F(LessonsViewTest, TheSceneMovesByPassesAndComesBack) {
    const int64_t began = model().position()->step();
    const auto before = memory();
    drive().key("Right");
    EXPECT_NE(memory(), before) << "the first press already runs a pass";
    EXPECT_EQ(row(), "up-sweep stride 1");
    drive().key("Right");
    EXPECT_EQ(row(), "up-sweep stride 2");
    drive().key("Left");
    EXPECT_EQ(row(), "up-sweep stride 1");
    drive().click_item("lessons.rewind");
    EXPECT_EQ(model().position()->step(), began);
    EXPECT_EQ(memory(), before);
}

/// A loop has no passes.
TEST_F(LessonsViewTest, TheStartSaysWhatRightRuns) {
    app().items().texts.emplace();
    auto& view = active_view<LessonsView>(app());
    for (const auto& [lesson, words] : {std::pair("a-loop-has-to-wait", "to start the loop."),
                                        std::pair("work-efficient-scan", "to run the first pass.")}) {
        view.open_lesson(lesson, 1);
        drive().settle();
        while (model().position()->step() > 0) {
            const int64_t step = model().position()->step();
            drive().key("Left");
            ASSERT_LT(model().position()->step(), step);
        }
        drive().settle();
        std::string shown;
        for (const ShownText& text : *app().items().texts) shown += text.text + " ";
        EXPECT_THAT(shown, testing::HasSubstr(words)) << lesson;
    }
}

/// A loop is one phase: the name over its scene stays to the end.
TEST_F(LessonsViewTest, TheScenesNameStaysAtTheEnd) {
    app().items().texts.emplace();
    active_view<LessonsView>(app()).open_lesson("a-loop-has-to-wait", 1);
    drive().settle();
    const auto names = [&](int64_t step) {
        model().position()->seek(step);
        drive().settle();
        std::string shown;
        for (const ShownText& text : *app().items().texts)
            if (text.text.find(", n = ") != std::string::npos) shown += text.text + " ";
        return shown;
    };
    const int64_t end = model().position()->step_count();
    EXPECT_FALSE(names(end / 2).empty());
    EXPECT_EQ(names(end), names(end / 2));
}

/// The fault of the right run is shown next to the caption of the left one.
TEST_F(LessonsViewTest, HeadsOfComparedRunsStandApart) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1024, 768);
    app().items().texts.emplace();
    open_in(drive()).open_lesson("inside-a-warp", 3);
    drive().settle();
    std::optional<Rect> left, right;
    for (const ShownText& text : *app().items().texts) {
        if (text.text == "above") left = text.box;
        if (text.text == "below: Relies on lockstep") right = text.box;
    }
    ASSERT_TRUE(left && right);
    EXPECT_GE(right->min.x - left->max.x, 8);
}

TEST_F(LessonsViewTest, OnEveryPageRightChangesThePicture) {
    for (size_t lesson = 0; lesson < lessons::all_lessons().size(); ++lesson) {
        model().open(lesson);
        drive().settle();
        ASSERT_EQ(model().number(), lesson);
        for (int page = 0; page < model().page_count(); ++page) {
            model().go(page);
            if (model().page().exercise) continue;
            if (model().has_question()) model().reveal(), model().rewind();
            drive().key("Right");
            // What moves beside the page's scene need not move it.
            if (model().page().look.zoom || model().comparison() != nullptr) continue;
            if (model().page().step == model().position()->step_count())
                EXPECT_EQ(model().position()->step(), model().page().step);
            else
                EXPECT_GT(model().position()->step(), model().page().step) << model().page().title;
        }
    }
}

TEST_F(LessonsViewTest, TheQuestionStandsInThePassToCome) {
    open_page("The way down");
    const StepPosition& at = *model().position();
    EXPECT_TRUE(at.ahead());
    EXPECT_TRUE(at.picture().flows.empty()) << "no arrows of the pass that is over";
    EXPECT_TRUE(at.picture().earlier.empty());
    EXPECT_EQ(row(), "down-sweep stride 2");
    EXPECT_EQ(at.sentence(), "Next: down-sweep, stride 2.");
    drive().key("Left");
    EXPECT_FALSE(at.ahead());
    EXPECT_FALSE(at.picture().flows.empty());
    drive().key("Home");
    EXPECT_TRUE(at.ahead());
    drive().click_item("lessons.next");
    EXPECT_FALSE(at.ahead());
    EXPECT_FALSE(at.picture().flows.empty()) << "the pass that was revealed is the present one";
}

TEST_F(LessonsViewTest, AnOpenQuestionHoldsThePassThatAnswersIt) {
    open_page("Half of the numbers");
    const int64_t began = model().position()->step();
    drive().key("Right");
    drive().click_item("lessons.pass_on");
    EXPECT_EQ(model().position()->step(), began);
    EXPECT_EQ(cell(3), "7");
    EXPECT_TRUE(model().nudged());
    EXPECT_FALSE(model().answers().settled());
    drive().click_item("lessons.answer.11");
    EXPECT_TRUE(model().answers().solved);
    EXPECT_FALSE(model().nudged());
    drive().key("Right");
    EXPECT_EQ(cell(3), "11");
}

TEST_F(LessonsViewTest, WhoRevealsTheStepHasLookedTheAnswerUp) {
    open_page("Half of the numbers");
    drive().key("Space");
    drive().settle();
    EXPECT_EQ(cell(3), "11");
    EXPECT_TRUE(model().answers().looked);
    EXPECT_FALSE(drive().has_item("lessons.answer.11")) << "nothing is left to be guessed";
    drive().key("Home");
    drive().key("1");
    EXPECT_TRUE(model().answers().tried.empty());
    EXPECT_FALSE(model().answers().solved);
}

TEST_F(LessonsViewTest, AnswersAreJudgedAndTheStepRevealed) {
    open_page("The way down");
    const auto& question = *model().page().question;
    EXPECT_EQ(question.answer, "16");
    drive().click_item("lessons.answer.11");
    EXPECT_FALSE(model().answers().solved);
    ASSERT_EQ(model().answers().tried.size(), 1U);
    drive().settle();
    EXPECT_FALSE(drive().has_item("lessons.answer.11")) << "a wrong answer cannot be chosen again";
    drive().click_item("lessons.answer.16");
    EXPECT_TRUE(model().answers().solved);
    EXPECT_EQ(cell(7), "11") << "nothing has run yet";
    drive().key("Space");
    EXPECT_TRUE(model().revealed());
    EXPECT_EQ(cell(7), "16");
    const int page = model().page_number();
    drive().key("Space");
    EXPECT_EQ(model().page_number(), page + 1);
}

TEST_F(LessonsViewTest, NumbersOnTheKeyboardAnswerToo) {
    open_page("The way down");
    drive().key("3");
    EXPECT_TRUE(model().answers().solved);
    drive().key("1");
    EXPECT_EQ(model().answers().tried.size(), 1U);
}

TEST_F(LessonsViewTest, TheSmallestWindowShowsTextOrPicture) {
    driver_.reset();
    AppDriver driver(least_window_width, least_window_height);
    auto& view = open_in(driver, 5);
    EXPECT_TRUE(driver.has_item("lessons.next"));
    EXPECT_FALSE(driver.has_item("lessons.open"));
    driver.click_item("lessons.tab.1");
    driver.frames(2);
    EXPECT_FALSE(driver.has_item("lessons.next"));
    const int64_t step = view.model().position()->step();
    driver.click_item("lessons.pass_back");
    driver.settle();
    EXPECT_LT(view.model().position()->step(), step);
    driver.click_item("lessons.tab.0");
    driver.frames(2);
    EXPECT_TRUE(driver.has_item("lessons.next"));
}

// A page with its task below the window's edge is a page without one.
TEST_F(LessonsViewTest, TheTasksOfTheFirstPagesNeedNoScrolling) {
    for (const int page : {0, 1, 2, 3}) {
        model().go(page);
        drive().settle();
        if (model().has_question()) continue;  // that is the task, and always in sight
        EXPECT_FALSE(drive().has_item("lessons.more")) << model().page().title;
    }
}

TEST_F(LessonsViewTest, TextBelowTheEdgeIsAnnouncedAndScrolls) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1024, 600);
    open_in(drive());
    open_page("What it costs");
    ASSERT_TRUE(drive().has_item("lessons.more"));
    drive().click_item("lessons.more");
    for (int i = 0; i < 20 && drive().has_item("lessons.more"); ++i) {
        drive().key("Down");
        drive().settle();
    }
    EXPECT_FALSE(drive().has_item("lessons.more")) << "the end of the page";
    drive().key("Up");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.more"));
}

// Under 56 E text and scene take turns, and a question can be answered beside either of them.
TEST_F(LessonsViewTest, ANarrowWindowHasTabsAndUsableAnswers) {
    struct Window {
        int width, height;
        float scale;
    };
    for (const Window& window : {Window{1280, 800, 1.5F}, {1280, 800, 2}, {800, 600, 1}}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(window.width, window.height, AppOptions{.scale = window.scale});
        open_in(drive());
        open_page("The way down");
        ASSERT_TRUE(drive().has_item("lessons.tab.1"));
        EXPECT_FALSE(drive().has_item("lessons.pass_on"));
        for (int i = 0; i < 8 && drive().has_item("lessons.more"); ++i) {
            drive().click_item("lessons.more");
            drive().settle();
        }
        drive().click_item("lessons.answer.11");
        EXPECT_EQ(model().answers().tried.size(), 1U) << "the answers can be scrolled to and clicked";
        drive().key("Left");
        drive().key("Home");
        drive().settle();
        ASSERT_TRUE(drive().has_item("lessons.pass_on")) << "a move brings the scene up";
        const Rect answer = drive().item("lessons.answer.16"), tape = drive().item(name_of_cell(7));
        EXPECT_LT(answer.max.y, tape.min.y);
        EXPECT_LT(tape.max.y, drive().item("lessons.pass_on").min.y) << "the cells are not covered";
        drive().click_item("lessons.answer.16");
        EXPECT_TRUE(model().answers().solved);
        drive().click_item("lessons.next");
        EXPECT_EQ(cell(7), "16");
        drive().key("Space");
        drive().settle();
        EXPECT_TRUE(drive().has_item("lessons.back")) << "a new page begins with its text";
    }
}

/// The words of the glossary outside *Sources*, by the text alone.
std::set<std::string> words_of_page(const lessons::PreparedPage& page) {
    const lessons::Glossary& glossary = lessons::course_glossary();
    std::set<std::string> words;
    bool sources = false;
    for (const lessons::Block& block : page.blocks) {
        std::string text;
        for (const lessons::Inline& piece : block.inlines) text += piece.text;
        if (block.kind == lessons::Block::Kind::heading) sources = text == "Sources";
        if (block.figure) text += block.figure->caption;
        if (sources) continue;
        for (const lessons::TermUse& use : glossary.uses_in(text))
            words.insert(glossary.entries()[use.entry].name);
    }
    return words;
}

TEST_F(LessonsViewTest, NeitherSourcesNorEverydayWordsAreDotted) {
    auto& view = active_view<LessonsView>(app());
    size_t spared = 0, dotted = 0;
    for (const lessons::Lesson& lesson : test::sample("lessons", lessons::all_lessons(), 4)) {
        view.open_lesson(lesson.slug, int(lesson.pages.size()));
        drive().settle();
        const std::set<std::string> words = words_of_page(model().page());
        for (const lessons::GlossaryEntry& entry : lessons::course_glossary().entries()) {
            const bool found = drive().has_item("lessons.term." + entry.name);
            EXPECT_TRUE(!found || words.contains(entry.name)) << lesson.slug << ": " << entry.name;
            (found ? dotted : spared) += 1;
        }
    }
    EXPECT_GT(dotted, 4U);
    EXPECT_GT(spared, dotted);
    view.open_lesson("work-efficient-scan", 3);
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.term.thread"));
    EXPECT_FALSE(drive().has_item("lessons.term.work")) << "work it out: no amount of additions";
}

/// A question about an array appears there, whichever array the diagram follows.
void expect_marked_array(const LessonModel& model) {
    const auto& question = model.page().question;
    if (!question || question->kind != lessons::Question::Kind::value) return;
    for (const stage::StageMark& mark : model.marks()) {
        const auto array = mark.array < 0 ? model.position()->picture().followed : size_t(mark.array);
        const emulator::ArrayInfo& info = model.position()->trace().arrays.at(array);
        EXPECT_TRUE(info.name == question->array || stage::array_key(info) == question->array)
            << "page " << model.page_number() + 1 << ": " << info.name << ", not " << question->array;
    }
}

TEST_F(LessonsViewTest, EveryPageDrawsInEverySize) {
    driver_.reset();
    const std::vector<std::pair<int, int>> sizes = {{1920, 1080}, {1280, 800}, {1024, 768}, {640, 480}};
    for (const auto& [width, height] : test::sample("sizes", sizes, 1)) {
        AppDriver driver(width, height);
        auto& view = open_in(driver);
        for (size_t lesson = 0; lesson < lessons::all_lessons().size(); ++lesson) {
            view.model().open(lesson);
            driver.settle();
            ASSERT_EQ(view.model().number(), lesson);
            for (int page = 0; page < view.model().page_count(); ++page) {
                view.model().go(page);
                driver.settle();
                EXPECT_EQ(view.model().page_number(), page);
                EXPECT_TRUE(driver.app().notices().all().empty());
                expect_marked_array(view.model());
            }
        }
    }
}

}  // namespace
}  // namespace upsweep::app
