// The blocks' view: every cell with the player's value, cards that never move, and the deadlock's cure.
#include <gmock/gmock.h>

#include <map>
#include <memory>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/structure/staging.h"
#include "scenes/helpers/single_pass.h"
#include "scenes/run_scene.h"
#include "stage/parts.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

using namespace replay;

constexpr Box blocks_view_wide{{0, 0}, {1050, 780}}, low{{0, 0}, {740, 520}};

std::unique_ptr<StepPosition> blocks_view_opened(const scenes::Scene& scene) {
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

StageOptions at_blocks() {
    StageOptions options;
    options.zoom = Zoom::blocks;
    return options;
}

/// Names of places of cells and cards with their boxes.
std::map<std::string, Box> rects_of(const Picture& picture) {
    std::map<std::string, Box> places;
    for (const Hit& hit : picture.hits)
        if (hit.name.starts_with("cell.") || hit.name.starts_with("block.")) places[hit.name] = hit.box;
    return places;
}

/// The formula's terms begin behind the name of what they make, however long it is.
TEST(BlocksView, TheFormulasNameStandsApart) {
    scenes::Scene scene = scenes::initial_scene("scan_segmented");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {16, 1};
    scene = scenes::with_parameters(scene, parameters);
    const auto at = blocks_view_opened(scene);
    int seen = 0;
    for (int64_t step = 0; step <= at->step_count(); ++step) {
        at->seek(step);
        if (at->staged().blocks() < 2) continue;
        StageState state;
        const Picture picture = draw_stage({{0, 0}, {527, 560}}, 16, *at, at_blocks(), state);
        for (const canvas::Shape& shape : picture.shapes) {
            const auto* name = std::get_if<Text>(&shape);
            if (name == nullptr || name->text != "last_values" || name->type.face != Face::sans_semibold)
                continue;
            for (const canvas::Shape& other : picture.shapes) {
                const auto* cell = std::get_if<Rectangle>(&other);
                if (cell == nullptr || cell->box.width() > 60 || cell->box.width() < 20) continue;
                const Box &a = cell->box, b = name->box();
                const bool apart =
                    a.min.x >= b.max.x || b.min.x >= a.max.x || a.min.y >= b.max.y || b.min.y >= a.max.y;
                EXPECT_TRUE(apart) << "step " << step;
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 0);
}

TEST(BlocksView, NothingMovesFromTheFirstStepToTheLast) {
    for (const char* slug : {"scan_single_pass", "scan_lookback", "scan_segmented"}) {
        SCOPED_TRACE(slug);
        const auto at = blocks_view_opened(scenes::initial_scene(slug));
        for (const Box& area : {blocks_view_wide, low}) {
            std::map<uint32_t, std::map<std::string, Box>> first;  // by launch
            StageState state;
            for (int i = 0; i <= 20; ++i) {
                at->seek(at->step_count() * i / 20);
                if (at->staged().blocks() < 2) continue;
                const auto places = rects_of(draw_stage(area, 16, *at, at_blocks(), state));
                const auto [known, fresh] = first.try_emplace(at->launch(), places);
                if (fresh) continue;
                for (const auto& [name, box] : known->second) {
                    const auto here = places.find(name);
                    ASSERT_NE(here, places.end()) << name << " is gone at step " << at->step();
                    EXPECT_EQ(here->second, box) << name << " moved at step " << at->step();
                }
            }
        }
    }
}

TEST(BlocksView, CellsSayWhatThePlayerHas) {
    for (const char* slug : {"scan_single_pass", "scan_lookback", "scan_segmented", "scan_warps"}) {
        SCOPED_TRACE(slug);
        const auto at = blocks_view_opened(scenes::initial_scene(slug));
        StageState state;
        int seen = 0;
        for (int i = 0; i <= 20; ++i) {
            at->seek(at->step_count() * i / 20);
            const Picture picture = draw_stage(blocks_view_wide, 16, *at, at_blocks(), state);
            for (const Hit& hit : picture.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell) continue;
                const emulator::ArrayInfo& info = at->trace().arrays[cell->first];
                const StagedArray* staged = at->staged().find(cell->first);
                if (staged == nullptr || !staged->is_data() ||
                    !at->player().defined(cell->first, cell->second))
                    continue;
                ++seen;
                EXPECT_THAT(
                    picture.texts_in(hit.box),
                    testing::Contains(bits_to_text(info.type, at->player().bits(cell->first, cell->second))))
                    << hit.name << " at step " << at->step();
            }
        }
        EXPECT_GT(seen, 100);
    }
}

TEST(BlocksView, EveryBlockHasACardInSmallWindowsToo) {
    const auto at = blocks_view_opened(scenes::initial_scene("scan_lookback"));
    StageState state;
    for (const Box& area : {blocks_view_wide, low}) {
        const Picture picture = draw_stage(area, 16, *at, at_blocks(), state);
        for (int n = 0; n < 6; ++n) {
            const Hit* card = picture.find("block." + std::to_string(n));
            ASSERT_NE(card, nullptr) << n;
            EXPECT_TRUE(area.covers(card->box));
        }
    }
}

TEST(BlocksView, ADeadlockIsSaidWithRoomForItsCure) {
    const scenes::Scene scene = scenes::single_pass_without_counter();
    const auto at = blocks_view_opened(scene);
    StageOptions options = at_blocks();
    options.deadlock_cure = "Put back: number from a counter";
    StageState state;
    at->seek(0);
    EXPECT_EQ(draw_stage(blocks_view_wide, 16, *at, options, state).find("deadlock.cure"), nullptr);
    at->seek(at->step_count());
    const Picture picture = draw_stage(blocks_view_wide, 16, *at, options, state);
    const Hit* cure = picture.find("deadlock.cure");
    ASSERT_NE(cure, nullptr);
    EXPECT_THAT(picture.texts_in(blocks_view_wide), testing::Contains(deadlock_sentence(at->blocks())));
    const Touch touch{"deadlock.cure", cure->box.centre(), true, false, true};
    EXPECT_TRUE(events_of(touch, picture, *at, state).deadlock_cure);
    const Touch card{"block.4", picture.find("block.4")->box.centre(), true, false, true};
    EXPECT_EQ(events_of(card, picture, *at, state).block, 4);
}

TEST(Zooms, GoWithTheSizesOfStep) {
    for (const StepSize step : {StepSize::statement, StepSize::barrier, StepSize::phase, StepSize::launch}) {
        EXPECT_EQ(step_of(zoom_of(step)), step);
        EXPECT_EQ(parse_zoom(name_of(zoom_of(step))), zoom_of(step));
    }
    EXPECT_EQ(zoom_of(StepSize::launch), Zoom::plan);
    EXPECT_EQ(zoom_of(StepSize::statement), Zoom::lanes);
    EXPECT_THROW(parse_zoom("far"), UsageError);
}

}  // namespace
}  // namespace upsweep::stage
