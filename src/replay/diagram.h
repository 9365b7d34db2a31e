// The space–time diagram: one column a cell, one row an event in which cells of an array change. Derived from
// the trace alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "emulator/trace/trace.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// A written cell.
struct DiagramNode {
    std::int64_t cell = 0;
    std::int64_t step = 0;  ///< of the write, position in Trace::steps; -1: it stood there before the launch
    std::int64_t access = -1;  ///< the write, position in Trace::accesses
    std::uint64_t value = 0;   ///< raw bits after the write
    int row = 0;
    int lane = 0;
    bool operation = false;             ///< an operation made the value
    char symbol = ' ';                  ///< its symbol
    bool keeps = false;                 ///< the cell's own value before is a source
    std::vector<std::int64_t> sources;  ///< other cells of the array that the value came from
    bool from_elsewhere = false;        ///< a cell of another array is a source
    std::vector<std::int64_t> outside;  ///< those cells, where row 0 shows the other array
    int last_use = -1;  ///< last row that needs the value; the number of rows if another array took it
};

struct DiagramRow {
    std::string phase;        ///< short name, the same in every row of the phase
    bool opens_phase = true;  ///< first row of its phase: the name is written here
    std::string label;        ///< "stride 2", or the array that all values came from, or empty
    std::int64_t first_step = 0, last_step = 0;
    std::uint32_t interval = 0;
    std::vector<int> nodes;  ///< positions in Diagram::nodes
};

struct Diagram {
    emulator::ArrayId array = 0;
    std::int64_t cells = 0;
    std::vector<DiagramRow> rows;
    std::vector<DiagramNode> nodes;
    bool cut = false;     ///< more writes than the limit: the rest is left out
    bool serial = false;  ///< one thread ran: every write has a row of its own

    /// The row of the latest write among the first `position` steps; -1 before any.
    int row_at(std::int64_t position) const;
};

/// Row 0 shows what stood there before the launch: the array's own old values where they are read, or the
/// other array that operations take values from (all of it, where it has the array's shape). A register that
/// still holds what was written counts as that cell. Rows group the writes of one launch by phase and barrier
/// interval; where a write needs one of its own group, or overwrites it, it goes a row down. Where one thread
/// runs, each write is a row, named by the loop variable that tells it from the others. At most `limit`
/// writes are laid out.
Diagram make_diagram(const emulator::Trace& trace, emulator::ArrayId array, std::uint32_t launch,
                     std::size_t limit = 100'000);

/// The rows' names for one short column: "up stride 2". Where the longest of a phase does not fit, all of
/// that phase lose the variable's name ("down 32"), so that none loses its direction.
std::vector<std::string> short_row_names(const Diagram& diagram,
                                         const std::function<bool(const std::string&)>& fits);

}  // namespace upsweep::replay
