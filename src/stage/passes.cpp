// A block's passes as rows of whole cells, one column a cell, and what goes from row to row: in the window
// under the warps that own the columns, the present one on a band, and beside the cell of a race who did what
// to it; on a presented page the present pass and the two before it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "emulator/trace/trace.h"
#include "programs/user_program.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/trace.h"
#include "replay/words/finding.h"
#include "stage/parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// One row of the picture, and how it is drawn.
struct PassRow {
    int row = -1;  ///< of the diagram; -1: none
    Box box;       ///< pixels
    float value_em = least_read_em;
};

/// Rows of the diagram that are in view, from the top, with what was done up to the end of `now`.
struct PassRows {
    Context& stage;
    const Diagram& diagram;
    StepRange now;
    float gap;    ///< pixels between two cells
    int present;  ///< row of the diagram in which `now` lies
    std::vector<PassRow> rows = {};

    const DiagramRow& diagram_row(int row) const { return nth(diagram.rows, row); }
    const DiagramPlace& place(int row) const { return nth(diagram.places, diagram_row(row).place); }
    const DiagramNode& node_at(int id) const { return nth(diagram.nodes, id); }
    bool is_done(const DiagramNode& node) const { return node.step < now.end; }
    bool is_now(const DiagramNode& node) const { return now.contains(node.step); }
    Box cell(const PassRow& row, int64_t column) const;
    /// The node that a column has in a row; null: it keeps what it had.
    const DiagramNode* node(int row, int64_t column) const;
};

Box PassRows::cell(const PassRow& row, int64_t column) const {
    const float half = (stage.columns.width - gap) / 2, x = stage.columns.centre(column);
    return Box::edges(x - half, row.box.min.y, x + half, row.box.max.y).snapped();
}

const DiagramNode* PassRows::node(int row, int64_t column) const {
    for (const int id : diagram_row(row).nodes)
        if (node_at(id).column == column) return &node_at(id);
    return nullptr;
}

/// What a column holds after a row; empty: nothing yet. Rows of input and output show their arrays.
std::string value_after(const PassRows& rows, int row, int64_t column) {
    const DiagramPlace& place = rows.place(row);
    const int number = rows.diagram_row(row).place;
    const int64_t element = place.first + column;
    const bool inside = column < place.count && element < rows.stage.info(place.array).extent.count();
    if (number >= rows.diagram.kept) return inside ? value_now(rows.stage, place.array, element) : "";
    for (int r = row; r >= 0; --r) {
        if (rows.diagram_row(r).place != number) continue;
        const DiagramNode* node = rows.node(r, column);
        if (node != nullptr && rows.is_done(*node)) return node_now(rows.stage, place.array, *node);
    }
    // What the launch does not write is shown as it was before.
    const bool written = any_of(rows.diagram.nodes, [&](const DiagramNode& node) {
        return node.column == column && rows.diagram_row(node.row).place == number;
    });
    return written || !inside ? "" : value_now(rows.stage, place.array, element);
}

/// Columns of the row above that a node takes its value from; `keeps` says whether it takes its own.
std::vector<int64_t> sources_of(const PassRows& rows, const DiagramNode& node, int above) {
    std::vector<int64_t> columns;
    for (const int64_t cell : node.sources) columns.push_back(node.column + cell - node.cell);
    for (const DiagramLink& link : node.links) columns.push_back(rows.node_at(link.node).column);
    if (rows.diagram_row(above).place == rows.diagram.input)
        for (const int64_t cell : node.outside) columns.push_back(cell - rows.place(above).first);
    // Of one array, row 0 shows the other one that values come from.
    if (!rows.diagram.has_input_row() && above == 0) append(columns, node.outside);
    sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
}

/// How a cell looks that holds a value (`there`) or none.
CellState state_of(const PassRows& rows, const PassRow& row, int64_t column, bool there) {
    const bool present = row.row == rows.present;
    if (present) {
        const DiagramNode* node = rows.node(row.row, column);
        if (node != nullptr && rows.is_now(*node)) return CellState::written;
        return there ? CellState::idle : CellState::to_come;
    }
    if (!there) return CellState::to_come;
    if (row.row != rows.present - 1) return CellState::idle;
    for (const int id : rows.diagram_row(row.row + 1).nodes) {
        const DiagramNode& node = rows.node_at(id);
        if (!rows.is_now(node)) continue;
        const std::vector<int64_t> sources = sources_of(rows, node, row.row);
        const bool read = (node.keeps && node.column == column) || contains(sources, column);
        if (read) return CellState::read;
    }
    return CellState::idle;
}

