// What the two forms of rows of cells share: a column's value, its state, and lines between two rows.
#include "stage/pass_rows.h"

#include <algorithm>

#include "canvas/curve.h"
#include "emulator/trace/trace.h"
#include "programs/user_program.h"
#include "replay/data/diagram.h"
#include "replay/structure/places.h"
#include "replay/trace.h"

namespace upsweep::stage {

using namespace replay;

Box PassRows::cell(const PassRow& row, std::int64_t column) const {
    const float half = (stage.columns.width - gap) / 2, x = stage.columns.centre(column);
    return Box::edges(x - half, row.box.min.y, x + half, row.box.max.y).snapped();
}

const DiagramNode* PassRows::node(int row, std::int64_t column) const {
    for (const int id : diagram_row(row).nodes)
        if (const DiagramNode& one = diagram.nodes[static_cast<std::size_t>(id)]; one.column == column)
            return &one;
    return nullptr;
}

std::string value_after(const PassRows& rows, int row, std::int64_t column) {
    const DiagramPlace& place = rows.place(row);
    const int number = rows.diagram_row(row).place;
    const std::int64_t element = place.first + column;
    const bool inside = column < place.count && element < rows.stage.info(place.array).extent.count();
    if (number >= rows.diagram.kept) return inside ? value_now(rows.stage, place.array, element) : "";
    for (int r = row; r >= 0; --r) {
        if (rows.diagram_row(r).place != number) continue;
        const DiagramNode* node = rows.node(r, column);
        if (node != nullptr && rows.is_done(*node)) return node_now(rows.stage, place.array, *node);
    }
    // What the launch does not write is shown as it was before.
    const bool written =
        std::any_of(rows.diagram.nodes.begin(), rows.diagram.nodes.end(), [&](const DiagramNode& node) {
            return node.column == column && rows.diagram_row(node.row).place == number;
        });
    return written || !inside ? "" : value_now(rows.stage, place.array, element);
}

namespace {

/// Columns of the row above that a node takes its value from; `keeps` says whether it takes its own.
std::vector<std::int64_t> sources_of(const PassRows& rows, const DiagramNode& node, int above) {
    std::vector<std::int64_t> columns;
    for (const std::int64_t cell : node.sources) columns.push_back(node.column + cell - node.cell);
    for (const DiagramLink& link : node.links)
        columns.push_back(rows.diagram.nodes[static_cast<std::size_t>(link.node)].column);
    if (rows.diagram_row(above).place == rows.diagram.input)
        for (const std::int64_t cell : node.outside) columns.push_back(cell - rows.place(above).first);
    // Of one array, row 0 shows the other one that values come from.
    if (!rows.diagram.has_input_row() && above == 0)
        columns.insert(columns.end(), node.outside.begin(), node.outside.end());
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
}

}  // namespace

CellState state_of(const PassRows& rows, const PassRow& row, std::int64_t column, bool there) {
    const bool present = row.row == rows.present;
    if (present) {
        const DiagramNode* node = rows.node(row.row, column);
        if (node != nullptr && rows.is_now(*node)) return CellState::written;
        return there ? CellState::idle : CellState::to_come;
    }
    if (!there) return CellState::to_come;
    if (row.row != rows.present - 1) return CellState::idle;
    for (const int id : rows.diagram_row(row.row + 1).nodes) {
        const DiagramNode& node = rows.diagram.nodes[static_cast<std::size_t>(id)];
        if (!rows.is_now(node)) continue;
        const std::vector<std::int64_t> sources = sources_of(rows, node, row.row);
        const bool read = (node.keeps && node.column == column) ||
                          std::find(sources.begin(), sources.end(), column) != sources.end();
        if (read) return CellState::read;
    }
    return CellState::idle;
}

void draw_past(const PassRows& rows, const PassRow& from, const PassRow& to, const DiagramNode& node) {
    Canvas& canvas = rows.stage.canvas;
    const Columns& columns = rows.stage.columns;
    if (!columns.shows(node.column)) return;
    const Box target = rows.cell(to, node.column);
    const float y = from.box.max.y + (target.min.y - from.box.max.y) * 0.68F;
    const Point dot{target.centre().x, y};
    const Pen pen{{Role::earlier}, canvas.px(1.3F)};
    bool any = node.keeps;
    for (const std::int64_t source : sources_of(rows, node, from.row)) {
        if (!columns.shows(source)) continue;
        any = true;
        canvas.line({columns.centre(source), from.box.max.y}, dot, pen);
    }
    if (!any) return;
    if (node.keeps) canvas.line({dot.x, from.box.max.y}, dot, pen);
    if (node.operation) canvas.disc(dot, canvas.em(0.19F), {Role::earlier});
    draw_straight(canvas, dot, {dot.x, target.min.y - 1}, ArrowKind::before);
}

void draw_now(const PassRows& rows, const PassRow& from, const PassRow& to, const DiagramNode& node) {
    Canvas& canvas = rows.stage.canvas;
    const Columns& columns = rows.stage.columns;
    if (!columns.shows(node.column)) return;
    const float grown = std::min(1.0F, rows.stage.options.grown);
    const Box target = rows.cell(to, node.column);
    const Point tip{target.centre().x, target.min.y - 1};
    const std::vector<std::int64_t> sources = sources_of(rows, node, from.row);
    const float high = target.min.y - from.box.max.y;
    const float radius = std::min(canvas.em(0.68F), high * 0.2F);
    const Point sum{tip.x, tip.y - std::max(high * 0.36F, radius + canvas.em(0.9F))};
    if (!node.operation || sources.empty()) {
        for (const std::int64_t source : sources)
            if (columns.shows(source))
                draw_flow(canvas, {columns.centre(source), from.box.max.y}, tip, ArrowKind::read, {grown});
        if (sources.empty() && node.keeps)
            draw_straight(canvas, {tip.x, from.box.max.y}, tip, ArrowKind::written, {grown});
        return;
    }
    for (const std::int64_t source : sources) {
        if (!columns.shows(source)) continue;
        const Point start{columns.centre(source), from.box.max.y};
        const float side = source == node.column ? 0 : source < node.column ? -1 : 1;
        const Point end = sum + Point{side * radius, 0};
        if (side == 0) {
            draw_straight(canvas, start, sum, ArrowKind::read, {grown, false});
            continue;
        }
        // Down out of the cell, then level into the node.
        const float bend = (end.y - start.y) * 0.75F;
        const Curve curve{start,
                          {start.x, start.y + bend},
                          {start.x + (end.x - start.x) * 0.45F, end.y - canvas.em(0.2F)},
                          end,
                          {{Role::read}, canvas.px(2.6F)}};
        canvas.curve(grown < 1 ? first_part(curve, length_of(curve) * grown) : curve);
    }
    if (node.keeps) draw_straight(canvas, {tip.x, from.box.max.y}, sum, ArrowKind::written, {grown, false});
    if (grown < 1) return;
    draw_straight(canvas, sum, tip, ArrowKind::written);
    draw_operation_node(canvas, sum, operation_sign(node.symbol));
}

void draw_to_come(const PassRows& rows, const PassRow& from, const PassRow& to, const DiagramNode& node) {
    Canvas& canvas = rows.stage.canvas;
    const Columns& columns = rows.stage.columns;
    if (!columns.shows(node.column)) return;
    const Point tip = rows.cell(to, node.column).top();
    for (const std::int64_t source : sources_of(rows, node, from.row))
        if (columns.shows(source))
            draw_diagram_line(canvas, {columns.centre(source), from.box.max.y}, tip, DiagramLine::to_come);
    if (node.keeps) draw_diagram_line(canvas, {tip.x, from.box.max.y}, tip, DiagramLine::to_come);
}

}  // namespace upsweep::stage
