// Where the arrays of the lanes' view are, for lanes_arrays.cpp.
#pragma once

#include <utility>

#include "stage/lanes.h"

namespace upsweep::stage {

/// An array in rows of cells: a matrix by its rows, shared memory by rows of banks, others by as many sectors
/// as fit. Where it is depends on launch and room only, never on the step.
struct Strip {
    const replay::StagedArray* staged = nullptr;
    int array = 0;  ///< ArrayId
    int size = 4;   ///< bytes an element
    bool shared = false;
    bool compact = false;  ///< its name is beside one row of cells, without indices
    bool matrix = false;   ///< rows are those of the matrix
    std::int64_t count = 0, per_row = 1, rows = 1;
    int characters = 1;  ///< of its longest value
    std::int64_t first_column = 0, columns = 1;
    std::vector<std::int64_t> shown;  ///< rows in view, ascending
    std::int64_t room_rows = 1;       ///< how many of them there are
    float cell_width = 0, cell_height = 0, gap = 0, value_em = 1, label = 0;
    Box room;
    Point origin;  ///< of the first cell

    float x(std::int64_t column) const {
        return origin.x + static_cast<float>(column - first_column) * cell_width;
    }
    float y(std::size_t at) const { return origin.y + static_cast<float>(at) * cell_height; }
    /// The cell of a column in the row at this place.
    Box cell(std::size_t at, std::int64_t column) const {
        return Box::sized({x(column), y(at)}, cell_width - gap, cell_height - gap).snapped();
    }
    /// Whether touched cells have room for lanes over their values.
    bool tagged(const Canvas& canvas) const { return cell_height - gap >= canvas.em(1.5F); }
    /// The words after its name, longest first.
    std::vector<std::string> about(const LaneStage& at) const;
    /// The cells in view of each sector of 32 bytes, by its number: a box for each stretch of them.
    std::vector<std::pair<std::int64_t, Box>> sector_boxes() const;
};

/// The launch's arrays that its lanes touch, in the order of the stage; of the picture's block the shared
/// ones.
std::vector<Strip> strips_of(const LaneStage& at);
/// Gives each its place; what does not fit shows fewer rows.
void place_strips(const LaneStage& at, std::vector<Strip>& strips, const Box& rect);
/// Which rows and columns are in view: those with `touched` elements first.
void choose_rows(const LaneStage& at, Strip& strip, const std::vector<std::int64_t>& touched);

}  // namespace upsweep::stage
