// Columns of a table that give way where the window is narrow: the least missed first, until the names at the
// left have their room.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/frame.h"
#include "app/ui/text.h"

namespace upsweep::app {

template <typename Row>
struct TableColumn {
    const char* title;
    float width_em;
    std::string Row::*text;
    int dropped;  ///< the higher, the earlier it goes where there is no room
};

/// One way to share out a table's width.
struct TableAttempt {
    int limit = 0;       ///< columns that are dropped earlier are out
    float names = 0;     ///< pixels that the names have to have
    float beside = 0;    ///< pixels at the right for something that is no text
    bool whole = false;  ///< columns as wide as their longest text, within reason
};

template <typename Row>
struct TableLayout {
    std::vector<const TableColumn<Row>*> columns;
    std::vector<float> widths;
    float beside = 0;
    float numbers = 0;  ///< where the columns begin
};

/// Which of `columns` are shown, and how wide: the first attempt that leaves the names their room between
/// `left` and `right`; the last one if none does.
template <typename Row>
TableLayout<Row> fit_columns(const Frame& frame, const std::vector<const TableColumn<Row>*>& columns,
                             const std::vector<Row>& rows, float left, float right,
                             const std::vector<TableAttempt>& attempts) {
    const auto whole_width = [&](const TableColumn<Row>& column) {
        float width = frame.em(column.width_em);
        for (const Row& row : rows)
            width = std::max(width, text_width(frame, type::code, row.*(column.text)) + frame.em(1));
        return std::min(width, frame.em(17));
    };
    TableLayout<Row> layout;
    for (const TableAttempt& attempt : attempts) {
        layout = {};
        layout.beside = attempt.beside;
        layout.numbers = right - attempt.beside;
        for (const TableColumn<Row>* column : columns) {
            if (column->dropped > attempt.limit) continue;
            layout.columns.push_back(column);
            layout.widths.push_back(attempt.whole ? whole_width(*column) : frame.em(column->width_em));
            layout.numbers -= layout.widths.back();
        }
        if (layout.numbers - left >= attempt.names) break;
    }
    return layout;
}

/// The line of titles, `names` over the names.
template <typename Row>
void draw_table_heads(Frame& frame, float left, float y, std::string_view names,
                      const TableLayout<Row>& layout) {
    draw_elided(frame, {left + frame.em(0.4F), y}, layout.numbers - left, type::head, frame.colour(Role::t3),
                names);
    float x = layout.numbers;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        x += layout.widths[i];
        draw_text(frame, {x - frame.em(0.4F), y}, type::head, frame.colour(Role::t3),
                  layout.columns[i]->title, Align::right);
    }
}

}  // namespace upsweep::app
