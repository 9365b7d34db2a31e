// Grids, tiles and corners on the stage: they stand still, say the player's values, and add up.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/data/corners.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "scenes/run_scene.h"
#include "stage/grid.h"
#include "stage/lens.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr Box grids_wide{{0, 0}, {1050, 850}}, small{{0, 0}, {736, 560}};

std::unique_ptr<StepPosition> grids_opened(const std::string& slug) {
    const scenes::Scene scene = scenes::initial_scene(slug);
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

/// Whether a text of a picture is the value, or as much as there is room for.
void expect_values(const StepPosition& at, const Picture& picture) {
    for (const Hit& hit : picture.hits) {
        const auto cell = cell_of(at, hit.name);
        if (!cell || !at.player().defined(cell->first, cell->second)) continue;
        const std::string value =
            at.staged().text_of(at.trace(), cell->first, at.player().bits(cell->first, cell->second));
        EXPECT_THAT(picture.texts_in(hit.box), testing::Contains(value))
            << hit.name << ", step " << at.step();
    }
}

/// Every entry with grids, at 20 steps, at every zoom and in a small window: a cell that is shown twice
/// stands at the same place, and says what the player has. Grids that show a window of a larger array may
/// move it, so only cells of arrays that are shown whole count.
TEST(StageGrids, StandStillThroughALaunchAndSayThePlayersValues) {
    int entries = 0;
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = grids_opened(std::string(algorithm->slug));
        bool grids = false;
        for (const Zoom zoom : {Zoom::blocks, Zoom::block, Zoom::lanes})
            for (const Box& area : {grids_wide, small}) {
                StageState state;
                StageOptions options;
                options.zoom = zoom;
                std::map<std::pair<uint32_t, std::string>, Box> places;
                for (int i = 0; i <= 20; ++i) {
                    at->seek(at->step_count() * i / 20);
                    if (!is_about_grids(at->staged())) continue;
                    const Picture picture = draw_stage(area, 16, *at, options, state);
                    // Where blocks keep rows of a matrix, the row is followed close by.
                    if (zoom > Zoom::blocks && at->trace().arrays[at->picture().followed].extent.height <= 1)
                        continue;
                    grids = true;
                    expect_values(*at, picture);
                    std::map<emulator::ArrayId, int64_t> shown;
                    for (const Hit& hit : picture.hits)
                        if (const auto cell = cell_of(*at, hit.name)) ++shown[cell->first];
                    for (const Hit& hit : picture.hits) {
                        const auto cell = cell_of(*at, hit.name);
                        if (!cell || at->trace().arrays[cell->first].space == emulator::Space::shared)
                            continue;
                        if (shown[cell->first] < at->trace().arrays[cell->first].extent.count()) continue;
                        const auto [place, fresh] = places.try_emplace({at->launch(), hit.name}, hit.box);
                        EXPECT_EQ(place->second, hit.box) << hit.name << " moved at step " << at->step();
                    }
                }
            }
        entries += grids;
    }
    EXPECT_GT(entries, 15);
}

/// Between two launches' pictures nothing but the step decides: every grid is inside the stage and none
/// covers another.
TEST(StageGrids, StandApart) {
    for (const Box& area : {grids_wide, small})
        for (const char* slug :
             {"integral_image_one_pass", "box_filter", "transpose_tiled", "local_statistics"}) {
            SCOPED_TRACE(slug);
            const auto at = grids_opened(slug);
            at->seek(at->step_count());
            StageState state;
            StageOptions options;
            options.zoom = Zoom::blocks;
            const Picture picture = draw_stage(area, 16, *at, options, state);
            std::map<emulator::ArrayId, Box> boxes;
            for (const Hit& hit : picture.hits) {
                const auto cell = cell_of(*at, hit.name);
                if (!cell) continue;
                EXPECT_TRUE(area.covers(hit.box)) << hit.name;
                const auto [box, fresh] = boxes.try_emplace(cell->first, hit.box);
                box->second = box->second.with(hit.box);
            }
            EXPECT_GE(boxes.size(), 2U);
            for (auto one = boxes.begin(); one != boxes.end(); ++one)
                for (auto other = std::next(one); other != boxes.end(); ++other)
                    EXPECT_FALSE(one->second.meets(other->second));
        }
}

