// The GPU beside the findings in the Step view: offered for own programs and changed kernels, and on a
// machine without a GPU it says so.
#include <gmock/gmock.h>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "core/error.h"
#include "device/device.h"

namespace upsweep::app {
namespace {

using namespace scenes;

class GpuViewTest : public StepViewFixture {
  protected:
    void open(Scene scene) {
        model().open(std::move(scene), false);
        drive().settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
};

TEST_F(GpuViewTest, IsNotOfferedForTheCatalogsOwnText) {
    open(initial_scene("scan_blelloch"));
    EXPECT_FALSE(drive().has_item("step.list.1"));
    EXPECT_FALSE(drive().has_item("step.gpu.run"));
}

TEST_F(GpuViewTest, RunsOnTheGpuOrSaysThatThereIsNone) {
    Scene scene = initial_scene("scan_blelloch");
    scene.edits["scan_blelloch.cu"] = kernel_text("scan_blelloch.cu") + "\n";
    open(scene);
    drive().click_item("step.list.1");
    drive().frames(2);
    ASSERT_TRUE(drive().has_item("step.gpu.run"));

    drive().click_item("step.gpu.run");
    drive().settle();
    drive().frames(3);
    EXPECT_TRUE(drive().has_item("step.gpu.verdict"));

    if (device::probe().devices.empty()) {
        EXPECT_EQ(view().gpu().state(), GpuCheck::State::refused);
        EXPECT_THAT(view().gpu().sentences(), testing::ElementsAre(device::probe().reason));
    } else {
        EXPECT_EQ(view().gpu().state(), GpuCheck::State::equal);
    }
    // Another text has no verdict yet.
    scene.edits["scan_blelloch.cu"] += "\n";
    open(scene);
    drive().frames(2);
    EXPECT_EQ(view().gpu().state(), GpuCheck::State::idle);
    EXPECT_TRUE(drive().has_item("step.gpu.run"));
    // And the catalog's own text has none to give.
    scene.edits.clear();
    open(scene);
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("step.gpu.run"));
}

TEST(GpuViewSizes, EveryWidthDrawsIt) try {
    for (const auto& [width, height] : {std::pair{1280, 800}, {1920, 1080}, {900, 700}}) {
        AppDriver driver(width, height);
        driver.settle();
        auto& step = active_view<StepView>(driver.app());
        step.model().open(scene_of_text("__global__ void k(int* a) { a[threadIdx.x] = 1; }\n"), false);
        driver.settle();
        ASSERT_NE(step.model().position(), nullptr) << step.model().error();
        if (driver.has_item("step.tab.2")) driver.click_item("step.tab.2");
        driver.frames(2);
        driver.click_item("step.list.1");
        driver.frames(2);
        EXPECT_TRUE(driver.has_item("step.gpu.run")) << width;
    }
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

}  // namespace
}  // namespace upsweep::app
