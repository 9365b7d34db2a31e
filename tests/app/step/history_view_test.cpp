// The history of a cell in the real view: the right button, a key, clicks in the tree, Escape, take home.
#include <filesystem>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/trace.h"

namespace upsweep::app {
namespace {

class HistoryViewTest : public StepViewFixture {
  protected:
    void open(const std::string& slug = "scan_blelloch") {
        app().open("step");
        view().show(scenes::initial_scene(slug));
        drive().settle();
        drive().key("3");
        model().seek(2 * model().position()->step_count() / 3);
        drive().settle();
    }
    std::string any_node() {
        const auto& children = inquiry().view().tree.nodes.front().children;
        return children.empty() ? "" : "step.history.node." + std::to_string(children.front());
    }
    CellInquiry& inquiry() { return view().inquiry(); }
};

TEST_F(HistoryViewTest, TheRightButtonAsksAndEscapeLeaves) {
    open();
    const Rect cell = drive().item("step.cell.sums@0.3");
    drive().right_click(cell.centre().x, cell.centre().y);
    drive().settle();
    ASSERT_TRUE(inquiry().shown());
    EXPECT_EQ(inquiry().view().tree.cell.second, 3);
    ASSERT_FALSE(any_node().empty());
    ASSERT_TRUE(drive().has_item(any_node()));
    const int64_t end = model().position()->step();
    drive().click_item(any_node());
    drive().settle();
    EXPECT_LT(model().position()->step(), end);
    EXPECT_TRUE(inquiry().shown());
    drive().key("Esc");
    drive().settle();
    EXPECT_FALSE(inquiry().shown());
    EXPECT_TRUE(drive().has_item("step.cell.sums@0.3"));
}

TEST_F(HistoryViewTest, HAsksAboutTheCellWithTheFocus) {
    open();
    app().items().focus = "step.cell.sums@0.5";
    drive().frames(2);
    drive().key("H");
    drive().settle();
    ASSERT_TRUE(inquiry().shown());
    EXPECT_EQ(inquiry().view().tree.cell.second, 5);
    drive().key("H");
    drive().settle();
    EXPECT_FALSE(inquiry().shown());
}

TEST_F(HistoryViewTest, ARowGoesToItsWrite) {
    open();
    const Rect cell = drive().item("step.cell.sums@0.3");
    drive().right_click(cell.centre().x, cell.centre().y);
    drive().settle();
    ASSERT_TRUE(inquiry().shown());
    ASSERT_GT(inquiry().view().writes.size(), 2U);
    const replay::CellWrite write = inquiry().view().writes[1];
    drive().click_item("step.history.write." + std::to_string(write.access));
    drive().settle();
    EXPECT_EQ(model().position()->step(), write.step + 1);
}

TEST_F(HistoryViewTest, DrawsInEverySize) {
    for (const auto& [width, height] :
         {std::pair(640, 480), std::pair(1024, 768), std::pair(1280, 800), std::pair(1920, 1080)}) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        open("scan_lookback");
        drive().key("End");
        ASSERT_TRUE(
            inquiry().ask(static_cast<emulator::ArrayId>(model().position()->trace().plan.output.index), 5));
        drive().settle();
        const Rect root = drive().item("step.history.node.0"), back = drive().item("history.close");
        EXPECT_LE(root.max.x, float(width));
        EXPECT_LE(back.max.x, float(width));
    }
}

TEST_F(HistoryViewTest, CanBeTakenHome) {
    open();
    const Rect cell = drive().item("step.cell.sums@0.3");
    drive().right_click(cell.centre().x, cell.centre().y);
    drive().settle();
    drive().key("Ctrl+T");
    drive().settle();
    EXPECT_TRUE(drive().has_item("step.home.history.svg"));
    EXPECT_TRUE(drive().has_item("step.home.history.png"));
}

}  // namespace
}  // namespace upsweep::app
