// What the integral images share: the three conventions, and the last step that makes one of another.
#pragma once

#include <functional>
#include <string>

#include "pipelines/algorithm.h"
#include "pipelines/parts/cost.h"

namespace upsweep {

/// "convention": inclusive (the default), exclusive, padded.
Option convention_option(Convention initial = Convention::inclusive);

/// "padded": beside "inclusive", for entries whose kernels make the inclusive and the exclusive table.
Option padded_table_option();
/// The upright table of `input` by the reference.
Array reference_table(const Array& input, ScalarType type, Convention convention);

/// With a row and a column more where the convention, by option, is padded.
Extent table_extent(const Parameters& parameters);

/// A plan whose output is a table, turned where the option "upright" is off, as the kernels make it:
/// inclusive or exclusive; or padded, with a row and a column more. `table` is where the kernels' table has
/// to go: the output itself, or a buffer that finish_table shifts into it.
struct TablePlan {
    Plan plan;
    BufferId table;
};
TablePlan start_table(std::string_view slug, const Parameters& parameters);
/// Appends the last step, if there is one.
Plan finish_table(TablePlan started, const Parameters& parameters);

/// The name of the launch by which a plan makes its table of another one; empty if none does.
std::string shifting_pass(const Plan& plan);

/// A picture cut into square tiles, by the option "tile" (0: as wide as a warp). A launch takes the tiles of
/// a diagonal: tile column + tile row is the same.
struct DiagonalTiling {
    explicit DiagonalTiling(const Parameters& parameters);

    int64_t tile = 0;
    Extent tiles;

    int64_t diagonals() const { return tiles.width + tiles.height - 1; }
    /// Tile rows on a diagonal: from the first to the last.
    int64_t first(int64_t diagonal) const;
    int64_t last(int64_t diagonal) const;
    /// Of so many planes side by side: each tile goes along its rows and then down its columns.
    Cost cost(const Parameters& parameters, int64_t planes) const;
};

/// Puts `from` into `to`, of the same type and another extent: with zeros, or cut off.
void append_fit(Plan& plan, BufferId from, BufferId to, MachineShape machine, const std::string& name);

/// A kind of step of an integral image: how one is appended, from a buffer to another, and what it costs for
/// a matrix of an extent.
struct TableStep {
    std::string name;
    std::function<void(Plan&, BufferId from, BufferId to, const std::string& name)> append;
    std::function<Cost(Extent)> cost;
};

/// Scans the rows of `from`, turns them, scans the columns, and turns them back into `to`.
void append_scans_and_turns(Plan& plan, BufferId from, BufferId to, const TableStep& scan,
                            const TableStep& turn);
Cost scans_and_turns_cost(Extent extent, const TableStep& scan, const TableStep& turn);

}  // namespace upsweep
