// A recording in the Race: which one, what it was measured on, and its table.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/race/view/race_parts.h"
#include "app/race/view/table_columns.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "app/ui/text.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

constexpr float row_em = 1.75F, head_em = 1.9F, title_em = 2.5F, least_name_em = 9;

using Column = TableColumn<RecordedRow>;
constexpr std::array<Column, 7> columns = {{{"type", 3.7F, &RecordedRow::types, 2},
                                            {"size", 5.6F, &RecordedRow::size, 0},
                                            {"median", 4.6F, &RecordedRow::time, 0},
                                            {"copy", 5, &RecordedRow::copy, 3},
                                            {"peer", 5, &RecordedRow::peer, 4},
                                            {"target", 7.8F, &RecordedRow::target, 1},
                                            {"is", 5.1F, &RecordedRow::value, 0}}};
constexpr float word_em = 5, mark_em = 1.8F;  // of the verdict, in a word or as a mark alone

bool is_used(const std::vector<RecordedRow>& table, const Column& column) {
    return std::any_of(table.begin(), table.end(), [&](const RecordedRow& row) {
        const std::string& text = row.*(column.text);
        return !text.empty() && text != "–";
    });
}

float names_width(const Frame& frame, const std::vector<RecordedRow>& table) {
    float width = frame.em(least_name_em);
    for (const RecordedRow& row : table) width = std::max(width, text_width(frame, type::row, row.what));
    return std::min(width, frame.em(16)) + frame.em(0.9F);
}

/// Whole texts where there is room for them. Without columns that hold nothing; then the verdict as a mark,
/// then without the least missed columns, until the names have their room.
TableLayout<RecordedRow> fitting(const Frame& frame, float left, float right,
                                 const std::vector<RecordedRow>& table) {
    std::vector<const Column*> used;
    for (const Column& column : columns)
        if (is_used(table, column)) used.push_back(&column);
    const bool bound =
        std::any_of(table.begin(), table.end(), [](const RecordedRow& row) { return row.bound; });
    const float word = bound ? frame.em(word_em) : 0, mark = bound ? frame.em(mark_em) : 0;
    const float names = names_width(frame, table), fewer = frame.em(11);
    return fit_columns(frame, used, table, left, right,
                       {{4, names, word, true},
                        {4, names, word},
                        {3, names, word},
                        {3, fewer, mark},
                        {2, fewer, mark},
                        {1, fewer, mark},
                        {0, fewer, mark}});
}

void draw_verdict(Frame& frame, Rect cell, const RecordedRow& row) {
    if (!row.bound) return;
    const bool word = cell.width() > frame.em(mark_em) + 1;
    const float size = frame.em(0.75F), y = cell.centre().y;
    float x = cell.max.x - frame.em(0.4F);
    if (word) {
        draw_text(frame, {x, y}, type::label, frame.colour(Role::t2), row.verdict, Align::right);
        x -= text_width(frame, type::label, row.verdict) + frame.em(0.3F);
        if (!row.met) return;
    }
    const Rect box = Rect::around({x - size / 2, y}, size, size);
    row.met ? marks::tick(frame, box, frame.colour(Role::right))
            : marks::cross(frame, box, frame.colour(Role::t2));
}

void draw_row(Frame& frame, Rect rect, const RecordedRow& row, const TableLayout<RecordedRow>& layout) {
    const float y = rect.centre().y, x = rect.min.x + frame.em(0.4F);
    draw_elided(frame, {x, y}, layout.numbers - x - frame.em(0.4F), type::row, frame.colour(Role::t1),
                row.what);
    Rect rest(layout.numbers, rect.min.y, rect.max.x, rect.max.y);
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const Column* column = layout.columns[i];
        const Rect cell = rest.cut_left(layout.widths[i]);
        draw_elided(frame, {cell.max.x - frame.em(0.4F), y}, cell.width() - frame.em(0.2F), type::code,
                    frame.colour(Role::t1), row.*(column->text), Align::right);
        // A row without a time says why in place of its numbers.
        if (column->text != &RecordedRow::size || row.refusal.empty()) continue;
        draw_elided(frame, {rest.min.x + frame.em(1), y}, rest.width() - frame.em(1.4F), type::label,
                    frame.colour(Role::t2), row.refusal);
        return;
    }
    draw_verdict(frame, rest, row);
}

}  // namespace

