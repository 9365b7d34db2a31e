// The table under the Race's plot.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/race/model/race_rows.h"
#include "app/race/view/race_parts.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/plot.h"
#include "app/ui/text.h"
#include "core/ranges.h"

namespace upsweep::app {
namespace {

constexpr float race_table_row_em = 1.6F, head_em = 1.8F, foot_em = 0.4F;
constexpr float key_em = 1.6F;  // the marker before a name

struct Column {
    std::string head;
    float width = 0;  ///< pixels
    int side = -1;    ///< which of the table's sides; -1: of the copy, -2: × the CPU loop
};

float widest_name(const Frame& frame, const RaceTable& table, bool with_source) {
    float width = frame.em(8);
    for (const RaceTable::Row& row : table.rows) {
        float name = text_width(frame, type::strong, row.curve->label);
        if (row.curve->letter != 0) name += frame.em(1.4F);
        if (with_source) name += frame.em(0.7F) + text_width(frame, type::small, row.source);
        width = std::max(width, name);
    }
    return width + frame.em(key_em + 0.8F);
}

std::vector<Column> columns_of(const Frame& frame, const RaceTable& table, float each) {
    std::vector<Column> columns;
    const auto add = [&](std::string head, int side) {
        const float width = std::max(each, text_width(frame, type::head, head) + frame.em(1.1F));
        columns.push_back({std::move(head), width, side});
    };
    for (size_t i = 0; i < table.sides.size(); ++i) add(side_text(table.sides[i]), int(i));
    add(table.in_cache ? "of the copy, in L2" : "of the copy", -1);
    add("× the CPU loop", -2);
    return columns;
}

// The column of a size that is missed least: one between the others that is not spoken of.
std::vector<Column>::iterator least_missed(const RaceTable& table, std::vector<Column>& columns) {
    const auto spoken = [&](const Column& column) {
        return column.side >= 0 && nth(table.sides, column.side) == table.spoken;
    };
    for (auto column = columns.begin() + 1; (column + 1)->side >= 0; ++column)
        if (!spoken(*column)) return column;
    return spoken(columns.front()) ? columns.begin() + 1 : columns.begin();
}

float width_of(const std::vector<Column>& columns) {
    float width = 0;
    for (const Column& column : columns) width += column.width;
    return width;
}

// As wide as there is room for; where there is little, sizes between the first and the last go.
std::vector<Column> fitting(const Frame& frame, const RaceTable& table, float room) {
    const auto count = float(table.sides.size() + 2);
    const float each =
        std::clamp((room - widest_name(frame, table, true)) / count, frame.em(6.1F), frame.em(9.5F));
    std::vector<Column> columns = columns_of(frame, table, each);
    while (width_of(columns) + widest_name(frame, table, false) > room && columns.size() > 3)
        columns.erase(least_missed(table, columns));
    return columns;
}

std::string cell_of(const RaceTable::Row& row, const Column& column) {
    if (column.side >= 0) return nth(row.times, column.side);
    return column.side == -1 ? row.of_copy : row.times_cpu;
}

void draw_name(Frame& frame, Rect cell, const RaceTable::Row& row) {
    const RaceCurve& curve = *row.curve;
    const float y = cell.centre().y;
    draw_marker(frame, {cell.min.x + frame.em(0.8F), y}, curve.look.marker,
                series_colour(frame, curve.look.line));
    float x = cell.min.x + frame.em(key_em);
    if (curve.letter != 0) {
        draw_letter(frame, {x + frame.em(0.55F), y}, curve.letter);
        x += frame.em(1.4F);
    }
    const bool strong = curve.source != CurveSource::published;
    x +=
        draw_elided(frame, {x, y}, cell.max.x - x, strong ? type::strong : type::body, Role::t1, curve.label);
    x += frame.em(0.7F);
    if (x + text_width(frame, type::small, row.source) <= cell.max.x)
        draw_text(frame, {x, y}, type::small, Role::t3, row.source);
}

// A row without times: the sentence takes the place of the numbers.
void draw_refusal(Frame& frame, Rect rest, const RaceTable::Row& row) {
    const float size = frame.em(0.85F), y = rest.centre().y;
    if (row.wrong) marks::fault(frame, Rect::around({rest.min.x + size / 2, y}, size), Role::trouble);
    const float x = rest.min.x + frame.em(row.wrong ? 1.3F : 0);
    draw_elided(frame, {x, y}, rest.max.x - x, type::label, row.wrong ? Role::trouble : Role::t2,
                row.refusal);
}

void draw_row(Frame& frame, Rect rect, const RaceTable& table, const RaceTable::Row& row,
              const std::vector<Column>& columns) {
    Rect name = rect, rest = rect;
    rest.min.x = name.max.x = rect.max.x - width_of(columns);
    name.max.x -= frame.em(0.5F);
    draw_name(frame, name, row);
    if (row.curve->points.empty() || row.wrong) return draw_refusal(frame, rest, row);
    for (const Column& column : columns) {
        const Rect cell = rest.cut_left(column.width);
        const bool spoken = column.side >= 0 && nth(table.sides, column.side) == table.spoken;
        draw_text(frame, {cell.max.x - frame.em(0.5F), cell.centre().y},
                  spoken ? type::code_strong : type::code, Role::t1, cell_of(row, column), Align::right);
    }
}

}  // namespace

float race_table_height(const Frame& frame, const RaceModel& model) {
    if (model.experiments().empty()) return 0;
    const auto rows = race_table(model.curves(), model.results(), std::nullopt).rows.size();
    return rows == 0 ? 0 : snap(frame.em(head_em + race_table_row_em * float(rows) + foot_em));
}

void draw_race_table(Frame& frame, Rect rect, RaceModel& model) {
    Pane pane(frame, "race table", rect, Role::bg1, true);
    frame.items.note("race.table", rect);
    const RaceTable table = race_table(model.curves(), model.results(), model.hovered());
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const float left = rect.min.x + frame.em(0.9F), right = rect.max.x - frame.em(0.9F);
    const std::vector<Column> columns = fitting(frame, table, right - left);
    float y = pane.origin().y;
    const float head = y + frame.em(head_em / 2 + 0.1F);
    draw_text(frame, {left + frame.em(key_em), head}, type::head, Role::t3, "algorithm");
    float x = right - width_of(columns);
    for (const Column& column : columns) {
        x += column.width;
        draw_text(frame, {x - frame.em(0.5F), head}, type::head, Role::t3, column.head, Align::right);
    }
    y += frame.em(head_em);
    for (size_t i = 0; i < table.rows.size(); ++i, y += frame.em(race_table_row_em)) {
        const Rect row = Rect(left, y, right, y + frame.em(race_table_row_em)).snapped();
        const bool hovered = under_mouse(row);
        if (hovered) model.point_at(table.rows[i].curve->key);
        if (i % 2 == 0 || hovered) frame.fill(row, hovered ? Role::bg3 : Role::bg2, frame.em(0.25F));
        draw_row(frame, row, table, table.rows[i], columns);
    }
    pane.set_height(y - pane.origin().y + frame.em(foot_em));
}

}  // namespace upsweep::app
