// The report for people.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "commands/step_report.h"
#include "commands/trace_report.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"
#include "replay/trace.h"
#include "replay/value_text.h"
#include "scenes/run_scene.h"

namespace upsweep::commands {
namespace {

constexpr std::int64_t cells_shown = 64;  ///< of a row; longer rows end with "…"
constexpr std::int64_t rows_shown = 16;

/// The array's rows of cells, each cell as wide as the widest.
using Rows = std::vector<std::vector<std::string>>;

Rows cells_of(const emulator::Player& player, emulator::ArrayId id) {
    const emulator::ArrayInfo& info = player.trace().arrays[id];
    Rows rows;
    for (std::int64_t y = 0; y < std::min(info.extent.height, rows_shown); ++y) {
        std::vector<std::string> row;
        for (std::int64_t x = 0; x < std::min(info.extent.width, cells_shown); ++x) {
            const std::int64_t index = y * info.extent.width + x;
            row.push_back(player.defined(id, index)
                              ? replay::value_text(player.trace(), id, player.bits(id, index))
                              : ".");
        }
        if (info.extent.width > cells_shown) row.push_back("...");
        rows.push_back(row);
    }
    if (info.extent.height > rows_shown) rows.push_back({"..."});
    return rows;
}

void print_rows(const std::string& name, const Rows& rows) {
    std::size_t width = 1;
    for (const auto& row : rows)
        for (const std::string& cell : row) width = std::max(width, cell.size());
    for (std::size_t y = 0; y < rows.size(); ++y) {
        fmt::print("  {:<16}", y == 0 ? name : "");
        for (const std::string& cell : rows[y]) fmt::print(" {:>{}}", cell, width);
        fmt::print("\n");
    }
}

/// "off", "8", "auto".
std::string value_text(const Option& option, std::int64_t value) {
    const auto name = static_cast<std::size_t>(value - option.lowest);
    if (name < option.value_names.size()) return std::string(option.value_names[name]);
    return option.automatic && value == 0 ? "auto" : std::to_string(value);
}

void print_head(const StepReport& report) {
    const Parameters& parameters = report.parameters;
    const emulator::ToyGpu& gpu = report.trace->gpu;
    fmt::print("{}, {} × {}, {}", report.algorithm.title, parameters.extent.width, parameters.extent.height,
               to_string(parameters.types));
    for (const Option& option : report.algorithm.options)
        fmt::print(", {} {}", option.name, value_text(option, parameters.option(option.name)));
    fmt::print("\nToy GPU: {} lanes a warp, {} banks, {} × {} blocks at a time, {}\n", gpu.lanes, gpu.banks,
               gpu.multiprocessors, gpu.resident_blocks, to_string(gpu.schedule));
}

/// What the arrays show that follow, where that is not plain.
void print_legend(const emulator::Trace& trace) {
    if (std::any_of(trace.launches.begin(), trace.launches.end(),
                    [](const emulator::LaunchInfo& launch) { return launch.grid.count() > 1; }))
        fmt::print(
            "With several blocks, each shared array name[block] is shown as its block left the phase, the "
            "other arrays as the last block left it.\n");
}

/// Of each phase, the arrays that it changed.
void print_phases(const emulator::Trace& trace, emulator::Player& player) {
    std::map<emulator::ArrayId, Rows> before;
    const PhaseEnds ends(trace);
    for (std::size_t i = 0; i < trace.phases.size(); ++i) {
        const emulator::Phase& phase = trace.phases[i];
        if (is_quiet(trace, phase)) continue;
        const std::int64_t number = trace.launch_of(phase.operation);
        const std::string launch = number < 0 ? "" : trace.launches[static_cast<std::size_t>(number)].name;
        const bool said = launch.empty() || launch == phase.name;
        fmt::print("\n{}{}\n", phase.name, said ? "" : fmt::format(" ({})", launch));
        for (const PhaseArray& array : arrays_of_phase(trace, phase)) {
            player.seek(ends.end_of(i, array.id));
            Rows rows = cells_of(player, array.id);
            if (before[array.id] == rows) continue;
            print_rows(array.name, rows);
            before[array.id] = std::move(rows);
        }
    }
}

/// "110 without conflicts" is a remark beside the count, no formula for it.
std::string_view equals(const Expectation& expectation) {
    return expectation.formula.find(" without ") == std::string::npos ? "= " : "";
}

void print_counts(const StepReport& report) {
    fmt::print("\nCounts\n");
    const auto expectations = report.algorithm.expectations(report.parameters);
    for (const emulator::CountName& one : emulator::count_names()) {
        if (!one.whole.empty()) continue;
        const std::string_view name = one.key;
        const std::int64_t count = one.of(report.trace->counts);
        fmt::print("  {:<18} {:>8}", name, count);
        for (const Expectation& expectation : expectations)
            if (expectation.count == name)
                fmt::print("  {}{}",
                           count == expectation.value
                               ? equals(expectation)
                               : fmt::format("but {} {}", expectation.value, equals(expectation)),
                           expectation.formula);
        fmt::print("\n");
    }
    for (const emulator::CountName& one : emulator::count_names())
        if (!one.meaning.empty()) fmt::print("  {}\n", one.meaning);
}

}  // namespace

void print_moment(const std::shared_ptr<const scenes::RunScene>& run) {
    if (run->scene.step == 0) return;
    replay::StepPosition position(run);
    emulator::Player player(run->trace);
    position.seek(run->scene.step);
    player.seek(position.step());
    fmt::print("\nAfter step {} of {}\n  {}\n", position.step(), position.step_count(), position.sentence());
    for (const PhaseArray& array : arrays_of_moment(position))
        print_rows(array.name, cells_of(player, array.id));
}

void print_text(const StepReport& report) {
    emulator::Player player(report.trace);
    print_head(report);
    print_legend(*report.trace);
    print_phases(*report.trace, player);
    print_moment(report.run);
    print_counts(report);
    print_findings(*report.trace);
    const CheckResult check =
        check_result(report.algorithm, report.parameters, report.input, report.trace->output());
    fmt::print("\nResult: {}\n", check.right ? "right" : "wrong. " + check.message);
}

}  // namespace upsweep::commands