/// "4–7" beside the tiles, and where there is no room for that the first of them alone.
TEST(Tiles, TheirRowsAreNamedWithinTheMargin) {
    constexpr float margin = 2.3F * 16;
    int seen = 0;
    for (const int64_t height : {16, 136}) {
        scenes::Scene scene = scenes::initial_scene("integral_image_one_pass");
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = {8, height};
        StepPosition at(std::make_shared<const scenes::RunScene>(
            scenes::run_scene(scenes::with_parameters(scene, parameters))));
        at.seek(at.step_count());
        for (const Box& area : {grids_wide, small}) {
            StageState state;
            StageOptions options;
            options.zoom = Zoom::blocks;
            const Picture picture = draw_stage(area, 16, at, options, state);
            for (const canvas::Shape& shape : picture.shapes) {
                const auto* text = std::get_if<Text>(&shape);
                if (text == nullptr || text->text.find("–") == std::string::npos) continue;
                if (text->text.find_first_not_of("0123456789–") != std::string::npos) continue;
                ++seen;
                EXPECT_LE(text->box().width(), margin) << text->text;
            }
        }
    }
    EXPECT_GT(seen, 0);
}

/// A tile receives the sum before it, and passes on that and its own.
TEST(Tiles, AreToldTheSumsBeforeThemAndPassOnTheirOwn) {
    const auto at = grids_opened("integral_image_one_pass");
    at->seek(at->step_count());
    const StagedLaunch& staged = at->staged();
    const StagedArray* input = staged.find(SubjectRole::picture);
    ASSERT_NE(input, nullptr);
    const auto pixel = [&](int64_t x, int64_t y) {
        return int64_t(
            at->player().bits(static_cast<emulator::ArrayId>(input->array), y * input->extent.width + x));
    };
    int carries = 0, formulas = 0;
    for (int64_t number = 0; number < staged.blocks(); ++number) {
        const TilePicture tile = make_tile(staged, at->tiles(), number, at->moment());
        ASSERT_TRUE(tile.rows && tile.columns);
        const ElementBox part = staged.part(*input, number);
        for (const TileCarry& carry : tile.rows->carries) {
            if (carry.index >= part.size.height) continue;
            int64_t before = 0;
            for (int64_t x = 0; x < part.left; ++x) before += pixel(x, part.top + carry.index);
            EXPECT_EQ(carry.value, std::to_string(before)) << "row " << carry.index << " of tile " << number;
            ++carries;
        }
        for (const TileCarry& carry : tile.columns->carries) {
            if (carry.index >= part.size.width) continue;
            int64_t above = 0;
            for (int64_t y = 0; y < part.top; ++y)
                for (int64_t x = 0; x <= part.left + carry.index; ++x) above += pixel(x, y);
            EXPECT_EQ(carry.value, std::to_string(above))
                << "column " << carry.index << " of tile " << number;
            ++carries;
        }
        for (const TileSum& sum : tile.rows->sums) {
            if (sum.index >= part.size.height) continue;
            int64_t own = 0;
            for (int64_t x = 0; x < part.size.width; ++x) own += pixel(part.left + x, part.top + sum.index);
            EXPECT_EQ(sum.own, std::to_string(own)) << "row " << sum.index << " of tile " << number;
        }
        formulas += tile.last.has_value();
    }
    EXPECT_GT(carries, 0);
    EXPECT_EQ(formulas, staged.blocks());
}

