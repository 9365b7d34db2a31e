// Where grids are, and their cells.
#include "stage/grid.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "scenes/run_program.h"

#include <algorithm>
#include <cmath>

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr TextStyle head_name{Face::mono_bold, 1.05F};
/// Cells are never smaller than this, in E: beyond, a window is in view.
constexpr float least_high = 1.05F, least_wide = 1.2F, most_high = 2.8F, most_wide = 3.4F;

/// As narrow as the longest value allows at the smallest size of type, in E.
float least_width(const Context& stage, const Grid& grid) {
    int characters = 1;
    if (grid.array >= 0)
        characters = stage.at.index().longest_value(static_cast<emulator::ArrayId>(grid.array));
    return std::clamp(0.42F * static_cast<float>(characters) + 0.15F, least_wide, 6.0F);
}

std::int64_t gaps(std::int64_t cells, std::int64_t tile) { return tile > 0 ? (cells - 1) / tile : 0; }

}  // namespace

float Grid::x(std::int64_t column) const {
    const std::int64_t skipped = tile.width > 0 ? column / tile.width - first_column / tile.width : 0;
    return cells.min.x + static_cast<float>(column - first_column) * cell_width +
           static_cast<float>(skipped) * tile_gap;
}

float Grid::y(std::int64_t row) const {
    const std::int64_t skipped = tile.height > 0 ? row / tile.height - first_row / tile.height : 0;
    return cells.min.y + static_cast<float>(row - first_row) * cell_height +
           static_cast<float>(skipped) * tile_gap;
}

Box Grid::rect(std::int64_t element) const {
    return Box::sized({x(element % extent.width), y(element / extent.width)}, cell_width - gap,
                      cell_height - gap)
        .snapped();
}

Box Grid::rect(const ElementBox& box) const {
    const std::int64_t left = std::max(box.left, first_column), top = std::max(box.top, first_row);
    const std::int64_t right = std::min(box.left + box.size.width, first_column + columns) - 1;
    const std::int64_t bottom = std::min(box.top + box.size.height, first_row + rows) - 1;
    if (right < left || bottom < top) return {};
    return rect(top * extent.width + left).with(rect(bottom * extent.width + right));
}

bool is_about_grids(const StagedLaunch& staged) {
    return std::any_of(staged.arrays().begin(), staged.arrays().end(), [](const StagedArray& one) {
        return one.is_data() && !one.is_shared() && one.subject.form == SubjectForm::grid &&
               one.extent.height > 1;
    });
}

