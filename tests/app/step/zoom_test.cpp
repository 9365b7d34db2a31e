// Nearer and farther with keys, wheel and clicks; and waiting blocks dragged to another place.
#include <algorithm>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/blocks.h"
#include "replay/structure/plan.h"
#include "scenes/scene_file.h"

namespace upsweep::app {

using namespace replay;
using stage::Zoom;

namespace {

class ZoomTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        if (IsSkipped()) return;
        app().open("step");
        drive().settle();
        show("scan_single_pass");
    }
    void show(const std::string& slug) {
        model().open(scenes::initial_scene(slug), false);
        drive().settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
    const StepPosition& at() { return *model().position(); }
    void wheel_with_ctrl(float turn) {
        const ImVec2 middle = drive().item("step.stage").centre();
        drive().move(middle.x, middle.y);
        Chord ctrl;
        ctrl.ctrl = true;
        app().handle(KeyEvent{ctrl, true});
        drive().frames();
        drive().wheel(turn);
        app().handle(KeyEvent{{}, false});
        drive().frames();
    }
    /// The card of the block that waits and is to start as the `place`-th of those that wait.
    const BlockCard& waiting(size_t place) {
        static BlockCard none;
        size_t seen = 0;
        for (const BlockCard& card : at().blocks().cards)
            if (card.state == BlockState::waiting && seen++ == place) return card;
        ADD_FAILURE() << "so many do not wait";
        return none;
    }
    Rect card(int64_t number) { return drive().item("step.block." + std::to_string(number)); }
    std::vector<uint32_t> started() {
        std::vector<uint32_t> order;
        for (const emulator::BlockInfo& block : at().trace().launches[at().launch()].blocks)
            order.push_back(uint32_t(block.block));
        return order;
    }
};

TEST_F(ZoomTest, CtrlAndTheWheelGoNearerAndFarther) {
    model().set_zoom(Zoom::plan);
    for (const Zoom next : {Zoom::blocks, Zoom::block, Zoom::lanes, Zoom::lanes}) {
        wheel_with_ctrl(1);
        EXPECT_EQ(model().shown_zoom(), next);
    }
    for (const Zoom next : {Zoom::block, Zoom::blocks, Zoom::plan, Zoom::plan}) {
        wheel_with_ctrl(-1);
        EXPECT_EQ(model().shown_zoom(), next);
    }
    drive().wheel(3);
    EXPECT_EQ(model().shown_zoom(), Zoom::plan) << "without Ctrl the wheel is not for the zoom";
}

TEST_F(ZoomTest, ClicksGoNearerAndEscapeFarther) {
    model().set_zoom(Zoom::plan);
    drive().settle();
    const PlanOperation* launch = nullptr;
    for (const PlanOperation& one : model().position()->plan().all())
        if (one.launch >= 0) launch = &one;
    ASSERT_NE(launch, nullptr);
    drive().click_item("step.operation." + std::to_string(launch->operation));
    drive().settle();
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
    EXPECT_EQ(at().launch(), uint32_t(launch->launch));
    model().seek(at().step_count() / 2);
    drive().settle();
    drive().click_item("step.block.1");
    drive().settle();
    EXPECT_EQ(model().shown_zoom(), Zoom::block);
    EXPECT_EQ(at().staged().number_of(at().block()), 1);
    // Any cell that has been written: its step, from its lanes.
    std::string cell;
    for (const emulator::ArrayId array : at().arrays())
        for (int64_t i = 0; i < at().trace().arrays[array].extent.count(); ++i) {
            const std::string name = "step." + stage::cell_name(at().trace(), array, i);
            if (at().player().last_write(array, i) && drive().has_item(name)) cell = name;
        }
    ASSERT_FALSE(cell.empty());
    drive().click_item(cell);
    drive().settle();
    EXPECT_EQ(model().shown_zoom(), Zoom::lanes);
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), Zoom::lanes) << "nothing is open";
}