/// "+ 7" over "= 12" where rows leave room for two lines, else one line, or the end of it.
TEST(Tiles, WordsBesideTheirRowsStandApart) {
    for (const float width : {520.0F, 760.0F, 1400.0F}) {
        const auto at = grids_opened("integral_image_one_pass");
        int seen = 0;
        for (int i = 1; i <= 12; ++i) {
            at->seek(at->step_count() * i / 12);
            StageState state;
            StageOptions options;
            options.zoom = Zoom::blocks;
            const Picture picture = draw_stage({{0, 0}, {width, 560}}, 16, *at, options, state);
            std::vector<Box> words;
            for (const canvas::Shape& shape : picture.shapes)
                if (const auto* text = std::get_if<Text>(&shape))
                    if (text->text.starts_with("+ ") || text->text.starts_with("= "))
                        words.push_back(text->box());
            for (size_t a = 0; a < words.size(); ++a)
                for (size_t b = 0; b < a; ++b) {
                    ++seen;
                    const bool apart = words[a].min.x >= words[b].max.x || words[b].min.x >= words[a].max.x ||
                                       words[a].min.y >= words[b].max.y || words[b].min.y >= words[a].max.y;
                    EXPECT_TRUE(apart) << width << " at step " << at->step();
                }
        }
        EXPECT_GT(seen, 6) << width;
    }
}

/// A word is on a tile from the step that writes or reads it on, and not before.
TEST(Tiles, KnowNoWordsOfStepsToCome) {
    const auto at = grids_opened("integral_image_one_pass");
    at->seek(at->step_count());
    int writes = 0, reads = 0;
    for (const WordWay& way : at->tiles().ways)
        for (const auto& [number, events] : way.events)
            for (const WordEvent& event : events) {
                if (event.index >= way.values || event.word.state == MessageState::nothing) continue;
                const auto index = size_t(event.index);
                const TilePicture before = make_tile(at->staged(), at->tiles(), number, {0, event.step}),
                                  after = make_tile(at->staged(), at->tiles(), number, {0, event.step + 1});
                const TileSide &then = way.across ? *before.rows : *before.columns,
                               &now = way.across ? *after.rows : *after.columns;
                if (event.write) {
                    EXPECT_LT(then.sums[index].state, now.sums[index].state) << "step " << event.step;
                    ++writes;
                } else {
                    EXPECT_NE(now.carries[index].lane, -1);
                    reads += then.carries[index].lane == -1;
                }
            }
    EXPECT_GT(writes, 0);
    EXPECT_GT(reads, 0);
}

/// The corners of every mean that is written, against the pixels of the window that is framed.
TEST(Corners, AddUpToTheWindowsPixels) {
    const auto at = grids_opened("box_filter");
    const size_t last = at->trace().launches.size() - 1;
    const emulator::LaunchInfo& launch = at->trace().launches[last];
    std::set<size_t> numbers;
    int sums = 0;
    for (int64_t step = launch.first_step; step < launch.end_step; ++step) {
        const CornersPicture corners =
            make_corners(at->trace(), at->staged(last), at->held(), {step, step + 1});
        if (corners.array < 0) continue;
        ASSERT_EQ(corners.sums.size(), 1U);
        const CornerSum& sum = corners.sums.front();
        ASSERT_FALSE(sum.window.empty());
        numbers.insert(sum.corners.size());
        at->seek(step + 1);
        const int64_t width = at->trace().arrays[sum.picture].extent.width;
        int64_t whole = 0;
        for (int64_t y = 0; y < sum.window.size.height; ++y)
            for (int64_t x = 0; x < sum.window.size.width; ++x)
                whole += int64_t(at->player().bits(static_cast<emulator::ArrayId>(sum.picture),
                                                   (sum.window.top + y) * width + sum.window.left + x));
        EXPECT_EQ(sum.sum, std::to_string(whole)) << "step " << step;
        EXPECT_TRUE(sum.window.contains(corners.element, width)) << "the pixel lies in its window";
        ++sums;
    }
    EXPECT_GT(sums, 10);
    EXPECT_THAT(numbers, testing::ElementsAre(2U, 4U)) << "fewer corners at the border";
}

