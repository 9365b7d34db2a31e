// Pages of every kind, by keys and mouse: typed and sorted answers, two scenes on one clock, figures, notes,
// the Race and the Playground.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"
#include "app/playground/view/playground_view.h"
#include "core/helpers/own_folder.h"
#include "core/helpers/sample.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

constexpr const char* lesson_text = R"(+++
title = "All that pages can do"
chapter = "Mine"
[scene]
algorithm = "scan_kogge_stone"
n = 8
input = [3, 1, 7, 0, 4, 1, 6, 3]
lanes = 4
banks = 4
options = { inclusive = 1 }
+++
# Holds

```scene
at = "after pass 1 of Double the reach"
symbols = true
```

Words. The pass doubles the reach.

```figure
at = "after pass 1 of Double the reach"
to = "after pass 3 of Double the reach"
caption = "The reach doubles."
```

```note
Ask before you turn the page.
```

```predict
kind = "holds"
array = "sums"
cell = 5
[[wrong]]
value = "4…5"
reason = "**Not yet.** That was before."
```

# Writes

```scene
algorithm = "scan_blelloch"
at = "before pass 3 of Up-sweep"
options = { padding = 0 }
```

```predict
kind = "writes"
array = "sums"
```

# Lanes

```scene
algorithm = "scan_blelloch"
at = "before pass 2 of Up-sweep"
zoom = "lanes"
options = { padding = 0 }
```

```predict
kind = "lanes"
```

# Number

```compare
clock = "barrier"
left = "One network"
right = "A tree"
algorithm = "scan_blelloch"
```

```predict
kind = "number"
ask = "How many additions does the left one make?"
answer = "{total additions}"
unit = "additions"
```

# Choice

```playground
task = "box filter"
radius = 5
```

```predict
kind = "choice"
ask = "Which scan adds more?"
answer = "Kogge and Stone’s."
check = ["{total additions} > {total additions scan_blelloch}"]
[[wrong]]
value = "The tree."
reason = "**Not yet.** It adds twice for each number."
```

# Sort

```race
experiment = "Integral images"
```

```predict
kind = "sort"
ask = "What comes first?"
items = ["The numbers are loaded.", "The reach is one.", "The reach is two."]
moments = ["after Load", "after pass 1 of Double the reach", "after pass 2 of Double the reach"]
```

# Task

```playground
task = "likelihood"
```
)";

class PagesViewTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        open();
    }
    void open() {
        const std::string file = test::own_file("pages.md");
        std::ofstream(file) << lesson_text;
        app().open("lessons");
        drive().settle();
        ASSERT_TRUE(view().on_drop(file));
        drive().settle();
        ASSERT_NE(model().lesson(), nullptr) << model().error();
    }
    void open_in(int width, int height) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        open();
    }
    LessonsView& view() { return active_view<LessonsView>(app()); }
    LessonModel& model() { return view().model(); }
    void go(int page) {
        model().go(page);
        drive().settle();
    }
    std::string reason() {
        std::string text;
        for (const lessons::Inline& piece : lesson::reason_of(model())) text += piece.text;
        return text;
    }
};

TEST_F(PagesViewTest, AnAnswerIsTypedAndJudged) {
    go(0);
    EXPECT_TRUE(model().asks());
    drive().key("Enter");
    drive().frames(2);
    drive().type("4…5");
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(model().asks()) << "it may be tried again";
    EXPECT_EQ(reason(), "Not yet. That was before.");
    model().text() = "0…7";
    drive().click_item("lessons.check");
    EXPECT_NE(reason().find("It is not 0…7"), std::string::npos) << reason();
    model().text() = "many";
    drive().click_item("lessons.check");
    EXPECT_FALSE(model().answers().complaint.empty());
    model().text() = "2…5";
    drive().click_item("lessons.check");
    drive().settle();
    EXPECT_TRUE(model().answers().solved);
    EXPECT_FALSE(drive().has_item("lessons.typed"));
    const int64_t before = model().position()->step();
    drive().click_item("lessons.next");
    drive().settle();
    EXPECT_GT(model().position()->step(), before) << "the step is shown";
    EXPECT_EQ(model().page_number(), 0);
    drive().key("Space");
    EXPECT_EQ(model().page_number(), 1);
}

