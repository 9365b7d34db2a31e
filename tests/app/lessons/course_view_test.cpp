// The course page by keys and mouse: cards, plan, glossary, a lesson of one's own.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>

#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"
#include "core/helpers/own_folder.h"
#include "replay/structure/plan.h"

namespace upsweep::app {
namespace {

class CourseViewTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        app().open("lessons");
        drive().settle();
    }
    LessonsView& view() { return active_view<LessonsView>(app()); }
    std::string card() { return "lessons.card." + lessons::all_lessons().front().slug; }
    bool on_course() { return drive().has_item(card()); }
    /// A user's lesson with these pages' titles.
    std::string own(const std::string& name, const std::vector<std::string>& titles,
                    const std::string& more = "") {
        const std::string file = test::own_file(name);
        std::ofstream out(file);
        out << "+++\ntitle = \"Mine\"\nchapter = \"My own\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = "
               "4\n+++\n";
        for (const std::string& title : titles) out << "# " << title << "\n\nWords.\n\n";
        out << more;
        return file;
    }
};

TEST_F(CourseViewTest, OpensWithTheCourseAndEnterBegins) {
    ASSERT_TRUE(on_course());
    EXPECT_FALSE(drive().has_item("lessons.next"));
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.next"));
    EXPECT_EQ(view().model().lesson()->slug, lessons::all_lessons().front().slug);
    drive().key("PgDn");
    drive().settle();
    drive().key("Backspace");
    drive().settle();
    ASSERT_TRUE(on_course());
    EXPECT_EQ(view().course().resume(), (lessons::LessonPlace{0, 1}));
    drive().click_item("lessons.continue");
    drive().settle();
    EXPECT_EQ(view().model().page_number(), 1);
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(on_course()) << "Escape closes what lies over a page, not the page";
    drive().key("Backspace");
    drive().settle();
    EXPECT_TRUE(on_course());
}

/// What a lesson is for is read on its own card, which covers none beside it.
TEST_F(CourseViewTest, ARestingPointerShowsTheAimOnItsCardAlone) {
    app().items().texts.emplace();
    const Rect card = drive().item(this->card());
    drive().move(card.centre().x, card.centre().y);
    drive().frames(6);
    EXPECT_FALSE(drive().has_item("lessons.aim"));
    drive().frames(60);
    ASSERT_TRUE(drive().has_item("lessons.aim"));
    EXPECT_FALSE(drive().has_item("tooltip"));
    const Rect aim = drive().item("lessons.aim");
    EXPECT_TRUE(card.contains(aim.min) && card.contains(aim.max));
    std::string shown;
    for (const ShownText& text : *app().items().texts)
        if (aim.contains(text.box.min) && text.box.max.y <= aim.max.y) shown += text.text;
    std::string whole = lessons::all_lessons().front().aim;
    std::erase(whole, ' ');
    std::erase(shown, ' ');
    EXPECT_NE(shown.find(whole), std::string::npos) << shown;
}

TEST_F(CourseViewTest, WhatIsDoneIsNotSaidAsAFault) {
    app().notices().add_done("The handout is class.html.", "handout");
    app().notices().add("There is no such file.");
    EXPECT_TRUE(app().notices().is_done(0));
    EXPECT_FALSE(app().notices().is_done(1));
    drive().frames(3);
    const auto ground = [&](const char* id) {
        const Pixels picture = drive().screenshot();
        const Rect place = drive().item(id);
        const auto at = 4 * (size_t(place.min.y + 3) * size_t(picture.width) + size_t(place.min.x + 3));
        return IM_COL32(picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2], 255);
    };
    const auto of = [&](Role role) { return packed(palette(app().theme())[role]); };
    EXPECT_EQ(ground("notice.0"), of(Role::right_fill));
    EXPECT_EQ(ground("notice.1"), of(Role::trouble_fill));
}

TEST_F(CourseViewTest, ArrowsChooseACardAndEnterOpensIt) {
    drive().key("Right");
    drive().key("Left");
    drive().settle();
    EXPECT_EQ(app().items().focus, card());
    drive().key("Enter");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.next"));
    drive().click_item("lessons.crumb.course");
    drive().settle();
    EXPECT_TRUE(on_course());
    drive().click_item(card());
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.next"));
}

TEST_F(CourseViewTest, ProgressIsKeptAndShown) {
    view().open_lesson(lessons::all_lessons().front().slug, 4);
    drive().settle();
    const LessonProgress progress = view().course().progress().of(lessons::all_lessons().front().slug);
    EXPECT_EQ(progress.page, 3);
    EXPECT_TRUE(progress.has_seen(3));
    EXPECT_FALSE(progress.has_seen(2));
    EXPECT_FALSE(progress.has_answered(3));
}

TEST_F(CourseViewTest, ALessonThatIsNotThereIsRefusedWithTheNames) {
    try {
        view().open_lesson("nowhere", 1);
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("work-efficient-scan"), std::string::npos) << error.what();
    }
}