/// What is written under the table, read from left to right: each corner behind its sign, then the sum.
TEST(Corners, StandAsASumWithTheirSigns) {
    const auto at = grids_opened("box_filter");
    const size_t last = at->trace().launches.size() - 1;
    const emulator::LaunchInfo& launch = at->trace().launches[last];
    std::set<size_t> numbers;
    for (int64_t step = launch.first_step; step < launch.end_step; ++step) {
        const CornersPicture corners =
            make_corners(at->trace(), at->staged(last), at->held(), {step, step + 1});
        if (corners.array < 0 || corners.sums.size() != 1) continue;
        const CornerSum& sum = corners.sums.front();
        if (!numbers.insert(sum.corners.size()).second) continue;
        at->set_grain(Grain::statement);
        at->seek(step + 1);
        StageState state;
        StageOptions options;
        options.zoom = Zoom::block;
        const Picture picture = draw_stage(grids_wide, 16, *at, options, state);
        const Text* equals = nullptr;
        std::map<float, std::string> row;
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text == "=")
                equals = text;
        ASSERT_NE(equals, nullptr) << "step " << step;
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape))
                if (std::abs(text->box().centre().y - equals->box().centre().y) < 8)
                    row[text->box().centre().x] = text->text;
        std::string read, expected;
        for (const auto& [x, text] : row) read += text + " ";
        for (const char letter : {'D', 'C', 'B', 'A'})
            for (const Corner& corner : sum.corners)
                if (corner.letter == letter)
                    expected += (!corner.added ? "− " : expected.empty() ? "" : "+ ") + corner.value + " ";
        EXPECT_THAT(read, testing::HasSubstr(expected + "= " + sum.sum)) << "step " << step;
        EXPECT_THAT(read, testing::StartsWith(expected)) << "step " << step;
    }
    EXPECT_THAT(numbers, testing::ElementsAre(2U, 4U));
}

/// The terms' arrows turn between table and formula, each at a height of its own.
TEST(Corners, NoTwoArrowsRunIntoEachOther) {
    const auto at = grids_opened("box_filter");
    at->set_grain(Grain::statement);
    int seen = 0;
    for (int64_t step = at->step_count(); step > 0 && seen < 3; --step) {
        at->seek(step);
        StageState state;
        StageOptions options;
        options.zoom = Zoom::block;
        const Picture picture = draw_stage(grids_wide, 16, *at, options, state);
        // Level pieces of the arrows of corners: from, to, height.
        std::vector<std::array<float, 3>> level;
        for (const canvas::Shape& shape : picture.shapes) {
            const auto* path = std::get_if<Path>(&shape);
            if (path == nullptr || path->pen.ink.role != Role::read || path->closed) continue;
            for (size_t i = 1; i < path->points.size(); ++i) {
                const Point a = path->points[i - 1], b = path->points[i];
                if (a.y == b.y && std::abs(a.x - b.x) > 4)
                    level.push_back({std::min(a.x, b.x), std::max(a.x, b.x), a.y});
            }
        }
        if (level.size() < 4) continue;
        ++seen;
        for (size_t i = 0; i < level.size(); ++i)
            for (size_t j = 0; j < i; ++j) {
                const bool over = level[i][0] < level[j][1] && level[j][0] < level[i][1];
                EXPECT_FALSE(over && std::abs(level[i][2] - level[j][2]) < 3) << "step " << step;
            }
    }
    EXPECT_EQ(seen, 3);
}

TEST(Corners, AreLookedForInEveryLaunchThatHasThem) {
    const std::map<std::string, bool> expected = {{"box_filter", true},
                                                  {"local_statistics", true},
                                                  {"adaptive_threshold", true},
                                                  {"region_histogram", true},
                                                  {"likelihood_map", true},
                                                  {"transpose_tiled", false},
                                                  {"integral_image_one_pass", false}};
    for (const auto& [slug, wanted] : expected) {
        const auto at = grids_opened(slug);
        at->seek(at->step_count());
        EXPECT_EQ(at->takes_corners(), wanted) << slug;
    }
}

}  // namespace
}  // namespace upsweep::stage
