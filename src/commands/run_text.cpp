#include "commands/run_text.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/ranges.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/fill.h"
#include "programs/whole.h"
#include "replay/position/history_words.h"
#include "replay/structure/index.h"
#include "replay/structure/stops.h"
#include "replay/trace.h"
#include "replay/words/sentence.h"
#include "report/report.h"

namespace upsweep::commands {
namespace {

// ---- Findings

constexpr size_t findings_shown = 12;

std::string line_of(const std::string& text, int line) {
    std::istringstream lines(text);
    std::string found;
    for (int i = 0; i < line && std::getline(lines, found); ++i) {
    }
    return found;
}

/// "k.cu:7:9: sentence", the line and a caret; only the sentence where the text is missing.
std::string with_line(const emulator::Trace& trace, const emulator::Finding& finding) {
    const emulator::SourceRange& where = finding.where;
    const std::string sentence = sentence_of(trace, finding);
    if (where.file < 0) return sentence;
    const emulator::SourceText& source = trace.sources[where.file];
    emulator::Diagnostic diagnostic;
    diagnostic.file = source.name;
    diagnostic.line = where.line;
    diagnostic.column = where.column;
    diagnostic.line_text = line_of(source.text, where.line);
    const int line_end = int(diagnostic.line_text.size()) + 1;
    diagnostic.end_column = where.end_line == where.line ? where.end_column : line_end;
    diagnostic.message = sentence;
    return to_string(diagnostic);
}

std::string times_text(const emulator::Finding& finding) {
    return finding.times > 1 ? fmt::format(", {} times", finding.times) : "";
}

/// The first findings, faults first, each as `print_one` prints it.
void print_findings(const emulator::Trace& trace, const char* indent,
                    const std::function<void(const emulator::Finding&)>& print_one) {
    const std::vector<const emulator::Finding*> ordered = report::faults_first(trace);
    fmt::print("\nFindings{}\n", ordered.empty() ? ": none" : "");
    for (size_t i = 0; i < std::min(ordered.size(), findings_shown); ++i) print_one(*ordered[i]);
    if (ordered.size() > findings_shown)
        fmt::print("{}and {} more; --json lists them all\n", indent, ordered.size() - findings_shown);
}

/// Title, severity, place and sentence in a line, the cure in the next.
void print_findings(const emulator::Trace& trace) {
    print_findings(trace, "  ", [&](const emulator::Finding& finding) {
        fmt::print("  {}, {}", title_of(finding.kind), name_of(finding.severity));
        if (finding.where.file >= 0)
            fmt::print(" ({}:{})", trace.sources[finding.where.file].name, finding.where.line);
        const emulator::FindingWords words = words_of(trace, finding);
        fmt::print("{}: {}\n    Cure: {}\n", times_text(finding), words.sentence, words.cure);
    });
}

/// Each with its source line, a caret under what did it, and the cure.
void print_findings_with_lines(const emulator::Trace& trace) {
    print_findings(trace, "", [&](const emulator::Finding& finding) {
        fmt::print("{}, {}{}\n{}\nCure: {}\n\n", title_of(finding.kind), name_of(finding.severity),
                   times_text(finding), with_line(trace, finding), words_of(trace, finding).cure);
    });
}

// ---- A run of the catalog

constexpr int64_t cells_shown = 64;  ///< of a row; longer rows end with "…"
constexpr int64_t rows_shown = 16;

/// The array's rows of cells, each cell as wide as the widest.
using Rows = std::vector<std::vector<std::string>>;

Rows cells_of(const emulator::Player& player, emulator::ArrayId id) {
    const emulator::ArrayInfo& info = player.trace().arrays[id];
    Rows rows;
    for (int64_t y = 0; y < std::min(info.extent.height, rows_shown); ++y) {
        std::vector<std::string> row;
        for (int64_t x = 0; x < std::min(info.extent.width, cells_shown); ++x) {
            const int64_t index = y * info.extent.width + x;
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
    size_t width = 1;
    for (const auto& row : rows)
        for (const std::string& cell : row) width = std::max(width, cell.size());
    for (size_t y = 0; y < rows.size(); ++y) {
        fmt::print("  {:<16}", y == 0 ? name : "");
        for (const std::string& cell : rows[y]) fmt::print(" {:>{}}", cell, width);
        fmt::print("\n");
    }
}

/// "off", "8", "auto".
std::string value_text(const Option& option, int64_t value) {
    const auto name = size_t(value - option.lowest);
    if (name < option.value_names.size()) return std::string(option.value_names[name]);
    return option.automatic && value == 0 ? "auto" : std::to_string(value);
}

void print_head(const scenes::RunScene& run) {
    const Parameters& parameters = run.scene.catalog().parameters;
    const emulator::ToyGpu& gpu = run.trace->gpu;
    fmt::print("{}, {} × {}, {}", run.algorithm->title, parameters.extent.width, parameters.extent.height,
               to_string(parameters.types));
    for (const Option& option : run.algorithm->options)
        fmt::print(", {} {}", option.name, value_text(option, parameters.option(option.name)));
    fmt::print("\nToy GPU: {} lanes a warp, {} banks, {} × {} blocks at a time, {}\n", gpu.lanes, gpu.banks,
               gpu.multiprocessors, gpu.resident_blocks, to_string(gpu.schedule));
}

/// What the arrays show that follow, where that is not plain.
void print_legend(const emulator::Trace& trace) {
    if (any_of(trace.launches, [](const emulator::LaunchInfo& launch) { return launch.grid.count() > 1; }))
        fmt::print(
            "With several blocks, each shared array name[block] is shown as its block left the phase, the "
            "other arrays as the last block left it.\n");
}

/// Of each phase, the arrays that it changed.
void print_phases(const emulator::Trace& trace, emulator::Player& player) {
    std::map<emulator::ArrayId, Rows> before;
    for (const report::Phase& phase : report::phases_of(trace)) {
        const bool said = phase.launch.empty() || phase.launch == phase.name;
        fmt::print("\n{}{}\n", phase.name, said ? "" : fmt::format(" ({})", phase.launch));
        for (const report::Phase::Left& left : phase.arrays) {
            player.seek(left.at);
            Rows rows = cells_of(player, left.array.id);
            if (before[left.array.id] == rows) continue;
            print_rows(left.array.name, rows);
            before[left.array.id] = std::move(rows);
        }
    }
}

/// "110 without conflicts" is a remark beside the count, no formula for it.
std::string_view equals(const Expectation& expectation) {
    return expectation.formula.find(" without ") == std::string::npos ? "= " : "";
}

void print_expected_counts(const scenes::RunScene& run) {
    fmt::print("\nCounts\n");
    const auto expectations = run.algorithm->expectations(run.scene.catalog().parameters);
    for (const emulator::CountName& one : emulator::count_names()) {
        if (!one.whole.empty()) continue;
        const std::string_view name = one.key;
        const int64_t count = one.of(run.trace->counts);
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

// ---- A run of the user's own program

constexpr size_t numbers_shown = 256;
constexpr size_t printed_shown = 200;
constexpr size_t line_width = 96;

/// Numbers in columns, each row headed by the position of its first.
void print_numbers(const std::string& title, const programs::Parameter& parameter, const Array& contents) {
    std::vector<std::string> texts;
    size_t width = 1;
    const auto count = size_t(programs::cell_count(parameter, contents));
    for (size_t i = 0; i < std::min(count, numbers_shown); ++i) {
        const programs::Cell cell = programs::cell_at(parameter, contents, int64_t(i));
        texts.push_back(bits_to_text(cell.type, cell.bits));
        width = std::max(width, texts.back().size());
    }
    size_t columns = 1;
    while (columns * 2 * (width + 1) <= line_width && columns < 32) columns *= 2;
    fmt::print("  {}\n", title);
    for (size_t i = 0; i < texts.size(); ++i) {
        if (i % columns == 0) fmt::print("    [{}]", i);
        fmt::print(" {:>{}}", texts[i], width);
        if ((i + 1) % columns == 0 || i + 1 == texts.size()) fmt::print("\n");
    }
    if (count > numbers_shown)
        fmt::print("    and {} more; {} gives them all\n", count - numbers_shown,
                   int64_t(count) > report::most_numbers ? "--out" : "--json");
}

/// The first and the last ones in a line.
void print_ends(const std::string& title, const programs::Parameter& parameter, const Array& contents) {
    constexpr int64_t first = 8, last = 4;
    const int64_t count = programs::cell_count(parameter, contents);
    fmt::print("  {}:", title);
    for (int64_t i = 0; i < count; ++i) {
        if (i == first && i + last < count) {
            fmt::print(" …");
            i = count - last;
        }
        const programs::Cell cell = programs::cell_at(parameter, contents, i);
        fmt::print(" {}", bits_to_text(cell.type, cell.bits));
    }
    if (count > first + last) fmt::print(" ({} numbers)", count);
    fmt::print("\n");
}

/// Of memory that nothing was put into before the launch: says what the numbers are that are still there.
void explain_unwritten(const programs::Parameter& parameter, const Array& contents) {
    for (int64_t i = 0; i < programs::cell_count(parameter, contents); ++i) {
        const programs::Cell cell = programs::cell_at(parameter, contents, i);
        if (cell.bits != emulator::poison_bits(size_of(cell.type))) continue;
        fmt::print("    {} is in elements that nothing wrote: after cudaMalloc memory can hold anything\n",
                   bits_to_text(cell.type, cell.bits));
        return;
    }
}

void print_printed(const emulator::Trace& trace) {
    if (trace.printed.empty()) return;
    fmt::print("Printed\n");
    for (size_t i = 0; i < std::min(trace.printed.size(), printed_shown); ++i) {
        const emulator::Printed& line = trace.printed[i];
        const bool ends = !line.text.empty() && line.text.back() == '\n';
        fmt::print("  block {}, thread {}: {}{}", line.block, line.thread, line.text, ends ? "" : "\n");
    }
    if (trace.printed.size() > printed_shown)
        fmt::print("  and {} more; --json gives them all\n", trace.printed.size() - printed_shown);
    fmt::print("\n");
}

void print_counts(const emulator::Counts& counts) {
    const auto line = [](const char* name, int64_t count) { fmt::print("  {:<24} {:>10}\n", name, count); };
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

/// Beside the findings: constants that hold zeros because they were never set, and launches left out.
void print_never_set(const scenes::RunScene& run) {
    for (const std::string& name : run.program->opened.never_set)
        fmt::print(
            "{} is __constant__ and was never set: the kernel reads zeros from it; give it what the host "
            "code copies there with --set {}=values:1,2,3.\n",
            name, name);
    if (const std::string skipped = report::skipped_launches(run.program->opened, *run.trace);
        !skipped.empty())
        fmt::print("{}\n", skipped);
}

/// Said only where it is not the usual.
std::string lanes_in_report(emulator::LanesProceed lanes) {
    return lanes == emulator::LanesProceed::since_volta ? "" : fmt::format(", lanes {}", to_string(lanes));
}

void print_unchecked(const programs::OpenedProgram& opened) {
    if (const std::string_view unchecked = programs::unchecked_sentence(opened); !unchecked.empty())
        fmt::print("{}\n", unchecked);
    fmt::print("\n");
}

/// What the program printed, as it was printed.
void print_host(const programs::OpenedProgram& opened) {
    const emulator::HostResult& host = opened.whole->host;
    std::fwrite(host.output.data(), 1, host.output.size(), stdout);
    if (!host.output.empty() && host.output.back() != '\n') fmt::print("\n");
    std::fflush(stdout);
    std::fwrite(host.errors.data(), 1, host.errors.size(), stderr);
    std::fflush(stderr);
    fmt::print("\n{}\n", programs::ended_sentence(opened));
    if (!opened.by_hand.empty()) fmt::print("To run a kernel by hand: {}\n", opened.by_hand);
}

void print_in_order(const programs::OpenedProgram& opened) {
    fmt::print("{}\n", programs::launch_sentence(opened));
    for (size_t i = 0; i < opened.in_order.size(); ++i)
        fmt::print("  line {}: {}\n", opened.lines[i], opened.in_order[i]);
    for (const std::string& guess : opened.guessed) fmt::print("  {}\n", guess);
    print_unchecked(opened);
}

}  // namespace

void print_algorithm(const std::shared_ptr<const scenes::RunScene>& run) {
    emulator::Player player(run->trace);
    print_head(*run);
    print_legend(*run->trace);
    print_phases(*run->trace, player);
    print_moment(run);
    print_expected_counts(*run);
    print_findings(*run->trace);
    const CheckResult check = check_result(*run->algorithm, run->scene.catalog().parameters,
                                           *run->scene.catalog().input, run->trace->output());
    fmt::print("\nResult: {}\n", check.right ? "right" : "wrong. " + check.message);
}

void print_moment(const std::shared_ptr<const scenes::RunScene>& run) {
    if (run->scene.step == 0) return;
    report::Report at(run);
    fmt::print("\nAfter step {} of {}\n  {}\n", at.step(), at.step_count(), at.sentence());
    for (const report::NamedArray& array : at.arrays())
        print_rows(array.name, cells_of(at.position().player(), array.id));
}

Array contents_after(const scenes::RunScene& run, size_t result) {
    const programs::OpenedProgram& opened = run.program->opened;
    return programs::contents_after(opened.signature, opened.prepared, *run.trace, result);
}

void print_buffers(const scenes::RunScene& run, bool brief) {
    const auto print_cells = brief ? print_ends : print_numbers;
    const programs::OpenedProgram& opened = run.program->opened;
    std::string_view head;
    for (const size_t i : programs::results_of(opened.signature, opened.prepared)) {
        const programs::Parameter& parameter = programs::result_at(opened.signature, i);
        const Array after = contents_after(run, i);
        if (after.count() == 0) continue;
        const std::string_view kind = parameter.variable ? "Variables" : "Buffers";
        if (std::exchange(head, kind) != kind) fmt::print("{}\n", kind);
        const std::string name = fmt::format("{} ({})", parameter.name, parameter.type_name);
        const Array before = programs::contents_before(opened.signature, opened.prepared, *run.trace, i);
        const bool same = before == after;
        if (before.count() > 0) print_cells(name + (same ? ", unchanged" : " before"), parameter, before);
        if (!same) print_cells(name + " after", parameter, after);
        if (before.count() == 0) explain_unwritten(parameter, after);
    }
}

void print_comparisons(const scenes::RunScene& run) {
    for (const programs::Comparison& one : run.program->comparisons)
        if (one.different == 0)
            fmt::print("{} is as expected in all {} numbers.\n", one.parameter, one.count);
}

void print_program(const scenes::RunScene& run, bool brief, const std::vector<std::string>& beside) {
    if (run.trace->launches.empty()) {
        fmt::print("No kernel was launched.\n");
        return print_findings_with_lines(*run.trace);
    }
    const emulator::LaunchInfo& launch = run.trace->launches.front();
    const emulator::ToyGpu& gpu = run.trace->gpu;
    fmt::print("{} from {}: {} x {} x {} blocks of {} x {} x {} threads, warps of {}, {} banks, {}{}{}\n{}",
               launch.kernel.function, launch.kernel.file, launch.grid.x, launch.grid.y, launch.grid.z,
               launch.block.x, launch.block.y, launch.block.z, gpu.lanes, gpu.banks, to_string(gpu.schedule),
               gpu.weak_memory ? ", weak memory" : "", lanes_in_report(gpu.lanes_proceed), brief ? "" : "\n");
    const auto print_verdict = [&] {
        print_findings_with_lines(*run.trace);
        for (const std::string& sentence : beside) fmt::print("{}\n", sentence);
        print_never_set(run);
        print_comparisons(run);
    };
    if (brief) {
        print_verdict();
        print_counts(run.trace->counts);
        fmt::print("\n");
    }
    print_printed(*run.trace);
    print_buffers(run, brief);
    if (brief) return;
    print_counts(run.trace->counts);
    print_verdict();
}

void print_launch(const programs::OpenedProgram& opened) {
    if (opened.whole != nullptr) print_host(opened);
    if (!opened.in_order.empty()) return print_in_order(opened);
    std::vector<std::string> taken;
    const std::vector<std::string> guessed = programs::guesses_of(opened);
    const auto add = [&](const programs::Choice& choice, const std::string& name) {
        if (choice.from == programs::Choice::From::person) return;
        taken.push_back(name + " " + programs::shortened(choice.text));
    };
    add(opened.grid, "--grid");
    add(opened.block, "--block");
    for (const programs::Choice& argument : opened.arguments) add(argument, "--arg");
    if (taken.empty() && guessed.empty()) return;
    if (opened.line == 0) {
        // A command that refuses to guess has said so before.
        if (!guessed.empty())
            fmt::print("The file does not launch {}; guessed: {}\n\n", opened.kernel.text,
                       fmt::join(taken, " "));
        return;
    }
    if (!taken.empty()) fmt::print("As line {} launches it: {}\n", opened.line, fmt::join(taken, " "));
    for (const std::string& guess : guessed) fmt::print("  {}\n", guess);
    if (const std::string others = programs::launch_sentence(opened); !others.empty())
        fmt::print("{}\n", others);
    print_unchecked(opened);
}

void add_narrate_option(Command command, std::string& into) {
    command
        .option(
            "--narrate", [&into](const std::string& size) { into = size.empty() ? "statement" : size; },
            "describe the run in sentences, one a step: statement (the default), barrier, phase or launch")
        .value_may_lack()
        .one_of({replay::grain_names.begin(), replay::grain_names.end()})
        .value_name("SIZE");
}

void narrate(const std::shared_ptr<const scenes::RunScene>& run, const std::string& size) {
    replay::StepPosition position(run);
    position.set_grain(replay::parse_grain(size));
    const std::vector<emulator::Finding>& findings = position.trace().findings;
    std::vector<bool> told(findings.size(), false);
    for (int64_t done = 0; done < position.step_count();) {
        const int64_t before = done;
        done = position.index().forward(done, position.grain());
        position.seek(done);
        fmt::print("{:>6}  {}\n", done, replay::plain(position.sentence()));
        for (const replay::FindingMark& mark : position.index().findings()) {
            if (mark.step < before || mark.step >= done || told[mark.finding]) continue;
            told[mark.finding] = true;
            const emulator::Finding& finding = findings[mark.finding];
            fmt::print("{:>6}  {}: {}\n", "", title_of(finding.kind),
                       words_of(position.trace(), finding).sentence);
        }
    }
}

void print_stops(const scenes::RunScene& run) {
    constexpr size_t most = 12;
    fmt::print("\nBreakpoints\n");
    for (const std::string& text : run.scene.stops) {
        const replay::StopPlaces places = replay::places_of(*run.trace, scenes::parse_stop(text));
        if (places.steps.empty()) {
            fmt::print("  {}: {}\n", text, replay::never_sentence(places, text, 0, true));
            continue;
        }
        std::string steps;
        for (size_t i = 0; i < std::min(most, places.steps.size()); ++i)
            steps += (i == 0 ? "" : ", ") + std::to_string(places.steps[i]);
        if (places.steps.size() > most) steps += fmt::format(" and {} more", places.steps.size() - most);
        fmt::print("  {}: after step{} {}\n", text, places.steps.size() == 1 ? "" : "s", steps);
    }
}

void print_cell_history(const std::shared_ptr<const scenes::RunScene>& run, const std::string& cell) {
    replay::StepPosition at(run);
    at.seek(run->scene.step > 0 ? run->scene.step : at.step_count());
    const replay::CellPlace place = replay::parse_cell(at.trace(), cell, at.launch(), at.block());
    fmt::print("\n{}", replay::history_text(at, replay::cell_history(at.trace(), place, at.step())));
}

void require_complete(const emulator::Trace& trace) {
    if (!trace.complete) throw Error("The run was stopped before its end; the findings say why.");
}

void require_expected(const std::vector<programs::Comparison>& comparisons) {
    for (const programs::Comparison& one : comparisons)
        if (one.different > 0)
            throw Error("{}[{}] is {}, expected {}; {} of {} numbers {}.", one.parameter, one.first,
                        bits_to_text(one.is.type, one.is.bits),
                        bits_to_text(one.should_be.type, one.should_be.bits), one.different, one.count,
                        one.different == 1 ? "differs" : "differ, this one first");
}

void be_strict(const scenes::RunScene& run) {
    const auto count = count_if(run.trace->findings, [](const auto& finding) {
        return finding.severity != emulator::Severity::note;
    });
    if (count > 0)
        throw Error("{} finding{} in a strict run; they are listed in the output.", count,
                    count == 1 ? "" : "s");
    if (run.program != nullptr && !run.program->opened.never_set.empty())
        throw Error("{0} was never set, in a strict run; set it with --set {0}=values:1,2,3.",
                    run.program->opened.never_set.front());
}

}  // namespace upsweep::commands