/// Where the plan has the window to itself it says all of each item, and the keys are its.
TEST_F(CourseViewTest, ThePlanAloneIsWholeAndWalkedByKeys) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1280, 800);
    app().open("lessons");
    drive().settle();
    drive().key("P");
    app().items().texts.emplace();
    drive().settle();
    std::string all;
    for (const ShownText& text : *app().items().texts) all += text.text + " ";
    app().items().texts.reset();
    const auto& items = view().course().plan().items;
    for (size_t i = 0; i < 3; ++i)
        EXPECT_THAT(all, testing::HasSubstr(items[i].ask.substr(0, items[i].ask.find(' ', 12)))) << i;
    const size_t chosen = view().course().chosen();
    for (size_t i = 0; i + 1 < items.size(); ++i) drive().key("Down");
    drive().settle();
    EXPECT_EQ(view().course().item(), items.size() - 1);
    EXPECT_EQ(view().course().chosen(), chosen) << "the lessons' card stays";
    EXPECT_TRUE(drive().has_item("lessons.item." + std::to_string(items.size())));
    for (size_t i = 0; i + 3 < items.size(); ++i) drive().key("Up");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "step") << "both sweeps, step by step";
}

TEST_F(CourseViewTest, ThePlanLeadsToStepAndRaceAndPlayground) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1920, 1080);
    for (const std::string_view name : {"step", "race", "playground"}) {
        app().open("lessons");
        drive().settle();
        const auto& items = view().course().plan().items;
        size_t number = 0;
        while (number < items.size() && view_of(items[number].target) != name) ++number;
        ASSERT_LT(number, items.size()) << name;
        // The last ones are lower than this window shows.
        drive().move(1700, 600);
        drive().wheel(number < items.size() / 2 ? 30.0F : -30.0F);
        drive().settle();
        drive().click_item("lessons.item." + std::to_string(number + 1));
        drive().settle();
        EXPECT_EQ(app().active().name(), name);
    }
    EXPECT_EQ(active_view<PlaygroundView>(app()).task("box_filter").value("radius"), 12);
}

TEST_F(CourseViewTest, EveryRaceOfThePlansOpens) {
    for (const lessons::ClassPlan& plan : view().course().plans())
        for (const lessons::PlanItem& item : plan.items) {
            const auto* race = std::get_if<scenes::RacePlace>(&item.target);
            if (race == nullptr) continue;
            app().go_to(item.target);
            drive().settle();
            EXPECT_EQ(active_view<RaceView>(app()).model().experiment().heading, race->experiment);
        }
}

TEST_F(CourseViewTest, ThePlanIsPresentedItemByItem) {
    drive().key("F11");
    ASSERT_TRUE(app().presenting());
    EXPECT_EQ(view().course().item(), 0U);
    drive().key("PgDn");
    drive().settle();
    EXPECT_EQ(view().course().item(), 1U);
    EXPECT_TRUE(drive().has_item("lessons.item.open"));
    drive().key("PgUp");
    EXPECT_EQ(view().course().item(), 0U);
    drive().key("Esc");
    EXPECT_FALSE(app().presenting());
}

TEST_F(CourseViewTest, TheOtherPlanIsChosen) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1920, 1080);
    app().open("lessons");
    drive().settle();
    EXPECT_EQ(view().course().plan().minutes, 50);
    drive().click_item("lessons.plan.1");
    EXPECT_EQ(view().course().plan().minutes, 90);
}

TEST_F(CourseViewTest, TheGlossaryAndTheDocumentOpenAndClose) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1920, 1600);  // all of the course is in sight
    app().open("lessons");
    drive().settle();
    drive().key("G");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.glossary.find"));
    EXPECT_FALSE(on_course());
    drive().key("Esc");
    drive().settle();
    ASSERT_TRUE(on_course());
    drive().click_item("lessons.how");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.crumb.course"));
    EXPECT_FALSE(on_course());
    drive().key("Backspace");
    drive().settle();
    EXPECT_TRUE(on_course());
}

TEST_F(CourseViewTest, EveryWindowSizeAndThemeDrawsIt) {
    driver_.reset();
    for (const auto& [width, height] : {std::pair(1920, 1080), {1280, 800}, {1024, 768}, {640, 480}})
        for (ThemeKind theme : {ThemeKind::dark, ThemeKind::light, ThemeKind::presenter}) {
            AppDriver driver(width, height, {.theme = theme});
            driver.app().open("lessons");
            driver.settle();
            EXPECT_TRUE(driver.has_item(card()));
            const Rect go = driver.item("lessons.continue");
            EXPECT_GE(go.min.x, 0);
            EXPECT_LE(go.max.x, float(width));
            if (!driver.has_item("lessons.plan.present")) {
                driver.key("P");
                driver.settle();
            }
            EXPECT_TRUE(driver.has_item("lessons.plan.present"));
            EXPECT_LE(driver.item("lessons.plan.handout").max.x, float(width));
            EXPECT_TRUE(driver.app().notices().all().empty());
        }
}

