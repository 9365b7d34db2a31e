// The Tab key in every view: each stop is a control with a ring around it that can be seen, and each control
// is a stop.
#include <algorithm>
#include <set>
#include <vector>

#include "app/helpers/driver.h"

namespace upsweep::app {
namespace {

class Focus : public AppTest, public testing::WithParamInterface<const char*> {};

// Walks until it is back where it began, and returns every stop in its order.
std::vector<std::string> walk(AppDriver& driver) {
    const Items& items = driver.app().items();
    std::vector<std::string> stops;
    // A control may come into sight only as its pane scrolls; none takes more than two rounds.
    constexpr int most = 900;
    for (int i = 0; i < most; ++i) {
        driver.key("Tab");
        driver.frames(2);
        if (std::find(stops.begin(), stops.end(), items.focus) != stops.end()) return stops;
        stops.push_back(items.focus);
        EXPECT_TRUE(items.ring) << items.focus << " has no ring";
        const std::optional<Rect> place = items.find(items.focus);
        EXPECT_TRUE(place) << items.focus << " is not on the screen";
        if (!place || !items.ring) continue;
        const ImVec2 middle = items.ring->centre();
        EXPECT_TRUE(place->contains(middle)) << items.focus << " has its ring elsewhere";
        EXPECT_GE(middle.x, 0) << items.focus;
        EXPECT_LT(middle.x, 1280) << items.focus;
        EXPECT_GE(middle.y, 0) << items.focus;
        EXPECT_LT(middle.y, 800) << items.focus;
    }
    ADD_FAILURE() << "no end after " << most << " stops";
    return stops;
}

TEST_P(Focus, WalksOverEveryControlAndNothingElse) {
    app().open(GetParam());
    drive().settle();
    const std::vector<std::string> order = app().items().order();
    const std::set<std::string> controls(order.begin(), order.end());
    EXPECT_GE(controls.size(), 10U);
    const std::vector<std::string> walked = walk(drive());
    const std::set<std::string> there(walked.begin(), walked.end());
    for (const std::string& control : controls) EXPECT_TRUE(there.contains(control)) << control;
    for (const char* part : {"step.stage", "step.code", "step.sentence", "step.code.lit", "race.headline"})
        EXPECT_FALSE(there.contains(part)) << part;
    drive().key("Esc");
    drive().frames(2);
    EXPECT_FALSE(app().items().ring) << "the ring goes with the focus";
    drive().key("Shift+Tab");
    EXPECT_EQ(app().items().focus, app().items().order().back()) << "backwards it begins at the end";
    drive().key("Tab");
    EXPECT_EQ(app().items().focus, app().items().order().front());
}

INSTANTIATE_TEST_SUITE_P(Views, Focus, testing::Values("step", "race", "playground", "lessons"),
                         [](const auto& view) { return std::string(view.param); });

TEST_F(AppTest, TheFocusScrollsItsPane) {
    constexpr int height = 620;
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1920, height);
    app().open("step");
    drive().settle();
    // A row of the rail far below the window's end.
    const std::vector<std::string> order = app().items().order();
    const auto row = std::find_if(order.rbegin(), order.rend(), [&](const std::string& id) {
        return id.starts_with("step.algorithm.") && drive().item(id).min.y > height;
    });
    ASSERT_NE(row, order.rend()) << "the rail is as long as the catalog";
    const std::string id = *row;
    for (int i = 0; i < 400 && app().items().focus != id; ++i) drive().key("Tab");
    drive().frames(2);
    ASSERT_EQ(app().items().focus, id);
    EXPECT_LT(drive().item(id).max.y, height);
    EXPECT_GT(drive().item(id).min.y, 0);
}

}  // namespace
}  // namespace upsweep::app
