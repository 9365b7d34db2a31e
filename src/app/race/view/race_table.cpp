// The table under the Race's plot.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/race/view/table_columns.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"
#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float row_em = 1.75F, head_em = 1.9F, least_name_em = 9;

using Column = TableColumn<RaceTableRow>;
constexpr std::array<Column, 7> columns = {{{"median", 6, &RaceTableRow::median, 0},
                                            {"5th – 95th", 12, &RaceTableRow::spread, 3},
                                            {"GB/s", 4.5F, &RaceTableRow::gb_per_s, 2},
                                            {"of copy", 5, &RaceTableRow::of_copy, 1},
                                            {"× CPU loop", 6.2F, &RaceTableRow::times_cpu, 0},
                                            {"runs", 4, &RaceTableRow::runs, 4},
                                            {"result", 6.2F, &RaceTableRow::result, 0}}};

// What the longest name takes, with its marker, in pixels.
float names_width(const Frame& frame, const RaceModel& model) {
    float width = frame.em(least_name_em);
    for (const RaceLine& line : model.results().lines)
        width = std::max(width, text_width(frame, type::row, line.label));
    return width + frame.em(2.4F);
}

// Columns keep their widths while times come in; the least missed are left out until the names have their
// room.
TableLayout<RaceTableRow> fitting(const Frame& frame, float left, float right, const RaceModel& model,
                                  const std::vector<RaceTableRow>& rows) {
    std::vector<TableAttempt> attempts;
    for (int limit = 4; limit >= 0; --limit) attempts.push_back({limit, names_width(frame, model)});
    std::vector<const Column*> all;
    for (const Column& column : columns) all.push_back(&column);
    return fit_columns(frame, all, rows, left, right, attempts);
}

void draw_result(Frame& frame, Rect cell, const RaceTableRow& row) {
    const float size = frame.em(0.75F), y = cell.centre().y;
    const float text = text_width(frame, type::label, row.result);
    const float x = cell.max.x - text - frame.em(0.4F);
    draw_text(frame, {x, y}, type::label, frame.colour(Role::t2), row.result);
    if (row.settled)
        marks::tick(frame, Rect::around({x - frame.em(0.8F), y}, size, size), frame.colour(Role::right));
}

// A row without a time: the sentence takes the place of the numbers.
void draw_refusal(Frame& frame, Rect rest, const RaceTableRow& row) {
    const float size = frame.em(0.85F), y = rest.centre().y;
    if (row.wrong)
        marks::fault(frame, Rect::around({rest.min.x + size / 2, y}, size, size),
                     frame.colour(Role::trouble));
    const float x = rest.min.x + frame.em(row.wrong ? 1.3F : 0);
    draw_elided(frame, {x, y}, rest.max.x - x, type::label,
                frame.colour(row.wrong ? Role::trouble : Role::t2), row.result);
}

void draw_row(Frame& frame, Rect rect, const RaceLine& line, const RaceTableRow& row,
              const TableLayout<RaceTableRow>& layout) {
    const float y = rect.centre().y;
    draw_marker(frame, {rect.min.x + frame.em(0.8F), y}, line.marker, series_colour(frame, line.line));
    const float x = rect.min.x + frame.em(1.6F);
    draw_line_label(frame, {x, y}, layout.numbers - x - frame.em(0.5F), type::row, Role::t1, line);
    Rect rest(layout.numbers, rect.min.y, rect.max.x, rect.max.y);
    if (row.median.empty()) return draw_refusal(frame, rest, row);
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const Column* column = layout.columns[i];
        const Rect cell = rest.cut_left(layout.widths[i]);
        if (column->text == &RaceTableRow::result)
            draw_result(frame, cell, row);
        else
            draw_text(frame, {cell.max.x - frame.em(0.4F), y}, type::code, frame.colour(Role::t1),
                      row.*(column->text), Align::right);
    }
}

}  // namespace

void draw_line_label(Frame& frame, ImVec2 at, float width, TextStyle style, Role role, const RaceLine& line) {
    if (!line.competitor.with_transfers) {
        draw_elided(frame, at, width, style, frame.colour(role), line.label);
        return;
    }
    const float suffix = text_width(frame, style, " + transfers");
    at.x +=
        draw_elided(frame, at, width - suffix, style, frame.colour(role), line.competitor.algorithm->title);
    draw_text(frame, at, style, frame.colour(role), " + transfers");
}

float race_table_height(const Frame& frame, const RaceModel& model) {
    if (model.experiments().empty()) return 0;
    const auto rows = race_table(model.results(), model.shown_extent()).size();
    return rows == 0 ? 0 : snap(frame.em(head_em + row_em * static_cast<float>(rows) + 0.9F));
}

void draw_race_table(Frame& frame, Rect rect, const RaceModel& model) {
    Pane pane(frame, "race table", rect, Role::bg1, true);
    const auto rows = race_table(model.results(), model.shown_extent());
    frame.list()->AddRectFilled(rect.min, {rect.max.x, rect.min.y + snap(frame.px())},
                                frame.colour(Role::line));
    const float left = rect.min.x + frame.em(0.9F), right = rect.max.x - frame.em(0.9F);
    const TableLayout<RaceTableRow> layout = fitting(frame, left, right, model, rows);
    float y = pane.origin().y + frame.em(0.4F);
    draw_table_heads(frame, left, y + frame.em(head_em / 2),
                     fmt::format("line, at {}", bench::extent_text(model.shown_extent())), layout);
    y += frame.em(head_em);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Rect row = Rect(left, y, right, y + frame.em(row_em)).snapped();
        if (i % 2 == 0)
            frame.list()->AddRectFilled(row.min, row.max, frame.colour(Role::bg2), frame.em(0.25F));
        draw_row(frame, row, model.results().lines[static_cast<std::size_t>(rows[i].competitor)], rows[i],
                 layout);
        y += frame.em(row_em);
    }
    pane.set_height(y - pane.origin().y + frame.em(0.4F));
}

}  // namespace upsweep::app