/// Straight lines from what a node takes, and from what it keeps, down to a point; false where there are
/// none.
bool draw_lines_down(const PassRows& rows, const PassRow& from, const DiagramNode& node, Point to,
                     DiagramLine kind) {
    const Columns& columns = rows.stage.columns;
    bool any = node.keeps;
    for (const int64_t source : sources_of(rows, node, from.row)) {
        if (!columns.shows(source)) continue;
        any = true;
        draw_diagram_line(rows.stage.canvas, {columns.centre(source), from.box.max.y}, to, kind);
    }
    if (node.keeps) draw_diagram_line(rows.stage.canvas, {to.x, from.box.max.y}, to, kind);
    return any;
}

/// Of a pass that is past: straight thin lines that meet in a dot.
void draw_past(const PassRows& rows, const PassRow& from, const PassRow& to, const DiagramNode& node) {
    Canvas& canvas = rows.stage.canvas;
    if (!rows.stage.columns.shows(node.column)) return;
    const Box target = rows.cell(to, node.column);
    const float y = from.box.max.y + (target.min.y - from.box.max.y) * 0.68F;
    const Point dot{target.centre().x, y};
    if (!draw_lines_down(rows, from, node, dot, DiagramLine::past)) return;
    if (node.operation) canvas.disc(dot, canvas.em(0.19F), {Role::earlier});
    draw_straight(canvas, dot, {dot.x, target.min.y - 1}, ArrowKind::before);
}

/// Of the present pass: curves that meet in a node, and the arrow into the cell.
void draw_now(const PassRows& rows, const PassRow& from, const PassRow& to, const DiagramNode& node) {
    Canvas& canvas = rows.stage.canvas;
    const Columns& columns = rows.stage.columns;
    if (!columns.shows(node.column)) return;
    const float grown = std::min(1.0F, rows.stage.options.grown);
    const Box target = rows.cell(to, node.column);
    const Point tip{target.centre().x, target.min.y - 1};
    const std::vector<int64_t> sources = sources_of(rows, node, from.row);
    const float high = target.min.y - from.box.max.y;
    const float radius = std::min(canvas.em(0.68F), high * 0.2F);
    // In low rows the node keeps to the gap between them, off the values.
    const float up = high < canvas.em(2.2F) ? high / 2 : std::max(high * 0.36F, radius + canvas.em(0.9F));
    const Point sum{tip.x, tip.y - up};
    if (!node.operation || sources.empty()) {
        for (const int64_t source : sources)
            if (columns.shows(source))
                draw_flow(canvas, {columns.centre(source), from.box.max.y}, tip, ArrowKind::read, {grown});
        if (sources.empty() && node.keeps)
            draw_straight(canvas, {tip.x, from.box.max.y}, tip, ArrowKind::written, {grown});
        return;
    }
    for (const int64_t source : sources) {
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
        const Point down{start.x, start.y + bend},
            level{start.x + (end.x - start.x) * 0.45F, end.y - canvas.em(0.2F)};
        draw_curve(canvas, {start, down, level, end, {}}, ArrowKind::read, {grown, false});
    }
    if (node.keeps) draw_straight(canvas, {tip.x, from.box.max.y}, sum, ArrowKind::written, {grown, false});
    if (grown < 1) return;
    draw_straight(canvas, sum, tip, ArrowKind::written);
    draw_operation_node(canvas, sum, operation_sign(node.symbol));
}

