// Where grids are, and their cells; a block or its lanes in two dimensions, with the block's tiles, what the
// step reads and writes, and banks below.
#include "stage/grid.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/data/blocks.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

#include <algorithm>
#include <cmath>

namespace upsweep::stage {

using namespace replay;

namespace {

/// Cells are never smaller than this, in E: beyond, a window is in view.
constexpr float least_high = 1.05F, least_wide = 1.2F, most_high = 2.8F, most_wide = 3.4F;

/// As narrow as the longest value allows at the smallest size of type, in E.
float least_width(const Context& stage, const Grid& grid) {
    int characters = 1;
    if (grid.array >= 0) characters = stage.at.index().longest_value(grid.id());
    return std::clamp(0.42F * characters + 0.15F, least_wide, 6.0F);
}

int64_t gaps(int64_t cells, int64_t tile) { return tile > 0 ? (cells - 1) / tile : 0; }

}  // namespace

float Grid::x(int64_t column) const {
    const int64_t skipped = tile.width > 0 ? column / tile.width - first_column / tile.width : 0;
    return cells.min.x + float(column - first_column) * cell_width + skipped * tile_gap;
}

float Grid::y(int64_t row) const {
    const int64_t skipped = tile.height > 0 ? row / tile.height - first_row / tile.height : 0;
    return cells.min.y + float(row - first_row) * cell_height + skipped * tile_gap;
}

Box Grid::rect(int64_t element) const {
    return Box::sized({x(element % extent.width), y(element / extent.width)}, cell_width - gap,
                      cell_height - gap)
        .snapped();
}

Box Grid::rect(const ElementBox& box) const {
    const int64_t left = std::max(box.left, first_column), top = std::max(box.top, first_row);
    const int64_t right = std::min(box.left + box.size.width, first_column + columns) - 1;
    const int64_t bottom = std::min(box.top + box.size.height, first_row + rows) - 1;
    if (right < left || bottom < top) return {};
    return rect(top * extent.width + left).with(rect(bottom * extent.width + right));
}

bool is_about_grids(const StagedLaunch& staged) {
    return any_of(staged.arrays(), [](const StagedArray& one) {
        return one.is_data() && !one.is_shared() && one.subject.form == SubjectForm::grid &&
               one.extent.height > 1;
    });
}

std::vector<Grid> grids_of(const Context& stage, bool rows) {
    std::vector<Grid> grids;
    const StagedLaunch& staged = stage.staged();
    for (size_t i = 0; i < staged.arrays().size(); ++i) {
        const StagedArray& one = staged.arrays()[i];
        if (!one.is_data() || (!rows && one.extent.height <= 1) || one.extent.count() <= 1) continue;
        if (one.is_shared() && one.extent.height <= 1) continue;
        Grid grid;
        grid.staged = &one;
        grid.array = staged.array_of(one, stage.at.block());
        grid.extent = one.extent;
        const Extent tile = stage.at.tiles().tile[i];
        const bool several = tile.width < one.extent.width || tile.height < one.extent.height;
        if (several && tile.width > 1 && tile.height > 1) grid.tile = tile;
        grids.push_back(grid);
    }
    return grids;
}

float grid_head(const Canvas& canvas, bool indices) { return canvas.em(indices ? 2.9F : 1.8F); }
float grid_label(const Context& stage) { return stage.canvas.em(stage.narrow ? 1.5F : 1.9F); }

float place_grids(const Context& stage, std::vector<Grid*> grids, Box room, int across, bool indices) {
    Canvas& canvas = stage.canvas;
    if (grids.empty()) return 0;
    const auto beside = size_t(across), down = (grids.size() + beside - 1) / beside;
    std::vector<int64_t> widest(beside), highest(down);
    std::vector<float> wide_gaps(widest.size()), high_gaps(highest.size());
    float least = least_wide;
    const float tile_gap = canvas.em(0.25F);
    for (size_t i = 0; i < grids.size(); ++i) {
        Grid& grid = *grids[i];
        const size_t column = i % beside, row = i / beside;
        widest[column] = std::max(widest[column], grid.extent.width);
        highest[row] = std::max(highest[row], grid.extent.height);
        const auto gap_x = float(gaps(grid.extent.width, grid.tile.width)) * tile_gap;
        const auto gap_y = float(gaps(grid.extent.height, grid.tile.height)) * tile_gap;
        wide_gaps[column] = std::max(wide_gaps[column], gap_x);
        high_gaps[row] = std::max(high_gaps[row], gap_y);
        least = std::max(least, least_width(stage, grid));
    }
    const float label = grid_label(stage), between = canvas.em(stage.narrow ? 0.9F : 1.5F);
    const float head = grid_head(canvas, indices), below = canvas.em(0.7F);
    int64_t columns = 0, rows = 0;
    float used_x = across * label + float(across - 1) * between;
    float used_y = down * head + float(down - 1) * below;
    for (size_t i = 0; i < widest.size(); ++i) columns += widest[i], used_x += wide_gaps[i];
    for (size_t i = 0; i < highest.size(); ++i) rows += highest[i], used_y += high_gaps[i];
    const float free_x = std::max(0.0F, room.width() - used_x),
                free_y = std::max(0.0F, room.height() - used_y);
    const float fitting_x = free_x / columns, fitting_y = free_y / rows;
    float width = std::floor(std::clamp(fitting_x, canvas.em(least), canvas.em(most_wide)));
    float height = std::floor(std::clamp(fitting_y, canvas.em(least_high), canvas.em(most_high)));
    // Neither much wider than high nor the other way round.
    width = std::max(std::min(width, height * 1.6F), canvas.em(least));
    height = std::min(height, width);
    // Where not all fit, each gets its share.
    const float share_x = std::min(1.0F, fitting_x / width), share_y = std::min(1.0F, fitting_y / height);
    float x = room.min.x, y = room.min.y;
    for (size_t i = 0; i < grids.size(); ++i) {
        Grid& grid = *grids[i];
        const size_t column = i % beside, row = i / beside;
        if (column == 0) x = room.min.x;
        const auto fit = [](int64_t all, int64_t most, float share) {
            const auto room_for = int64_t(float(most) * share + 0.01F);
            return std::clamp<int64_t>(room_for, 1, all);
        };
        grid.columns = fit(grid.extent.width, widest[column], share_x);
        grid.rows = fit(grid.extent.height, highest[row], share_y);
        grid.cell_width = width, grid.cell_height = height;
        grid.gap = canvas.em(width > canvas.em(1.9F) && height > canvas.em(1.5F) ? 0.16F : 0.1F);
        grid.tile_gap = tile_gap;
        const float grid_wide = fit(widest[column], widest[column], share_x) * width;
        const float grid_high = fit(highest[row], highest[row], share_y) * height;
        grid.cells =
            Box::sized({snap(x + label), snap(y + head)},
                       grid.columns * width + gaps(grid.columns, grid.tile.width) * tile_gap - grid.gap,
                       grid.rows * height + gaps(grid.rows, grid.tile.height) * tile_gap - grid.gap);
        const float step_x = label + grid_wide + wide_gaps[column] + between;
        grid.room = Box::sized({x, y}, step_x - between, head + grid_high + high_gaps[row]);
        x += step_x;
        if (column + 1 == beside) y += head + grid_high + high_gaps[row] + below;
    }
    const float shown = std::min(share_x, share_y);
    return std::min(width / canvas.em(), 1.3F * height / canvas.em()) * shown * shown;
}

void place_grids(const Context& stage, std::vector<Grid*> grids, Box room) {
    int best = 1;
    float largest = 0;
    for (int across = grids.size(); across >= 1; --across) {
        const float size = place_grids(stage, grids, room, across);
        if (size > largest * 1.05F) best = across, largest = size;
    }
    place_grids(stage, std::move(grids), room, best);
}

void look_at(Grid& grid, const ElementBox& box) {
    if (box.empty()) return;
    const auto place = [](int64_t low, int64_t size, int64_t shown, int64_t all, int64_t tile) {
        if (low + size <= shown) return int64_t{0};
        int64_t first = std::min(low, low + size - shown / 2);
        if (tile > 0 && shown >= tile) first = first / tile * tile;
        return std::clamp<int64_t>(first, 0, std::max<int64_t>(0, all - shown));
    };
    grid.first_row = place(box.top, box.size.height, grid.rows, grid.extent.height, grid.tile.height);
    grid.first_column = place(box.left, box.size.width, grid.columns, grid.extent.width, grid.tile.width);
}

float value_size(const Context& stage, const Grid& grid) {
    if (grid.array < 0) return 1;
    const std::string longest = zeros(stage.at.index().longest_value(grid.id()));
    const float high = (grid.cell_height - grid.gap) / stage.canvas.em();
    return stage.value_em(longest, grid.cell_width - grid.gap - stage.canvas.em(0.15F),
                          high > 1.9F    ? 1.2F
                          : high > 1.35F ? 1.0F
                                         : 0.85F);
}

ElementBox touched_of(const Context& stage, const Grid& grid) {
    ElementBox box;
    if (const ArrayTouches* touches = stage.touches(grid.array))
        for (const CellTouch& touch : touches->cells) include(box, touch.cell, grid.extent.width);
    if (grid.array < 0 || grid.columns == 0 ||
        (box.size.width <= grid.columns && box.size.height <= grid.rows))
        return box;
    // More than there is room for: what the sentence says a value comes to.
    ElementBox told;
    for (const int64_t cell :
         told_cells(stage.at.sentence(), stage.staged(), stage.info(grid.id()), grid.id()))
        include(told, cell, grid.extent.width);
    return told.empty() ? box : told;
}

void draw_grid_head(Context& stage, const Grid& grid, const std::string& about) {
    Canvas& canvas = stage.canvas;
    const Point at{grid.cells.min.x, grid.room.min.y + canvas.em(stage.look().head)};
    const float right = std::max(grid.room.max.x, grid.cells.max.x);
    const Metrics& look = stage.look();
    const std::string& name = grid.array < 0 ? grid.staged->name : stage.info(grid.id()).name;
    const float named = canvas.text_within(at, right - at.x, look.name, {Role::t1}, name);
    const bool shared = grid.staged != nullptr && grid.staged->is_shared();
    const std::string size = extent_text(grid.extent);
    std::vector<std::string> forms{about, about.substr(0, about.find(','))};
    if (about.empty()) forms = {size + (shared ? ", shared" : ""), size};
    if (grid.windowed()) {
        const std::string rows = "rows " + range_text(grid.first_row, grid.first_row + grid.rows - 1);
        const std::string columns =
            "columns " + range_text(grid.first_column, grid.first_column + grid.columns - 1);
        forms = {rows + ", " + columns + " of " + size};
        if (grid.columns == grid.extent.width)
            forms.insert(forms.end(),
                         {rows + " of " + size, rows + " of " + std::to_string(grid.extent.height)});
        else if (grid.rows == grid.extent.height)
            forms.insert(forms.end(),
                         {columns + " of " + size, columns + " of " + std::to_string(grid.extent.width)});
        forms.push_back("of " + size);
        forms.push_back(size);
    }
    forms.emplace_back();
    const float left = at.x + named + canvas.em(0.6F);
    if (right - left > canvas.em(2.5F))
        canvas.text_within({left, at.y}, right - left, look.about, {look.quiet},
                           canvas.text_fitting(look.about, right - left, forms));
}

void draw_grid_axes(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    const Metrics& look = stage.look();
    const ArrayTouches* touches = stage.touches(grid.array);
    const auto busy = [&](bool row, int64_t index) {
        if (touches == nullptr) return false;
        return any_of(touches->cells, [&](const CellTouch& touch) {
            return (row ? touch.cell / grid.extent.width : touch.cell % grid.extent.width) == index;
        });
    };
    const auto number = [&](Point at, int64_t index, bool lit, Align align) {
        draw_index(canvas, at, index, lit, look.index.em, align, look.quiet);
    };
    // Indices that would touch are left out.
    const float digits =
        canvas.text_width(look.index, std::to_string(grid.extent.width - 1)) + canvas.em(0.3F);
    const int64_t every = grid.cell_width >= digits ? 1 : 2;
    for (int64_t c = grid.first_column; c < grid.first_column + grid.columns; c += every)
        number({grid.x(c) + (grid.cell_width - grid.gap) / 2, grid.cells.min.y - canvas.em(look.axis)}, c,
               busy(false, c), Align::centre);
    if (stage.options.presenting && grid.extent.height <= 1) return;
    for (int64_t r = grid.first_row; r < grid.first_row + grid.rows; ++r)
        number({grid.cells.min.x - canvas.em(0.4F), grid.y(r) + (grid.cell_height - grid.gap) / 2}, r,
               busy(true, r), Align::right);
}

void draw_grid_cells(Context& stage, const Grid& grid, const CellLook& look,
                     const std::function<bool(int64_t)>& left_out) {
    Canvas& canvas = stage.canvas;
    const float value_em = value_size(stage, grid);
    for (int64_t r = grid.first_row; r < grid.first_row + grid.rows; ++r)
        for (int64_t c = grid.first_column; c < grid.first_column + grid.columns; ++c) {
            const int64_t element = r * grid.extent.width + c;
            if (left_out && left_out(element)) continue;
            const Box rect = grid.rect(element);
            if (grid.array < 0) {
                draw_node(canvas, rect, CellState::to_come, "");
                continue;
            }
            CellNow now = cell_now(stage, grid.id(), element);
            CellState& state = now.state;
            std::string& value = now.value;
            if (look) state = look(element, state);
            // Where marks lie over the cells, name_cell draws it.
            if (const StageMark* mark = mark_of(stage, grid.id(), element);
                mark != nullptr && !stage.overlaid) {
                state = mark->state;
                if (mark->state == CellState::to_predict || !mark->value.empty()) value = mark->value;
                if (mark->state == CellState::to_predict && value.empty()) value = "?";
            }
            draw_node(canvas, rect, state, value, value_em);
            name_cell(stage, grid.id(), element, rect);
        }
}

Grid draw_sheet(Context& stage, Box rect, int array, const ElementBox& wanted) {
    const Canvas& canvas = stage.canvas;
    Grid sheet;
    sheet.array = array;
    const Extent extent = stage.info(sheet.id()).extent;
    sheet.extent = {std::max<int64_t>(1, extent.width), std::max<int64_t>(1, extent.height)};
    sheet.gap = canvas.em(0.17F);
    const std::string longest = zeros(stage.at.index().longest_value(sheet.id()));
    const float least = std::max(
        canvas.em(1.9F), canvas.text_width({Face::mono_bold, least_read_em}, longest) + canvas.em(0.42F));
    sheet.room = rect;
    rect.cut_top(canvas.em(2.6F));
    if (sheet.extent.height > 1) rect.cut_left(canvas.em(1.2F));
    const auto fitting = [](float room, float each, int64_t all) {
        return std::clamp<int64_t>(int64_t(room / each + 0.02F), 1, all);
    };
    sheet.columns = fitting(rect.width(), least, sheet.extent.width);
    sheet.rows = fitting(rect.height(), canvas.em(1.85F), sheet.extent.height);
    sheet.cell_width = std::floor(std::min(canvas.em(4.4F), rect.width() / sheet.columns));
    sheet.cell_height = std::floor(std::min(canvas.em(3.2F), rect.height() / sheet.rows));
    sheet.cells = Box::sized(snap(rect.min), sheet.columns * sheet.cell_width - sheet.gap,
                             sheet.rows * sheet.cell_height - sheet.gap);
    look_at(sheet, wanted);
    draw_grid_head(stage, sheet);
    draw_grid_axes(stage, sheet);
    draw_grid_cells(stage, sheet);
    return sheet;
}

void draw_frame(Context& stage, const Grid& grid, const ElementBox& box, Ink ink) {
    Canvas& canvas = stage.canvas;
    const Box around = grid.rect(box);
    if (around.empty()) return;
    const OnLayer bright(canvas, Layer::bright);
    canvas.outline(around.inset(-canvas.px(2.5F)), {ink, canvas.px(2)}, canvas.em(0.3F));
}

namespace {

const Grid* grid_of(const std::vector<const Grid*>& grids, emulator::ArrayId array) {
    for (const Grid* grid : grids)
        if (grid->array == int(array)) return grid;
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
            if (from->array == int(leaf.array)) include(box, leaf.element, from->extent.width);
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
    const int64_t number = staged.number_of(stage.at.block());
    std::vector<KeptSource> copied;
    for (const StagedArray& one : staged.arrays()) {
        const int id = one.is_shared() ? staged.array_of(one, stage.at.block()) : -1;
        if (id < 0) continue;
        const KeptSource source = kept_source(stage.trace(), stage.at.player(), staged, id_of(id));
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
    int64_t words = 0;
    for (const StagedArray& one : stage.staged().arrays())
        if (one.is_shared() && one.is_data())
            words = std::max(words, (one.extent.count() * size_of(one.type) + 3) / 4);
    const int64_t banks = std::max(1, stage.trace().gpu.banks);
    return (words + banks - 1) / banks;
}

/// Which of the launch's grids the step is about: the one it reads and the one it writes; before any step the
/// first and the last.
std::vector<Grid> grids_to_show(const Context& stage) {
    std::vector<Grid> all = grids_of(stage), chosen;
    const auto touched = [&](const Grid& grid, bool written) {
        const ArrayTouches* touches = stage.touches(grid.array);
        return touches != nullptr && any_of(touches->cells, [&](const CellTouch& cell) {
                   return written ? cell.written : cell.read;
               });
    };
    std::erase_if(all, [](const Grid& grid) { return grid.array < 0; });
    for (const bool written : {false, true})
        for (const Grid& grid : all) {
            const bool there = any_of(chosen, [&](const Grid& one) { return one.array == grid.array; });
            if (!touched(grid, written) || there) continue;
            chosen.push_back(grid);
            break;
        }
    if (!chosen.empty() || all.empty()) return chosen;
    if (all.size() == 1) return all;
    return {all.front(), all.back()};
}

/// Arrows from grid to grid, in the gutters between cells.
void draw_grid_flows(Context& stage, const std::vector<const Grid*>& grids) {
    if (stage.options.grown <= 0) return;
    const OnLayer bright(stage.canvas, Layer::bright);
    // Two arrows show how the lanes go; more would hide the values.
    const std::vector<Flow>& flows = stage.picture().flows;
    if (flows.empty()) return;
    // Of sums that were made in registers the one that the sentence is about.
    const auto told = find_if(flows, [&](const Flow& flow) { return flow.step == stage.picture().focus; });
    if (told != flows.end() && told->operation && told->sources.empty())
        return draw_flow_of(stage, grids, *told);
    draw_flow_of(stage, grids, flows.front());
    if (flows.size() > 1) draw_flow_of(stage, grids, flows.back());
}

/// On a presented page: what the step reads beside what it writes.
void draw_present_grids(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    rect = rect.inset(canvas.em(1.2F), 0);
    const std::vector<Grid> grids = grids_to_show(stage);
    if (grids.empty()) return;
    std::vector<Grid> sheets;
    const float between = canvas.em(1.4F), count = grids.size();
    const float wide = (rect.width() - between * (count - 1)) / count;
    for (const Grid& grid : grids) {
        ElementBox wanted = touched_of(stage, grid);
        if (wanted.empty()) wanted = stage.staged().part(*grid.staged, 0);
        sheets.push_back(draw_sheet(stage, rect.cut_left(wide), grid.array, wanted));
        rect.cut_left(between);
    }
    if (sheets.size() < 2) return;
    const Box from = sheets.front().cells, to = sheets.back().cells;
    const float y = snap((std::max(from.min.y, to.min.y) + std::min(from.max.y, to.max.y)) / 2);
    const OnLayer bright(canvas, Layer::bright);
    draw_straight(canvas, {from.max.x + canvas.em(0.3F), y}, {to.min.x - canvas.em(1.2F), y}, ArrowKind::read,
                  {stage.options.grown});
}

}  // namespace

void draw_grids(Context& stage, Box rect) {
    if (stage.options.presenting) return draw_present_grids(stage, rect);
    Canvas& canvas = stage.canvas;
    // The user's own kernel may make a row out of a matrix: a histogram.
    std::vector<Grid> grids = grids_of(stage, stage.at.run().algorithm == nullptr);
    const bool keeps = any_of(stage.staged().arrays(),
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
