// How the pages of the lessons fit their room: what scrolls, and that an answer's reason comes without moving
// the answers.
#include <algorithm>
#include <map>

#include "app/helpers/legible.h"
#include "app/lessons/view/lessons_view.h"
#include "core/helpers/sample.h"
#include "replay/data/picture.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"

namespace upsweep::app {
namespace {

class PageRoom : public AppTest {
  protected:
    void open(int width, int height) {
        driver_.reset();  // one window at a time
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("lessons");
        drive().settle();
    }
    LessonsView& view() { return active_view<LessonsView>(app()); }
    LessonModel& model() { return view().model(); }
    /// Calls `look` on every page that is not an exercise, of a sample of the lessons.
    template <typename Look>
    void on_every_page(const char* what, Look look) {
        std::vector<const lessons::Lesson*> all;
        for (const lessons::Lesson& lesson : lessons::all_lessons()) all.push_back(&lesson);
        for (const lessons::Lesson* one : test::sample(what, all, 6)) {
            const lessons::Lesson& lesson = *one;
            view().open_lesson(lesson.slug, 1);
            drive().settle();
            ASSERT_NE(model().lesson(), nullptr) << lesson.slug;
            for (int page = 0; page < model().page_count(); ++page) {
                model().go(page);
                drive().settle();
                if (!model().page().exercise) look(lesson.slug + " " + std::to_string(page + 1));
            }
        }
    }
};

/// The places of the answers: those to choose, the field, the button that judges.
std::map<std::string, Rect> places_of(AppDriver& driver) {
    std::map<std::string, Rect> places;
    for (const char* id : {"lessons.typed", "lessons.check"})
        if (driver.has_item(id)) places[id] = driver.item(id);
    for (int i = 1; driver.has_item("lessons.place." + std::to_string(i)); ++i)
        places["lessons.place." + std::to_string(i)] = driver.item("lessons.place." + std::to_string(i));
    return places;
}

void expect_same_places(AppDriver& driver, const std::map<std::string, Rect>& before,
                        const std::string& where) {
    for (const auto& [id, rect] : places_of(driver)) {
        const auto found = before.find(id);
        if (found == before.end()) continue;
        EXPECT_NEAR(rect.min.y, found->second.min.y, 1) << where << ": " << id << " has moved";
        EXPECT_NEAR(rect.min.x, found->second.min.x, 1) << where << ": " << id << " has moved";
    }
}

/// The card lies between the progress of the pages and the bar at the foot.
bool card_in_view(AppDriver& driver) {
    const Rect card = driver.item("lessons.card");
    return card.min.y >= driver.item("lessons.page.1").min.y &&
           card.max.y <= driver.item("lessons.next").min.y;
}

/// What is said of the answer is written in the card, none of it cut.
void expect_said(AppDriver& driver, const LessonModel& model, const std::string& where) {
    std::string said;
    for (const lessons::Inline& piece : lesson::reason_of(model)) said += piece.text;
    ASSERT_FALSE(said.empty()) << where;
    const Rect card = driver.item("lessons.card");
    std::string written;
    for (const ShownText& text : *driver.app().items().texts)
        if (text.box.min.x >= card.min.x && text.box.max.x <= card.max.x && text.box.min.y >= card.min.y &&
            text.box.max.y <= std::min(card.max.y, text.clip.max.y) && text.box.min.y >= text.clip.min.y)
            written += text.text;
    const auto without_spaces = [](std::string text) {
        std::erase(text, ' ');
        return text;
    };
    EXPECT_NE(without_spaces(written).find(without_spaces(said)), std::string::npos) << where << ": " << said;
}

/// A wrong answer of any kind; false where no wrong one is known.
bool answer_wrongly(LessonModel& model) {
    using Kind = lessons::Question::Kind;
    const lessons::PreparedQuestion& question = *model.page().question;
    if (question.kind == Kind::sort) {
        for (size_t i = question.items.size(); i > 0; --i) model.choose(int64_t(i - 1));
        return model.check(), true;
    }
    const auto wrong = std::find_if(question.choices.begin(), question.choices.end(),
                                    [](const lessons::Choice& choice) { return !choice.right; });
    if (wrong == question.choices.end()) return false;
    if (!model.is_typed()) return model.answer(size_t(wrong - question.choices.begin())), true;
    model.text() = wrong->value;
    return model.check(), true;
}

void answer_rightly(LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    if (question.kind == lessons::Question::Kind::sort)
        for (size_t i = 0; i < question.items.size(); ++i) model.choose(int64_t(i));
    else if (model.is_typed())
        model.text() = question.answer;
    else
        for (size_t i = 0; i < question.choices.size(); ++i)
            if (question.choices[i].right) model.answer(i);
    model.check();
}

// Over the whole course. Last pages, with what the model leaves out and the sources, are long.
TEST_F(PageRoom, NearlyHalfOfThePagesNeedNoScrollingInTheSmallestLectureRoom) {
    open(1024, 768);
    int pages = 0, scrolled = 0;
    on_every_page("lessons in a small room", [&](const std::string&) {
        ++pages;
        if (drive().has_item("lessons.more")) ++scrolled;
    });
    EXPECT_GT(pages, test::takes_all() ? 100 : 30);
    EXPECT_LE(scrolled, test::takes_all() ? pages * 3 / 5 : pages * 3 / 4) << "of " << pages;
}

TEST_F(PageRoom, AReasonComesIntoViewAndNoAnswerMoves) {
    for (const auto& [width, height] :
         test::sample("windows of reasons", std::vector<std::pair<int, int>>{{1024, 768}, {1280, 800}}, 1)) {
        open(width, height);
        app().items().texts.emplace();
        int questions = 0, below = 0;
        on_every_page("lessons with reasons", [&](const std::string& where) {
            if (!model().asks()) return;
            ++questions;
            if (!card_in_view(drive())) {  // the end of a scrolling text
                ++below;
                return;
            }
            const auto before = places_of(drive());
            EXPECT_FALSE(before.empty() && !drive().has_item("lessons.choice.yes")) << where;
            if (answer_wrongly(model())) {
                drive().settle();
                EXPECT_TRUE(card_in_view(drive())) << where << " after a wrong answer";
                expect_same_places(drive(), before, where + " after a wrong answer");
                expect_said(drive(), model(), where + " after a wrong answer");
            }
            answer_rightly(model());
            drive().settle();
            EXPECT_TRUE(model().answers().solved) << where;
            EXPECT_TRUE(card_in_view(drive())) << where << " after the right answer";
            if (!model().is_typed() && model().page().question->kind != lessons::Question::Kind::sort)
                expect_same_places(drive(), before, where + " after the right answer");
            expect_said(drive(), model(), where + " after the right answer");
        });
        EXPECT_GT(questions, test::takes_all() ? 100 : 25);
        EXPECT_LE(below, 4) << "cards that are found by scrolling, " << width;
    }
}

TEST_F(PageRoom, WhoPredictsWhatIsWrittenKeepsTheDiagram) {
    open(1024, 768);
    view().open_lesson("work-and-depth", 4);
    drive().settle();
    ASSERT_TRUE(model().hides_to_come());
    EXPECT_TRUE(drive().has_item("lessons.diagram"));
    model().reveal();
    drive().settle();
    EXPECT_FALSE(model().hides_to_come());
}

/// A class sees a page whole: type gets smaller, and the text wider, until it is. Few pages are too long for
/// that: those with a figure among their text, and the last ones. A row of eight cells is there whole.
TEST_F(PageRoom, PresentedPagesRarelyScroll) {
    open(1024, 768);
    drive().key("F11");
    app().items().texts.emplace();
    std::string scrolling;
    int pages = 0, long_ones = 0;
    on_every_page("presented lessons", [&](const std::string& where) {
        ++pages;
        const replay::StepPosition* at = model().position();
        const bool small = at != nullptr && at->index().longest_value(at->picture().followed) <= 2;
        for (const ShownText& text : *app().items().texts)
            EXPECT_FALSE(small && text.text.starts_with("cells ") && text.text.ends_with(" of 8"))
                << where << ": " << text.text;
        if (!drive().has_item("lessons.more")) return;
        ++long_ones;
        scrolling += where + "\n";
    });
    EXPECT_GT(pages, test::takes_all() ? 100 : 30);
    // Of 149; the most of them are in one lesson.
    EXPECT_LE(long_ones, 10) << scrolling;
}

/// A plan and two plans on one clock keep their words apart in half of the smallest page.
TEST_F(PageRoom, PresentedPlansCanBeRead) {
    open(1024, 768);
    app().items().texts.emplace();
    drive().key("F11");
    for (const auto& [slug, page] :
         {std::pair("longer-than-a-block", 1), std::pair("where-is-the-face", 7)}) {
        view().open_lesson(slug, page);
        drive().settle();
        expect_legible(drive(), slug, {.least_capital = 4, .scrolls_until = 0.56F, .scrolls = true});
    }
}

/// Two scenes of blocks, one over the other, are as large as the page allows: a card of each block, the same
/// on both sides, and the question under the whole page.
TEST_F(PageRoom, PresentedComparisonsOfBlocksAreLarge) {
    open(1024, 768);
    drive().key("F11");
    for (const auto& [slug, page] :
         {std::pair("waiting-for-a-neighbour", 5), {"waiting-for-a-neighbour", 7}, {"look-back", 4}}) {
        view().open_lesson(slug, page);
        drive().settle();
        drive().frames(8);  // the text finds its size
        const std::string where = std::string(slug) + " " + std::to_string(page);
        const Rect left = drive().item("lessons.block.0"), right = drive().item("compare.block.0");
        EXPECT_GE(left.width(), 58) << where;
        EXPECT_GE(left.height(), 52) << where;
        EXPECT_NEAR(left.width(), right.width(), 1) << where;
        EXPECT_FALSE(drive().has_item("lessons.more")) << where << ": the text is cut";
        if (!drive().has_item("lessons.place.3")) continue;
        EXPECT_NEAR(drive().item("lessons.place.1").min.y, drive().item("lessons.place.3").min.y, 1) << where;
        EXPECT_LE(drive().item("lessons.place.3").max.y, 768) << where;
    }
}

/// All lanes of a warp are in view, so also the one that the question names; a number can be typed whatever
/// its unit is.
TEST_F(PageRoom, PresentedLanesAndFieldsHaveRoom) {
    open(1024, 768);
    drive().key("F11");
    view().open_lesson("inside-a-warp", 4);
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.lane.7"));
    view().open_lesson("a-table-for-every-bin", 5);
    drive().settle();
    const Rect field = drive().item("lessons.typed");
    EXPECT_GE(field.width(), 80);
    EXPECT_LE(field.max.x, drive().item("lessons.check").min.x);
    EXPECT_TRUE(drive().has_item("lessons.bar.0")) << "the page speaks of its streams";
    // Digits are the answer's without a click into the field; Backspace takes the last one back.
    for (const char* key : {"2", "0", "1", "Backspace", "0"}) drive().key(key);
    drive().settle();
    EXPECT_EQ(model().text(), "200");
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(model().answers().solved);
}

}  // namespace
}  // namespace upsweep::app
