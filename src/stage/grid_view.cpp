// A block or its lanes in two dimensions: the launch's grids at their places, with the block's tiles, what
// the step reads and writes, and banks below.
#include <algorithm>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/data/blocks.h"
#include "replay/data/deep_sources.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "scenes/run_scene.h"
#include "stage/grid.h"

namespace upsweep::stage {

using namespace replay;

namespace {

const Grid* grid_of(const std::vector<const Grid*>& grids, emulator::ArrayId array) {
    for (const Grid* grid : grids)
        if (grid->array == static_cast<int>(array)) return grid;
    return nullptr;
}

/// From under a cell along the gutters to the top of another.
void draw_gutter_arrow(Context& stage, const Grid& from, const Box& source, const Grid& to,
                       const Box& target) {
    Canvas& canvas = stage.canvas;
    const float out = snap(source.max.y + from.gap / 2), in = snap(target.min.y - to.gap / 2);
    std::vector<Point> points;
    if (&from == &to) {
        // Within one grid straight from edge to edge of neighbours, else beside the column.
        const float beside = snap(target.min.x - to.gap / 2);
        points = {{source.centre().x, source.max.y}, {source.centre().x, out}, {beside, out}, {beside, in}};
    } else if (to.cells.min.x >= from.cells.max.x || to.cells.max.x <= from.cells.min.x) {
        const bool right = to.cells.min.x >= from.cells.max.x;
        const float between = snap(right ? from.cells.max.x + canvas.em(0.45F)
                                         : from.cells.min.x - grid_label(stage) - canvas.em(0.3F));
        points = {{source.centre().x, source.max.y}, {source.centre().x, out}, {between, out}, {between, in}};
    } else {
        const float beside = snap(source.max.x + from.gap / 2);
        const float between = snap(to.cells.min.y - canvas.em(1.35F));
        const float along = snap(target.min.x - to.gap / 2);
        points = {{source.max.x, source.centre().y},
                  {beside, source.centre().y},
                  {beside, between},
                  {along, between},
                  {along, in}};
    }
    points.push_back({target.centre().x, in});
    points.push_back({target.centre().x, target.min.y + canvas.em(0.2F)});
    draw_route(canvas, points, ArrowKind::read, canvas.em(0.2F));
}

/// What a flow reads, by array: a frame each where it is more than one cell. Of a sum that was made in a
/// register, what it was made of: a row of one matrix and a column of another.
void draw_flow_of(Context& stage, const std::vector<const Grid*>& grids, const Flow& flow) {
    const Grid* to = grid_of(grids, flow.array);
    if (to == nullptr || !to->shows(flow.cell)) return;
    const bool sum = flow.operation && flow.sources.empty();
    const std::vector<Leaf> sources = sum ? deep_sources(stage.trace(), flow.access).leaves : flow.sources;
    for (const Grid* from : grids) {
        ElementBox box;
        for (const Leaf& leaf : sources)
            if (from->array == static_cast<int>(leaf.array)) include(box, leaf.element, from->extent.width);
        const Box source = from->rect(box);
        if (source.empty()) continue;
        if (box.size.count() > 1) draw_frame(stage, *from, box, {Role::read});
        draw_gutter_arrow(stage, *from, source, *to, to->rect(flow.cell));
    }
    const Box target = to->rect(flow.cell);
    if (flow.operation && stage.options.grown >= 1 && to->cell_width > stage.canvas.em(2))
        draw_operation_node(stage.canvas, target.min + Point{0, target.height()},
                            operation_sign(flow.symbol));
}

/// Where the block works: what it was given, or what its shared arrays were copied from.
void draw_tiles_of_block(Context& stage, const std::vector<Grid>& grids) {
    const StagedLaunch& staged = stage.staged();
    if (staged.blocks() < 2) return;
    const std::int64_t number = staged.number_of(stage.at.block());
    std::vector<KeptSource> copied;
    for (const StagedArray& one : staged.arrays()) {
        const int id = one.is_shared() ? staged.array_of(one, stage.at.block()) : -1;
        if (id < 0) continue;
        const KeptSource source =
            kept_source(stage.trace(), stage.at.player(), staged, static_cast<emulator::ArrayId>(id));
        if (source.array >= 0) copied.push_back(source);
    }
    for (const Grid& grid : grids) {
        if (grid.staged->is_shared()) continue;
        bool framed = false;
        for (const KeptSource& source : copied)
            if (source.array == grid.array) {
                draw_frame(stage, grid, source.box, {Role::ink});
                framed = true;
            }
        const ElementBox part = staged.part(*grid.staged, number);
        if (!framed && !part.empty() && part.size.count() < grid.extent.count())
            draw_frame(stage, grid, part, {Role::ink});
    }
}

/// Of the largest array that a block keeps.
int most_bank_rows(const Context& stage) {
    std::int64_t words = 0;
    for (const StagedArray& one : stage.staged().arrays())
        if (one.is_shared() && one.is_data())
            words = std::max(words, (one.extent.count() * size_of(one.type) + 3) / 4);
    const std::int64_t banks = std::max(1, stage.trace().gpu.banks);
    return static_cast<int>((words + banks - 1) / banks);
}

}  // namespace

void draw_grid_flows(Context& stage, const std::vector<const Grid*>& grids) {
    if (stage.options.grown <= 0) return;
    const OnLayer bright(stage.canvas, Layer::bright);
    // Two arrows show how the lanes go; more would hide the values.
    const std::vector<Flow>& flows = stage.picture().flows;
    if (flows.empty()) return;
    // Of sums that were made in registers the one that the sentence is about.
    const auto told = std::find_if(flows.begin(), flows.end(),
                                   [&](const Flow& flow) { return flow.step == stage.picture().focus; });
    if (told != flows.end() && told->operation && told->sources.empty())
        return draw_flow_of(stage, grids, *told);
    draw_flow_of(stage, grids, flows.front());
    if (flows.size() > 1) draw_flow_of(stage, grids, flows.back());
}

void draw_grids(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    // The user's own kernel may make a row out of a matrix: a histogram.
    std::vector<Grid> grids = grids_of(stage, stage.at.run().algorithm == nullptr);
    const bool keeps = std::any_of(stage.staged().arrays().begin(), stage.staged().arrays().end(),
                                   [](const StagedArray& one) { return one.is_shared() && one.is_data(); });
    const bool followed_shared =
        stage.info(stage.picture().followed).space == emulator::Space::shared && stage.options.banks;
    // The banks' room is kept through the whole launch, so that the grids stay where they are.
    const int most = !keeps || !stage.options.banks  ? 0
                     : rect.height() > canvas.em(34) ? 8
                     : rect.height() > canvas.em(26) ? 4
                                                     : 0;
    const int rows = std::min(most, most_bank_rows(stage));
    Box below = keeps && stage.options.banks ? rect.cut_bottom(banks_height(stage, rows)) : Box{};
    std::vector<Grid*> places;
    for (Grid& grid : grids) places.push_back(&grid);
    place_grids(stage, places, rect);
    std::vector<const Grid*> shown;
    float bottom = rect.min.y;
    for (Grid& grid : grids) {
        look_at(grid, touched_of(stage, grid));
        draw_grid_head(stage, grid);
        draw_grid_axes(stage, grid);
        draw_grid_cells(stage, grid);
        shown.push_back(&grid);
        bottom = std::max(bottom, grid.cells.max.y);
    }
    draw_tiles_of_block(stage, grids);
    draw_grid_flows(stage, shown);
    if (!followed_shared || below.empty()) return;
    // Under the grids, with as many rows as find room there.
    below.min.y = std::min(below.min.y, bottom + canvas.em(1.2F));
    int fitting = rows;
    while (fitting < 8 && banks_height(stage, fitting + 1) <= below.height()) ++fitting;
    stage.label_left = rect.min.x;
    stage.columns = {rect.min.x + canvas.em(stage.narrow ? 5 : 7), canvas.em(2.9F), 0,
                     stage.at.banks().banks};
    draw_banks(stage, below, std::min(fitting, bank_rows(stage)));
}

}  // namespace upsweep::stage
