// Arrays in two dimensions as grids of cells, where they are and how they are drawn.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "replay/structure/staging.h"
#include "stage/parts.h"

namespace upsweep::stage {

/// One array as a grid. Where it is depends on launch and room only, never on the step.
struct Grid {
    const replay::StagedArray* staged = nullptr;
    int array = -1;  ///< ArrayId; -1: shared, and the block has not run
    Extent extent;
    Extent tile = {};  ///< cells between two gaps; {0, 0}: none exist
    float tile_gap = 0;
    int64_t first_row = 0, first_column = 0, rows = 0, columns = 0;  ///< in view
    Box room;                                                        ///< with head, indices, cells
    Box cells;
    float cell_width = 0, cell_height = 0, gap = 0;  ///< pitch and what lies between cells, pixels

    bool shows(int64_t element) const {
        const int64_t row = element / extent.width - first_row,
                      column = element % extent.width - first_column;
        return row >= 0 && row < rows && column >= 0 && column < columns;
    }
    emulator::ArrayId id() const { return id_of(array); }
    float x(int64_t column) const;  ///< left edge of a column
    float y(int64_t row) const;
    Box rect(int64_t element) const;
    /// Around those cells of a box that are in view; empty if none is.
    Box rect(const replay::ElementBox& box) const;
    bool windowed() const { return rows < extent.height || columns < extent.width; }
};

/// Whether the launch is about arrays in two dimensions.
bool is_about_grids(const replay::StagedLaunch& staged);

/// The launch's arrays of data in the declared order, the shared ones of the present block. `rows`: also
/// those of one dimension.
std::vector<Grid> grids_of(const Context& stage, bool rows = false);

/// What a grid needs beside and above its cells, pixels; without a row of indices less.
float grid_head(const Canvas& canvas, bool indices = true);
float grid_label(const Context& stage);

/// Gives grids cells of one size, `across` grids side by side, row by row of grids. Cells that would get too
/// small are left out: then a window is in view. Returns how large the cells are, in E: the smaller measure.
float place_grids(const Context& stage, std::vector<Grid*> grids, Box room, int across, bool indices = true);
/// The same with as many side by side as makes cells largest.
void place_grids(const Context& stage, std::vector<Grid*> grids, Box room);
/// Moves the window of a grid that has one to a box.
void look_at(Grid& grid, const replay::ElementBox& box);
/// The size of a grid's values in E: one for all, by the longest.
float value_size(const Context& stage, const Grid& grid);
/// On a presented page: an array with its name, its numbers and cells that can be read from the last row,
/// moved so that `wanted` is in view as far as it fits.
Grid draw_sheet(Context& stage, Box rect, int array, const replay::ElementBox& wanted);
/// What the present step touches of a grid.
replay::ElementBox touched_of(const Context& stage, const Grid& grid);

void draw_grid_head(Context& stage, const Grid& grid, const std::string& about = {});
void draw_grid_axes(Context& stage, const Grid& grid);

/// How a cell is drawn instead of as the step touches it; to_predict: as usual.
using CellLook = std::function<CellState(int64_t element, CellState usual)>;
/// Every cell in view with its name. `left_out`: elements that something else covers.
void draw_grid_cells(Context& stage, const Grid& grid, const CellLook& look = {},
                     const std::function<bool(int64_t)>& left_out = {});
/// A frame around a box of cells.
void draw_frame(Context& stage, const Grid& grid, const replay::ElementBox& box, Ink ink);

}  // namespace upsweep::stage
