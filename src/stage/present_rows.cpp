// A block on a presented page: the present pass and the two before it as rows of large cells, one column a
// cell, and arrows for where each value came from.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "stage/pass_rows.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float present_rows_margin_em = 1.6F, widest_gap_em = 0.6F, present_rows_least_gap_em = 0.25F,
                present_rows_widest_em = 6.2F, index_em = 1.5F;

void draw_cells(const PassRows& rows, const PassRow& row) {
    Context& stage = rows.stage;
    const Columns& columns = stage.columns;
    const bool present = &row == &rows.rows.back();
    const DiagramPlace& place = rows.place(row.row);
    for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        const std::int64_t element = place.first + column;
        std::string value = value_after(rows, row.row, column);
        // How far cells are off is known of now alone.
        if (present && stage.options.rounding && !value.empty())
            value = value_now(stage, place.array, element);
        const Box box = rows.cell(row, column);
        Cell cell{.state = state_of(rows, row, column, !value.empty()),
                  .value = value,
                  .value_em = row.value_em,
                  .strong = present};
        const StageMark* mark = present ? mark_of(stage, element) : nullptr;
        if (mark != nullptr) {
            cell.state = mark->state;
            if (!mark->value.empty() || mark->state == CellState::to_predict) cell.value = mark->value;
            cell.note = mark->note;
        }
        draw_cell(stage.canvas, box, cell);
        if (!present) continue;
        name_cell(stage, place.array, element, box);
        stage.canvas.text({box.centre().x, box.max.y + stage.canvas.em(0.85F)}, {Face::mono, 0.9F},
                          {Role::t2}, std::to_string(element), Align::centre);
    }
}

/// A column that the pass leaves as it is.
void draw_kept(const PassRows& rows, const PassRow& from, const PassRow& to, std::int64_t column) {
    const float x = rows.stage.columns.centre(column);
    draw_straight(rows.stage.canvas, {x, from.box.max.y}, {x, to.box.min.y - 1}, ArrowKind::before);
}

void draw_between(const PassRows& rows, const PassRow& from, const PassRow& to) {
    const OnLayer guide(rows.stage.canvas, Layer::guide);
    const bool present = &to == &rows.rows.back();
    const bool same = rows.diagram_row(from.row).place == rows.diagram_row(to.row).place;
    const Columns& columns = rows.stage.columns;
    for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        const DiagramNode* node = rows.node(to.row, column);
        const bool past = node != nullptr && rows.is_done(*node);
        if (past && !(present && rows.is_now(*node))) draw_past(rows, from, to, *node);
        if (!past && same && !value_after(rows, from.row, column).empty()) draw_kept(rows, from, to, column);
    }
    if (!present) return;
    const OnLayer bright(rows.stage.canvas, Layer::bright);
    for (const int id : rows.diagram_row(to.row).nodes) {
        const DiagramNode& node = rows.diagram.nodes[static_cast<std::size_t>(id)];
        if (rows.is_now(node)) draw_now(rows, from, to, node);
    }
}

/// The size in which the longest value fits the cells; none is smaller than can be read.
float value_size(const Context& stage, float wanted) {
    const std::string longest(static_cast<std::size_t>(longest_value(stage.at)), '0');
    const float room = stage.columns.width - stage.canvas.em(widest_gap_em + 0.4F);
    constexpr std::array sizes{1.9F, 1.6F, 1.45F, least_read_em};
    return stage.canvas.em_within(Face::mono_bold, longest, room, sizes, wanted);
}

