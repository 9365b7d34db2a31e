// The stage's pictures: every cell with the player's value, what the pointer asks for, and the parts by
// themselves.
#include "stage/stage.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "canvas/canvas.h"
#include "canvas/svg.h"
#include "canvas/text.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/banks.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/places.h"
#include "replay/structure/plan.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"
#include "stage/grid.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Box stage_wide{{0, 0}, {1000, 700}};
const StageOptions stage_close_by = [] {
    StageOptions options;
    options.zoom = Zoom::block;
    return options;
}();

/// However narrow it is, it has whole words, as many as there is room for.
TEST(StageLegend, NeverLeavesItsPlace) {
    size_t most = 0;
    for (float width = 20; width < 900; width += 7) {
        Canvas canvas({{0, 0}, {1000, 40}}, 16);
        draw_legend(canvas, {{10, 5}, {10 + width, 30}}, LegendArrows::before);
        size_t words = 0;
        for (const canvas::Shape& shape : canvas.finish().shapes)
            if (const auto* text = std::get_if<Text>(&shape)) {
                ++words;
                EXPECT_LE(text->at.x + canvas::text_width(text->type, text->text), 10 + width) << text->text;
            }
        EXPECT_GE(words, most) << width;
        most = words;
    }
    EXPECT_EQ(most, 7U);
}

/// Without the second barrier the warp that goes first writes what the other one reads: its pass has two
/// rows.
TEST(StageDiagram, RowsOfOneNameSayWhoseWarpTheyAre) {
    const scenes::Scene scene =
        scenes::parse_scene("order.toml",
                            "version = 1\nalgorithm = \"scan_kogge_stone\"\nn = 8\nlanes = 4\nbanks = 4\n"
                            "options = { inclusive = 1, between = 0 }\nwarps = \"in-order\"\n");
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at.seek(at.step_count());
    for (const float width : {520.0F, 1000.0F}) {
        StageState state;
        const Picture picture = draw_stage({{0, 0}, {width, 700}}, 16, at, stage_close_by, state);
        int named = 0;
        for (const canvas::Shape& shape : picture.shapes)
            if (const auto* text = std::get_if<Text>(&shape))
                named += text->text == "stride 1 w1" || text->text == "stride 2 w1";
        EXPECT_EQ(named, 2) << width;
    }
}

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
    const Columns columns{100, 50, 0, 8};
    const RowWindow rows{0, 9, 30};
    const Box rect{{0, 10}, {600, 280}};
    for (const DiagramNode& node : diagram.nodes) {
        const auto line = input_line(diagram, node, node.outside[0], columns, rows, rect);
        ASSERT_GE(line.size(), 3U);
        EXPECT_EQ(line.front().x, columns.centre(node.cell - 1)) << "it begins at its own element";
        EXPECT_EQ(line.front().y, 25);
        EXPECT_EQ(line.back().x, columns.centre(node.cell));
        EXPECT_EQ(line.back().y, 25 + 30 * float(node.row));
        for (size_t i = 1; i < line.size(); ++i)
            EXPECT_EQ(line[i].x, columns.centre(node.cell)) << "the sum before stands in the column beside";
    }
}

TEST(StageBanks, RowsWithAnAccessComeFirst) {
    BankPicture banks;
    banks.wraps = {4, 5, 6, 7};
    EXPECT_THAT(wraps_to_draw(banks, 3, 4, 8), ElementsAre(4, 5, 6, 7));
    EXPECT_THAT(wraps_to_draw(banks, 3, 3, 8), ElementsAre(4, 5, 6));
    banks.wraps = {6};
    EXPECT_THAT(wraps_to_draw(banks, 3, 4, 8), ElementsAre(0, 1, 6));
    EXPECT_THAT(wraps_to_draw(banks, 2, 4, 2), ElementsAre(0, 1));
}

TEST(StageTape, SaysWhatTheStepTouchesBeyondTheWindow) {
    StepPicture picture;
    picture.arrays.push_back({0, {}});
    for (const int64_t cell : {35, 39, 47, 55, 59, 63}) {
        CellTouch touch;
        touch.cell = cell;
        picture.arrays[0].cells.push_back(touch);
    }
    const Columns columns{0, 30, 39, 16};
    EXPECT_EQ(touched_beyond(picture, columns, true), "also cell 35");
    EXPECT_EQ(touched_beyond(picture, columns, false), "also cells 55, 59 and 63");
    EXPECT_EQ(touched_beyond(picture, {0, 30, 35, 29}, false), "");
}

