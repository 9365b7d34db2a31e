// "Copy link" everywhere, and everything that opens a link, in the window.
#include <fstream>

#include <gmock/gmock.h>

#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"
#include "app/playground/view/playground_view.h"
#include "app/race/view/race_view.h"
#include "app/step/view/step_view.h"
#include "core/helpers/own_folder.h"
#include "scenes/link.h"
#include "scenes/run_program.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LinksTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        copied().clear();
        ImGui::GetIO().SetClipboardTextFn = [](void*, const char* text) { copied() = text; };
    }
    static std::string& copied() {
        static std::string text;
        return text;
    }
    std::string copy() {
        copied().clear();
        drive().click_item("link");
        drive().frames(2);
        return copied();
    }
    void open(const std::string& link) {
        app().open_link(link);
        drive().settle();
    }
    StepView& step() { return active_view<StepView>(app()); }
};

TEST_F(LinksTest, ASceneComesBackWithItsStepItsChangeAndItsLook) {
    app().open("step");
    drive().settle();
    emulator::ToyGpu gpu;
    gpu.lanes = 8;
    scenes::Scene scene = with_gpu(scenes::initial_scene("scan_blelloch"), gpu);
    scene.edits["scan_blelloch.cu"] = "// mine\n" + kernel_text("scan_blelloch.cu");
    app().go_to(scene);
    drive().settle();
    step().model().set_grain(replay::Grain::phase);
    step().model().seek(20);
    step().model().set_zoom(stage::Zoom::lanes);
    drive().settle();
    const std::string link = copy();
    ASSERT_THAT(link, StartsWith("upsweep:#scene="));
    app().go_to(scenes::initial_scene("transpose_tiled"));
    drive().settle();
    open(link);
    EXPECT_EQ(step().model().scene().slug(), "scan_blelloch");
    EXPECT_EQ(step().model().scene_here().edits, scene.edits);
    EXPECT_EQ(step().model().scene_here().gpu.lanes, 8);
    EXPECT_EQ(step().model().position()->step(), 20);
    EXPECT_EQ(step().model().grain(), replay::Grain::phase);
    EXPECT_EQ(step().model().shown_zoom(), stage::Zoom::lanes);
    EXPECT_EQ(copy(), link);
    drive().key("Ctrl+Shift+L");
    EXPECT_EQ(copied(), link);
}

TEST_F(LinksTest, ATextThatDoesNotCompileIsInTheLink) {
    app().go_to(scenes::scene_of_text("__global__ void k(int* a) { a[0] = }\n"));
    drive().settle();
    const scenes::Destination place = scenes::parse_link(copy());
    EXPECT_EQ(std::get<scenes::Scene>(place).edits.at("untitled.cu"),
              "__global__ void k(int* a) { a[0] = }\n");
}

TEST_F(LinksTest, ALessonsPageAnExerciseARaceAndATaskHaveOne) {
    open("#lesson=work-efficient-scan/3");
    EXPECT_EQ(copy(), "upsweep:#lesson=work-efficient-scan/3");
    open("exercise=way-down");
    EXPECT_EQ(copy(), "upsweep:#exercise=way-down");
    open("#playground=box_filter?image=spheres&radius=9");
    EXPECT_THAT(copy(), StartsWith("upsweep:#playground=box_filter?image=spheres&"));
    EXPECT_THAT(copied(), HasSubstr("radius=9"));
    open("https://example.org/upsweep.html#race=?view=throughput");
    EXPECT_THAT(copy(), HasSubstr("view=throughput"));
    const std::string race = copied();
    open("race=?view=speed-up");
    open(race);
    EXPECT_EQ(copy(), race);
}

TEST_F(LinksTest, AnExerciseComesWithTheStudentsText) {
    open("exercise=way-down");
    auto& model = active_view<LessonsView>(app()).exercise();
    const std::string starter = model.document().now();
    std::string mine = starter;
    mine.insert(mine.find('\n', mine.find("// your part")) + 1, "    // a thought\n");
    ASSERT_TRUE(model.put(mine));
    const std::string link = copy();
    model.reset();
    open("lesson=");
    open(link);
    drive().frames(3);
    EXPECT_EQ(model.document().now(), mine);
    // What is fixed stays fixed.
    open(scenes::link_of(scenes::ExercisePage{"way-down", "int main() {}"}));
    drive().frames(3);
    EXPECT_EQ(model.document().now(), mine);
    EXPECT_THAT(app().notices().all().back(), HasSubstr("keeps fixed"));
}

TEST_F(LinksTest, OpensFromThePaletteByDroppingAndFromAShortcut) {
    app().open("step");
    drive().settle();
    drive().key("Ctrl+Shift+P");
    drive().frames(2);
    drive().type("https://example.org/upsweep.html#lesson=look-back/2");
    drive().frames(2);
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(app().active().name(), "lessons");
    EXPECT_EQ(copy(), "upsweep:#lesson=look-back/2");
    drive().drop("upsweep:#playground=faces");
    drive().settle();
    EXPECT_EQ(app().active().name(), "playground");
    const std::string file = test::own_file("page.url");
    std::ofstream(file) << "[InternetShortcut]\r\nURL=https://e.org/u.html#scene=scan_lookback?step=3\r\n";
    drive().drop(file);
    drive().settle();
    EXPECT_EQ(step().model().position()->step(), 3);
}

TEST_F(LinksTest, ThatIsWrongIsANotice) {
    app().open("step");
    drive().settle();
    for (const char* link : {"scene=~AAAA", "lesson=no-such", "lesson=look-back/900", "exercise=none",
                             "playground=none", "race=No such race", "scene=/tmp/x.cu"}) {
        app().open_link(link);
        drive().frames(2);  // before its time is over
        ASSERT_EQ(app().notices().all().size(), 1U) << link;
        drive().settle();
    }
}

TEST_F(LinksTest, BeginsWithTheBaseThatIsSet) {
    app().settings().set("link.base", "https://example.org/upsweep.html");
    open("#lesson=look-back/2");
    EXPECT_EQ(copy(), "https://example.org/upsweep.html#lesson=look-back/2");
}

}  // namespace
}  // namespace upsweep::app
