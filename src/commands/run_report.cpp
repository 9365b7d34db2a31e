#include "commands/run_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/json.h"
#include "commands/step_report.h"
#include "commands/trace_report.h"
#include "core/error.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"

namespace upsweep::commands {

using nlohmann::ordered_json;

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
    const auto buffer = static_cast<std::size_t>(report.prepared.buffer_of[parameter]);
    const Array& initial = report.trace.initial[buffer];
    if (initial.count() == 0) return {};
    return programs::seen_by(report.prepared, parameter, initial);
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
    const std::vector<int>& buffers = report.prepared.buffer_of;
    if (std::all_of(buffers.begin(), buffers.end(), [](int buffer) { return buffer < 0; })) return;
    fmt::print("Buffers\n");
    for (std::size_t i = 0; i < report.signature.parameters.size(); ++i) {
        if (report.prepared.buffer_of[i] < 0) continue;
        const programs::Parameter& parameter = report.signature.parameters[i];
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

ordered_json buffers_json(const RunReport& report) {
    ordered_json buffers = ordered_json::object();
    for (std::size_t i = 0; i < report.signature.parameters.size(); ++i) {
        if (report.prepared.buffer_of[i] < 0) continue;
        const programs::Parameter& parameter = report.signature.parameters[i];
        ordered_json numbers = ordered_json::array();
        for (const programs::Cell& cell : programs::cells_of(parameter, contents_after(report, i)))
            numbers.push_back(to_json(cell.type, cell.bits));
        buffers[parameter.name] = std::move(numbers);
    }
    return buffers;
}

ordered_json printed_json(const emulator::Trace& trace) {
    ordered_json lines = ordered_json::array();
    for (const emulator::Printed& line : trace.printed)
        lines.push_back({{"block", line.block}, {"thread", line.thread}, {"text", line.text}});
    return lines;
}

ordered_json comparisons_json(const std::vector<programs::Comparison>& comparisons) {
    ordered_json list = ordered_json::array();
    for (const programs::Comparison& one : comparisons) {
        ordered_json made = {
            {"parameter", one.parameter}, {"numbers", one.count}, {"different", one.different},
            {"first", nullptr},           {"is", nullptr},        {"should_be", nullptr}};
        if (one.different > 0) {
            made["first"] = one.first;
            made["is"] = to_json(one.is.type, one.is.bits);
            made["should_be"] = to_json(one.should_be.type, one.should_be.bits);
        }
        list.push_back(std::move(made));
    }
    return list;
}

/// Beside the findings: constants that hold zeros because they were never set.
void print_never_set(const RunReport& report) {
    for (const std::string& name : report.never_set)
        fmt::print(
            "{} is __constant__ and was never set: the kernel reads zeros from it; give it what the host "
            "code copies there with --set {}=values:1,2,3.\n",
            name, name);
}

void print_comparisons(const RunReport& report) {
    for (const programs::Comparison& one : report.comparisons)
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
    return programs::contents_after(report.prepared, report.trace, parameter);
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
    if (!report.emulated) {
        print(ordered_json{{"buffers", buffers_json(report)},
                           {"gpu", gpu_json(*report.gpu)},
                           {"expected", comparisons_json(report.comparisons)}});
        return;
    }
    ordered_json made{
        {"buffers", buffers_json(report)},         {"counts", counts_json(report.trace.counts)},
        {"findings", findings_json(report.trace)}, {"steps", report.trace.counts.steps},
        {"printed", printed_json(report.trace)},   {"complete", report.trace.complete},
        {"never_set", report.never_set},           {"expected", comparisons_json(report.comparisons)}};
    if (report.gpu != nullptr) made["gpu"] = gpu_json(*report.gpu);
    if (report.run != nullptr && report.run->scene.step > 0) made["moment"] = moment_json(report.run);
    print(made);
}

void be_strict(const RunReport& report) {
    be_strict(report.trace);
    if (!report.never_set.empty())
        throw Error(fmt::format("{} was never set, in a strict run; set it with --set {}=values:1,2,3.",
                                report.never_set.front(), report.never_set.front()));
}

}  // namespace upsweep::commands
