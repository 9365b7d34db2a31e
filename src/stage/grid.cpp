// Matrices as grids of rows: what the launch reads at the left, what it writes at the right, shared between.
#include <algorithm>

#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

using emulator::ArrayId;
using emulator::Space;

constexpr TextStyle head_name{Face::mono_bold, 1.05F};

struct Grid {
    ArrayId array = 0;
    Extent extent;
    std::int64_t first_row = 0, first_column = 0, rows = 0, columns = 0;  ///< in view
    Box cells;                                                            ///< pixels
    float cell_width = 0, cell_height = 0;

    bool shows(std::int64_t element) const {
        const std::int64_t row = element / extent.width - first_row,
                           column = element % extent.width - first_column;
        return row >= 0 && row < rows && column >= 0 && column < columns;
    }
    Box rect(std::int64_t element, float gap) const {
        const auto row = static_cast<float>(element / extent.width - first_row);
        const auto column = static_cast<float>(element % extent.width - first_column);
        return Box::sized({cells.min.x + column * cell_width, cells.min.y + row * cell_height},
                          cell_width - gap, cell_height - gap)
            .snapped();
    }
};

/// The data arrays of the launch in the order that values take: read only, shared, written.
std::vector<ArrayId> arrays_to_show(const Context& stage) {
    std::vector<ArrayId> read, shared, written;
    for (const ArrayId array : stage.at.arrays()) {
        const emulator::ArrayInfo& info = stage.info(array);
        if (info.role == BufferRole::control) continue;
        const bool writes = stage.at.index().writes(stage.at.launch(), array);
        (info.space == Space::shared ? shared : writes ? written : read).push_back(array);
    }
    std::vector<ArrayId> out;
    for (const auto* group : {&read, &shared, &written})
        if (!group->empty()) out.push_back(group->front());
    return out;
}

/// Moves the window so that what the step touches is in it.
void look_at_step(const Context& stage, Grid& grid) {
    const ArrayTouches* touches = stage.picture().touches(grid.array);
    if (touches == nullptr || touches->cells.empty()) return;
    std::int64_t low_row = grid.extent.height, high_row = 0, low_column = grid.extent.width, high_column = 0;
    for (const CellTouch& touch : touches->cells) {
        low_row = std::min(low_row, touch.cell / grid.extent.width);
        high_row = std::max(high_row, touch.cell / grid.extent.width);
        low_column = std::min(low_column, touch.cell % grid.extent.width);
        high_column = std::max(high_column, touch.cell % grid.extent.width);
    }
    const auto place = [](std::int64_t low, std::int64_t high, std::int64_t shown, std::int64_t all) {
        if (high < shown) return std::int64_t{0};
        return std::clamp<std::int64_t>(std::min(low, high - shown / 2), 0,
                                        std::max<std::int64_t>(0, all - shown));
    };
    grid.first_row = place(low_row, high_row, grid.rows, grid.extent.height);
    grid.first_column = place(low_column, high_column, grid.columns, grid.extent.width);
}