/// What goes from a row to the next: what is past, and what the present step moves. In the window also what
/// is to come, on a presented page what a pass leaves as it is.
void draw_between(const PassRows& rows, const PassRow& from, const PassRow& to) {
    Canvas& canvas = rows.stage.canvas;
    const Columns& columns = rows.stage.columns;
    const bool page = rows.stage.options.presenting, last = &to == &rows.rows.back();
    const auto& nodes = rows.diagram_row(to.row).nodes;
    const auto moves = [&](const DiagramNode& node) { return rows.is_now(node) && (last || !page); };
    {
        const OnLayer guide(canvas, Layer::guide);
        for (const int id : nodes) {
            const DiagramNode& node = rows.node_at(id);
            if (rows.is_done(node) && !moves(node)) draw_past(rows, from, to, node);
            if (!rows.is_done(node) && !page && columns.shows(node.column))
                draw_lines_down(rows, from, node, rows.cell(to, node.column).top(), DiagramLine::to_come);
        }
        const bool same = rows.diagram_row(from.row).place == rows.diagram_row(to.row).place;
        for (int64_t column = columns.first; page && same && column < columns.end(); ++column) {
            const DiagramNode* node = rows.node(to.row, column);
            const float x = columns.centre(column);
            if ((node == nullptr || !rows.is_done(*node)) && !value_after(rows, from.row, column).empty())
                draw_straight(canvas, {x, from.box.max.y}, {x, to.box.min.y - 1}, ArrowKind::before);
        }
    }
    const OnLayer bright(canvas, Layer::bright);
    for (const int id : nodes)
        if (moves(rows.node_at(id))) draw_now(rows, from, to, rows.node_at(id));
}

constexpr float passes_label_em = 7.4F, narrow_label_em = 6.6F, widest_column_em = 7.5F;
constexpr TextStyle label_style{Face::sans, 0.9F}, label_now{Face::sans_semibold, 0.9F};
constexpr float warps_em = 2.1F, numbers_em = 1.5F;
constexpr float lowest_cell_em = 2, highest_cell_em = 3.25F, lowest_gap_em = 1.8F, highest_gap_em = 5.2F;
constexpr float usual_pitch_em = 5.2F;  ///< below it rows leave the view before they come closer
constexpr float note_em = 1.5F;         ///< height of a note's line

/// Columns side by side whose cells one warp wrote first.
struct WarpColumns {
    uint32_t warp = 0;
    int64_t first = 0, end = 0;   ///< columns
    int lowest = 0, highest = 0;  ///< threads
};

/// Empty unless there are several warps, each with columns side by side.
std::vector<WarpColumns> warp_columns(const Context& stage) {
    const Diagram& diagram = stage.at.diagram();
    const int lanes = stage.trace().gpu.lanes;
    std::vector<const DiagramNode*> first(size_t(diagram.cells), nullptr);
    for (const DiagramNode& node : diagram.nodes) {
        if (node.step < 0 || node.column < 0 || node.column >= diagram.cells) continue;
        const DiagramNode*& one = nth(first, node.column);
        if (one == nullptr || node.row < one->row) one = &node;
    }
    std::vector<WarpColumns> warps;
    std::set<uint32_t> seen;
    for (const DiagramNode* node : first) {
        if (node == nullptr) return {};
        const uint32_t warp = stage.trace().step_at(node->step).warp;
        const int thread = int(warp) * lanes + node->lane;
        if (warps.empty() || warps.back().warp != warp) {
            if (!seen.insert(warp).second) return {};
            warps.push_back({warp, node->column, node->column, thread, thread});
        }
        WarpColumns& last = warps.back();
        last.end = node->column + 1;
        last.lowest = std::min(last.lowest, thread);
        last.highest = std::max(last.highest, thread);
    }
    return warps.size() > 1 ? warps : std::vector<WarpColumns>{};
}

struct PassesDrawing {
    Context& stage;
    PassRows rows;
    std::vector<WarpColumns> warps;
    Box rect;                           ///< of the rows, pixels
    const PassRow* race_row = nullptr;  ///< where the cell of a race is; null: out of view, or none exists
    int64_t race_column = 0;

    Canvas& canvas() const { return stage.canvas; }
    bool is_present(const PassRow& row) const { return row.row == rows.present; }
};

/// As many rows as find room, the present one with one to come under it where there is one.
void place_rows(PassesDrawing& draw) {
    const Canvas& canvas = draw.canvas();
    const int all = draw.rows.diagram.rows.size();
    const float high = draw.rect.height();
    const int most =
        std::max(1, int((high + canvas.em(lowest_gap_em)) / canvas.em(lowest_cell_em + lowest_gap_em)));
    const int usual = std::max(3, int(high / canvas.em(usual_pitch_em)));
    const int shown = std::min({all, most, usual});
    const int first = std::clamp(draw.rows.present - std::max(0, shown - 2), 0, all - shown);
    const float cell =
        std::clamp(high / float(2 * shown - 1), canvas.em(lowest_cell_em), canvas.em(highest_cell_em));
    const float gap =
        shown > 1 ? std::clamp((high - shown * cell) / float(shown - 1), 0.0F, canvas.em(highest_gap_em)) : 0;
    const float value = draw.stage.value_em(zeros(longest_value(draw.stage.at)),
                                            draw.stage.columns.width - draw.rows.gap - canvas.em(0.5F),
                                            cell > canvas.em(2.7F) ? 1.45F : 1.2F);
    float y = draw.rect.min.y;
    for (int i = 0; i < shown; ++i, y += cell + gap)
        draw.rows.rows.push_back(
            {first + i, Box::edges(draw.rect.min.x, y, draw.rect.max.x, y + cell).snapped(), value});
}

