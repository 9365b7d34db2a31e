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
    LessonModel& model() { return dynamic_cast<LessonsView&>(app().active()).model(); }
    /// Reads every page of a lesson.
    void read(const std::string& slug) {
        dynamic_cast<LessonsView&>(app().active()).open_lesson(slug, 1);
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
        expect_legible(drive(), where, {.least_capital = 5.5F, .scrolls_until = 0.48F, .scrolls = true});
    }
};

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
