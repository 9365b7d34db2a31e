// Cells and passes that show what they hold.
#include <gmock/gmock.h>

#include <memory>
#include <set>

#include "canvas/text.h"
#include "emulator/trace/player.h"
#include "pipelines/algorithm.h"
#include "replay/data/picture.h"
#include "replay/data/symbols.h"
#include "scenes/run_scene.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Box symbols_wide{{0, 0}, {1000, 700}};
const StageOptions symbols_close_by = [] {
    StageOptions options;
    options.zoom = Zoom::block;
    return options;
}();

std::unique_ptr<StepPosition> symbols_opened(const std::string& slug, Extent extent) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = extent;
    scene = scenes::with_parameters(scene, parameters);
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

TEST(StageSymbols, CellsShowWhatTheyHold) {
    const auto at = symbols_opened("scan_kogge_stone", {8, 1});
    at->seek(at->step_count());
    StageState state;
    StageOptions options = symbols_close_by;
    options.symbols = true;
    const emulator::ArrayId array = at->picture().followed;
    const Picture picture = draw_stage(symbols_wide, 16, *at, options, state);
    int shown = 0;
    for (int64_t i = 1; i < 8; ++i) {
        const std::string symbol = at->symbols().of(at->player(), array, i).text;
        ASSERT_NE(symbol, "");
        const Hit* cell = picture.find(cell_name(at->trace(), array, i));
        ASSERT_NE(cell, nullptr);
        EXPECT_THAT(picture.texts_in(cell->box), testing::Contains(symbol)) << i;
        ++shown;
    }
    EXPECT_EQ(shown, 7);
    const Touch touch{cell_name(at->trace(), array, 2), {}, true, false, false};
    EXPECT_THAT(tip_of(touch, *at), HasSubstr("Cell 2 holds "));
}

/// Cells that the last pass has overwritten: only the diagram's rows still know them.
TEST(StageSymbols, PassesShowWhatTheyMade) {
    const auto at = symbols_opened("scan_kogge_stone", {8, 1});
    at->seek(at->step_count());
    StageState state;
    StageOptions options = symbols_close_by;
    const auto texts = [&] {
        std::multiset<std::string> all;
        const Picture picture = draw_stage(symbols_wide, 16, *at, options, state);
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape)) all.insert(text->text);
        return all;
    };
    const auto values = texts();
    EXPECT_EQ(values.count("3…4"), 0U);
    options.symbols = true;
    const auto symbols = texts();
    for (const char* held : {"3…4", "6…7", "1…4", "4…7"}) EXPECT_EQ(symbols.count(held), 1U) << held;
    // The sum of all is in the last pass and on the tape, and in no cell of the exclusive output.
    EXPECT_EQ(symbols.count("0…7"), 2U);
}

/// Where no column has room for the whole symbol, its end is left.
TEST(StageSymbols, NarrowNodesShortenThem) {
    for (const auto& [width, text] : {std::pair(40.0F, "12…31"), std::pair(24.0F, "…31"), {14.0F, "…"}}) {
        Canvas canvas(symbols_wide, 16);
        const Box box{{0, 0}, {width, 20}};
        draw_node(canvas, box, CellState::idle, "12…31", 0.7F);
        const Picture picture = canvas.finish();
        EXPECT_THAT(picture.texts_in(box), ElementsAre(text)) << width;
    }
    Canvas canvas(symbols_wide, 16);
    const Box box{{0, 0}, {26, 20}};
    draw_node(canvas, box, CellState::idle, "max 3…7", 0.7F);
    EXPECT_THAT(canvas.finish().texts_in(box), ElementsAre("3…7"));
}

}  // namespace
}  // namespace upsweep::stage