void draw_warps(const PassesDrawing& draw, Box head, float bottom) {
    Canvas& canvas = draw.canvas();
    const Columns& columns = draw.stage.columns;
    for (const WarpColumns& one : draw.warps) {
        const int64_t first = std::max(one.first, columns.first), end = std::min(one.end, columns.end());
        if (first >= end) continue;
        const float half = columns.width / 2, space = canvas.em(0.2F);
        const Box box = Box::edges(columns.centre(first) - half + space, head.min.y,
                                   columns.centre(end - 1) + half - space, head.max.y - canvas.em(0.4F))
                            .snapped();
        canvas.rectangle(box, {Role::bg1}, {}, canvas.em(0.25F));
        const std::string warp = "warp " + std::to_string(one.warp);
        const std::string whole = warp + ": threads " + range_text(one.lowest, one.highest);
        canvas.text_within(box.centre(), box.width(), type::head, {Role::t2},
                           canvas.text_fitting(type::head, box.width() - canvas.em(0.6F), {whole, warp}),
                           Align::centre);
        if (first == columns.first) continue;
        const float x = snap(columns.centre(first) - half);
        const OnLayer guide(canvas, Layer::guide);
        canvas.line({x, box.min.y}, {x, bottom}, {{Role::line2}, canvas.px(1), canvas.px(5), canvas.px(5)});
    }
}

/// "cell 0", "1", …
void draw_numbers(const PassesDrawing& draw, Box strip) {
    Canvas& canvas = draw.canvas();
    const Columns& columns = draw.stage.columns;
    const ArrayTouches* touched = draw.stage.picture().touches(draw.stage.picture().followed);
    for (int64_t column = columns.first; column < columns.end(); ++column) {
        const bool busy = touched != nullptr && touched->find(column) != nullptr;
        const std::string number = std::to_string(column), named = "cell " + number;
        const TextStyle style{busy ? Face::mono_bold : Face::mono, 0.85F};
        const bool first =
            column == columns.first && canvas.text_width(style, named) + canvas.em(0.5F) <= columns.width;
        if (canvas.text_width(style, number) + canvas.em(0.3F) > columns.width && column % 4 != 0) continue;
        canvas.text({columns.centre(column), strip.centre().y}, style, {busy ? Role::t1 : Role::t2},
                    first ? named : number, Align::centre);
    }
}

/// "warp 0, now": what has written in the row so far, where it is one of several warps.
std::string second_line(const PassesDrawing& draw, const PassRow& row) {
    const bool present = draw.is_present(row);
    std::set<uint32_t> warps;
    for (const int id : draw.rows.diagram_row(row.row).nodes) {
        const DiagramNode& node = draw.rows.node_at(id);
        if (node.step >= 0 && draw.rows.is_done(node))
            warps.insert(draw.stage.trace().step_at(node.step).warp);
    }
    std::string text;
    if (draw.warps.size() > 1 && warps.size() == 1) text = "warp " + std::to_string(*warps.begin());
    if (present) text += text.empty() ? "now" : ", now";
    return text;
}

void draw_passes_labels(const PassesDrawing& draw) {
    Canvas& canvas = draw.canvas();
    const float x = draw.stage.label_left, room = draw.stage.columns.left - x - canvas.em(0.4F);
    const std::vector<std::string> names = short_row_names(draw.rows.diagram, [&](const std::string& name) {
        return canvas.text_width(label_now, name) <= room;
    });
    for (const PassRow& row : draw.rows.rows) {
        const bool present = draw.is_present(row), done = row.row <= draw.rows.present;
        const DiagramRow& one = draw.rows.diagram_row(row.row);
        std::string name = nth(names, row.row);
        if (name.empty()) name = one.label.empty() ? one.phase : one.label;
        std::string below = second_line(draw, row);
        if (draw.rows.diagram.kept > 1 && one.place < draw.rows.diagram.kept)
            below = draw.rows.place(row.row).name + (below.empty() ? "" : ", " + below);
        const float middle = row.box.centre().y, line = canvas.em(below.empty() ? 0 : 0.62F);
        const Ink ink{present ? Role::t1 : done ? Role::t2 : Role::t3};
        canvas.text_within({x, middle - line}, room, present ? label_now : label_style, ink, name);
        if (!below.empty())
            canvas.text_within({x, middle + line}, room, present ? type::head : type::small,
                               {present ? Role::t1 : Role::t3}, below);
    }
}