TEST_F(PagesViewTest, ThePassWaitsForTheAnswer) {
    go(0);
    const int64_t before = model().position()->step();
    drive().key("Right");
    EXPECT_EQ(model().position()->step(), before);
    EXPECT_TRUE(model().nudged());
    drive().key("Space");
    EXPECT_TRUE(model().answers().looked);
    EXPECT_GT(model().position()->step(), before);
    EXPECT_NE(reason().find("Answer shown."), std::string::npos);
}

TEST_F(PagesViewTest, CellsAreClickedOnTheStage) {
    go(1);
    // The pass with stride 4 adds into the last cell alone.
    const replay::StepPosition& at = *model().position();
    const std::string cell = "lessons." + stage::cell_name(at.trace(), at.picture().followed, 7);
    ASSERT_TRUE(drive().has_item(cell));
    drive().click_item(cell);
    EXPECT_EQ(model().answers().text, "7");
    ASSERT_EQ(model().marks().size(), 1U);
    EXPECT_EQ(model().marks()[0].cell, 7);
    drive().click_item(cell);
    EXPECT_EQ(model().answers().text, "") << "a second click takes it out";
    drive().click_item(cell);
    drive().key("Enter");
    EXPECT_TRUE(model().answers().solved);
}

TEST_F(PagesViewTest, LanesAreChosenByButtonsAndDigits) {
    go(2);
    const std::vector<int64_t> key = model().page().question->asked->key.numbers;
    for (const int64_t lane : key) drive().key(std::to_string(lane));
    drive().key("0");
    drive().key("0");
    drive().click_item("lessons.choice.1");
    drive().click_item("lessons.pick.lane.1");
    drive().click_item("lessons.check");
    EXPECT_TRUE(model().answers().solved) << model().answers().text;
    EXPECT_EQ(model().position()->grain(), replay::Grain::statement);
    drive().key("Home");
    const int64_t step = model().position()->step();
    drive().key("Right");
    EXPECT_EQ(model().position()->step(), step + 1) << "from the lanes a step is a statement";
}

TEST_F(PagesViewTest, TwoScenesMoveOnOneClockAndANumberIsTyped) {
    go(3);
    ASSERT_NE(model().comparison(), nullptr);
    Comparison& both = *model().comparison();
    EXPECT_EQ(both.clock(), replay::Clock::barrier);
    EXPECT_EQ(both.right().position()->run().scene.slug(), "scan_blelloch");
    for (int i = 0; i < 4; ++i) drive().key("Right");
    drive().settle();
    EXPECT_GT(model().position()->step(), 0);
    EXPECT_GT(both.right().position()->step(), 0);
    EXPECT_LE(std::abs(both.left_time() - both.right_time()), 1) << "neither runs ahead";
    const int64_t left = model().position()->step(), right = both.right().position()->step();
    drive().key("Left");
    EXPECT_LT(model().position()->step() + both.right().position()->step(), left + right);
    drive().key("Home");
    EXPECT_EQ(model().position()->step(), 0);
    EXPECT_EQ(both.right().position()->step(), 0);
    model().text() = "16";
    drive().key("Enter");
    EXPECT_TRUE(model().asks());
    model().text() = "17";
    drive().key("Enter");
    EXPECT_TRUE(model().answers().solved);
    drive().key("Space");
    EXPECT_EQ(model().page_number(), 4) << "what no step shows is over when it is answered";
}

TEST_F(PagesViewTest, SentencesAreChosenAndThePlaygroundHasTheRadius) {
    go(4);
    ASSERT_TRUE(drive().has_item("lessons.radius"));
    EXPECT_FALSE(drive().has_item("lessons.pass_on")) << "there is nothing to step";
    const auto& filter = view().playground()->task("box_filter");
    EXPECT_EQ(filter.value("radius"), 5);
    drive().key("Right");
    EXPECT_EQ(filter.value("radius"), 6);
    const bool first = model().page().question->choices[0].right;
    drive().key(first ? "2" : "1");
    EXPECT_EQ(reason(), "Not yet. It adds twice for each number.");
    drive().click_item(first ? "lessons.answer.1" : "lessons.answer.2");
    EXPECT_TRUE(model().answers().solved);
    EXPECT_EQ(reason(), "Right.");
}

