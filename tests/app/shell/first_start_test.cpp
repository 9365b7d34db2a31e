// How soon the first lesson is there on a machine that has never run the program.
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"
#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

/// Milliseconds that this thread has worked, which draws: a busy machine counts less.
double drew_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

TEST(FirstStartSpeed, TheCourseAndItsFirstLessonAreThereWithinASecond) {
    const std::filesystem::path file = test::own_file("first_start_speed.toml");
    std::filesystem::remove(file);
    constexpr double most_ms = 1000;
    try {
        const double begin = drew_ms();
        AppDriver driver(1280, 800, {.settings_file = file});
        driver.app().draw();
        ASSERT_TRUE(driver.has_item("lessons.continue")) << "the first frames are the course";
        const double course = drew_ms() - begin;
        driver.draws = true;
        driver.key("Enter");
        driver.settle();
        auto& view = active_view<LessonsView>(driver.app());
        ASSERT_NE(view.model().lesson(), nullptr);
        EXPECT_TRUE(driver.has_item("lessons.next"));
        const double lesson = drew_ms() - begin;
        std::printf("the course after %.0f ms of work, its first lesson after %.0f ms\n", course, lesson);
        EXPECT_LT(lesson, most_ms);
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

}  // namespace
}  // namespace upsweep::app
