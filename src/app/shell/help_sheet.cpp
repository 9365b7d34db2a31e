// The sheet of live keys, in as many columns as the window has room for.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include "app/shell/top_bar.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/ranges.h"
#include "replay/structure/places.h"

namespace upsweep::app {

namespace {

constexpr float least_column_em = 22, most_column_em = 30, gap_em = 3;
constexpr float head_em = 1.7F, row_em = 0.3F, section_em = 0.8F, line_em = 1.3F;
constexpr int most_columns = 4;

struct KeyRow {
    std::string title, keys;
    std::string_view group;
    bool begins = false;  ///< its group
    float height = 0;
};

struct Place {
    int column = 0;
    float y = 0;
    bool head = false;  ///< the group's name is above it
};

/// Keys that do the same with the digit on them take one row: "Answer 0 to 9".
void add(std::vector<KeyRow>& rows, KeyRow row) {
    const auto stem = [](const std::string& title) { return title.substr(0, title.size() - 1); };
    const bool digit = row.keys.size() == 1 && std::isdigit(static_cast<unsigned char>(row.keys[0])) != 0 &&
                       row.title.ends_with(row.keys);
    if (!digit || row.begins || rows.empty()) return rows.push_back(std::move(row));
    KeyRow& last = rows.back();
    const char before = char(row.keys[0] - 1);
    const bool first = last.keys == std::string(1, before) && last.title == stem(row.title) + before;
    if (!first && !last.keys.ends_with(" … " + std::string(1, before))) return rows.push_back(std::move(row));
    if (first)
        last.title += " to " + row.keys, last.keys += " … " + row.keys;
    else
        last.title.back() = last.keys.back() = row.keys[0];
}

std::vector<KeyRow> rows_of(std::span<const KeyGroup> groups) {
    std::vector<KeyRow> rows;
    for (const KeyGroup& group : groups) {
        bool begins = true;
        for (const Binding& binding : group.keys->bindings()) {
            std::string keys;
            for (const Chord chord : binding.chords) keys += (keys.empty() ? "" : ", ") + to_string(chord);
            add(rows, {binding.title, keys, group.title, begins, 0});
            begins = false;
        }
    }
    return rows;
}

std::vector<Run> title_runs(const KeyRow& row) { return {{row.title, type::body, {Role::t1}}}; }

float title_width(const Frame& frame, const KeyRow& row, float column) {
    return column - text_width(frame, type::code, row.keys) - frame.em(0.8F);
}

/// Each row's place where no column is higher than `high`; `apart`: each group begins a column.
std::vector<Place> places_of(const Frame& frame, const std::vector<KeyRow>& rows, float high,
                             bool apart = false) {
    std::vector<Place> places;
    int column = 0;
    float y = 0;
    for (const KeyRow& row : rows) {
        const float head = frame.em(head_em);
        if (row.begins && y > 0) y += frame.em(section_em);
        const bool full = y + row.height + (row.begins ? head : 0) > high;
        if (y > 0 && (full || (apart && row.begins))) ++column, y = 0;
        const bool named = row.begins || y == 0;
        if (named) y += head;
        places.push_back({column, y, named});
        y += row.height;
    }
    return places;
}

/// Columns that hold all rows: one a group where there is room; else within `room`, or little beyond where
/// they need more, those that part the fewest groups; of these the lowest.
std::vector<Place> places_in(const Frame& frame, const std::vector<KeyRow>& rows, int columns, float room) {
    std::vector<Place> best = places_of(frame, rows, room, true);
    if (best.empty() || best.back().column < columns) return best;
    best.clear();
    float high = 0;
    for (const KeyRow& row : rows) high += row.height / float(columns);
    ptrdiff_t fewest = 0;
    for (float most = room; best.empty() || high <= most; high += frame.em(0.5F)) {
        std::vector<Place> places = places_of(frame, rows, high);
        if (!places.empty() && places.back().column >= columns) continue;
        if (best.empty()) most = std::max(room, high + frame.em(4));
        const auto heads = count_if(places, [](const Place& at) { return at.head; });
        if (best.empty() || heads < fewest) best = std::move(places), fewest = heads;
    }
    return best;
}

void draw_row(Frame& frame, ImVec2 at, float column, const KeyRow& row, bool head) {
    if (head)
        draw_text(frame, {at.x, at.y + frame.em(line_em / 2 - head_em)}, type::head, Role::t3, row.group);
    draw_paragraph(frame, at, title_width(frame, row, column), title_runs(row), line_em);
    draw_text(frame, {at.x + column, at.y + frame.em(line_em / 2)}, type::code, Role::t2, row.keys,
              Align::right);
}

}  // namespace

bool draw_help(Frame& frame, Rect window, std::span<const KeyGroup> groups) {
    Rect rest = window;
    const Rect head = rest.cut_top(frame.em(3.6F));
    bool close = false;
    {
        const Pane pane(frame, "help head", head, Role::bg0);
        draw_text(frame, {head.min.x + frame.em(2), head.centre().y}, type::title, Role::t1, "Keys");
        const float size = frame.em(2);
        close = button(frame, "help.close",
                       Rect::around({head.max.x - frame.em(2.2F), head.centre().y}, size, size), "",
                       {.icon = marks::cross, .tip = "Close (Esc)"});
    }
    Pane pane(frame, "help", rest, Role::bg0, true);
    const float gap = frame.em(gap_em), room = window.width() - frame.em(4);
    const int columns = std::clamp(int((room + gap) / (frame.em(least_column_em) + gap)), 1, most_columns);
    const auto count = float(columns);
    const float column = std::min(frame.em(most_column_em), (room - gap * (count - 1)) / count);
    std::vector<KeyRow> rows = rows_of(groups);
    for (KeyRow& row : rows)
        row.height = paragraph_height(frame, title_width(frame, row, column), title_runs(row), line_em) +
                     frame.em(row_em);
    const std::vector<Place> places = places_in(frame, rows, columns, rest.height() - frame.em(2.2F));
    const ImVec2 corner = pane.origin() + ImVec2(frame.em(2), frame.em(0.6F));
    float high = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const ImVec2 at(corner.x + float(places[i].column) * (column + gap), corner.y + places[i].y);
        draw_row(frame, at, column, rows[i], places[i].head);
        high = std::max(high, places[i].y + rows[i].height);
    }
    pane.set_height(high + frame.em(1.6F));
    return close;
}

}  // namespace upsweep::app