TEST_F(ZoomTest, EscapeClosesTheRailAndThenDoesNothing) {
    drive().click_item("step.menu");
    drive().settle();
    const Zoom before = model().shown_zoom();
    ASSERT_TRUE(drive().has_item("step.filter"));
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), before);
    EXPECT_FALSE(drive().has_item("step.filter"));
    const bool by_hand = model().zoom().has_value();
    drive().key("Esc");
    EXPECT_EQ(model().shown_zoom(), before);
    EXPECT_EQ(model().zoom().has_value(), by_hand);
}

TEST_F(ZoomTest, ACellOfTheInputIsDraggedToAnotherValue) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1280, 800);
    app().open("step");
    show("scan_blelloch");
    drive().key("Right");
    drive().settle();
    const std::string cell = "step.cell.input.2";
    ASSERT_TRUE(drive().has_item(cell));
    const int64_t step = at().step();
    const double before = model().scene().catalog().input->number(2);
    const ImVec2 from = drive().item(cell).centre();
    drive().drag(from, {from.x, from.y - 3 * 0.9F * 16});
    drive().settle();
    EXPECT_EQ(model().scene().catalog().input->number(2), before + 3);
    EXPECT_EQ(model().scene().catalog().input_kind, scenes::InputKind::given);
    EXPECT_EQ(at().run().scene.catalog().input->number(2), before + 3) << "it ran again";
    EXPECT_TRUE(at().run().check.right);
    EXPECT_EQ(at().step(), step) << "letting go is no click";
    drive().drag(from, {from.x, from.y + 40 * 0.9F * 16});
    drive().settle();
    EXPECT_EQ(at().run().scene.catalog().input->number(2), 0) << "unsigned numbers end at 0";
    // A press that does not move is the click that it always was.
    drive().click_item(cell);
    drive().settle();
    EXPECT_EQ(at().run().scene.catalog().input->number(2), 0);
}

TEST_F(ZoomTest, AWaitingBlockIsDraggedToAnotherPlace) {
    model().seek(60);
    drive().settle();
    ASSERT_EQ(model().shown_zoom(), Zoom::blocks);
    const auto before = started();
    const auto begun = std::count_if(at().blocks().cards.begin(), at().blocks().cards.end(),
                                     [](const BlockCard& card) { return card.state != BlockState::waiting; });
    ASSERT_EQ(begun, 2);
    const BlockCard first = waiting(0), last = waiting(3);
    const Rect from = card(last.number), to = card(first.number);
    drive().drag(from.centre(), {to.min.x + 4, to.centre().y});
    drive().settle();
    // It has become the next one; those that had begun began as before, and it is the same step.
    const auto after = started();
    EXPECT_EQ(after[0], before[0]);
    EXPECT_EQ(after[1], before[1]);
    EXPECT_EQ(after[2], uint32_t(last.block));
    EXPECT_EQ(after[3], uint32_t(first.block));
    EXPECT_EQ(at().step(), 60);
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
    // The scene has it, as its file has.
    const emulator::Order& order = model().scene().gpu.schedule.blocks;
    EXPECT_EQ(order.kind, emulator::Order::Kind::list);
    EXPECT_EQ(order.list, (std::vector<int>{0, 1, 5}));
    const scenes::Scene again = scenes::parse_scene("again", scenes::to_toml(model().scene()));
    EXPECT_EQ(again.gpu.schedule.blocks.list, order.list);
}

TEST_F(ZoomTest, WhatHasBegunOrGoesNowhereChangesNothing) {
    model().seek(60);
    drive().settle();
    const emulator::Order before = model().scene().gpu.schedule.blocks;
    const Rect running = card(0), other = card(waiting(1).number);
    drive().drag(running.centre(), other.centre());
    drive().settle();
    EXPECT_EQ(model().scene().gpu.schedule.blocks.kind, before.kind);
    const Rect timeline = drive().item("step.strip");
    drive().drag(other.centre(), timeline.centre());
    drive().settle();
    EXPECT_EQ(model().scene().gpu.schedule.blocks.kind, before.kind);
    EXPECT_EQ(at().step(), 60);
    EXPECT_EQ(model().shown_zoom(), Zoom::blocks);
}

}  // namespace
}  // namespace upsweep::app
