// Asking about a cell, on the model: its writes, its tree, and going where they point.
#include "app/step/model/cell_inquiry.h"

#include <gmock/gmock.h>

#include "app/helpers/step_model_fixture.h"

namespace upsweep::app {
namespace {

class CellInquiryTest : public StepModelFixture {
  protected:
    void open_one(const std::string& slug) {
        open(scenes::initial_scene(slug), false);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
        model_.end();
    }
    replay::CellPlace cell(const std::string& text) {
        return replay::parse_cell(at().trace(), text, at().launch(), at().block());
    }
    std::string place(const std::string& kind, int64_t number) {
        return "history." + kind + "." + std::to_string(number);
    }

    CellInquiry inquiry_{model_};
};

TEST_F(CellInquiryTest, AWriteAndAValueGoToTheirSteps) {
    open_one("scan_blelloch");
    const replay::CellPlace sums = cell("sums[3]");
    ASSERT_TRUE(inquiry_.ask(sums.first, sums.second));
    const auto writes = inquiry_.view().writes;
    ASSERT_GT(writes.size(), 2U);
    ASSERT_TRUE(inquiry_.choose(place("write", writes[1].access)));
    EXPECT_EQ(at().step(), writes[1].step + 1);
    // The tree is now that of this write.
    EXPECT_EQ(inquiry_.view().tree.nodes.front().write.access, writes[1].access);
    const std::vector<int> children = inquiry_.view().tree.nodes.front().children;
    ASSERT_FALSE(children.empty());
    ASSERT_TRUE(inquiry_.choose(place("node", children.front())));
    EXPECT_EQ(at().step(), inquiry_.view().tree.nodes[children.front()].write.step + 1);
    EXPECT_TRUE(inquiry_.shown()) << "it stays while its steps are looked at";
    EXPECT_FALSE(inquiry_.choose("history.node.99999"));
    EXPECT_FALSE(inquiry_.choose("cell.sums.3"));
}

TEST_F(CellInquiryTest, AFoldBeginsTheTreeThereAndOneLeavesToTheOneBefore) {
    open_one("scan_blelloch");
    const replay::CellPlace sums = cell("sums[3]");
    ASSERT_TRUE(inquiry_.ask(sums.first, sums.second));
    const int child = inquiry_.view().tree.nodes.front().children.front();
    ASSERT_TRUE(inquiry_.choose(place("more", child)));
    EXPECT_EQ(inquiry_.view().root, child);
    ASSERT_TRUE(inquiry_.choose(place("more", child)));
    EXPECT_TRUE(inquiry_.view().wide) << "of the root itself: all that it was made of";
    EXPECT_TRUE(inquiry_.leave_one());
    EXPECT_TRUE(inquiry_.leave_one());
    EXPECT_EQ(inquiry_.view().root, 0);
    EXPECT_TRUE(inquiry_.leave_one());
    EXPECT_FALSE(inquiry_.shown());
    EXPECT_FALSE(inquiry_.leave_one());
}

TEST_F(CellInquiryTest, WithoutACellItTakesTheOneThatTheStepWrites) {
    open_one("scan_blelloch");
    const replay::CellPlace sums = cell("sums[3]");
    const auto writes = replay::writes_of(at().trace(), sums);
    model_.set_grain(replay::Grain::statement);
    model_.seek(writes[1].step + 1);
    ASSERT_TRUE(inquiry_.ask_here());
    EXPECT_EQ(inquiry_.view().tree.cell.first, sums.first);
    EXPECT_EQ(inquiry_.view().tree.nodes.front().write.step, writes[1].step);
    model_.home();
    EXPECT_FALSE(inquiry_.ask_here());
}

TEST_F(CellInquiryTest, AnotherSceneEndsIt) {
    open_one("scan_blelloch");
    ASSERT_TRUE(inquiry_.ask(0, 0));
    inquiry_.update();
    EXPECT_TRUE(inquiry_.shown());
    EXPECT_TRUE(inquiry_.cell().has_value());
    open(scenes::initial_scene("scan_kogge_stone"), false);
    inquiry_.update();
    EXPECT_FALSE(inquiry_.shown());
    EXPECT_FALSE(inquiry_.cell().has_value());
}

}  // namespace
}  // namespace upsweep::app