std::vector<Grid> lay_out(const Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    std::vector<Grid> grids;
    std::int64_t columns = 0, rows = 1;
    for (const ArrayId array : arrays_to_show(stage)) {
        Grid grid;
        grid.array = array;
        grid.extent = stage.info(array).extent;
        columns += grid.extent.width;
        rows = std::max(rows, grid.extent.height);
        grids.push_back(grid);
    }
    if (grids.empty()) return grids;
    const auto count = static_cast<float>(grids.size());
    const bool roomy = !stage.narrow;
    const float label = canvas.em(roomy ? 2.2F : 1.5F), gap = canvas.em(roomy ? 1.6F : 1.1F);
    const float room = rect.width() - count * label - (count - 1) * gap;
    const float wide = std::clamp(room / static_cast<float>(columns), canvas.em(1.5F), canvas.em(3.4F));
    const float high = std::clamp(rect.height() / static_cast<float>(rows), canvas.em(1.7F), canvas.em(2.8F));
    const auto fit_rows = std::max<std::int64_t>(1, static_cast<std::int64_t>(rect.height() / high));
    float left = rect.min.x;
    float room_left = room;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        Grid& grid = grids[i];
        const float share = room_left / static_cast<float>(grids.size() - i);
        const auto fit = std::max<std::int64_t>(1, static_cast<std::int64_t>(share / wide + 0.01F));
        const auto fit_all = std::max<std::int64_t>(1, static_cast<std::int64_t>(room / wide + 0.01F));
        const bool all_fit = columns <= fit_all;
        grid.columns = all_fit ? grid.extent.width : std::min(grid.extent.width, fit);
        grid.rows = std::min(grid.extent.height, fit_rows);
        grid.cell_width = wide;
        grid.cell_height = high;
        look_at_step(stage, grid);
        const float width = wide * static_cast<float>(grid.columns);
        grid.cells = Box::sized({left + label, rect.min.y}, width, high * static_cast<float>(grid.rows));
        // A name may be wider than its cells.
        const float named = canvas.text_width(head_name, stage.info(grid.array).name) + canvas.em(0.4F);
        left = std::max(grid.cells.max.x, grid.cells.min.x + std::max(named, canvas.em(6))) + gap;
        room_left -= width;
    }
    return grids;
}

void draw_head(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    const emulator::ArrayInfo& info = stage.info(grid.array);
    const float y = grid.cells.min.y;
    canvas.text({grid.cells.min.x, y - canvas.em(3.05F)}, head_name, {Role::t1}, info.name);
    std::string about = std::string(space_name(info.space, stage.narrow)) + ", " +
                        std::to_string(grid.extent.width) + " × " + std::to_string(grid.extent.height);
    if (grid.rows < grid.extent.height || grid.columns < grid.extent.width)
        about = "rows " + std::to_string(grid.first_row) + "–" +
                std::to_string(grid.first_row + grid.rows - 1) + ", columns " +
                std::to_string(grid.first_column) + "–" +
                std::to_string(grid.first_column + grid.columns - 1) + " of " +
                std::to_string(grid.extent.width) + " × " + std::to_string(grid.extent.height);
    canvas.text_within({grid.cells.min.x, y - canvas.em(1.9F)}, std::max(canvas.em(7), grid.cells.width()),
                       type::small, {Role::t3}, about);
}

void draw_cells(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    const ArrayTouches* touches = stage.picture().touches(grid.array);
    const emulator::ArrayInfo& info = stage.info(grid.array);
    const float gap = canvas.em(0.16F);
    for (std::int64_t r = 0; r < grid.rows; ++r)
        for (std::int64_t c = 0; c < grid.columns; ++c) {
            const std::int64_t element = (grid.first_row + r) * grid.extent.width + grid.first_column + c;
            const Box rect = grid.rect(element, gap);
            const CellTouch* touch = touches != nullptr ? touches->find(element) : nullptr;
            CellState state = state_now(stage, grid.array, element);
            std::string value = value_now(stage, grid.array, element);
            if (touch != nullptr && touch->written && stage.options.grown < 1) {
                value = touch->had_value ? bits_to_text(info.type, touch->was) : "";
                state = touch->read        ? CellState::read
                        : touch->had_value ? CellState::idle
                                           : CellState::to_come;
            }
            for (const StageMark& mark : stage.options.marks)
                if (mark.cell == element && grid.array == stage.picture().followed) {
                    state = mark.state;
                    value = mark.value.empty() && mark.state == CellState::to_predict ? "?" : mark.value;
                }
            draw_node(canvas, rect, state, value,
                      fitting_em(canvas, value, rect.width() - canvas.em(0.4F), 1.0F));
            name_cell(stage, grid.array, element, rect);
        }
}

