// The exercise page by keys and mouse.
#include <algorithm>
#include <fstream>

#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"
#include "core/helpers/own_folder.h"
#include "core/helpers/sample.h"
#include "emulator/trace/trace.h"
#include "lessons/markdown.h"

namespace upsweep::app {
namespace {

class ExerciseViewTest : public AppTest {
  protected:
    void open(const std::string& slug) {
        const std::string file = test::own_file("exercise_" + slug + ".md");
        {
            std::ofstream out(file);
            out << "+++\ntitle = \"Mine\"\nchapter = \"My own\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = "
                   "4\n+++\n"
                   "# First\n\nWords.\n\n# Exercise\n\n```exercise\nslug = \"" +
                       slug + "\"\n```\n\n# Last\n\nWords.\n";
        }
        drive().drop(file);
        drive().settle();
        drive().key("PgDn");
        drive().settle();
    }
    LessonsView& view() { return active_view<LessonsView>(app()); }
    ExerciseModel& model() { return view().exercise(); }
    /// Types this in the place of the student's part.
    void type_part(const std::string& part) {
        const exercises::Gap gap = model().gaps().at(0);
        model().document().text().select(
            {{static_cast<size_t>(gap.first), 0}, {static_cast<size_t>(gap.end) - 1, 1000}});
        drive().type(part);
        drive().settle();
    }
    void focus() {
        const Rect editor = drive().item("exercise.editor");
        drive().click(editor.min.x + editor.width() / 2, editor.min.y + editor.height() / 2);
        drive().settle();
    }
};

TEST_F(ExerciseViewTest, TypingCheckingAndClickingARowLeadToTheStep) {
    open("way-down");
    ASSERT_TRUE(drive().has_item("exercise.check"));
    focus();
    type_part(
        "if ((t + 1) % (2 * stride) == 0) { int left = sums[t - stride]; sums[t - stride] = sums[t]; sums[t] "
        "+= left; }");
    drive().key("Ctrl+Enter");
    drive().settle();
    ASSERT_NE(model().marks(), nullptr);
    EXPECT_FALSE(model().marks()->passed);
    EXPECT_TRUE(drive().has_item("exercise.row.race"));
    drive().click_item("exercise.row.race");
    drive().settle();
    const exercises::Row& row = model().marks()->rows.at(size_t(model().row()));
    EXPECT_EQ(row.key, "race");
    EXPECT_EQ(model().position()->step(), row.scene->step);
    EXPECT_TRUE(drive().has_item("exercise.note.1") && drive().has_item("exercise.note.2"))
        << "who wrote and who read the cell";
    drive().click_item("exercise.open");
    drive().settle();
    EXPECT_EQ(app().active().name(), "step");
}

TEST_F(ExerciseViewTest, TheInputOfAnotherCaseIsChosenOverTheStage) {
    open("way-down");
    ASSERT_EQ(model().shown_case(), 0);
    EXPECT_EQ(model().cases().at(0).input, "3, 1, 7, 0, …");
    EXPECT_EQ(model().cases().at(0).values, "n = 8");
    drive().key("Right");
    drive().settle();
    ASSERT_GT(model().position()->step(), 0);
    drive().click_item("exercise.input");
    drive().settle();
    drive().click_item("exercise.input.2");
    drive().settle();
    EXPECT_EQ(model().shown_case(), 2);
    EXPECT_EQ(model().position()->step(), 0);
    EXPECT_EQ(model().position()->trace().arrays.at(0).extent.count(), 16);
    EXPECT_EQ(model().row(), -1);
    // A row that fails brings its own case back.
    drive().key("Ctrl+Enter");
    drive().settle();
    ASSERT_GE(model().row(), 0);
    EXPECT_EQ(model().shown_case(), 0);
}

TEST_F(ExerciseViewTest, AWrongResultIsMarkedWhereItStands) {
    open("sklansky-index");
    drive().key("Ctrl+Enter");
    drive().settle();
    ASSERT_NE(model().marks(), nullptr);
    const exercises::Row& row = model().marks()->rows.at(size_t(model().row()));
    ASSERT_EQ(row.key, "result");
    ASSERT_TRUE(row.wrong.has_value());
    EXPECT_EQ(row.wrong->array, "output");
    EXPECT_EQ(row.sentence.rfind("Cell " + std::to_string(row.wrong->element) + " of output should be", 0),
              0U);
    EXPECT_TRUE(drive().has_item("exercise.cell.output." + std::to_string(row.wrong->element)));
}

TEST_F(ExerciseViewTest, OneToBreakHasNoInputToChoose) {
    open("break-the-size");
    ASSERT_NE(model().position(), nullptr);
    EXPECT_EQ(model().shown_case(), -1);
    EXPECT_FALSE(drive().has_item("exercise.input"));
}

TEST_F(ExerciseViewTest, TheCrumbsEndWithTheExercise) {
    open("way-down");
    app().items().texts.emplace();
    drive().frames(2);
    const auto says = [&](std::string_view words) {
        return std::any_of(app().items().texts->begin(), app().items().texts->end(),
                           [&](const ShownText& text) { return text.text == words; });
    };
    EXPECT_TRUE(drive().has_item("lessons.crumb.exercise"));
    EXPECT_TRUE(says("Exercise"));
    drive().key("PgUp");
    drive().settle();
    EXPECT_FALSE(drive().has_item("lessons.crumb.exercise"));
}

TEST_F(ExerciseViewTest, WhatWillBeCheckedStandsRowByRow) {
    open("way-down");
    float last = 0;
    const auto rows = exercises::rows_to_come(*model().exercise());
    ASSERT_GE(rows.size(), 4U);
    for (const exercises::Row& row : rows) {
        const Rect place = drive().item("exercise.to_come." + row.key);
        EXPECT_GE(place.min.y, last) << row.key;
        last = place.max.y;
    }
    drive().key("Ctrl+Enter");
    drive().settle();
    ASSERT_NE(model().marks(), nullptr);
    EXPECT_FALSE(drive().has_item("exercise.to_come.result"));
    EXPECT_TRUE(drive().has_item("exercise.row.result"));
}

TEST_F(ExerciseViewTest, F11PresentsTheExerciseAndTheClickerStepsItsScene) {
    open("way-down");
    drive().key("F11");
    drive().settle();
    for (const char* part : {"present.subject", "exercise.editor"})
        EXPECT_TRUE(drive().has_item(part)) << part;
    for (const char* part : {"exercise.check", "exercise.hint", "exercise.row.race"})
        EXPECT_FALSE(drive().has_item(part)) << part << " is not for a class";
    ASSERT_EQ(model().position()->step(), 0);
    drive().key("PgDn");
    drive().settle();
    const int64_t first = model().position()->step();
    EXPECT_GT(first, 0);
    drive().key("PgDn");
    drive().key("PgUp");
    drive().settle();
    EXPECT_EQ(model().position()->step(), first);
    drive().key("PgUp");
    drive().settle();
    EXPECT_EQ(model().position()->step(), 0);
    drive().key("PgUp");
    drive().settle();
    EXPECT_FALSE(view().exercise().position() != nullptr && drive().has_item("exercise.editor"))
        << "before its first step lies the page before";
    drive().key("Esc");
    EXPECT_FALSE(app().presenting());
}

TEST_F(ExerciseViewTest, HintsOpenOneAtATime) {
    open("way-down");
    EXPECT_EQ(model().hints_open(), 0);
    drive().click_item("exercise.hint");
    drive().settle();
    EXPECT_EQ(model().hints_open(), 1);
    drive().key("H");
    drive().key("H");
    drive().key("H");
    drive().settle();
    EXPECT_EQ(model().hints_open(), 3);
    EXPECT_FALSE(drive().has_item("exercise.hint"));
}

TEST_F(ExerciseViewTest, TheRestOfTheTextStaysAsItIs) {
    open("way-down");
    focus();
    model().document().text().place({0, 0});
    drive().type("x");
    drive().settle();
    EXPECT_EQ(model().document().now(), model().exercise()->starter);
    EXPECT_FALSE(app().notices().empty());
}

TEST_F(ExerciseViewTest, PagesTurnAroundIt) {
    open("maximum");
    EXPECT_EQ(view().model().page_number(), 1);
    drive().click_item("lessons.next");
    drive().settle();
    EXPECT_EQ(view().model().page_number(), 2);
    drive().key("PgUp");
    drive().settle();
    drive().click_item("lessons.back");
    drive().settle();
    EXPECT_EQ(view().model().page_number(), 0);
}

/// The letters of what the window shows whole.
std::string letters_shown(const Items& items) {
    std::string letters;
    for (const ShownText& text : *items.texts)
        if (text.box.min.y >= text.clip.min.y && text.box.max.y <= text.clip.max.y) letters += text.text;
    std::erase(letters, ' ');
    return letters;
}

TEST_F(ExerciseViewTest, EveryTaskIsReadToItsEndInASmallWindow) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1024, 768);
    app().items().texts.emplace();
    for (const exercises::Exercise& exercise : exercises::all_exercises()) {
        open(exercise.slug);
        ASSERT_NE(model().exercise(), nullptr) << model().error();
        const auto blocks = lessons::parse_markdown(exercise.file, exercise.task_line, exercise.task);
        std::string last;
        for (const lessons::Inline& piece : blocks.back().inlines) last += piece.text;
        std::erase(last, ' ');
        last = last.substr(last.size() - std::min<size_t>(last.size(), 12));
        // A task that continues below says so, and the button leads to its end.
        drive().frames(2);
        for (int i = 0; i < 10 && drive().has_item("exercise.more"); ++i) {
            drive().click_item("exercise.more");
            drive().settle();
        }
        EXPECT_FALSE(drive().has_item("exercise.more")) << exercise.slug;
        EXPECT_NE(letters_shown(app().items()).find(last), std::string::npos)
            << exercise.slug << ": " << last;
    }
}

TEST_F(ExerciseViewTest, EveryExerciseDrawsInEverySize) {
    const std::vector<std::pair<int, int>> sizes = {{1280, 800}, {1920, 1080}, {1024, 768}, {800, 600}};
    for (const auto& [width, height] : test::sample("sizes of exercises", sizes, 1)) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        for (const exercises::Exercise& exercise : exercises::all_exercises()) {
            open(exercise.slug);
            ASSERT_NE(model().exercise(), nullptr) << model().error();
            EXPECT_EQ(model().exercise()->slug, exercise.slug);
            EXPECT_TRUE(drive().has_item("exercise.check")) << exercise.slug;
            EXPECT_TRUE(drive().has_item("exercise.editor")) << exercise.slug;
            drive().click_item("exercise.check");
            drive().settle();
            EXPECT_NE(model().marks(), nullptr) << exercise.slug;
        }
    }
}

}  // namespace
}  // namespace upsweep::app