/// What a cell of a row shows: of the present and later passes only what was done.
Cell cell_of(const PassesDrawing& draw, const PassRow& row, int64_t column, std::string& value) {
    const PassRows& rows = draw.rows;
    const DiagramNode* node = rows.node(row.row, column);
    const bool late = row.row > rows.present && (node == nullptr || !rows.is_done(*node));
    if (late ||
        (node != nullptr && !rows.is_done(*node) && rows.diagram_row(row.row).place < rows.diagram.kept))
        return {.state = CellState::to_come};
    value = value_after(rows, row.row, column);
    CellState state = state_of(rows, row, column, !value.empty());
    if (node != nullptr && rows.is_now(*node)) state = CellState::written;
    const bool kept = node == nullptr && row.row > 0;
    if (state == CellState::idle && kept) state = CellState::earlier;
    return {.state = state, .value = value, .value_em = row.value_em, .strong = draw.is_present(row)};
}

void draw_cells(const PassesDrawing& draw, const PassRow& row) {
    Context& stage = draw.stage;
    const Columns& columns = stage.columns;
    const DiagramPlace& place = draw.rows.place(row.row);
    for (int64_t column = columns.first; column < columns.end(); ++column) {
        if (column >= place.count) break;
        const int64_t element = place.first + column;
        const Box box = draw.rows.cell(row, column);
        std::string value;
        Cell cell = cell_of(draw, row, column, value);
        const StageMark* mark =
            draw.is_present(row) && !value.empty() ? mark_of(stage, place.array, element) : nullptr;
        if (mark != nullptr) cell.state = mark->state;
        if (&row == draw.race_row && column == draw.race_column) cell.state = CellState::wrong;
        draw_cell(stage.canvas, box, cell);
        if (draw.is_present(row)) name_cell(stage, place.array, element, box);
    }
}

/// Looks for the cell of a race in the last row that has written it, else in the present row.
void find_race(PassesDrawing& draw, const RaceNotes& race) {
    for (const PassRow& row : draw.rows.rows) {
        const DiagramPlace& place = draw.rows.place(row.row);
        if (row.row > draw.rows.present || !place.holds(race.array, race.element)) continue;
        const int64_t column = race.element - place.first;
        const DiagramNode* node = draw.rows.node(row.row, column);
        const bool wrote = node != nullptr && draw.rows.is_done(*node);
        if (!draw.stage.columns.shows(column) || (!wrote && !draw.is_present(row))) continue;
        if (draw.race_row != nullptr && !wrote) continue;
        draw.race_row = &row;
        draw.race_column = column;
    }
}

/// A note beside a cell's column at the height `y`: its number on a disc, then words on a plate.
void draw_note(const PassesDrawing& draw, const RaceNotes& race, int number, Box cell, float y) {
    Canvas& canvas = draw.canvas();
    const OnLayer plate(canvas, Layer::plate);
    const std::string& says = nth(race.notes, number - 1);
    const float radius = canvas.em(0.6F), words = canvas.text_width(type::head, says), gap = canvas.em(0.5F);
    const float lacks = number == 2 ? gap + canvas.text_width(type::head, race.lacks) : 0;
    const float wide = 2 * radius + gap + words + lacks + gap;
    float x = cell.max.x + canvas.em(0.3F);
    if (x + wide > draw.rect.max.x) x = std::max(draw.stage.columns.left, draw.rect.max.x - wide);
    const Box box = Box::edges(x - canvas.em(0.2F), y - canvas.em(0.75F), std::min(x + wide, draw.rect.max.x),
                               y + canvas.em(0.75F));
    canvas.rectangle(box, {Role::bg0, 0.9F}, {}, canvas.em(0.75F));
    canvas.disc({x + radius, y}, radius, {Role::trouble});
    canvas.text({x + radius, y}, type::head, {Role::bg0}, std::to_string(number), Align::centre);
    const float left = x + 2 * radius + gap;
    const float used = canvas.text_within({left, y}, draw.rect.max.x - left, type::head, {Role::t1}, says);
    if (number == 2 && left + used + gap < draw.rect.max.x)
        canvas.text_within({left + used + gap, y}, draw.rect.max.x - left - used - gap, type::head,
                           {Role::trouble}, race.lacks);
    canvas.hit("note." + std::to_string(number), box, false);
}