/// The present row of the diagram and up to two before it, from the top; the present one is the largest.
void place_rows(PassRows& rows, Box rect) {
    const Canvas& canvas = rows.stage.canvas;
    const int present = std::max(0, rows.stage.at.diagram_row());
    // Half a page, as of two that are compared, has room for one pass before.
    const bool low = rect.height() < canvas.em(12);
    for (int row = std::max(0, present - (low ? 1 : 2)); row <= present; ++row)
        rows.rows.push_back({row, {}, least_read_em});
    std::array<float, 3> heights = {2.3F, 2.8F, 3.25F}, values = {1.35F, 1.6F, 1.9F};
    const std::size_t first = heights.size() - rows.rows.size() - (low && rows.rows.size() == 2 ? 1 : 0);
    // Nodes and heads find room between rows before values grow.
    constexpr float arrows_em = 2.2F;
    const auto of_rows = [&] {
        const auto from = heights.begin() + static_cast<std::ptrdiff_t>(first);
        return std::accumulate(from, from + static_cast<std::ptrdiff_t>(rows.rows.size()), index_em);
    };
    if (low && rect.height() < canvas.em(of_rows() + arrows_em)) {
        heights = {2.0F, 2.3F, 2.6F};
        values = {1.35F, 1.45F, 1.6F};
    }
    const float needed = canvas.em(of_rows());
    // The present step's arrows get more of what is left than the past ones.
    const float rest = std::max(0.0F, rect.height() - needed), most = canvas.em(6.5F);
    const float last = std::min(most, rest * (rows.rows.size() > 2 ? 0.58F : 1)),
                before = std::min(most * 0.8F, rest * 0.42F);
    float used = needed;
    for (std::size_t i = 0; i + 1 < rows.rows.size(); ++i) used += i + 2 == rows.rows.size() ? last : before;
    float y = rect.min.y + std::max(0.0F, (rect.height() - used) / 2);
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        PassRow& row = rows.rows[i];
        row.value_em = value_size(rows.stage, values[first + i]);
        row.box = Box::edges(rect.min.x, y, rect.max.x, y + canvas.em(heights[first + i])).snapped();
        y = row.box.max.y + (i + 2 == rows.rows.size() ? last : before);
    }
}

}  // namespace

void draw_present_rows(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    if (diagram.rows.empty()) return draw_block(stage, rect, state);
    const float most = canvas.text_width({Face::mono_bold, least_read_em},
                                         std::string(static_cast<std::size_t>(longest_value(stage.at)), '0'));
    // Where the cells find no room otherwise, they move closer together.
    const float margin = canvas.em(present_rows_margin_em - present_rows_least_gap_em / 2);
    const float left = rect.min.x + margin, right = rect.max.x - margin;
    bool more = true;
    float gap = 0;
    for (const float em : {widest_gap_em, present_rows_least_gap_em}) {
        gap = canvas.em(em);
        const float least = std::max(canvas.em(1.9F), most + gap + canvas.em(0.25F));
        more = choose_columns(stage, left, right, least, canvas.em(present_rows_widest_em), state);
        if (!more) break;
    }
    // What is wanted is in view.
    for (const StageMark& mark : stage.options.marks)
        if (mark_of(stage, mark.cell) == &mark && !stage.columns.shows(mark.cell))
            stage.columns.first = state.first =
                std::clamp<std::int64_t>(mark.cell - state.shown / 2, 0, diagram.cells - state.shown);
    // Few cells are in the middle.
    const float used = static_cast<float>(stage.columns.count) * stage.columns.width;
    stage.columns.left += std::floor((right - left - used) / 2);
    if (more)
        canvas.text({left, rect.cut_top(canvas.em(1.2F)).min.y + canvas.em(0.4F)}, {Face::sans, 0.9F},
                    {Role::t2},
                    "cells " + std::to_string(stage.columns.first) + "–" +
                        std::to_string(stage.columns.first + stage.columns.count - 1) + " of " +
                        std::to_string(diagram.cells));
    PassRows rows{stage, diagram, stage.picture().range, gap, std::max(0, stage.at.diagram_row())};
    place_rows(rows, rect);
    for (std::size_t i = 0; i + 1 < rows.rows.size(); ++i) draw_between(rows, rows.rows[i], rows.rows[i + 1]);
    for (const PassRow& row : rows.rows) draw_cells(rows, row);
}

}  // namespace upsweep::stage
