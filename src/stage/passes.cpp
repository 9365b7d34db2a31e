// A block's passes as rows of whole cells, under the warps that own the columns, the present one on a band;
// beside the cell of a race who did what to it.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/places.h"
#include "replay/words/race_notes.h"
#include "stage/pass_rows.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float passes_label_em = 7.4F, narrow_label_em = 6.6F, widest_column_em = 7.5F;
constexpr TextStyle label_style{Face::sans, 0.9F}, label_now{Face::sans_semibold, 0.9F};
constexpr float warps_em = 2.1F, numbers_em = 1.5F;
constexpr float lowest_cell_em = 2, highest_cell_em = 3.25F, lowest_gap_em = 1.8F, highest_gap_em = 5.2F;
constexpr float usual_pitch_em = 5.2F;  ///< below it rows leave the view before they come closer
constexpr float note_em = 1.5F;         ///< height of a note's line

/// Columns side by side whose cells one warp wrote first.
struct WarpColumns {
    std::uint32_t warp = 0;
    std::int64_t first = 0, end = 0;  ///< columns
    int lowest = 0, highest = 0;      ///< threads
};

/// Empty unless there are several warps, each with columns side by side.
std::vector<WarpColumns> warp_columns(const Context& stage) {
    const Diagram& diagram = stage.at.diagram();
    const int lanes = stage.trace().gpu.lanes;
    std::vector<const DiagramNode*> first(static_cast<std::size_t>(diagram.cells), nullptr);
    for (const DiagramNode& node : diagram.nodes) {
        if (node.step < 0 || node.column < 0 || node.column >= diagram.cells) continue;
        const DiagramNode*& one = first[static_cast<std::size_t>(node.column)];
        if (one == nullptr || node.row < one->row) one = &node;
    }
    std::vector<WarpColumns> warps;
    std::set<std::uint32_t> seen;
    for (const DiagramNode* node : first) {
        if (node == nullptr) return {};
        const std::uint32_t warp = stage.trace().steps[static_cast<std::size_t>(node->step)].warp;
        const int thread = static_cast<int>(warp) * lanes + node->lane;
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
    std::int64_t race_column = 0;

    Canvas& canvas() const { return stage.canvas; }
    bool is_present(const PassRow& row) const { return row.row == rows.present; }
    bool shows(int row) const {
        return std::any_of(rows.rows.begin(), rows.rows.end(),
                           [&](const PassRow& one) { return one.row == row; });
    }
};

/// As many rows as find room, the present one with one to come under it where there is one.
void place_rows(PassesDrawing& draw) {
    const Canvas& canvas = draw.canvas();
    const int all = static_cast<int>(draw.rows.diagram.rows.size());
    const float high = draw.rect.height();
    const int most = std::max(
        1, static_cast<int>((high + canvas.em(lowest_gap_em)) / canvas.em(lowest_cell_em + lowest_gap_em)));
    const int usual = std::max(3, static_cast<int>(high / canvas.em(usual_pitch_em)));
    const int shown = std::min({all, most, usual});
    const int first = std::clamp(draw.rows.present - std::max(0, shown - 2), 0, all - shown);
    const float cell = std::clamp(high / static_cast<float>(2 * shown - 1), canvas.em(lowest_cell_em),
                                  canvas.em(highest_cell_em));
    const float gap =
        shown > 1 ? std::clamp((high - static_cast<float>(shown) * cell) / static_cast<float>(shown - 1),
                               0.0F, canvas.em(highest_gap_em))
                  : 0;
    const std::string longest(static_cast<std::size_t>(longest_value(draw.stage.at)), '0');
    const float value =
        fitting_em(canvas, longest, draw.stage.columns.width - draw.rows.gap - canvas.em(0.5F),
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
        const std::int64_t first = std::max(one.first, columns.first),
                           end = std::min(one.end, columns.first + columns.count);
        if (first >= end) continue;
        const float half = columns.width / 2, space = canvas.em(0.2F);
        const Box box = Box::edges(columns.centre(first) - half + space, head.min.y,
                                   columns.centre(end - 1) + half - space, head.max.y - canvas.em(0.4F))
                            .snapped();
        canvas.rectangle(box, {Role::bg1}, {}, canvas.em(0.25F));
        const std::string warp = "warp " + std::to_string(one.warp);
        const std::string whole =
            warp + ": threads " + std::to_string(one.lowest) + "–" + std::to_string(one.highest);
        const bool fits = canvas.text_width(type::head, whole) + canvas.em(0.6F) <= box.width();
        canvas.text_within(box.centre(), box.width(), type::head, {Role::t2}, fits ? whole : warp,
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
    for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        const bool busy = touched != nullptr && touched->find(column) != nullptr;
        const std::string number = std::to_string(column);
        const std::string named = "cell " + number;
        const TextStyle style{busy ? Face::mono_bold : Face::mono, 0.85F};
        const bool first =
            column == columns.first && canvas.text_width(style, named) + canvas.em(0.5F) <= columns.width;
        if (canvas.text_width(style, number) + canvas.em(0.3F) > columns.width && column % 4 != 0) continue;
        canvas.text({columns.centre(column), strip.centre().y}, style, {busy ? Role::t1 : Role::t2},
                    first ? named : number, Align::centre);
    }
}

void draw_band(const PassesDrawing& draw, const PassRow& row) {
    Canvas& canvas = draw.canvas();
    const OnLayer band(canvas, Layer::band);
    const Box box = Box::edges(draw.stage.label_left - canvas.em(0.75F), row.box.min.y - canvas.em(0.45F),
                               draw.rect.max.x + canvas.em(0.6F), row.box.max.y + canvas.em(0.45F))
                        .snapped();
    canvas.rectangle(box, {Role::bg3}, {}, canvas.em(0.25F));
    canvas.rectangle({box.min, {box.min.x + std::round(canvas.px(3)), box.max.y}}, {Role::ink});
}

/// "warp 0, now": what has written in the row so far, where it is one of several warps.
std::string second_line(const PassesDrawing& draw, const PassRow& row) {
    const bool present = draw.is_present(row);
    std::set<std::uint32_t> warps;
    for (const int id : draw.rows.diagram_row(row.row).nodes) {
        const DiagramNode& node = draw.rows.diagram.nodes[static_cast<std::size_t>(id)];
        if (node.step >= 0 && draw.rows.is_done(node))
            warps.insert(draw.stage.trace().steps[static_cast<std::size_t>(node.step)].warp);
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
        std::string name = names[static_cast<std::size_t>(row.row)];
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
Cell cell_of(const PassesDrawing& draw, const PassRow& row, std::int64_t column, std::string& value) {
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
    for (std::int64_t column = columns.first; column < columns.first + columns.count; ++column) {
        if (column >= place.count) break;
        const std::int64_t element = place.first + column;
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

void draw_between(const PassesDrawing& draw, const PassRow& from, const PassRow& to) {
    const PassRows& rows = draw.rows;
    for (const int id : rows.diagram_row(to.row).nodes) {
        const DiagramNode& node = rows.diagram.nodes[static_cast<std::size_t>(id)];
        if (rows.is_now(node)) {
            const OnLayer bright(draw.canvas(), Layer::bright);
            draw_now(rows, from, to, node);
            continue;
        }
        const OnLayer guide(draw.canvas(), Layer::guide);
        if (rows.is_done(node))
            draw_past(rows, from, to, node);
        else
            draw_to_come(rows, from, to, node);
    }
}

/// Looks for the cell of a race in the last row that has written it, else in the present row.
void find_race(PassesDrawing& draw, const RaceNotes& race) {
    for (const PassRow& row : draw.rows.rows) {
        const DiagramPlace& place = draw.rows.place(row.row);
        if (row.row > draw.rows.present || !place.holds(race.array, race.element)) continue;
        const std::int64_t column = race.element - place.first;
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
    const std::string& says = race.notes[static_cast<std::size_t>(number - 1)];
    const TextStyle style = type::head;
    const float radius = canvas.em(0.6F), words = canvas.text_width(style, says), gap = canvas.em(0.5F);
    const float lacks = number == 2 ? gap + canvas.text_width(style, race.lacks) : 0;
    const float wide = 2 * radius + gap + words + lacks + gap;
    float x = cell.max.x + canvas.em(0.3F);
    if (x + wide > draw.rect.max.x) x = std::max(draw.stage.columns.left, draw.rect.max.x - wide);
    const Box box = Box::edges(x - canvas.em(0.2F), y - canvas.em(0.75F), std::min(x + wide, draw.rect.max.x),
                               y + canvas.em(0.75F));
    canvas.rectangle(box, {Role::bg0, 0.9F}, {}, canvas.em(0.75F));
    canvas.disc({x + radius, y}, radius, {Role::trouble});
    canvas.text({x + radius, y}, type::head, {Role::bg0}, std::to_string(number), Align::centre);
    const float left = x + 2 * radius + gap;
    const float used = canvas.text_within({left, y}, draw.rect.max.x - left, style, {Role::t1}, says);
    if (number == 2 && left + used + gap < draw.rect.max.x)
        canvas.text_within({left + used + gap, y}, draw.rect.max.x - left - used - gap, style,
                           {Role::trouble}, race.lacks);
    canvas.hit("note." + std::to_string(number), box, false);
}

void draw_race(const PassesDrawing& draw, const RaceNotes& race) {
    const float off = draw.canvas().em(note_em / 2 + 0.15F);
    // Out of view its notes are at the picture's end.
    const Box end =
        Box::edges(draw.stage.label_left, draw.rect.max.y - 2 * off, draw.stage.label_left, draw.rect.max.y);
    if (draw.race_row == nullptr) {
        draw_note(draw, race, 1, end, end.min.y - off);
        draw_note(draw, race, 2, end, end.max.y - off);
        return;
    }
    const Box cell = draw.rows.cell(*draw.race_row, draw.race_column);
    draw_note(draw, race, 1, cell, cell.min.y - off);
    draw_note(draw, race, 2, cell, cell.max.y + off);
}

}  // namespace

void draw_passes(Context& stage, Box rect, StageState& state) {
    Canvas& canvas = stage.canvas;
    const Diagram& diagram = stage.at.diagram();
    const float margin = canvas.em(1);
    rect = Box::edges(rect.min.x, rect.min.y, rect.max.x - margin, rect.max.y - canvas.em(0.6F));
    const float left = stage.label_left + canvas.em(stage.narrow ? narrow_label_em : passes_label_em);
    const std::string longest(static_cast<std::size_t>(longest_value(stage.at)), '0');
    const float least =
        std::max(canvas.em(2.2F), canvas.text_width({Face::mono, 0.85F}, longest) + canvas.em(0.8F));
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
        if (draw.is_present(row)) draw_band(draw, row);
    draw_passes_labels(draw);
    for (std::size_t i = 0; i + 1 < draw.rows.rows.size(); ++i)
        draw_between(draw, draw.rows.rows[i], draw.rows.rows[i + 1]);
    for (const PassRow& row : draw.rows.rows) draw_cells(draw, row);
    if (stage.options.race != nullptr) draw_race(draw, *stage.options.race);
}

}  // namespace upsweep::stage
