// The stage's parts by themselves: lines of the diagram, rows of banks, cells beyond the window; and that
// what finds no room is left out.
#include <gmock/gmock.h>

#include "app/helpers/driver.h"
#include "app/step/stage/stage_parts.h"
#include "app/step/view/step_view.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

using testing::ElementsAre;

/// An exclusive loop: sum x, in row x + 1, takes element x - 1.
TEST(StageDiagram, AnElementsLineStaysOutOfTheColumnOfTheSumBefore) {
    Diagram diagram;
    for (int x = 1; x < 8; ++x) {
        DiagramNode node;
        node.cell = x;
        node.row = x + 1;
        node.outside = {x - 1};
        diagram.nodes.push_back(node);
    }
    const stage::Columns columns{100, 50, 0, 8};
    const stage::RowWindow rows{0, 9, 30};
    const Rect rect(0, 10, 600, 280);
    for (const DiagramNode& node : diagram.nodes) {
        const auto line = stage::input_line(diagram, node, node.outside[0], columns, rows, rect);
        ASSERT_GE(line.size(), 3U);
        EXPECT_EQ(line.front().x, columns.centre(node.cell - 1)) << "it begins at its own element";
        EXPECT_EQ(line.front().y, 25);
        EXPECT_EQ(line.back().x, columns.centre(node.cell));
        EXPECT_EQ(line.back().y, 25 + 30 * static_cast<float>(node.row));
        for (std::size_t i = 1; i < line.size(); ++i)
            EXPECT_EQ(line[i].x, columns.centre(node.cell)) << "the sum before stands in the column beside";
    }
}

TEST(StageBanks, RowsWithAnAccessComeFirst) {
    BankPicture banks;
    banks.wraps = {4, 5, 6, 7};
    EXPECT_THAT(stage::wraps_to_draw(banks, 3, 4, 8), ElementsAre(4, 5, 6, 7));
    EXPECT_THAT(stage::wraps_to_draw(banks, 3, 3, 8), ElementsAre(4, 5, 6));
    banks.wraps = {6};
    EXPECT_THAT(stage::wraps_to_draw(banks, 3, 4, 8), ElementsAre(0, 1, 6));
    EXPECT_THAT(stage::wraps_to_draw(banks, 2, 4, 2), ElementsAre(0, 1));
}

TEST(StageTape, SaysWhatTheStepTouchesBeyondTheWindow) {
    StepPicture picture;
    picture.arrays.push_back({0, {}});
    for (const std::int64_t cell : {35, 39, 47, 55, 59, 63}) {
        CellTouch touch;
        touch.cell = cell;
        picture.arrays[0].cells.push_back(touch);
    }
    const stage::Columns columns{0, 30, 39, 16};
    EXPECT_EQ(stage::touched_beyond(picture, columns, true), "also cell 35");
    EXPECT_EQ(stage::touched_beyond(picture, columns, false), "also cells 55, 59 and 63");
    EXPECT_EQ(stage::touched_beyond(picture, {0, 30, 35, 29}, false), "");
}

/// A driver at a size and scale with the Step view at the first finding of an algorithm.
std::unique_ptr<AppDriver> stepping(int width, int height, float scale, const std::string& algorithm,
                                    Extent extent) {
    auto drive = std::make_unique<AppDriver>(width, height);
    drive->app().set_scale(scale);
    drive->app().open("step");
    drive->settle();
    StepModel& model = dynamic_cast<StepView&>(drive->app().active()).model();
    const Scene scene = initial_scene(algorithm);
    Parameters parameters = scene.parameters;
    parameters.extent = extent;
    model.open(with_parameters(scene, parameters), false);
    drive->settle();
    model.next_finding();
    drive->settle();
    return drive;
}

TEST(StageSizes, ADiagramThatHasNoRoomForARowIsLeftOut) {
    try {
        EXPECT_TRUE(stepping(1280, 800, 1, "scan_blelloch", {16, 1})->has_item("step.diagram"));
        EXPECT_FALSE(stepping(1920, 1080, 2, "scan_blelloch", {16, 1})->has_item("step.diagram"));
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

TEST(StageSizes, TheCureStandsInsideTheBanksPanel) {
    try {
        auto drive = stepping(1280, 800, 1, "integral_image_blelloch", {8, 4});
        ASSERT_TRUE(drive->has_item("step.banks_action"));
        const float legend = drive->item("step.stage").max.y - 1.5F * 16;
        EXPECT_LE(drive->item("step.banks_action").max.y, legend);
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

}  // namespace
}  // namespace upsweep::app
