// The space–time diagram: one column a cell, one row an event in which cells of an array change. Derived from
// the trace alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "replay/structure/places.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Where a value came from, as a line to draw.
struct DiagramLink {
    int node = -1;  ///< position in Diagram::nodes
    /// The line leaves the value's column in this row: the one above its end, or where the column has been
    /// written again by then, the value's own.
    int from_row = 0;
};

/// A written cell.
struct DiagramNode {
    int64_t cell = 0;     ///< element of its row's array
    int64_t column = 0;   ///< where it is
    int64_t step = 0;     ///< of the write, position in Trace::steps; -1: it was there before the launch
    int64_t access = -1;  ///< the write, position in Trace::accesses
    uint64_t value = 0;   ///< raw bits after the write
    int row = 0;
    int lane = 0;
    bool operation = false;          ///< an operation made the value
    char symbol = ' ';               ///< its symbol
    bool keeps = false;              ///< the cell's own value before is a source
    std::vector<int64_t> sources;    ///< other cells of the array that the value came from
    bool from_elsewhere = false;     ///< a cell of another array is a source
    std::vector<int64_t> outside;    ///< those cells, where row 0 shows the other array
    std::vector<DiagramLink> links;  ///< values of rows of other places
    int last_use = -1;  ///< last row that needs the value; the number of rows if another array took it
};

struct DiagramRow {
    std::string phase;        ///< short name, the same in every row of the phase
    bool opens_phase = true;  ///< first row of its phase: the name is written here
    std::string label;        ///< "stride 2", or the array that all values came from, or empty
    int64_t first_step = 0, last_step = 0;
    uint32_t interval = 0;
    std::vector<int> nodes;  ///< positions in Diagram::nodes
    int place = 0;           ///< position in Diagram::places: what the row shows
};

struct Diagram {
    ArrayId array = 0;
    int64_t cells = 0;  ///< columns
    /// What the rows show: first what is kept, then if there is one the input, which row 0 shows, and the
    /// output, which the last row shows. One place, the array, where the diagram is of one array.
    std::vector<DiagramPlace> places;
    int kept = 1;                 ///< places that are kept
    int input = -1, output = -1;  ///< positions in `places`; -1: none
    std::vector<DiagramRow> rows;
    std::vector<DiagramNode> nodes;
    bool cut = false;     ///< more writes than the limit: the rest is left out
    bool serial = false;  ///< one thread ran: every write has a row of its own

    /// The row of the latest write among the first `position` steps; -1 before any.
    int row_at(int64_t position) const;
    /// The kept place that holds an element; -1: none.
    int place_of(ArrayId of, int64_t element) const;
    bool has_input_row() const { return input >= 0; }
    bool has_output_row() const { return output >= 0; }
};

/// Row 0 shows what was there before the launch: the array's own old values where they are read, or the
/// other array that operations take values from (all of it, where it has the array's shape). A register that
/// still holds what was written counts as that cell. Rows group the writes of one launch by phase and barrier
/// interval; where a write needs one of its own group, or overwrites it, it goes a row down. Where one thread
/// runs, each write is a row, named by the loop variable that tells it from the others. At most `limit`
/// writes are laid out.
Diagram make_diagram(const Trace& trace, ArrayId array, uint32_t launch, size_t limit = 100'000);

/// The diagram of a block: a row for the input, rows for what the block keeps, each of the place that a pass
/// writes, a row for the output. Links go from place to place; sources are cells of the same place.
Diagram make_diagram(const Trace& trace, const BlockPlaces& places, uint32_t launch, uint32_t block,
                     size_t limit = 100'000);

/// The rows' names for one short column: "up stride 2". Where the longest of a phase does not fit, all of
/// that phase lose the variable's name ("down 32"), so that none loses its direction.
std::vector<std::string> short_row_names(const Diagram& diagram,
                                         const std::function<bool(const std::string&)>& fits);

}  // namespace upsweep::replay
