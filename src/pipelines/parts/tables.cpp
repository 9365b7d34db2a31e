// What the integral images share.
#include "pipelines/parts/tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/row_scans.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

constexpr const char* shift_file = "shift_table.cu";

/// One thread an element of `to`, which has the type of `from`.
void append_moves(Plan& plan, KernelName kernel, BufferId from, BufferId to, MachineShape machine,
                  std::vector<Argument> extents, const std::string& name) {
    const ScalarType type = plan[to].type;
    const int64_t lanes = std::min(machine.lanes, 32);
    const Dim3 block{lanes, std::min<int64_t>(lanes, 8)};
    const int64_t blocks = pieces(plan[to].extent.width, block.x) * pieces(plan[to].extent.height, block.y);
    kernel.definitions = type_definitions({type, type});
    append_pass(plan, from, to,
                {.kernel = std::move(kernel),
                 .grid = {checked_blocks(blocks, "A step of this table")},
                 .block = block,
                 .arguments = std::move(extents),
                 .name = name});
}

}  // namespace

Option convention_option(Convention initial) {
    return choice_option("convention", "which elements a sum includes", {"inclusive", "exclusive", "padded"},
                         int64_t(initial) - 1);
}

Option padded_table_option() {
    return switch_option("padded", "a row and a column of zeros before the inclusive sums");
}

Array reference_table(const Array& input, ScalarType type, Convention convention) {
    switch (convention) {
        case Convention::exclusive:
            return reference::integral_image_exclusive(input, type);
        case Convention::padded:
            return reference::integral_image_padded(input, type);
        default:
            return reference::integral_image_inclusive(input, type);
    }
}

Extent table_extent(const Parameters& parameters) {
    const int64_t more = convention_of(parameters) == Convention::padded ? 1 : 0;
    return {parameters.extent.width + more, parameters.extent.height + more};
}

TablePlan start_table(std::string_view slug, const Parameters& parameters) {
    const bool turned = !is_upright(parameters);
    const auto laid = [&](Extent extent) { return turned ? extent.transposed() : extent; };
    const Extent picture = parameters.extent, table = table_extent(parameters);
    TablePlan started{start_plan(slug, parameters, laid(table)), {}};
    Plan& plan = started.plan;
    started.table =
        table == picture ? plan.output : add_buffer(plan, "table", parameters.types.output, laid(picture));
    return started;
}

Plan finish_table(TablePlan started, const Parameters& parameters) {
    Plan plan = std::move(started.plan);
    if (started.table == plan.output) return plan;
    const Extent from = plan[started.table].extent, to = plan[plan.output].extent;
    append_moves(plan, {shift_file, "shift_table", {}}, started.table, plan.output, parameters.machine,
                 arguments(from.width, to.width, to.height), "shift table");
    return plan;
}

std::string shifting_pass(const Plan& plan) {
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what))
            if (launch->kernel.file == shift_file) return launch->name;
    return {};
}

DiagonalTiling::DiagonalTiling(const Parameters& parameters)
    : tile(parameters.option("tile") == 0 ? parameters.machine.lanes : parameters.option("tile")),
      tiles{pieces(parameters.extent.width, tile), pieces(parameters.extent.height, tile)} {}

int64_t DiagonalTiling::first(int64_t diagonal) const {
    return std::max<int64_t>(0, diagonal - tiles.width + 1);
}

int64_t DiagonalTiling::last(int64_t diagonal) const { return std::min(diagonal, tiles.height - 1); }

Cost DiagonalTiling::cost(const Parameters& parameters, int64_t planes) const {
    // Whatever lies outside the picture is loaded as zeros and summed up like the rest.
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const int64_t n = tile, pitch = n + 1, blocks = tiles.count() * planes;
    for (int64_t i = 0; i < n; ++i) {
        // Loaded, and read by columns; between, read and written by rows.
        for (int k = 0; k < 2; ++k) bank.access(n, [=](int64_t t) { return i * pitch + t; });
        for (int k = 0; k < 2; ++k) bank.access(n, [=](int64_t t) { return t * pitch + i; });
    }
    Cost cost;
    cost.additions = Term::of(blocks, 2 * n * n, fmt::format("2·{}·{}", n, n));
    cost.barriers = Term::of(blocks, 2, "2");
    cost.rounds = {2 * diagonals(), fmt::format("2({} + {} − 1)", tiles.width, tiles.height)};
    add_turns(cost, blocks, bank);
    return cost;
}

void append_fit(Plan& plan, BufferId from, BufferId to, MachineShape machine, const std::string& name) {
    const Extent before = plan[from].extent, after = plan[to].extent;
    append_moves(plan, {"fit_matrix.cu", "fit_matrix", {}}, from, to, machine,
                 arguments(before.width, before.height, after.width, after.height), name);
}

void append_scans_and_turns(Plan& plan, BufferId from, BufferId to, const TableStep& scan,
                            const TableStep& turn) {
    const Extent extent = plan[from].extent, turned = extent.transposed();
    const ScalarType type = plan[to].type;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, extent);
    const BufferId columns = add_buffer(plan, "columns", type, turned);
    const BufferId column_sums = add_buffer(plan, "column_sums", type, turned);
    scan.append(plan, from, row_sums, scan.name + " rows");
    turn.append(plan, row_sums, columns, turn.name);
    scan.append(plan, columns, column_sums, scan.name + " columns");
    turn.append(plan, column_sums, to, turn.name + " back");
}

Cost scans_and_turns_cost(Extent extent, const TableStep& scan, const TableStep& turn) {
    Cost cost = scan.cost(extent);
    cost += turn.cost(extent);
    cost += scan.cost(extent.transposed());
    cost += turn.cost(extent.transposed());
    return cost;
}

}  // namespace upsweep
