// A class of fifty minutes as a lecturer gives it, by the keys alone, on a projector of 1024 x 768: from the
// plan into each of its items and back, from the serial loop to look-back, the Race and the Playground.
#include <algorithm>

#include "app/helpers/legible.h"
#include "app/lessons/view/lessons_view.h"
#include "app/playground/view/playground_view.h"
#include "app/race/view/race_view.h"
#include "app/step/view/step_view.h"
#include "replay/structure/plan.h"

namespace upsweep::app {
namespace {

class ClassHour : public AppTest {
  protected:
    void SetUp() override {
        try {
            driver_ = std::make_unique<AppDriver>(1024, 768);
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
        app().items().texts.emplace();
        app().open("lessons");
        drive().settle();
        lessons_of_plan_ = &lessons();
    }
    LessonsView& lessons() { return active_view<LessonsView>(app()); }
    StepModel& step() { return active_view<StepView>(app()).model(); }
    /// A result without computing is there in the next frame, without waiting for motion.
    void key(const char* chord) {
        drive().key(chord);
        while (!app().jobs().idle() || !app().active().ready()) drive().settle();
        drive().frames(2);
    }
    /// Enter opens the item of the plan; the view that it leads to is presented, and nothing has the focus.
    void open(size_t item, std::string_view view, const Legible& how = {}) {
        ASSERT_EQ(app().active().name(), "lessons");
        ASSERT_EQ(lessons().course().item(), item) << "where the plan stands";
        expect_legible(drive(), "plan, item " + std::to_string(item + 1));
        drive().key("Enter");
        if (view == "race") {  // it begins to measure, which a test need not wait for
            drive().frames(5);
            active_view<RaceView>(app()).model().cancel();
            active_view<RaceView>(app()).model().finish();
        }
        drive().settle();
        EXPECT_EQ(app().active().name(), view);
        EXPECT_TRUE(app().presenting());
        EXPECT_TRUE(app().items().focus.empty());
        expect_legible(drive(), "item " + std::to_string(item + 1), how);
        const lessons::PlanItem& said = nth(lessons_of_plan_->course().plan().items, item);
        ASSERT_TRUE(app().notes()) << "what the speaker reads";
        EXPECT_EQ(app().notes()->title, said.title);
        EXPECT_EQ(app().notes()->say, said.say);
        leave_the_mouse();
    }
    /// Where a lecturer drops it: over the picture, and it covers nothing.
    void leave_the_mouse() {
        drive().move(700, 420);
        drive().frames(60);
        EXPECT_FALSE(drive().has_item("tooltip")) << app().active().name();
    }
    /// Leaving the projector's picture by Escape, and coming back, leaves all as it was.
    void out_and_back() {
        const std::string view(app().active().name());
        for (int tries = 0; tries < 4 && app().presenting(); ++tries) key("Esc");
        EXPECT_FALSE(app().presenting());
        EXPECT_EQ(app().active().name(), view);
        key("F11");
        EXPECT_TRUE(app().presenting());
        EXPECT_EQ(app().active().name(), view);
    }
    void open_page(size_t item, std::string_view slug, int page) {
        open(item, "lessons");
        ASSERT_NE(lessons().model().lesson(), nullptr);
        EXPECT_EQ(lessons().model().lesson()->slug, slug);
        EXPECT_EQ(lessons().model().page_number() + 1, page);
    }
    /// Back to the plan, and on to its next item.
    void next_item() {
        drive().key("Backspace");
        drive().settle();
        EXPECT_TRUE(app().presenting());
        EXPECT_TRUE(drive().has_item("lessons.item.open")) << "the plan";
        key("PgDn");
    }
    LessonsView* lessons_of_plan_ = nullptr;
    void draw_a_line() {
        drive().move(300, 400);
        app().handle(KeyEvent{{Key::d}, true});
        for (float x = 300; x <= 600; x += 50) drive().move(x, 420);
        app().handle(KeyEvent{{Key::d}, false});
        drive().frames(2);
    }
    void answer_by_typing();
    void loop_and_tree();
    void blocks();
    void race_and_playground();
};

// What is typed is the answer, whatever has the focus, and Enter reveals.
void ClassHour::answer_by_typing() {
    Predict& predict = active_view<StepView>(app()).predict();
    ASSERT_EQ(predict.state(), Predict::State::asking);
    for (size_t other = 0; other < predict.kinds(); ++other) {
        if (predict.question().kind == questions::Kind::cell_value) break;
        predict.other();
    }
    drive().settle();
    ASSERT_EQ(predict.question().kind, questions::Kind::cell_value);
    const stage::Zoom zoom = step().shown_zoom();
    const std::string right = predict.question().key.text;
    for (const char digit : right) key(std::string(1, digit).c_str());
    EXPECT_EQ(predict.text(), right);
    EXPECT_EQ(step().shown_zoom(), zoom) << "digits do not change the view";
    expect_legible(drive(), "both sweeps, answered");
    key("Enter");
    ASSERT_EQ(predict.state(), Predict::State::revealed);
    EXPECT_TRUE(predict.right());
}

// 0:00 to 0:27: pages, a scene, what is compared, an exercise.
void ClassHour::loop_and_tree() {
    open_page(0, "a-loop-has-to-wait", 5);
    const auto still = drive().screenshot().rgba;
    key("S");
    EXPECT_NE(drive().screenshot().rgba, still) << "values for what the cells hold";
    key("S");
    key("Right");
    EXPECT_NE(drive().screenshot().rgba, still) << "a pass";
    expect_legible(drive(), "the loop, a pass on");
    drive().settle();
    const auto clean = drive().screenshot().rgba;
    draw_a_line();
    EXPECT_NE(drive().screenshot().rgba, clean);
    drive().key("Backspace");
    drive().move(2, 2);
    drive().frames(2);
    EXPECT_EQ(drive().screenshot().rgba, clean) << "wiped, and still the lesson";
    key(".");
    key(".");
    key("Space");
    EXPECT_TRUE(lessons().model().answers().settled());
    expect_legible(drive(), "the loop, answered");
    next_item();

    open_page(1, "work-efficient-scan", 4);
    key("1");
    EXPECT_EQ(lessons().model().answers().tried.size(), 1U);
    expect_legible(drive(), "the vote");
    key("PgDn");
    EXPECT_TRUE(lessons().model().revealed());
    expect_legible(drive(), "the vote, revealed");
    next_item();

    open(2, "step");
    for (int pass = 0; pass < 6; ++pass) {
        const int64_t before = step().position()->step();
        key("PgDn");
        EXPECT_GT(step().position()->step(), before);
        if (pass % 2 == 0)
            expect_legible(drive(), "both sweeps, step " + std::to_string(step().position()->step()));
    }
    key("P");
    expect_legible(drive(), "both sweeps, predict");
    answer_by_typing();
    expect_legible(drive(), "both sweeps, revealed");
    leave_the_mouse();
    key("P");
    EXPECT_TRUE(app().presenting());
    key("C");
    key("PgDn");
    expect_legible(drive(), "both sweeps, compared");
    leave_the_mouse();
    key("C");
    out_and_back();
    next_item();

    // The class reads its kernel on its own machines; on the wall it is small.
    open(3, "lessons", {.least_capital = 7, .scrolls_until = 0.5F, .scrolls = true});
    EXPECT_EQ(lessons().model().page().exercise, "way-down");
    next_item();
}

// 0:27 to 0:38: who waits for whom, and looking back. Answers are typed; the clicker turns on all the same.
void ClassHour::blocks() {
    open_page(4, "waiting-for-a-neighbour", 4);
    key("Enter");
    drive().type("2");
    key("Enter");
    EXPECT_TRUE(lessons().model().answers().solved);
    expect_legible(drive(), "the deadlock, answered");
    next_item();

    open_page(5, "look-back", 2);
    key("Enter");
    drive().type("3");
    key("PgDn");
    EXPECT_TRUE(lessons().model().answers().settled()) << "the clicker, while somebody types";
    key("Right");
    expect_legible(drive(), "look-back, a step on");
    out_and_back();
    EXPECT_EQ(lessons().model().page_number() + 1, 2);
    next_item();
}

// 0:38 to the end.
void ClassHour::race_and_playground() {
    open(6, "race");
    key("PgDn");
    EXPECT_EQ(app().active().name(), "race");
    leave_the_mouse();
    expect_legible(drive(), "the Race's second page");
    next_item();

    open(7, "playground");
    auto& playground = active_view<PlaygroundView>(app());
    EXPECT_EQ(playground.task("box_filter").value("radius"), 12);
    key("Right");
    EXPECT_EQ(playground.task("box_filter").value("radius"), 13);
    key("PgDn");
    EXPECT_EQ(playground.model().show, Playground::Show::result);
    expect_legible(drive(), "the blur");
    next_item();

    open_page(8, "work-efficient-scan", 8);
    key("Space");
    EXPECT_TRUE(lessons().model().answers().settled());
    expect_legible(drive(), "what to take home");
}

TEST_F(ClassHour, GoesFromTheSerialLoopToThePlaygroundByKeysAlone) {
    ASSERT_EQ(lessons().course().plan().items.size(), 9U);
    key("F11");
    EXPECT_TRUE(app().presenting());
    loop_and_tree();
    blocks();
    race_and_playground();
    key("F11");
    EXPECT_FALSE(app().presenting());
    EXPECT_EQ(app().active().name(), "lessons");
    EXPECT_TRUE(app().notices().all().empty());
}

TEST_F(ClassHour, EveryPlaygroundTaskOfThePlansIsThere) {
    for (const lessons::ClassPlan& plan : lessons().course().plans())
        for (const lessons::PlanItem& item : plan.items) {
            const auto* place = std::get_if<scenes::PlaygroundPlace>(&item.target);
            if (place == nullptr) continue;
            app().go_to(item.target);
            EXPECT_EQ(active_view<PlaygroundView>(app()).panel().task().name(), place->task);
            app().open("lessons");
        }
}

}  // namespace
}  // namespace upsweep::app
