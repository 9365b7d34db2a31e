// Passes of a block as rows of whole cells, one column a cell, and what goes from row to row.
#pragma once

#include <string>
#include <vector>

#include "stage/parts.h"

namespace upsweep::stage {

/// One row of the picture, and how it is drawn.
struct PassRow {
    int row = -1;  ///< of the diagram; -1: none
    Box box;       ///< pixels
    float value_em = least_read_em;
};

/// Rows of the diagram that are in view, from the top, with what was done up to the end of `now`.
struct PassRows {
    Context& stage;
    const replay::Diagram& diagram;
    replay::StepRange now;
    float gap;    ///< pixels between two cells
    int present;  ///< row of the diagram in which `now` lies
    std::vector<PassRow> rows = {};

    const replay::DiagramRow& diagram_row(int row) const {
        return diagram.rows[static_cast<std::size_t>(row)];
    }
    const replay::DiagramPlace& place(int row) const {
        return diagram.places[static_cast<std::size_t>(diagram_row(row).place)];
    }
    bool is_done(const replay::DiagramNode& node) const { return node.step < now.end; }
    bool is_now(const replay::DiagramNode& node) const { return now.contains(node.step); }
    Box cell(const PassRow& row, std::int64_t column) const;
    /// The node that a column has in a row; null: it keeps what it had.
    const replay::DiagramNode* node(int row, std::int64_t column) const;
};

/// What a column holds after a row; empty: nothing yet. Rows of input and output show their arrays.
std::string value_after(const PassRows& rows, int row, std::int64_t column);

/// How a cell looks that holds a value (`there`) or none.
CellState state_of(const PassRows& rows, const PassRow& row, std::int64_t column, bool there);

/// Of a pass that is past: straight thin lines that meet in a dot.
void draw_past(const PassRows& rows, const PassRow& from, const PassRow& to, const replay::DiagramNode& node);
/// Of the present pass: curves that meet in a node, and the arrow into the cell.
void draw_now(const PassRows& rows, const PassRow& from, const PassRow& to, const replay::DiagramNode& node);
/// Of a pass to come: thin straight lines.
void draw_to_come(const PassRows& rows, const PassRow& from, const PassRow& to,
                  const replay::DiagramNode& node);

}  // namespace upsweep::stage