std::string recording_legend(const RaceRecordings::Entry& entry) {
    const std::string& date = entry.recording.date;
    return "recording: " + entry.label + (date.empty() ? "" : ", " + date);
}

float recorded_table_height(const Frame& frame, const RaceModel& model) {
    const RaceRecordings::Entry* entry = model.recordings.shown();
    if (entry == nullptr) return 0;
    return snap(frame.em(title_em + head_em + row_em * static_cast<float>(entry->table.size()) + 0.6F));
}

void draw_recorded_table(Frame& frame, Rect rect, const RaceModel& model) {
    const RaceRecordings::Entry* entry = model.recordings.shown();
    if (entry == nullptr) return;
    frame.items.add("race.recorded", rect);
    const float left = rect.min.x + frame.em(0.9F), right = rect.max.x - frame.em(0.9F);
    const Rect title = rect.cut_top(snap(frame.em(title_em)));
    {
        const Pane pane(frame, "race recorded title", title, Role::bg1);
        frame.list()->AddRectFilled(title.min, {title.max.x, title.min.y + snap(frame.px())},
                                    frame.colour(Role::line));
        const float y = title.centre().y + frame.em(0.15F), x = left + frame.em(0.4F);
        draw_elided(frame, {x, y}, right - x, type::strong, frame.colour(Role::t1),
                    "Recording: " + entry->label + ", " + bench::origin_of(entry->recording));
    }
    Pane pane(frame, "race recorded", rect, Role::bg1, true);
    const TableLayout<RecordedRow> layout = fitting(frame, left, right, entry->table);
    float y = pane.origin().y;
    draw_table_heads(frame, left, y + frame.em(head_em / 2), "what was measured", layout);
    y += frame.em(head_em);
    for (std::size_t i = 0; i < entry->table.size(); ++i, y += frame.em(row_em)) {
        const Rect row = Rect(left, y, right, y + frame.em(row_em)).snapped();
        if (row.max.y < rect.min.y || row.min.y > rect.max.y) continue;
        if (i % 2 == 0)
            frame.list()->AddRectFilled(row.min, row.max, frame.colour(Role::bg2), frame.em(0.25F));
        draw_row(frame, row, entry->table[i], layout);
    }
    pane.set_height(y - pane.origin().y + frame.em(0.4F));
}

bool recording_menu(Frame& frame, RaceModel& model, RecordingField& field) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect box =
        Rect::sized(at, std::max(frame.em(10), ImGui::GetContentRegionAvail().x), frame.em(1.9F));
    bool done = false;
    if (text_field(frame, "race.recording.path", box, field.path, "path of a .json, or drop one",
                   field.error)) {
        field.error.clear();
        if (!field.path.empty()) {
            try {
                model.open_recording(field.path);
                field.path.clear();
                done = true;
            } catch (const Error& error) {
                field.error = error.what();
            }
        }
    }
    const ImVec2 below(at.x, box.max.y + frame.em(0.3F));
    const float used = field_error(frame, below, box.width(), field.error);
    ImGui::SetCursorScreenPos(below);
    if (used > 0) ImGui::Dummy({box.width(), used});
    const int now = model.recordings.shown_index();
    if (menu_row(frame, "race.recording.none", "none", now < 0)) {
        model.show_recording(-1);
        done = true;
    }
    for (int i = 0; i < static_cast<int>(model.recordings.all().size()); ++i) {
        const RaceRecordings::Entry& entry = model.recordings.all()[static_cast<std::size_t>(i)];
        const std::string file = std::filesystem::path(entry.path).filename().string();
        const std::string label = entry.path.empty() ? entry.label : file + ": " + entry.label;
        if (!menu_row(frame, fmt::format("race.recording.{}", i), label, i == now)) continue;
        model.show_recording(i);
        done = true;
        break;
    }
    return done;
}

}  // namespace upsweep::app
