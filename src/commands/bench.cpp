// `upsweep bench`: the Race without a window.
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bench/compare.h"
#include "bench/export.h"
#include "bench/machine.h"
#include "bench/plot.h"
#include "bench/race.h"
#include "bench/recording.h"
#include "bench/request.h"
#include "bench/targets.h"
#include "canvas/pdf.h"
#include "canvas/svg.h"
#include "commands/command_line.h"
#include "commands/messages.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "core/write_file.h"
#include "system/machine.h"
#include "system/process.h"

namespace upsweep::commands {
namespace {

struct Arguments {
    bench::Request request;
    std::string type;
    int runs = 0;
    std::string format = "table";
    std::string output;
    std::string preset;
    std::string recorded;  // a recording's path, or the name of one that comes with the program
    std::string add_to;    // a recording's path
    std::string against;   // a recording's path, or the name of one that comes with the program
    double factor = 1.1;
    std::string cache = "warm";
    bool first_call = false, self_test = false;
};

// Someone who waits at a terminal sees what is measured; logs and pipes stay clean.
void wait_for(bench::Race& race) {
    if (!shows_progress()) return race.wait();
    while (!race.ended()) {
        const bench::RaceStatus status = race.status();
        show_progress(fmt::format("{} of {}  {}  about {:.0f} s left", status.cells_done + 1, status.cells,
                                  status.doing, status.seconds_left));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    show_progress("");
}

// Races over rows and over pictures copy the same bytes where their sizes are the same.
bool is_known_copy(const bench::Report& all, const bench::Competitor& competitor,
                   const bench::Update& update) {
    const auto* row = std::get_if<bench::Row>(&update);
    if (row == nullptr || competitor.algorithm != nullptr) return false;
    return any_of(all.rows, [&](const bench::Row& known) {
        const auto& other = all.settings.competitors[known.competitor];
        return known.competitor != row->competitor && bench::key_of(other) == bench::key_of(competitor) &&
               known.types == row->types && known.extent == row->extent;
    });
}

// Appends one race's rows to the report of all.
void run_race(const bench::RaceSettings& settings, const bench::BackendsHere& here, bench::Report& all) {
    bench::Race race(settings, here.backends);
    wait_for(race);
    const int offset = int(all.settings.competitors.size());
    const auto& competitors = race.settings().competitors;
    append(all.settings.competitors, competitors);
    for (bench::Update& update : race.poll()) {
        const auto& competitor =
            competitors[std::visit([](const auto& one) { return size_t(one.competitor); }, update)];
        std::visit([offset](auto& one) { one.competitor += offset; }, update);
        if (!is_known_copy(all, competitor, update)) bench::add(all, update);
    }
}

void write(const Arguments& arguments, const std::string& text) {
    if (arguments.output.empty())
        std::fwrite(text.data(), 1, text.size(), stdout);
    else
        write_file(arguments.output, text);
}

bool is_drawn(const std::string& format) {
    return format == "svg" || format == "pdf" || format == "markdown";
}

// A picture, or a page; its picture is a file beside the page.
void write_drawn(const Arguments& arguments, const bench::Recording& recording) {
    const canvas::Picture plot = bench::plot_of(recording);
    const std::string title = "Times on " + bench::machine_of(recording);
    const auto svg = [&] {
        return canvas::to_svg(plot, {.theme = canvas::ThemeKind::light, .faces = true, .title = title});
    };
    if (arguments.format == "svg") return write(arguments, svg());
    if (arguments.format == "pdf") return write(arguments, canvas::to_pdf(plot, {.title = title}));
    if (arguments.output.empty()) return write(arguments, bench::markdown_of(recording, ""));
    const std::filesystem::path beside = std::filesystem::path(arguments.output).replace_extension(".svg");
    if (beside == arguments.output)
        throw UsageError("The page's picture is written beside it as .svg; give the page another ending.");
    check_output(beside.string());
    write_file(beside.string(), svg());
    write(arguments, bench::markdown_of(recording, beside.filename().string()));
}

bench::Recording recording_of(const bench::Report& report) {
    return bench::parse_recording(bench::to_json(report), "This run");
}

void write_report(const Arguments& arguments, const bench::Report& report) {
    if (is_drawn(arguments.format)) return write_drawn(arguments, recording_of(report));
    write(arguments, arguments.format == "json"  ? bench::to_json(report)
                     : arguments.format == "csv" ? bench::to_csv(report)
                                                 : bench::to_table(report));
}

// A refused size is reported; a wrong result makes the whole command fail.
void tell_refusals(const bench::Report& report) {
    int wrong = 0;
    for (const bench::Refusal& refusal : report.refusals) {
        const auto& competitor = report.settings.competitors[refusal.competitor];
        tell(fmt::format("{} at {} on {}: {}", bench::slug_of(competitor), bench::extent_text(refusal.extent),
                         bench::place_of(competitor), refusal.sentence));
        wrong += refusal.wrong;
    }
    if (wrong == 0 && report.rows.empty()) throw Error("Nothing could be measured; try smaller sizes.");
    if (wrong > 0)
        throw Error("{} differ{} from the reference.", counted(wrong, "result"), wrong == 1 ? "s" : "");
}

// Before anything is measured: the file must be a recording.
std::string recording_to_extend(const Arguments& arguments) {
    if (arguments.add_to.empty()) return {};
    if (!arguments.output.empty())
        throw UsageError("--add-to writes into the recording itself; leave --output out.");
    (void)bench::read_recording(arguments.add_to);
    check_output(arguments.add_to);
    return bench::recording_text(arguments.add_to);
}

bench::Recording recording_named(const std::string& name) {
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings())
        if (shipped.name == name) return bench::parse_recording(shipped.text, name);
    return bench::read_recording(name);
}

// The targets as they were measured elsewhere: needs no GPU.
void show_recorded_targets(const Arguments& arguments) {
    if (arguments.preset.empty() && is_drawn(arguments.format)) {
        if (!arguments.output.empty()) check_output(arguments.output);
        return write_drawn(arguments, recording_named(arguments.recorded));
    }
    if (arguments.preset.empty())
        throw UsageError("--recorded belongs to the targets: upsweep bench --preset targets --recorded.");
    if (arguments.format != "table")
        throw UsageError("--recorded prints a table; the recording's own file is the JSON.");
    if (!arguments.output.empty()) check_output(arguments.output);
    write(arguments, bench::targets_table(recording_named(arguments.recorded)));
}

// The table of targets; one that is not met does not fail the command, a wrong result does.
void bench_targets(const Arguments& arguments) {
    if (arguments.format != "table" && arguments.format != "json")
        throw UsageError("--preset targets prints a table or json, not {}.", arguments.format);
    if (!arguments.output.empty()) check_output(arguments.output);
    const bench::BackendsHere here = bench::backends_here();
    const auto measured =
        bench::measure_targets(here, [](std::string_view next) { tell(std::string(next)); });
    write(arguments, arguments.format == "json" ? bench::targets_json(here.machine, measured)
                                                : bench::targets_table(here.machine, measured));
    for (const bench::Measured& one : measured)
        if (one.wrong) throw Error("{} is wrong: {}", one.target.slug, one.refusal);
}

// What a program that runs beside this one prints.
std::string printed_by(const std::vector<std::string>& command) {
    constexpr double patience = 0.1;
    system::Process process;
    if (const auto failed = process.start(command))
        throw Error("A fresh process could not be started: {}.", failed.message());
    std::string printed;
    std::string_view nothing;
    while (process.can_be_heard())
        process.exchange(nothing, patience, [&](system::Voice voice, std::string_view text) {
            if (voice == system::Voice::out) printed += text;
        });
    process.wait(1);
    return printed;
}

// The first call of a row in a process that has run nothing else; seconds.
double fresh_first_call(const bench::Competitor& competitor, const bench::Row& row) {
    std::vector<std::string> command = {system::this_program(),
                                        "bench",
                                        "--runs",
                                        "1",
                                        "--format",
                                        "json",
                                        "--algorithms",
                                        bench::slug_of(competitor),
                                        "--on",
                                        competitor.on + (competitor.with_transfers ? "+transfers" : ""),
                                        "--sizes",
                                        fmt::format("{}x{}", row.extent.width, row.extent.height),
                                        "--type",
                                        to_string(row.types)};
    for (const OptionValue& option : competitor.options) {
        command.emplace_back("--set");
        command.push_back(fmt::format("{}={}", option.name, option.value));
    }
    const bench::Recording recording = bench::parse_recording(printed_by(command), "The fresh process");
    for (const bench::RecordedTime& time : recording.times)
        if (time.algorithm == bench::slug_of(competitor) && time.first_call_seconds > 0)
            return time.first_call_seconds;
    throw Error("A fresh process did not say how long its first call took.");
}

void take_fresh_first_calls(bench::Report& report) {
    report.fresh_first_calls = true;
    for (bench::Row& row : report.rows) {
        const auto& competitor = report.settings.competitors[row.competitor];
        if (competitor.algorithm == nullptr || !row.settled) {
            row.first_call_seconds = 0;
            continue;
        }
        show_progress(fmt::format("first calls of {}", bench::label_of(competitor)));
        std::array<double, 3> calls{};
        for (double& call : calls) call = fresh_first_call(competitor, row);
        sort(calls);
        row.first_call_seconds = calls[1];
    }
    show_progress("");
}

// Says how busy other programs kept the machine meanwhile.
void tell_other_load(const system::CpuUse& before, double seconds) {
    const system::CpuUse after = system::cpu_use();
    if (after.threads == 0 || seconds <= 0) return;
    const double others = ((after.machine - before.machine) - (after.own - before.own)) / seconds;
    constexpr double noticed = 0.25;  // of one thread: what a desktop at rest stays below
    if (others > noticed)
        tell(
            fmt::format("Other programs kept {:.1f} of this computer's {} busy meanwhile; close them for "
                        "times that repeat.",
                        others, counted(after.threads, "hardware thread")));
}

bench::Report run_races(const std::vector<bench::RaceSettings>& races, const bench::BackendsHere& here,
                        bool first_calls) {
    bench::Report report;
    report.machine = here.machine;
    if (!races.empty()) report.settings.stop = races.front().stop;
    const system::CpuUse before = system::cpu_use();
    const double start = steady_seconds();
    for (const bench::RaceSettings& settings : races) run_race(settings, here, report);
    if (report.settings.stop.settle.batches > 0) tell_other_load(before, steady_seconds() - start);
    if (first_calls) take_fresh_first_calls(report);
    return report;
}

void check_changes_format(const Arguments& arguments) {
    const bool changes = arguments.self_test || !arguments.against.empty();
    if (changes && arguments.format != "table" && arguments.format != "json")
        throw UsageError("What changed is a table or json, not {}.", arguments.format);
}

void write_changes(const std::vector<bench::Change>& changes, const Arguments& arguments) {
    write(arguments, arguments.format == "json" ? bench::changes_json(changes, arguments.factor)
                                                : bench::changes_table(changes, arguments.factor));
}

// Fails where a line is slower than in the other recording.
void fail_if_slower(const std::vector<bench::Change>& changes, const Arguments& arguments) {
    if (changes.empty())
        throw Error("{} has no time of these lines, types and sizes; choose some that it has.",
                    in_quotes(arguments.against));
    write_changes(changes, arguments);
    for (const bench::Change& change : changes)
        if (change.slower(arguments.factor))
            throw Error(
                "{} on {} at {} is {:.2f} times as slow as in {} ({:.2f} to {:.2f} with 95 % "
                "confidence); at most {:g} is allowed.",
                bench::line_of(change.after), change.after.on, bench::extent_text(change.after.extent),
                change.ratio(), in_quotes(arguments.against), change.least(), change.most(),
                arguments.factor);
}

void compare(const bench::Recording& before, const bench::Report& report, const Arguments& arguments) {
    for (const std::string& remark : bench::remarks(report)) tell(remark);
    tell_refusals(report);
    fail_if_slower(bench::changes(before, recording_of(report)), arguments);
}

// Two runs of the same: each median must lie within what the other one reports.
void check_self(const bench::Report& report, const bench::Report& again, const Arguments& arguments) {
    tell_refusals(report);
    const auto changes = bench::changes(recording_of(report), recording_of(again));
    write_changes(changes, arguments);
    int apart = 0;
    for (const bench::Change& change : changes) {
        const bench::RecordedTime &a = change.before, &b = change.after;
        const bool agree =
            a.low <= b.seconds && b.seconds <= a.high && b.low <= a.seconds && a.seconds <= b.high;
        const bool meet = a.median_least <= b.median_most && b.median_least <= a.median_most;
        if (agree || meet) continue;
        ++apart;
        tell(fmt::format("{} on {} at {}: {} and then {}, each outside of the other's spread.",
                         bench::line_of(a), a.on, bench::extent_text(a.extent), bench::time_text(a.seconds),
                         bench::time_text(b.seconds)));
    }
    if (apart > 0)
        throw Error(
            "{} of {} medians do not repeat within the spread that they report; close other programs and "
            "run it again.",
            apart, changes.size());
}

// Two recordings, without measuring.
void compare_recordings(const Arguments& arguments) {
    check_changes_format(arguments);
    if (!arguments.output.empty()) check_output(arguments.output);
    fail_if_slower(bench::changes(recording_named(arguments.against), recording_named(arguments.recorded)),
                   arguments);
}

void bench_all(const Arguments& given) {
    Arguments arguments = given;
    if (!arguments.recorded.empty() && !arguments.against.empty()) return compare_recordings(arguments);
    if (!arguments.recorded.empty()) {
        if (!arguments.add_to.empty())
            throw UsageError("--add-to takes a race's rows, and --recorded measures none; leave one out.");
        return show_recorded_targets(arguments);
    }
    if (!arguments.preset.empty()) {
        if (!arguments.add_to.empty()) throw UsageError("--add-to takes a race's rows, not the targets.");
        return bench_targets(arguments);
    }
    if (arguments.self_test && !arguments.against.empty())
        throw UsageError("--self-test compares two runs of its own; leave --against out.");
    check_changes_format(arguments);
    arguments.request.cold = arguments.cache == "cold";
    if (!arguments.type.empty()) arguments.request.types = parse_element_types(arguments.type);
    if (arguments.runs > 0) {
        arguments.request.stop.least_runs = arguments.runs;
        arguments.request.stop.most_runs = arguments.runs;
        // So many and no more: how well the median is known was not asked.
        arguments.request.stop.error = std::numeric_limits<double>::infinity();
        arguments.request.stop.settle = {};
    }
    if (!arguments.output.empty()) check_output(arguments.output);
    const std::string recording = recording_to_extend(arguments);
    const bench::BackendsHere here = bench::backends_here();
    std::vector<std::string> notes;
    const auto races = bench::races_for(arguments.request, here, notes);
    for (const std::string& note : notes) tell(note);
    std::optional<bench::Recording> before;
    if (!arguments.against.empty()) before = recording_named(arguments.against);
    const bench::Report report = run_races(races, here, arguments.first_call);
    if (arguments.self_test) {
        const bench::Report again = run_races(races, here, false);
        tell_refusals(again);
        return check_self(report, again, arguments);
    }
    if (before) return compare(*before, report, arguments);
    write_report(arguments, report);
    for (const std::string& remark : bench::remarks(report)) tell(remark);
    tell_refusals(report);
    // What is wrong or not measured has thrown.
    if (!recording.empty())
        write_file(arguments.add_to, bench::add_to_recording(recording, in_quotes(arguments.add_to), report));
}

}  // namespace

void add_bench_command(Command program) {
    const auto [command, arguments] =
        program.add_command("bench", "Times algorithms at full size, each result checked", bench_all);
    bench::Request& request = arguments.request;
    command.list("--algorithms", request.algorithms, "slugs with commas between; default: all that can run");
    command.option("--sizes", request.sizes,
                   "n or WIDTHxHEIGHT with commas between; n is one row, or n x n for pictures");
    command.option("--type", arguments.type, "element types: u32, u8:u32, f32, f64");
    command
        .option("--runs", arguments.runs,
                "runs of each; default: at least 10, until the median is known to 1 % or 0.5 s have passed")
        .range(1, 1000000);
    command.list("--on", request.on,
                 "cpu, gpu, gpu+transfers (whole frames, whose copies overlap); default: all that are here");
    command.option("--set", request.set, "option=value, for the algorithms that have the option");
    command.flag("--transfers", request.transfers,
                 "each kernel on the GPU once more, with the copies there and back");
    command
        .option("--format", arguments.format,
                "table, csv, json, markdown (a page, its picture beside it), svg or pdf (the plot)")
        .one_of({"table", "csv", "json", "markdown", "svg", "pdf"});
    command
        .option("--preset", arguments.preset,
                "targets: our fastest kernels against copies, CUB and the times set for them, on the GPU")
        .one_of({"targets"});
    command
        .option("--recorded", arguments.recorded,
                "with --preset targets, or as markdown, svg or pdf: show what was recorded, without a GPU; a "
                "file, or without one the recording that comes with the program")
        .value_may_lack(std::string(bench::shipped_recordings().front().name));
    command.option(
        "--add-to", arguments.add_to,
        "put the rows into this machine's recording, in place of those of the same line, type and size");
    command.option("--cache", arguments.cache, "warm or cold: what the caches hold when a run begins")
        .one_of({"warm", "cold"});
    command.flag("--first-call", arguments.first_call,
                 "also how long the first call takes: the median of three fresh processes a line");
    command.flag("--self-test", arguments.self_test,
                 "run everything twice and fail if a median does not repeat within its spread");
    command.option("--against", arguments.against,
                   "compare with this recording and fail if a line is slower; with --recorded, both are "
                   "recordings");
    command.option("--factor", arguments.factor, "with --against: how many times as slow is allowed")
        .range(1, 1000);
    command.option("-o,--output", arguments.output, "write to this file instead of stdout");
}

}  // namespace upsweep::commands