TEST_F(PagesViewTest, AnotherTaskOfThePlaygroundHasItsArrowsAndOpensThere) {
    go(6);
    PlaygroundView& shown = *view().playground();
    EXPECT_EQ(shown.panel().task().name(), "likelihood");
    EXPECT_FALSE(drive().has_item("lessons.radius"));
    const int64_t bins = shown.task("likelihood").value("bins");
    drive().key("Right");
    EXPECT_EQ(shown.task("likelihood").value("bins"), 2 * bins);
    drive().click_item("lessons.open");
    drive().settle();
    auto& opened = active_view<PlaygroundView>(app());
    EXPECT_EQ(opened.panel().task().name(), "likelihood");
}

TEST_F(PagesViewTest, EveryTaskThatALessonMayNameIsInThePlayground) {
    go(4);
    PlaygroundView& playground = *view().playground();
    for (const char* name : {"box_filter", "local_contrast", "adaptive_threshold", "difference_of_boxes",
                             "likelihood", "faces"}) {
        playground.choose_task(name);
        EXPECT_EQ(playground.panel().task().name(), name);
    }
}

TEST_F(PagesViewTest, ThingsArePutInOrder) {
    go(5);
    const std::vector<size_t> shown = model().page().question->shown;
    const auto row_of = [&](size_t item) {
        return std::to_string(std::find(shown.begin(), shown.end(), item) - shown.begin() + 1);
    };
    drive().click_item("lessons.check");
    EXPECT_FALSE(model().answers().complaint.empty()) << "nothing is chosen yet";
    for (const size_t item : {1U, 0U, 2U}) drive().key(row_of(item));
    drive().key("Enter");
    EXPECT_TRUE(model().asks());
    EXPECT_NE(reason().find("in a different order"), std::string::npos);
    EXPECT_TRUE(model().answers().order.empty()) << "it begins anew";
    drive().click_item("lessons.answer." + row_of(2));
    drive().click_item("lessons.answer." + row_of(2));
    for (const size_t item : {0U, 1U, 2U}) drive().click_item("lessons.answer." + row_of(item));
    drive().click_item("lessons.check");
    EXPECT_TRUE(model().answers().solved);
}

TEST_F(PagesViewTest, AFigurePlaysUntilItIsStopped) {
    go(0);
    const lessons::Figure* figure = lesson::first_moving(model().page());
    ASSERT_NE(figure, nullptr);
    EXPECT_EQ(model().figure(*figure).step(), figure->step);
    EXPECT_EQ(model().figure_stops(*figure).size(), 3U);
    EXPECT_FALSE(view().animating());
    drive().key("A");
    EXPECT_TRUE(view().animating());
    drive().frames(70);
    EXPECT_GT(model().figure(*figure).step(), figure->step);
    EXPECT_LE(model().figure(*figure).step(), figure->end);
    EXPECT_EQ(model().position()->step(), model().page().step) << "the page's own scene stays";
    drive().click_item("lessons.play." + std::to_string(figure->step));
    drive().settle();
    EXPECT_FALSE(view().animating());
    EXPECT_EQ(model().figure(*figure).step(), figure->step);
}

TEST_F(PagesViewTest, NotesAreForTheTeacherAlone) {
    go(0);
    EXPECT_FALSE(drive().has_item("lessons.notes"));
    drive().key("N");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.notes"));
    drive().key("F11");
    drive().settle();
    EXPECT_FALSE(drive().has_item("lessons.notes"));
    drive().key("Esc");
    drive().settle();
    drive().key("N");
    drive().settle();
    EXPECT_FALSE(drive().has_item("lessons.notes"));
}

TEST_F(PagesViewTest, EveryKindOfPageDrawsInEverySizeThemeAndPresented) {
    const std::vector<std::pair<int, int>> sizes = {{1024, 768}, {1920, 1080}, {800, 600}};
    for (const auto& [width, height] : test::sample("sizes of pages", sizes, 1)) {
        open_in(width, height);
        for (const bool presented : {false, true}) {
            app().set_theme(presented ? ThemeKind::presenter : ThemeKind::light);
            app().present(presented);
            for (int page = 0; page < model().page_count(); ++page) {
                go(page);
                if (model().waits()) model().reveal();
                drive().settle();
                EXPECT_EQ(model().page_number(), page);
                EXPECT_TRUE(app().notices().all().empty());
            }
        }
    }
}

}  // namespace
}  // namespace upsweep::app