TEST_F(CourseViewTest, ALessonOfOnesOwnIsReadAgainWhenItIsSaved) {
    const std::string file = own("mine.md", {"First", "Second", "Third"});
    drive().drop(file);
    drive().settle();
    ASSERT_NE(view().model().lesson(), nullptr) << view().model().error();
    EXPECT_EQ(view().model().lesson()->title, "Mine");
    EXPECT_EQ(view().model().page_count(), 3);
    drive().key("PgDn");
    const auto read_again = [&](auto&& done) {
        for (int i = 0; i < 200 && !done(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
            drive().settle();
        }
        return done();
    };
    own("mine.md", {"First", "Second, better", "Third", "Fourth"});
    EXPECT_TRUE(read_again([&] { return view().model().page_count() == 4; }));
    EXPECT_EQ(view().model().page_number(), 1) << "the page stays";
    EXPECT_EQ(view().model().page().title, "Second, better");
    // A fault: one sentence with file and line, and the last good version stays.
    own("mine.md", {"First"}, "```predict\nnothing = 1\n```\n");
    EXPECT_TRUE(read_again([&] { return !view().model().error().empty(); }));
    EXPECT_NE(view().model().error().find("mine.md, line "), std::string::npos) << view().model().error();
    EXPECT_EQ(view().model().page_count(), 4);
    own("mine.md", {"Only"});
    EXPECT_TRUE(
        read_again([&] { return view().model().error().empty() && view().model().page_count() == 1; }));
    EXPECT_EQ(view().course().progress().last_lesson(), "") << "it is no lesson of the course";
    drive().key("Backspace");
    drive().settle();
    EXPECT_TRUE(drive().has_item("lessons.own"));
}

TEST_F(CourseViewTest, ALessonTakesTheKernelBesideIt) {
    std::ofstream(test::own_file("beside.cu")) << "// one\nint answer = 42;\n";
    const std::string file =
        own("with_kernel.md", {"First"}, "```kernel\nfile = \"beside.cu\"\nfrom = \"answer\"\n```\n");
    drive().drop(file);
    drive().settle();
    ASSERT_NE(view().model().lesson(), nullptr) << view().model().error();
    const lessons::Excerpt& excerpt = view().model().page().blocks.back().excerpt;
    ASSERT_EQ(excerpt.lines.size(), 1U);
    EXPECT_EQ(excerpt.lines[0], "int answer = 42;");
    EXPECT_EQ(excerpt.first_line, 2);
}

TEST_F(CourseViewTest, ALessonThatCannotBeReadSaysWhy) {
    drive().drop(test::own_file("no_such_lesson.md"));
    drive().settle();
    EXPECT_EQ(view().model().lesson(), nullptr);
    EXPECT_NE(view().model().error().find("no_such_lesson.md"), std::string::npos) << view().model().error();
    EXPECT_FALSE(view().failure().empty());
}

TEST_F(CourseViewTest, AWordAndALinkOfAPageLeadOn) {
    const std::string file =
        own("links.md", {"First"}, "See [the scan](lesson:work-efficient-scan#3) and [the scene](step:).\n");
    drive().drop(file);
    drive().settle();
    ASSERT_TRUE(drive().has_item("lessons.link.1")) << view().model().error();
    drive().click_item("lessons.link.1");
    drive().settle();
    EXPECT_EQ(view().model().lesson()->slug, "work-efficient-scan");
    EXPECT_EQ(view().model().page_number(), 2);
    drive().drop(file);
    drive().settle();
    drive().click_item("lessons.link.2");
    drive().settle();
    EXPECT_EQ(app().active().name(), "step");
}

TEST(FirstStart, OpensTheCourseAndLaterOnesWhereOneWas) {
    const std::filesystem::path file = test::own_file("first_start.toml");
    std::filesystem::remove(file);
    try {
        {
            AppDriver first(1280, 800, {.settings_file = file});
            first.settle();
            EXPECT_EQ(first.app().active().name(), "lessons");
            EXPECT_TRUE(first.has_item("lessons.continue"));
            first.key("Enter");
            first.settle();
            first.key("PgDn");
            first.settle();
        }
        {
            AppDriver second(1280, 800, {.settings_file = file});
            second.settle();
            auto& view = active_view<LessonsView>(second.app());
            ASSERT_NE(view.model().lesson(), nullptr);
            EXPECT_EQ(view.model().page_number(), 1);
            second.key("Backspace");
            second.settle();
            second.app().open("step");
            second.settle();
        }
        AppDriver third(1280, 800, {.settings_file = file});
        third.settle();
        EXPECT_EQ(third.app().active().name(), "step");
        third.app().open("lessons");
        third.settle();
        EXPECT_TRUE(third.has_item("lessons.continue")) << "the course was left open";
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

}  // namespace
}  // namespace upsweep::app