void draw_axes(Context& stage, const Grid& grid) {
    Canvas& canvas = stage.canvas;
    const ArrayTouches* touches = stage.picture().touches(grid.array);
    const auto busy = [&](bool row, std::int64_t index) {
        if (touches == nullptr) return false;
        return std::any_of(touches->cells.begin(), touches->cells.end(), [&](const CellTouch& touch) {
            return (row ? touch.cell / grid.extent.width : touch.cell % grid.extent.width) == index;
        });
    };
    const auto number = [&](Point at, std::int64_t index, bool lit) {
        canvas.text(at, {lit ? Face::mono_bold : Face::mono, 0.8F}, Ink{lit ? Role::t1 : Role::t3},
                    std::to_string(index), Align::centre);
    };
    for (std::int64_t c = 0; c < grid.columns; ++c) {
        const std::int64_t column = grid.first_column + c;
        number({grid.cells.min.x + (static_cast<float>(c) + 0.46F) * grid.cell_width,
                grid.cells.min.y - canvas.em(0.8F)},
               column, busy(false, column));
    }
    for (std::int64_t r = 0; r < grid.rows; ++r) {
        const std::int64_t row = grid.first_row + r;
        number({grid.cells.min.x - canvas.em(0.8F),
                grid.cells.min.y + (static_cast<float>(r) + 0.46F) * grid.cell_height},
               row, busy(true, row));
    }
}

void draw_flows(Context& stage, const std::vector<Grid>& grids) {
    Canvas& canvas = stage.canvas;
    const auto grid_of = [&](ArrayId array) -> const Grid* {
        for (const Grid& grid : grids)
            if (grid.array == array) return &grid;
        return nullptr;
    };
    // Two arrows show how the lanes go; more would hide the values that they cross.
    const std::vector<Flow>& flows = stage.picture().flows;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i > 0 && i + 1 < flows.size()) continue;
        const Flow& flow = flows[i];
        const Grid* to = grid_of(flow.array);
        if (to == nullptr || !to->shows(flow.cell)) continue;
        const Box target = to->rect(flow.cell, canvas.em(0.16F));
        for (const Leaf& leaf : flow.sources) {
            const Grid* from = grid_of(leaf.array);
            if (from == nullptr || !from->shows(leaf.element)) continue;
            const Box source = from->rect(leaf.element, canvas.em(0.16F));
            // From edge to edge, so that the values stay readable.
            const bool right = source.centre().x<target.min.x, left = source.min.x> target.max.x;
            Point a = source.centre(), b = target.centre();
            if (right)
                a.x = source.max.x, b.x = target.min.x;
            else if (left)
                a.x = source.min.x, b.x = target.max.x;
            else if (source.centre().y < target.min.y)
                a.y = source.max.y - canvas.em(0.3F), b.y = target.min.y + canvas.em(0.2F);
            draw_straight(canvas, a, b, ArrowKind::read, {stage.options.grown, true});
        }
        if (flow.operation && stage.options.grown >= 1 && to->cell_width > canvas.em(2))
            draw_operation_node(canvas, target.min + Point{canvas.em(0.2F), canvas.em(0.2F)},
                                operation_sign(flow.symbol));
    }
}

}  // namespace

void draw_grids(Context& stage, Box rect) {
    Canvas& canvas = stage.canvas;
    const emulator::ArrayInfo& info = stage.info(stage.picture().followed);
    const bool shared = info.space == Space::shared && stage.options.banks;
    const int rows = shared ? std::min(bank_rows(stage), rect.height() > canvas.em(34)   ? 8
                                                         : rect.height() > canvas.em(26) ? 4
                                                                                         : 0)
                            : 0;
    Box below = shared ? rect.cut_bottom(banks_height(stage, rows)) : Box{};
    rect.cut_top(canvas.em(3.9F));
    const std::vector<Grid> grids = lay_out(stage, rect);
    for (const Grid& grid : grids) {
        draw_head(stage, grid);
        draw_axes(stage, grid);
        draw_cells(stage, grid);
    }
    draw_flows(stage, grids);
    if (!shared) return;
    if (!grids.empty()) {
        float bottom = 0;
        for (const Grid& grid : grids) bottom = std::max(bottom, grid.cells.max.y);
        below = below.moved({0, std::min(0.0F, bottom + canvas.em(1.2F) - below.min.y)});
    }
    stage.label_left = rect.min.x;
    stage.columns = {rect.min.x + canvas.em(stage.narrow ? 5 : 7), canvas.em(2.9F), 0,
                     stage.at.banks().banks};
    draw_banks(stage, below, rows);
}

}  // namespace upsweep::stage
