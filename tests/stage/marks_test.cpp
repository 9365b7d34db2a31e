// What Predict asks for, and what a run got wrong, is marked wherever its cell is, at every zoom.
#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <set>

#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"
#include "stage/cells.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

using namespace replay;

std::unique_ptr<StepPosition> marks_opened(const std::string& slug) {
    return std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
}

/// The arrays of the position's launch and block that hold data.
std::vector<emulator::ArrayId> arrays_of(const StepPosition& at) { return at.arrays(); }

/// The right value is in the wrong cell, in as many words as it has room for: beside it is another cell.
TEST(Marks, TellTheRightValueInsideTheCell) {
    for (const auto& [wide, words] :
         {std::pair{8.0F, "should be 28"}, std::pair{4.5F, "right: 28"}, std::pair{2.4F, "→28"}}) {
        canvas::Canvas canvas({{0, 0}, {400, 100}}, 16);
        const Box box = Box::sized({10, 10}, wide * 16, 56);
        draw_cell(canvas, box, {.state = CellState::wrong, .value = "14", .note = "28"});
        const Picture picture = canvas.finish();
        const auto texts = picture.texts_in(box);
        EXPECT_THAT(std::vector<std::string>(texts.begin(), texts.end()),
                    testing::UnorderedElementsAre("14", words));
        EXPECT_EQ(picture.texts_in({{0, 0}, {400, 100}}).size(), texts.size()) << "and nothing beside it";
    }
}

TEST(Marks, StandOnTheCellAtEveryZoom) {
    for (const char* slug :
         {"scan_single_pass", "scan_lookback", "integral_image_one_pass", "transpose_tiled"}) {
        const auto at = marks_opened(slug);
        at->seek(2 * at->step_count() / 3);
        int marked = 0;
        for (const Zoom zoom : {Zoom::blocks, Zoom::block, Zoom::lanes})
            for (const emulator::ArrayId array : arrays_of(*at))
                for (const int64_t cell : {int64_t{0}, int64_t{1}, int64_t{2}}) {
                    StageOptions options;
                    options.zoom = zoom;
                    StageState state;
                    const Box area{{0, 0}, {1280, 800}};
                    const Picture before = draw_stage(area, 16, *at, options, state);
                    const Hit* place = before.find(cell_name(at->trace(), array, cell));
                    if (place == nullptr) continue;
                    const StageMark mark{cell, CellState::wrong, "777", "", int(array)};
                    options.marks = {&mark, 1};
                    state = {};
                    const Picture picture = draw_stage(area, 16, *at, options, state);
                    const Hit* now = picture.find(place->name);
                    ASSERT_NE(now, nullptr) << slug << " " << place->name;
                    // The block's own tape marks the followed array alone; elsewhere every cell that is
                    // shown.
                    if (zoom == Zoom::block && array != at->picture().followed) continue;
                    const auto texts = picture.texts_in(now->box);
                    EXPECT_NE(std::find(texts.begin(), texts.end(), "777"), texts.end())
                        << slug << ", " << name_of(zoom) << ": " << place->name;
                    ++marked;
                }
        EXPECT_GT(marked, 6) << slug;
    }
}

TEST(Marks, OfAnotherArrayDoNotTouchACellOfTheSameNumber) {
    const auto at = marks_opened("scan_blelloch");
    at->seek(at->step_count() / 2);
    const emulator::ArrayId followed = at->picture().followed;
    const int other = followed == 0 ? 1 : 0;
    const StageMark mark{3, CellState::wrong, "777", "", other};
    StageOptions options;
    options.zoom = Zoom::block;
    options.marks = {&mark, 1};
    StageState state;
    const Picture picture = draw_stage({{0, 0}, {1280, 800}}, 16, *at, options, state);
    const Hit* cell = picture.find(cell_name(at->trace(), followed, 3));
    ASSERT_NE(cell, nullptr);
    for (const std::string_view text : picture.texts_in(cell->box)) EXPECT_NE(text, "777");
}

/// At its end a run marks what it got wrong: each such cell, and no other.
TEST(Marks, StandOnEveryWrongCellOfAResultAtItsEnd) {
    scenes::Scene scene = scenes::initial_scene("scan_kogge_stone");
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option("between", 0);
    scene = scenes::with_parameters(std::move(scene), std::move(parameters));
    scene.gpu.schedule = emulator::parse_schedule("blocks in-order, warps in-order");
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene))));
    const auto marked = [&](Zoom zoom) {
        StageState state;
        StageOptions options;
        options.zoom = zoom;
        const Picture picture = draw_stage({{0, 0}, {900, 640}}, 16, at, options, state);
        const Ink conflict = state_inks(CellState::conflict).fill;
        std::set<int64_t> cells;
        for (const Hit& hit : picture.hits)
            if (const auto cell = cell_of(at, hit.name);
                cell && int(cell->first) == at.trace().plan.output.index)
                for (const canvas::Shape& shape : picture.shapes)
                    if (const auto* box = std::get_if<canvas::Rectangle>(&shape);
                        box != nullptr && box->fill.role == conflict.role &&
                        hit.box.contains(box->box.centre()))
                        cells.insert(cell->second);
        return cells;
    };
    at.seek(at.step_count() - 1);
    EXPECT_TRUE(marked(Zoom::block).empty());
    at.seek(at.step_count());
    const auto& wrong = at.run().check.wrong;
    ASSERT_THAT(wrong, testing::ElementsAre(5, 6, 7)) << "warp 0 has added before warp 1 has read";
    for (const Zoom zoom : {Zoom::block, Zoom::lanes})
        EXPECT_EQ(marked(zoom), std::set<int64_t>(wrong.begin(), wrong.end()));
}

}  // namespace
}  // namespace upsweep::stage
