#include "commands/run_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/messages.h"
#include "commands/step_report.h"
#include "commands/trace_report.h"
#include "core/error.h"
#include "core/json.h"
#include "emulator/trace/raw_bits.h"
#include "programs/fill.h"
#include "report/report.h"

namespace upsweep::commands {

namespace {

constexpr std::size_t numbers_shown = 256;
constexpr std::size_t printed_shown = 200;
constexpr std::size_t line_width = 96;

/// Numbers in columns, each row headed by the position of its first.
void print_numbers(const std::string& title, const std::vector<programs::Cell>& cells) {
    std::vector<std::string> texts;
    std::size_t width = 1;
    for (std::size_t i = 0; i < std::min(cells.size(), numbers_shown); ++i) {
        texts.push_back(bits_to_text(cells[i].type, cells[i].bits));
        width = std::max(width, texts.back().size());
    }
    std::size_t columns = 1;
    while (columns * 2 * (width + 1) <= line_width && columns < 32) columns *= 2;
    fmt::print("  {}\n", title);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i % columns == 0) fmt::print("    [{}]", i);
        fmt::print(" {:>{}}", texts[i], width);
        if ((i + 1) % columns == 0 || i + 1 == texts.size()) fmt::print("\n");
    }
    if (cells.size() > numbers_shown)
        fmt::print("    and {} more; --json gives them all\n", cells.size() - numbers_shown);
}

/// Nothing if nothing was uploaded.
std::optional<Array> contents_before(const RunReport& report, std::size_t parameter) {
    const auto buffer = static_cast<std::size_t>(report.program.opened.prepared.buffer_of[parameter]);
    const Array& initial = report.trace.initial[buffer];
    if (initial.count() == 0) return {};
    return programs::seen_by(report.program.opened.prepared, parameter, initial);
}

/// The first and the last ones in a line.
void print_ends(const std::string& title, const std::vector<programs::Cell>& cells) {
    constexpr std::size_t first = 8, last = 4;
    fmt::print("  {}:", title);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i >= first && i + last < cells.size()) {
            if (i == first) fmt::print(" …");
            continue;
        }
        fmt::print(" {}", bits_to_text(cells[i].type, cells[i].bits));
    }
    if (cells.size() > first + last) fmt::print(" ({} numbers)", cells.size());
    fmt::print("\n");
}

/// Of memory that nothing was put into before the launch: says what the numbers are that are still there.
void explain_unwritten(const std::vector<programs::Cell>& cells) {
    for (const programs::Cell& cell : cells) {
        if (cell.bits != emulator::poison_bits(size_of(cell.type))) continue;
        fmt::print("    {} is in elements that nothing wrote: after cudaMalloc memory can hold anything\n",
                   bits_to_text(cell.type, cell.bits));
        return;
    }
}

void print_buffers(const RunReport& report) {
    const auto print_cells = report.brief ? print_ends : print_numbers;
    const std::vector<int>& buffers = report.program.opened.prepared.buffer_of;
    if (std::all_of(buffers.begin(), buffers.end(), [](int buffer) { return buffer < 0; })) return;
    fmt::print("Buffers\n");
    for (std::size_t i = 0; i < report.program.opened.signature.parameters.size(); ++i) {
        if (report.program.opened.prepared.buffer_of[i] < 0) continue;
        const programs::Parameter& parameter = report.program.opened.signature.parameters[i];
        const std::string name = fmt::format("{} ({})", parameter.name, parameter.type_name);
        const Array after = contents_after(report, i);
        const std::optional<Array> before = contents_before(report, i);
        const bool same = before == after;
        if (before)
            print_cells(name + (same ? ", unchanged" : " before"), programs::cells_of(parameter, *before));
        if (!same) print_cells(name + " after", programs::cells_of(parameter, after));
        if (!before) explain_unwritten(programs::cells_of(parameter, after));
    }
}

void print_printed(const emulator::Trace& trace) {
    if (trace.printed.empty()) return;
    fmt::print("Printed\n");
    for (std::size_t i = 0; i < std::min(trace.printed.size(), printed_shown); ++i) {
        const emulator::Printed& line = trace.printed[i];
        const bool ends = !line.text.empty() && line.text.back() == '\n';
        fmt::print("  block {}, thread {}: {}{}", line.block, line.thread, line.text, ends ? "" : "\n");
    }
    if (trace.printed.size() > printed_shown)
        fmt::print("  and {} more; --json gives them all\n", trace.printed.size() - printed_shown);
    fmt::print("\n");
}