std::unique_ptr<StepPosition> stage_opened(const std::string& slug, Extent extent = {}) {
    scenes::Scene scene = scenes::initial_scene(slug);
    if (extent.width > 0) {
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = extent;
        scene = scenes::with_parameters(scene, parameters);
    }
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

/// The cell says what the player has: as it is, or as much of it as it has room for.
void expect_value(const StepPosition& at, const Picture& picture, emulator::ArrayId array, int64_t element) {
    const std::string name = cell_name(at.trace(), array, element);
    const Hit* cell = picture.find(name);
    ASSERT_NE(cell, nullptr) << name;
    EXPECT_EQ(cell_of(at, name), std::pair(array, element)) << name;
    const auto texts = picture.texts_in(cell->box);
    if (!at.player().defined(array, element)) return;
    const std::string value = at.staged().text_of(at.trace(), array, at.player().bits(array, element));
    // A fraction may have fewer places than its value, never others.
    const auto says = [&](std::string_view shown) {
        const std::string text(shown);
        const size_t point = text.find('.');
        if (text == value || point == std::string::npos || value.find('.') == std::string::npos)
            return text == value;
        const auto places = double(text.size() - point - 1);
        return places >= 2 && std::abs(std::stod(text) - std::stod(value)) <= 0.5001 * std::pow(10, -places);
    };
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), says))
        << name << " at step " << at.step() << ": " << value << " of " << testing::PrintToString(texts);
}

/// Any entry, at twenty steps: the followed array and its partner are there cell by cell.
TEST(Stage, ShowsTheCellsOfEveryEntryWithTheirValues) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = stage_opened(std::string(algorithm->slug));
        StageState state;
        std::set<std::string> names;
        for (int i = 0; i <= 20; ++i) {
            at->seek(at->step_count() * i / 20);
            const Picture picture = draw_stage(stage_wide, 16, *at, stage_close_by, state);
            const emulator::ArrayId array = at->picture().followed;
            const emulator::ArrayInfo& info = at->trace().arrays[array];
            int cells = 0;
            names.clear();
            for (const Hit& hit : picture.hits) {
                EXPECT_TRUE(names.insert(hit.name).second) << hit.name << " is there twice";
                const auto cell = cell_of(*at, hit.name);
                if (!cell) continue;
                expect_value(*at, picture, cell->first, cell->second);
                if (cell->first == array) ++cells;
            }
            if (info.extent.height > 1 || is_about_grids(at->staged())) continue;
            // Two halves of an array are under each other.
            int in_view = 0;
            const Diagram& diagram = at->diagram();
            for (int i_place = 0; i_place < diagram.kept; ++i_place) {
                const DiagramPlace& place = diagram.places[i_place];
                if (place.array == array)
                    in_view += int(std::clamp<int64_t>(place.count - state.first, 0, state.shown));
            }
            EXPECT_EQ(cells, in_view) << info.name << ", step " << at->step();
        }
    }
}

/// What is read, the tile between, what is written: each with all its cells.
TEST(Stage, ShowsTheCellsOfMatricesRowByRow) {
    const auto at = stage_opened("transpose_naive", {8, 4});
    at->seek(at->step_count());
    ASSERT_GT(at->trace().arrays[at->picture().followed].extent.height, 1);
    StageState state;
    const Picture picture = draw_stage(stage_wide, 16, *at, stage_close_by, state);
    std::set<emulator::ArrayId> shown;
    for (const Hit& hit : picture.hits)
        if (const auto cell = cell_of(*at, hit.name)) shown.insert(cell->first);
    EXPECT_GE(shown.size(), 2U);
    for (const emulator::ArrayId array : shown)
        for (int64_t element = 0; element < at->trace().arrays[array].extent.count(); ++element)
            expect_value(*at, picture, array, element);
}

TEST(Stage, IsTheSamePictureWheneverItIsDrawn) {
    const auto at = stage_opened("scan_blelloch", {16, 1});
    at->seek(at->step_count() / 2);
    StageState first, second;
    const std::string once = to_svg(draw_stage(stage_wide, 16, *at, stage_close_by, first));
    at->seek(0);
    at->seek(at->step_count() / 2);
    EXPECT_EQ(to_svg(draw_stage(stage_wide, 16, *at, stage_close_by, second)), once);
    EXPECT_THAT(once, HasSubstr(">up-sweep"));
}

