// Whether everything that a page of the course writes can be read: nothing cut, nothing over something else,
// before its question is answered and after it.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "app/helpers/driver.h"
#include "app/helpers/legible.h"
#include "app/lessons/view/lessons_view.h"
#include "core/helpers/sample.h"

namespace upsweep::app {
namespace {

struct Room {
    int width = 0, height = 0;
};

class PageText : public AppTest {
  protected:
    void open(Room room) {
        driver_.reset();  // one window at a time
        driver_ = std::make_unique<AppDriver>(room.width, room.height);
        app().open("lessons");
        app().items().texts.emplace();
        drive().settle();
    }
    LessonModel& model() { return active_view<LessonsView>(app()).model(); }
    /// Reads every page of a lesson.
    void read(const std::string& slug) {
        active_view<LessonsView>(app()).open_lesson(slug, 1);
        drive().settle();
        ASSERT_NE(model().lesson(), nullptr) << slug;
        for (int page = 0; page < model().page_count(); ++page) {
            model().go(page);
            drive().settle();
            const std::string where = slug + " " + std::to_string(page + 1);
            expect_pages_legible(where);
            if (!model().asks()) continue;
            model().reveal();
            drive().settle();
            expect_pages_legible(where + ", revealed");
        }
    }
    void expect_pages_legible(const std::string& where) {
        expect_legible(drive(), where, {.least_capital = 4, .scrolls_until = 0.48F, .scrolls = true});
    }
};

/// The part next to the text, from this share of the window's width on.
std::set<std::string> written_right_of(AppDriver& driver, float share) {
    const float edge = float(driver.screenshot().width) * share;
    std::set<std::string> texts;
    for (const ShownText& text : *driver.app().items().texts)
        if (text.box.min.x > edge) texts.insert(text.text);
    return texts;
}

TEST_F(PageText, CountsThatTellTheAnswerComeWithIt) {
    open({1920, 1080});
    active_view<LessonsView>(app()).open_lesson("lanes-banks-and-rows", 5);
    drive().settle();
    ASSERT_TRUE(model().asks());
    EXPECT_TRUE(written_right_of(drive(), 0.39F).contains("additions"));
    EXPECT_FALSE(written_right_of(drive(), 0.39F).contains("sectors"));
    model().reveal();
    drive().settle();
    EXPECT_TRUE(written_right_of(drive(), 0.39F).contains("sectors"));
}

TEST_F(PageText, AnExerciseNamesItsLessonWholeOrNotAtAll) {
    for (const auto& [room, named] : {std::pair(Room{1920, 1080}, true), std::pair(Room{1024, 768}, false)}) {
        open(room);
        active_view<LessonsView>(app()).open_lesson("lanes-banks-and-rows", 9);
        drive().settle();
        const std::set<std::string> texts = written_right_of(drive(), 0);
        EXPECT_TRUE(texts.contains("Exercise 2 of 2")) << room.width;
        EXPECT_EQ(texts.contains("Lanes, banks and rows"), named) << room.width;
    }
}

/// A figure does not scroll: the numbers of all its cells are in one line.
TEST_F(PageText, AFigureShowsAllItsCells) {
    open({1024, 768});
    active_view<LessonsView>(app()).open_lesson("double-the-reach", 6);
    drive().settle();
    std::map<int, std::set<std::string>> lines;  // by height
    for (const ShownText& text : *app().items().texts)
        if (text.box.max.x < 1024 * 0.48F) lines[int(text.box.min.y)].insert(text.text);
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) {
        for (const char* number : {"0", "1", "2", "3", "4", "5", "6", "7"})
            if (!line.second.contains(number)) return false;
        return true;
    }));
}

/// Lines of a plot that differ in their last words alone have names that do.
TEST_F(PageText, TwoLinesOfAPlotHaveTwoNames) {
    open({1024, 768});
    active_view<LessonsView>(app()).open_lesson("an-honest-race", 4);
    drive().settle();
    const std::set<std::string> texts = written_right_of(drive(), 0.48F);
    EXPECT_TRUE(texts.contains("Single-pass scan,")) << testing::PrintToString(texts);
    EXPECT_TRUE(texts.contains("transpose, twice"));
}

/// The pane of an exercise's checks ends between two of them.
TEST_F(PageText, NoCheckIsCutInHalf) {
    for (const Room room :
         {Room{1024, 768}, Room{1100, 790}, Room{1280, 800}, Room{1366, 768}, Room{1440, 900}}) {
        open(room);
        active_view<LessonsView>(app()).open_lesson("lanes-banks-and-rows", 9);
        drive().settle();
        const float left = float(room.width) * 0.63F;
        for (const ShownText& text : *app().items().texts) {
            const bool inside = text.box.max.x < left && text.box.min.y < text.clip.max.y;
            if (!inside || text.clip.min.y <= float(room.height) * 0.6F) continue;
            EXPECT_LE(text.box.max.y, text.clip.max.y + 1) << place_of(text);
        }
    }
}

/// Over the arcs of a row, under the row above them; and the request is written once.
TEST_F(PageText, NamesAndMarksKeepOffOtherCells) {
    open({1024, 768});
    for (const auto& [page, revealed] : {std::pair(8, true), std::pair(2, false)}) {
        active_view<LessonsView>(app()).open_lesson("likely-places", page);
        drive().settle();
        if (revealed) model().reveal();
        drive().settle();
        expect_pages_legible("likely-places " + std::to_string(page));
    }
}

TEST_F(PageText, CanBeReadOnEveryPage) {
    std::vector<std::pair<std::string, Room>> all;
    for (const lessons::Lesson& lesson : lessons::all_lessons())
        for (const Room room : {Room{1024, 768}, Room{1920, 1080}}) all.emplace_back(lesson.slug, room);
    for (const auto& [slug, room] : test::sample("lessons in two rooms", all, 4)) {
        open(room);
        SCOPED_TRACE(std::to_string(room.width) + " wide");
        read(slug);
    }
}

}  // namespace
}  // namespace upsweep::app