void print_counts(const emulator::Counts& counts) {
    const auto line = [](const char* name, std::int64_t count) {
        fmt::print("  {:<24} {:>10}\n", name, count);
    };
    fmt::print("\nCounts\n");
    line("steps", counts.steps);
    line("additions", counts.additions);
    line("barriers", counts.barriers);
    line("shared load wavefronts", counts.shared_load_wavefronts);
    line("shared store wavefronts", counts.shared_store_wavefronts);
    line("bank conflicts", counts.bank_conflicts);
    line("global load sectors", counts.global_load_sectors);
    line("global store sectors", counts.global_store_sectors);
    line("atomics", counts.atomics);
}

/// Beside the findings: constants that hold zeros because they were never set.
void print_never_set(const RunReport& report) {
    for (const std::string& name : report.program.opened.never_set)
        fmt::print(
            "{} is __constant__ and was never set: the kernel reads zeros from it; give it what the host "
            "code copies there with --set {}=values:1,2,3.\n",
            name, name);
}

void print_comparisons(const RunReport& report) {
    for (const programs::Comparison& one : report.program.comparisons)
        if (one.different == 0)
            fmt::print("{} is as expected in all {} numbers.\n", one.parameter, one.count);
}

/// Said only where it is not the usual.
std::string lanes_in_report(emulator::LanesProceed lanes) {
    return lanes == emulator::LanesProceed::since_volta ? "" : fmt::format(", lanes {}", to_string(lanes));
}

void print_emulated(const RunReport& report) {
    const emulator::LaunchInfo& launch = report.trace.launches.front();
    const emulator::ToyGpu& gpu = report.trace.gpu;
    fmt::print("{} from {}: {} x {} x {} blocks of {} x {} x {} threads, warps of {}, {} banks, {}{}{}\n{}",
               launch.kernel.function, launch.kernel.file, launch.grid.x, launch.grid.y, launch.grid.z,
               launch.block.x, launch.block.y, launch.block.z, gpu.lanes, gpu.banks, to_string(gpu.schedule),
               gpu.weak_memory ? ", weak memory" : "", lanes_in_report(gpu.lanes_proceed),
               report.brief ? "" : "\n");
    if (report.brief) {
        print_findings_with_lines(report.trace);
        print_never_set(report);
        print_comparisons(report);
        print_counts(report.trace.counts);
        fmt::print("\n");
        print_printed(report.trace);
        print_buffers(report);
        return;
    }
    print_printed(report.trace);
    print_buffers(report);
    print_counts(report.trace.counts);
    print_findings_with_lines(report.trace);
    print_never_set(report);
    print_comparisons(report);
}

}  // namespace

Array contents_after(const RunReport& report, std::size_t parameter) {
    return programs::contents_after(report.program.opened.prepared, report.trace, parameter);
}

void print_text(const RunReport& report) {
    if (report.emulated)
        print_emulated(report);
    else
        print_buffers(report);
    if (report.gpu != nullptr) print_gpu(*report.gpu);
    if (!report.emulated) print_comparisons(report);
    if (report.run != nullptr) print_moment(report.run);
}

void print_json(const RunReport& report) {
    if (!report.emulated)
        return print(Json{{"buffers", report::buffers_json(report.program.opened, report.trace)},
                          {"gpu", gpu_json(*report.gpu)},
                          {"expected", report::expected_json(report.program.comparisons)}});
    Json made = report::program_json(report.program, report.trace);
    if (report.gpu != nullptr) made["gpu"] = gpu_json(*report.gpu);
    print(made);
}

void be_strict(const RunReport& report) {
    be_strict(report.trace);
    if (!report.program.opened.never_set.empty())
        throw Error(fmt::format("{} was never set, in a strict run; set it with --set {}=values:1,2,3.",
                                report.program.opened.never_set.front(),
                                report.program.opened.never_set.front()));
}

}  // namespace upsweep::commands