TEST(Stage, AClickOnACellAsksForIt) {
    const auto at = stage_opened("scan_blelloch", {8, 1});
    at->seek(at->step_count());
    StageState state;
    const Picture picture = draw_stage(stage_wide, 16, *at, stage_close_by, state);
    const std::string name = cell_name(at->trace(), at->picture().followed, 2);
    const Hit* cell = picture.at(picture.find(name)->box.centre());
    ASSERT_NE(cell, nullptr);
    Touch touch{cell->name, cell->box.centre(), true, false, false};
    EXPECT_FALSE(events_of(touch, picture, *at, state).cell) << "hovering asks for nothing";
    EXPECT_THAT(tip_of(touch, *at), testing::EndsWith("Click to go to the step that last wrote this cell."));
    touch.clicked = true;
    EXPECT_EQ(events_of(touch, picture, *at, state).cell, std::pair(at->picture().followed, int64_t{2}));
    EXPECT_FALSE(cell_of(*at, "cell.nobody.2"));
    EXPECT_FALSE(cell_of(*at, name + "x"));
    EXPECT_FALSE(cell_of(*at, name + "00")) << "there are eight cells";
}

TEST(Stage, TheArraysNameLeadsToTheNextArray) {
    const auto at = stage_opened("scan_blelloch", {8, 1});
    at->seek(at->step_count() / 2);
    StageState state;
    const Picture picture = draw_stage(stage_wide, 16, *at, stage_close_by, state);
    const std::string name = "follow." + array_key(at->trace().arrays[at->picture().followed]);
    ASSERT_NE(picture.find(name), nullptr);
    const auto next = events_of({name, {}, true, false, true}, picture, *at, state).follow;
    ASSERT_TRUE(next.has_value());
    EXPECT_NE(*next, at->trace().arrays[at->picture().followed].name);
    at->follow(*next);
    EXPECT_EQ(at->trace().arrays[at->picture().followed].name, *next);
}

TEST(Stage, DraggingTheStripMovesTheWindow) {
    const auto at = stage_opened("scan_blelloch", {256, 1});
    at->seek(at->step_count() / 2);
    StageState state;
    const Picture picture = draw_stage(stage_wide, 16, *at, stage_close_by, state);
    const Hit* strip = picture.find("overview");
    ASSERT_NE(strip, nullptr);
    EXPECT_GT(state.shown, 0);
    events_of({"overview", strip->box.right(), true, true, false}, picture, *at, state);
    EXPECT_EQ(state.first, 256 - state.shown);
    draw_stage(stage_wide, 16, *at, stage_close_by, state);
    EXPECT_EQ(state.first, 256 - state.shown) << "as long as the step stays, so does the window";
    events_of({"overview", strip->box.centre(), true, true, false}, picture, *at, state);
    EXPECT_NEAR(double(state.first + state.shown / 2), 128, 1);
}

/// Any entry, from as far as the plan: no place twice, and each cell with the player's value.
TEST(StagePlan, ShowsWhatThePresentOperationTakesAndLeaves) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = stage_opened(std::string(algorithm->slug));
        StageState state;
        StageOptions options;
        options.zoom = Zoom::plan;
        std::set<std::string> names;
        for (const Box& area : {stage_wide, Box{{0, 0}, {720, 520}}})
            for (int i = 0; i <= 10; ++i) {
                at->seek(at->step_count() * i / 10);
                const Picture picture = draw_stage(area, 16, *at, options, state);
                const size_t present = at->plan().operation_at(at->index().present(at->step()));
                EXPECT_EQ(picture.find("operation." + std::to_string(present)) != nullptr,
                          at->plan().all()[present].kind != PlanKind::wait);
                names.clear();
                for (const Hit& hit : picture.hits) {
                    EXPECT_TRUE(names.insert(hit.name).second) << hit.name << " is there twice";
                    EXPECT_TRUE(area.covers(hit.box, 1)) << hit.name;
                    const auto cell = cell_of(*at, hit.name);
                    if (cell) expect_value(*at, picture, cell->first, cell->second);
                }
            }
    }
}