void draw_race(const PassesDrawing& draw, const RaceNotes& race) {
    const float off = draw.canvas().em(note_em / 2 + 0.15F);
    // Out of view its notes are at the picture's end.
    const Box end =
        Box::edges(draw.stage.label_left, draw.rect.max.y - 2 * off, draw.stage.label_left, draw.rect.max.y);
    const bool seen = draw.race_row != nullptr;
    const Box cell = seen ? draw.rows.cell(*draw.race_row, draw.race_column) : end;
    draw_note(draw, race, 1, cell, cell.min.y - off);
    draw_note(draw, race, 2, cell, cell.max.y + (seen ? off : -off));
}

// On a presented page: the present pass and the two before it as rows of large cells.
constexpr float page_widest_gap_em = 0.6F, page_least_gap_em = 0.25F;

void draw_page_cells(const PassRows& rows, const PassRow& row) {
    Context& stage = rows.stage;
    const Columns& columns = stage.columns;
    const bool present = &row == &rows.rows.back();
    const DiagramPlace& place = rows.place(row.row);
    for (int64_t column = columns.first; column < columns.end(); ++column) {
        const int64_t element = place.first + column;
        std::string value = value_after(rows, row.row, column);
        // How far cells are off is known of now alone.
        if (present && stage.options.rounding && !value.empty())
            value = value_now(stage, place.array, element);
        const Box box = rows.cell(row, column);
        Cell cell{.state = state_of(rows, row, column, !value.empty()),
                  .value = value,
                  .value_em = row.value_em,
                  .strong = present};
        if (const StageMark* mark = present ? mark_of(stage, element) : nullptr) {
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

/// The present row of the diagram and up to two before it, from the top; the present one is the largest.
void place_page_rows(PassRows& rows, Box rect) {
    const Canvas& canvas = rows.stage.canvas;
    const int present = std::max(0, rows.stage.at.diagram_row());
    // Of the longest value the largest size that fits; none is smaller than can be read.
    const std::string longest = zeros(longest_value(rows.stage.at));
    const float room = rows.stage.columns.width - canvas.em(page_widest_gap_em + 0.4F);
    // Half a page, as of two that are compared, has room for one pass before.
    const bool low = rect.height() < canvas.em(12);
    for (int row = std::max(0, present - (low ? 1 : 2)); row <= present; ++row)
        rows.rows.push_back({row, {}, least_read_em});
    std::array<float, 3> heights = {2.3F, 2.8F, 3.25F}, values = {1.35F, 1.6F, 1.9F};
    const size_t first = heights.size() - rows.rows.size() - (low && rows.rows.size() == 2 ? 1 : 0);
    // Nodes and heads find room between rows before values grow.
    constexpr float arrows_em = 2.2F;
    const auto of_rows = [&] {
        const auto from = heights.begin() + ptrdiff_t(first);
        return std::accumulate(from, from + ptrdiff_t(rows.rows.size()), 1.5F);
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
    for (size_t i = 0; i + 1 < rows.rows.size(); ++i) used += i + 2 == rows.rows.size() ? last : before;
    float y = rect.min.y + std::max(0.0F, (rect.height() - used) / 2);
    for (size_t i = 0; i < rows.rows.size(); ++i) {
        PassRow& row = rows.rows[i];
        row.value_em = canvas.em_within(Face::mono_bold, longest, room, {1.9F, 1.6F, 1.45F, least_read_em},
                                        values[first + i]);
        row.box = Box::edges(rect.min.x, y, rect.max.x, y + canvas.em(heights[first + i])).snapped();
        y = row.box.max.y + (i + 2 == rows.rows.size() ? last : before);
    }
}

}  // namespace

void draw_passes(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const float margin = canvas.em(1);
    rect = Box::edges(rect.min.x, rect.min.y, rect.max.x - margin, rect.max.y - canvas.em(0.6F));
    const float left = stage.label_left + canvas.em(stage.narrow ? narrow_label_em : passes_label_em);
    const float least =
        std::max(canvas.em(2.2F),
                 canvas.text_width({Face::mono, 0.85F}, zeros(longest_value(stage.at))) + canvas.em(0.8F));
    choose_columns(stage, left, rect.max.x, least, canvas.em(widest_column_em), state);
    const float gap = std::clamp(stage.columns.width * 0.2F, canvas.em(0.28F), canvas.em(1.6F));
    PassesDrawing draw{stage,
                       {stage, diagram, stage.picture().range, gap, stage.at.diagram_row()},
                       warp_columns(stage),
                       rect};
    const Box heads = draw.warps.empty() ? Box{} : draw.rect.cut_top(canvas.em(warps_em));
    draw_numbers(draw, draw.rect.cut_top(canvas.em(numbers_em)));
    draw.rect.cut_top(canvas.em(0.4F));
    place_rows(draw);
    if (stage.options.race != nullptr) find_race(draw, *stage.options.race);
    if (!draw.warps.empty()) draw_warps(draw, heads, draw.rows.rows.back().box.max.y + canvas.em(0.4F));
    for (const PassRow& row : draw.rows.rows)
        if (const OnLayer band(canvas, Layer::band); draw.is_present(row))
            draw_lit_row(canvas,
                         Box::edges(stage.label_left - canvas.em(0.75F), row.box.min.y - canvas.em(0.45F),
                                    draw.rect.max.x + canvas.em(0.6F), row.box.max.y + canvas.em(0.45F))
                             .snapped());
    draw_passes_labels(draw);
    for (size_t i = 0; i + 1 < draw.rows.rows.size(); ++i)
        draw_between(draw.rows, draw.rows.rows[i], draw.rows.rows[i + 1]);
    for (const PassRow& row : draw.rows.rows) draw_cells(draw, row);
    if (stage.options.race != nullptr) draw_race(draw, *stage.options.race);
}

void draw_present_rows(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const float most = canvas.text_width({Face::mono_bold, least_read_em}, zeros(longest_value(stage.at)));
    bool more = true;
    float gap = 0, left = 0, right = 0;
    // E between cells, beside the row, beside a value: less of it where the cells find no room otherwise.
    for (const auto& [gap_em, margin_em, beside_em] : {std::array{page_widest_gap_em, 1.475F, 0.25F},
                                                       {page_least_gap_em, 1.475F, 0.25F},
                                                       {page_least_gap_em, 0.5F, 0.12F}}) {
        gap = canvas.em(gap_em);
        left = rect.min.x + canvas.em(margin_em), right = rect.max.x - canvas.em(margin_em);
        const float least = std::max(canvas.em(1.9F), most + gap + canvas.em(beside_em));
        more = choose_columns(stage, left, right, least, canvas.em(6.2F), state);
        if (!more) break;
    }
    // A name of an input is longer than a value.
    const float name = canvas.text_width({Face::mono_bold, 0.7F}, "in[0]") + canvas.em(0.1F);
    if (stage.options.symbols && stage.columns.width - gap < name) gap = canvas.em(page_least_gap_em);
    // What is wanted is in view.
    for (const StageMark& mark : stage.options.marks)
        if (mark_of(stage, mark.cell) == &mark && !stage.columns.shows(mark.cell))
            stage.columns.first = state.first =
                std::clamp<int64_t>(mark.cell - state.shown / 2, 0, diagram.cells - state.shown);
    // Few cells are in the middle.
    const float used = stage.columns.count * stage.columns.width;
    stage.columns.left += std::floor((right - left - used) / 2);
    if (more)
        canvas.text({left, rect.cut_top(canvas.em(1.2F)).min.y + canvas.em(0.4F)}, {Face::sans, 0.9F},
                    {Role::t2},
                    window_text("cells", stage.columns.first, stage.columns.count, diagram.cells));
    PassRows rows{stage, diagram, stage.picture().range, gap, std::max(0, stage.at.diagram_row())};
    place_page_rows(rows, rect);
    for (size_t i = 0; i + 1 < rows.rows.size(); ++i) draw_between(rows, rows.rows[i], rows.rows[i + 1]);
    for (const PassRow& row : rows.rows) draw_page_cells(rows, row);
}

}  // namespace upsweep::stage
