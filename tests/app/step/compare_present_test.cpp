// What is compared, presented at 1024 x 768: both halves can be read, and neither reaches into the other.
#include "app/helpers/legible.h"
#include "app/helpers/step_view_fixture.h"
#include "app/step/model/comparison.h"

namespace upsweep::app {
namespace {

class ComparePresented : public StepViewFixture, public testing::WithParamInterface<const char*> {};

TEST_P(ComparePresented, CanBeReadAtEveryStepOfEveryPair) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1024, 768);
    app().items().texts.emplace();
    app().open("step");
    view().show(scenes::initial_scene(GetParam()));
    drive().settle();
    drive().key("C");
    drive().key("F11");
    drive().settle();
    ASSERT_NE(view().comparison(), nullptr);
    const float middle = drive().item("compare.present.right").min.y;
    ASSERT_GT(middle, drive().item("compare.present.left").max.y) << "one over the other";
    constexpr int passes = 5;
    for (int pass = 0; pass <= passes; ++pass) {
        const std::string where = std::string(GetParam()) + ", pass " + std::to_string(pass);
        // Cards of blocks are drawn at down to six tenths of the page’s size, with their slots.
        expect_legible(drive(), where, {.least_capital = 9});
        for (const std::string& id : app().items().order())
            if (id.starts_with("step.cell.") || id.starts_with("step.block.")) {
                EXPECT_LE(drive().item(id).max.y, middle + 1) << where << " " << id;
            }
        drive().key(pass == passes - 1 ? "End" : "PgDn");
        drive().settle();
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ComparePresented,
                         testing::Values("scan_blelloch", "scan_kogge_stone", "transpose_tiled",
                                         "scan_lookback", "scan_single_pass"),
                         [](const auto& entry) { return std::string(entry.param); });

}  // namespace
}  // namespace upsweep::app
