// The stage in windows of several sizes: what finds no room is left out.
#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"
#include "replay/data/picture.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

/// A driver at a size and scale with the Step view at the first finding of an algorithm.
std::unique_ptr<AppDriver> stepping(int width, int height, float scale, const std::string& algorithm,
                                    Extent extent) {
    auto drive = std::make_unique<AppDriver>(width, height);
    drive->app().set_scale(scale);
    drive->app().open("step");
    drive->settle();
    StepModel& model = active_view<StepView>(drive->app()).model();
    const Scene scene = initial_scene(algorithm);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = extent;
    model.open(with_parameters(scene, parameters), false);
    drive->settle();
    model.next_finding();
    drive->settle();
    return drive;
}

/// The subject is the last to give way: all ten rows in a window of usual size, in a
/// small one the present row and its neighbours; the cells and the control of the zoom stay everywhere.
TEST(StageSizes, TheDiagramKeepsItsRows) {
    struct Case {
        int width, height;
        float scale, rows;
    };
    for (const Case& one : {Case{1024, 768, 1, 9}, Case{1280, 800, 1, 10}, Case{1920, 1080, 1, 10},
                            Case{1920, 1080, 2, 3}, Case{1920, 1080, 3, 2}, Case{3840, 2160, 1, 10}}) {
        SCOPED_TRACE(std::to_string(one.width) + " x " + std::to_string(one.height) + " at " +
                     std::to_string(one.scale));
        try {
            auto drive = stepping(one.width, one.height, one.scale, "scan_blelloch", {16, 1});
            const StepModel& model = active_view<StepView>(drive->app()).model();
            const Rect stage = drive->item("step.stage"), diagram = drive->item("step.diagram");
            EXPECT_GE(diagram.height(), one.rows * 1.5F * drive->item("step.play").height() / 2.5F);
            EXPECT_TRUE(drive->has_item("step.zoom.0"));
            const emulator::ArrayId array = model.position()->picture().followed;
            for (int cell = 0; cell < 16; ++cell) {
                const Rect box =
                    drive->item("step." + stage::cell_name(model.position()->trace(), array, cell));
                EXPECT_LT(box.max.y, stage.max.y);
                EXPECT_LT(box.max.x, stage.max.x);
            }
        } catch (const BackendMissing& missing) {
            GTEST_SKIP() << missing.what();
        }
    }
}

/// Where there is more room than the picture needs it is drawn larger.
TEST(StageSizes, ALargeWindowIsFilled) {
    try {
        auto drive = stepping(3840, 2160, 1, "scan_blelloch", {16, 1});
        const Rect stage = drive->item("step.stage"), last = drive->item("step.cell.sums@0.15");
        EXPECT_GT(last.max.x, stage.min.x + stage.width() * 0.8F);
        EXPECT_GT(last.max.y, stage.min.y + stage.height() * 0.55F);
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

TEST(StageSizes, TheCureStandsInsideTheBanksPanel) {
    try {
        auto drive = stepping(1280, 800, 1, "integral_image_blelloch", {8, 4});
        ASSERT_TRUE(drive->has_item("step.banks.action"));
        EXPECT_LE(drive->item("step.banks.action").max.y, drive->item("step.stage").max.y);
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

}  // namespace
}  // namespace upsweep::app
