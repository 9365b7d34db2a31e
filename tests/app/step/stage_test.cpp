// The stage in windows of several sizes: what finds no room is left out.
#include "app/helpers/driver.h"
#include "app/step/view/step_view.h"

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
        ASSERT_TRUE(drive->has_item("step.banks.action"));
        const float legend = drive->item("step.stage").max.y - 1.5F * 16;
        EXPECT_LE(drive->item("step.banks.action").max.y, legend);
    } catch (const BackendMissing& missing) {
        GTEST_SKIP() << missing.what();
    }
}

}  // namespace
}  // namespace upsweep::app