std::vector<Grid> grids_of(const Context& stage, bool rows) {
    std::vector<Grid> grids;
    const StagedLaunch& staged = stage.staged();
    for (std::size_t i = 0; i < staged.arrays().size(); ++i) {
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
    const auto count = static_cast<int>(grids.size());
    const int down = (count + across - 1) / across;
    std::vector<std::int64_t> widest(static_cast<std::size_t>(across)),
        highest(static_cast<std::size_t>(down));
    std::vector<float> wide_gaps(widest.size()), high_gaps(highest.size());
    float least = least_wide;
    const float tile_gap = canvas.em(0.25F);
    for (int i = 0; i < count; ++i) {
        Grid& grid = *grids[static_cast<std::size_t>(i)];
        const auto column = static_cast<std::size_t>(i % across), row = static_cast<std::size_t>(i / across);
        widest[column] = std::max(widest[column], grid.extent.width);
        highest[row] = std::max(highest[row], grid.extent.height);
        const auto gap_x = static_cast<float>(gaps(grid.extent.width, grid.tile.width)) * tile_gap;
        const auto gap_y = static_cast<float>(gaps(grid.extent.height, grid.tile.height)) * tile_gap;
        wide_gaps[column] = std::max(wide_gaps[column], gap_x);
        high_gaps[row] = std::max(high_gaps[row], gap_y);
        least = std::max(least, least_width(stage, grid));
    }
    const float label = grid_label(stage), between = canvas.em(stage.narrow ? 0.9F : 1.5F);
    const float head = grid_head(canvas, indices), below = canvas.em(0.7F);
    std::int64_t columns = 0, rows = 0;
    float used_x = static_cast<float>(across) * label + static_cast<float>(across - 1) * between;
    float used_y = static_cast<float>(down) * head + static_cast<float>(down - 1) * below;
    for (std::size_t i = 0; i < widest.size(); ++i) columns += widest[i], used_x += wide_gaps[i];
    for (std::size_t i = 0; i < highest.size(); ++i) rows += highest[i], used_y += high_gaps[i];
    const float free_x = std::max(0.0F, room.width() - used_x),
                free_y = std::max(0.0F, room.height() - used_y);
    const float fitting_x = free_x / static_cast<float>(columns),
                fitting_y = free_y / static_cast<float>(rows);
    float width = std::floor(std::clamp(fitting_x, canvas.em(least), canvas.em(most_wide)));
    float height = std::floor(std::clamp(fitting_y, canvas.em(least_high), canvas.em(most_high)));
    // Neither much wider than high nor the other way round.
    width = std::max(std::min(width, height * 1.6F), canvas.em(least));
    height = std::min(height, width);
    // Where not all fit, each gets its share.
    const float share_x = std::min(1.0F, fitting_x / width), share_y = std::min(1.0F, fitting_y / height);
    float x = room.min.x, y = room.min.y;
    for (int i = 0; i < count; ++i) {
        Grid& grid = *grids[static_cast<std::size_t>(i)];
        const auto column = static_cast<std::size_t>(i % across), row = static_cast<std::size_t>(i / across);
        if (column == 0) x = room.min.x;
        const auto fit = [](std::int64_t all, std::int64_t most, float share) {
            const auto room_for = static_cast<std::int64_t>(static_cast<float>(most) * share + 0.01F);
            return std::clamp<std::int64_t>(room_for, 1, all);
        };
        grid.columns = fit(grid.extent.width, widest[column], share_x);
        grid.rows = fit(grid.extent.height, highest[row], share_y);
        grid.cell_width = width, grid.cell_height = height;
        grid.gap = canvas.em(width > canvas.em(1.9F) && height > canvas.em(1.5F) ? 0.16F : 0.1F);
        grid.tile_gap = tile_gap;
        const float grid_wide = static_cast<float>(fit(widest[column], widest[column], share_x)) * width;
        const float grid_high = static_cast<float>(fit(highest[row], highest[row], share_y)) * height;
        grid.cells =
            Box::sized({snap(x + label), snap(y + head)},
                       static_cast<float>(grid.columns) * width +
                           static_cast<float>(gaps(grid.columns, grid.tile.width)) * tile_gap - grid.gap,
                       static_cast<float>(grid.rows) * height +
                           static_cast<float>(gaps(grid.rows, grid.tile.height)) * tile_gap - grid.gap);
        const float step_x = label + grid_wide + wide_gaps[column] + between;
        grid.room = Box::sized({x, y}, step_x - between, head + grid_high + high_gaps[row]);
        x += step_x;
        if (i % across == across - 1) y += head + grid_high + high_gaps[row] + below;
    }
    const float shown = std::min(share_x, share_y);
    return std::min(width / canvas.em(), 1.3F * height / canvas.em()) * shown * shown;
}

void place_grids(const Context& stage, std::vector<Grid*> grids, Box room) {
    int best = 1;
    float largest = 0;
    for (int across = static_cast<int>(grids.size()); across >= 1; --across) {
        const float size = place_grids(stage, grids, room, across);
        if (size > largest * 1.05F) best = across, largest = size;
    }
    place_grids(stage, std::move(grids), room, best);
}

void look_at(Grid& grid, const ElementBox& box) {
    if (box.empty()) return;
    const auto place = [](std::int64_t low, std::int64_t size, std::int64_t shown, std::int64_t all,
                          std::int64_t tile) {
        if (low + size <= shown) return std::int64_t{0};
        std::int64_t first = std::min(low, low + size - shown / 2);
        if (tile > 0 && shown >= tile) first = first / tile * tile;
        return std::clamp<std::int64_t>(first, 0, std::max<std::int64_t>(0, all - shown));
    };
    grid.first_row = place(box.top, box.size.height, grid.rows, grid.extent.height, grid.tile.height);
    grid.first_column = place(box.left, box.size.width, grid.columns, grid.extent.width, grid.tile.width);
}

float value_size(const Context& stage, const Grid& grid) {
    if (grid.array < 0) return 1;
    const int characters = stage.at.index().longest_value(static_cast<emulator::ArrayId>(grid.array));
    const std::string longest(static_cast<std::size_t>(std::max(1, characters)), '0');
    const float high = (grid.cell_height - grid.gap) / stage.canvas.em();
    return fitting_em(stage.canvas, longest, grid.cell_width - grid.gap - stage.canvas.em(0.15F),
                      high > 1.9F    ? 1.2F
                      : high > 1.35F ? 1.0F
                                     : 0.85F);
}

ElementBox touched_of(const Context& stage, const Grid& grid) {
    ElementBox box;
    if (grid.array < 0) return box;
    const ArrayTouches* touches = stage.picture().touches(static_cast<emulator::ArrayId>(grid.array));
    if (touches == nullptr) return box;
    for (const CellTouch& touch : touches->cells) include(box, touch.cell, grid.extent.width);
    return box;
}

void draw_grid_head(Context& stage, const Grid& grid, const std::string& about) {
    Canvas& canvas = stage.canvas;
    const Point at{grid.cells.min.x, grid.room.min.y + canvas.em(0.7F)};
    const float right = std::max(grid.room.max.x, grid.cells.max.x);
    const float named = canvas.text_within(at, right - at.x, head_name, {Role::t1}, grid.staged->name);
    // The first form that fits, else the last.
    const std::string size = std::to_string(grid.extent.width) + " × " + std::to_string(grid.extent.height);
    std::vector<std::string> forms{about, about.substr(0, about.find(','))};
    if (about.empty()) forms = {size + (grid.staged->is_shared() ? ", shared" : ""), size};
    if (grid.windowed()) {
        const std::string rows =
            "rows " + std::to_string(grid.first_row) + "–" + std::to_string(grid.first_row + grid.rows - 1);
        const std::string columns = "columns " + std::to_string(grid.first_column) + "–" +
                                    std::to_string(grid.first_column + grid.columns - 1);
        forms = {rows + ", " + columns + " of " + size};
        if (grid.columns == grid.extent.width)
            forms.insert(forms.end(),
                         {rows + " of " + size, rows + " of " + std::to_string(grid.extent.height)});
        else if (grid.rows == grid.extent.height)
            forms.insert(forms.end(),
                         {columns + " of " + size, columns + " of " + std::to_string(grid.extent.width)});
        forms.push_back("of " + size);
    }
    const float left = at.x + named + canvas.em(0.6F);
    std::string text = forms.back();
    for (const std::string& form : forms) {
        if (canvas.text_width(type::small, form) > right - left) continue;
        text = form;
        break;
    }
    if (right - left > canvas.em(2.5F))
        canvas.text_within({left, at.y}, right - left, type::small, {Role::t3}, text);
}

void draw_grid_axes(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    const ArrayTouches* touches =
        grid.array < 0 ? nullptr : stage.picture().touches(static_cast<emulator::ArrayId>(grid.array));
    const auto busy = [&](bool row, std::int64_t index) {
        if (touches == nullptr) return false;
        return std::any_of(touches->cells.begin(), touches->cells.end(), [&](const CellTouch& touch) {
            return (row ? touch.cell / grid.extent.width : touch.cell % grid.extent.width) == index;
        });
    };
    const auto number = [&](Point at, std::int64_t index, bool lit, Align align) {
        canvas.text(at, {lit ? Face::mono_bold : Face::mono, 0.8F}, Ink{lit ? Role::t1 : Role::t3},
                    std::to_string(index), align);
    };
    // Indices that would touch are left out.
    const float digits =
        canvas.text_width({Face::mono, 0.8F}, std::to_string(grid.extent.width - 1)) + canvas.em(0.3F);
    const std::int64_t every = grid.cell_width >= digits ? 1 : 2;
    for (std::int64_t c = grid.first_column; c < grid.first_column + grid.columns; c += every)
        number({grid.x(c) + (grid.cell_width - grid.gap) / 2, grid.cells.min.y - canvas.em(0.75F)}, c,
               busy(false, c), Align::centre);
    for (std::int64_t r = grid.first_row; r < grid.first_row + grid.rows; ++r)
        number({grid.cells.min.x - canvas.em(0.4F), grid.y(r) + (grid.cell_height - grid.gap) / 2}, r,
               busy(true, r), Align::right);
}

void draw_grid_cells(Context& stage, const Grid& grid, const CellLook& look,
                     const std::function<bool(std::int64_t)>& left_out) {
    Canvas& canvas = stage.canvas;
    const auto id = static_cast<emulator::ArrayId>(std::max(0, grid.array));
    const ArrayTouches* touches = grid.array < 0 ? nullptr : stage.picture().touches(id);
    const float value_em = value_size(stage, grid);
    for (std::int64_t r = grid.first_row; r < grid.first_row + grid.rows; ++r)
        for (std::int64_t c = grid.first_column; c < grid.first_column + grid.columns; ++c) {
            const std::int64_t element = r * grid.extent.width + c;
            if (left_out && left_out(element)) continue;
            const Box rect = grid.rect(element);
            if (grid.array < 0) {
                draw_node(canvas, rect, CellState::to_come, "");
                continue;
            }
            const CellTouch* touch = touches != nullptr ? touches->find(element) : nullptr;
            CellState state = state_now(stage, id, element);
            std::string value = value_now(stage, id, element);
            if (touch != nullptr && touch->written && stage.options.grown < 1) {
                value = touch->had_value ? stage.staged().text_of(stage.trace(), id, touch->was) : "";
                state = touch->read        ? CellState::read
                        : touch->had_value ? CellState::idle
                                           : CellState::to_come;
            }
            if (look) state = look(element, state);
            // Where marks lie over the cells, name_cell draws it.
            if (const StageMark* mark = mark_of(stage, id, element); mark != nullptr && !stage.overlaid) {
                state = mark->state;
                if (mark->state == CellState::to_predict || !mark->value.empty()) value = mark->value;
                if (mark->state == CellState::to_predict && value.empty()) value = "?";
            }
            draw_node(canvas, rect, state, value, value_em);
            name_cell(stage, id, element, rect);
        }
}

void draw_frame(Context& stage, const Grid& grid, const ElementBox& box, Ink ink, float width) {
    Canvas& canvas = stage.canvas;
    const Box around = grid.rect(box);
    if (around.empty()) return;
    const OnLayer bright(canvas, Layer::bright);
    canvas.outline(around.inset(-canvas.px(2.5F)), {ink, canvas.px(width)}, canvas.em(0.3F));
}

}  // namespace upsweep::stage