TEST(StagePlan, AClickOnACardGoesToItsOperation) {
    const auto at = stage_opened("scan_segmented");
    StageState state;
    StageOptions options;
    options.zoom = Zoom::plan;
    const PlanOperation& last = at->plan().all()[at->plan().launches()];
    ASSERT_EQ(last.kind, PlanKind::launch);
    const std::string name = "operation." + std::to_string(last.operation);
    const Touch touch{name, {}, true, false, true};
    EXPECT_EQ(events_of(touch, draw_stage(stage_wide, 16, *at, options, state), *at, state).seek,
              last.steps.first + 1);
    EXPECT_EQ(tip_of(touch, *at), "Click to see the blocks of " + last.name + " where it begins.");
    at->seek(last.steps.first + 7);
    EXPECT_EQ(events_of(touch, draw_stage(stage_wide, 16, *at, options, state), *at, state).seek, at->step());
    EXPECT_EQ(tip_of(touch, *at), "Click to see the blocks of " + last.name + ".");
    for (const std::string_view wrong : {"operation.99", "operation.1x", "operation."})
        EXPECT_FALSE(events_of({std::string(wrong), {}, true, false, true}, {}, *at, state).seek) << wrong;
}

TEST(StagePlan, StreamsAreRowsOfAChart) {
    const auto at = stage_opened("integral_histogram_stream");
    at->seek(at->step_count() / 2);
    StageState state;
    StageOptions options;
    options.zoom = Zoom::plan;
    const Picture picture = draw_stage(stage_wide, 16, *at, options, state);
    std::set<float> rows;
    for (const PlanOperation& one : at->plan().all()) {
        const Hit* bar = picture.find("bar." + std::to_string(one.operation));
        ASSERT_EQ(bar != nullptr, one.kind != PlanKind::wait);
        if (bar != nullptr) rows.insert(bar->box.centre().y);
    }
    EXPECT_EQ(rows.size(), 3U);
    EXPECT_THAT(to_svg(picture), HasSubstr("modelled: "));
}

/// Ten digits of what lay in memory by chance do not run over the cell's neighbours.
TEST(StageCells, NumbersThatFindNoRoomAreDots) {
    for (const float width : {28.0F, 40.0F, 80.0F})
        for (const bool node : {false, true}) {
            Canvas canvas(stage_wide, 16);
            const Box box{{100, 100}, {100 + width, 150}};
            if (node)
                draw_node(canvas, box, CellState::idle, "3452816845");
            else
                draw_cell(canvas, box, {.state = CellState::read, .value = "3452816845"});
            const Picture picture = canvas.finish();
            EXPECT_THAT(picture.texts_in(box), ElementsAre(width > 70 ? "3452816845" : "…")) << width;
            for (const canvas::Shape& shape : picture.shapes) {
                const auto* text = std::get_if<Text>(&shape);
                if (text == nullptr) continue;
                EXPECT_TRUE(box.covers(text->box(), 1)) << width << " " << text->text;
            }
        }
}

/// A name over a cell that only reads is above the arcs of the step before.
TEST(StageTape, LaneNamesStandAboveTheArcsBefore) {
    const auto at = stage_opened("scan_blelloch", {8, 1});
    at->set_grain(StepSize::barrier);
    at->seek(at->step_count());
    ASSERT_FALSE(at->picture().earlier.empty());
    StageState state;
    const Picture picture = draw_stage({{0, 0}, {520, 560}}, 16, *at, stage_close_by, state);
    int names = 0;
    for (const canvas::Shape& shape : picture.shapes) {
        const auto* name = std::get_if<Text>(&shape);
        if (name == nullptr || (!name->text.starts_with("lane ") && !name->text.starts_with("L"))) continue;
        ++names;
        for (const canvas::Shape& other : picture.shapes) {
            const auto* arc = std::get_if<Curve>(&other);
            if (arc == nullptr) continue;
            for (const Point point : points_of(*arc)) EXPECT_FALSE(name->box().contains(point)) << name->text;
        }
    }
    EXPECT_GT(names, 3);
}

TEST(Stage, MarksOverruleCells) {
    const auto at = stage_opened("scan_blelloch", {8, 1});
    at->seek(at->step_count());
    StageState state;
    const StageMark mark{3, CellState::to_predict, {}, {}};
    StageOptions options = stage_close_by;
    options.diagram = false;
    options.marks = {&mark, 1};
    const Picture picture = draw_stage(stage_wide, 16, *at, options, state);
    const Hit* cell = picture.find(cell_name(at->trace(), at->picture().followed, 3));
    ASSERT_NE(cell, nullptr);
    EXPECT_THAT(picture.texts_in(cell->box), ElementsAre("?"));
}

}  // namespace
}  // namespace upsweep::stage
