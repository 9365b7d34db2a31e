// One thread per row: its plan, its cost, its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_serial_rows {
namespace {

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_serial_rows", parameters);
    append_serial_scan(
        plan, plan.input, plan.output, Axis::rows,
        {parameters.option("threads"), scans_inclusively(parameters), operator_definitions(parameters)},
        parameters.machine, "scan rows");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(serial_cost(parameters.extent), serial_depth(parameters.extent.width));
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_serial_rows",
    .title = "One thread per row",
    .source = "Bugetti 2025, section 2.2 (naive)",
    .teaches = "No wasted additions, but slow: few threads, and each reads from a different row",
    .options = {threads_option(), inclusive_option(), operator_option()},
    .opening = {.extent = {8, 8}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = [](const Parameters& parameters) { return double(parameters.extent.width); },
});

}  // namespace upsweep::entries::scan_serial_rows

namespace upsweep {

Term serial_depth(int64_t width) { return {width - 1, fmt::format("{} − 1", width)}; }

Cost serial_cost(Extent extent) {
    using namespace entries::scan_serial_rows;
    const std::string minus_one = fmt::format("({} − 1)", extent.width);
    Cost cost;
    cost.additions = Term::of(extent.height, extent.width - 1, minus_one);
    // Rounds count barriers and shuffles, and a thread by itself needs none.
    cost.rounds = Term::of(extent.width > 1 ? 1 : 0, 1, "1");
    return cost;
}

void append_serial_scan(Plan& plan, BufferId from, BufferId to, Axis axis, const SerialSettings& settings,
                        MachineShape machine, const std::string& name) {
    using namespace entries::scan_serial_rows;
    const Extent extent = plan[from].extent;
    const bool rows = axis == Axis::rows;
    const int64_t lines = rows ? extent.height : extent.width;
    const int64_t threads = threads_of(settings.threads, lines, machine);
    append_pass(plan, from, to,
                {.kernel = {rows ? "scan_serial_rows.cu" : "scan_serial_columns.cu",
                            rows ? "scan_rows" : "scan_columns",
                            definitions_or_types(settings.definitions, {plan[from].type, plan[to].type})},
                 .grid = {pieces(lines, threads)},
                 .block = {threads},
                 .arguments = arguments(extent.width, extent.height, settings.inclusive),
                 .name = name});
}

}  // namespace upsweep
