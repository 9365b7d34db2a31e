// `upsweep bench`: the Race without a window.
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/compare.h"
#include "bench/export.h"
#include "bench/machine.h"
#include "bench/plot.h"
#include "bench/recording.h"
#include "bench/request.h"
#include "bench/targets.h"
#include "canvas/pdf.h"
#include "canvas/svg.h"
#include "commands/bench_compare.h"
#include "commands/bench_presets.h"
#include "commands/bench_races.h"
#include "commands/command_line.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/words.h"
#include "core/write_file.h"
#include "model/microbenchmarks.h"

namespace upsweep::commands {
namespace {

struct Arguments {
    bench::Request request;
    std::string type;
    int runs = 0;
    std::string format = "table";
    std::string output;
    std::string sizes;
    std::string preset;
    std::string recorded;  // a recording's path, or the name of one that comes with the program
    bool list_presets = false, papers = false;
    std::string add_to;  // a recording's path
    bool missing = false;
    std::optional<int64_t> limit;  // seconds
    bool microbenchmarks = false;
    std::string against;  // as recorded
    double factor = 1.1;
    std::string cache = "warm";
    bool first_call = false, self_test = false;
};

void write(const Arguments& arguments, const std::string& text) {
    if (arguments.output.empty())
        std::fwrite(text.data(), 1, text.size(), stdout);
    else
        write_file(arguments.output, text);
}

std::string text_of(const bench::Report& report, const std::string& format) {
    if (format == "json") return bench::to_json(report);
    return format == "csv" ? bench::to_csv(report) : bench::to_table(report);
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
    write(arguments, text_of(report, arguments.format));
}

// A refused size is reported; a wrong result makes the whole command fail.
// `may_be_empty`: a preset shows what is recorded even where nothing was measured.
void tell_refusals(const bench::Report& report, bool may_be_empty = false) {
    int wrong = 0;
    for (const bench::Refusal& refusal : report.refusals) {
        const auto& competitor = report.settings.competitors[refusal.competitor];
        tell(fmt::format("{} at {} on {}: {}", bench::slug_of(competitor), bench::extent_text(refusal.extent),
                         bench::place_of(competitor), refusal.sentence));
        wrong += refusal.wrong;
    }
    if (wrong == 0 && report.rows.empty() && !may_be_empty)
        throw Error("Nothing could be measured; try smaller sizes.");
    if (wrong > 0)
        throw Error("{} differ{} from the reference.", counted(wrong, "result"), wrong == 1 ? "s" : "");
}

// Before anything is measured: the file must be a recording.
std::string recording_to_extend(const Arguments& arguments) {
    if (arguments.add_to.empty()) return {};
    if (!arguments.output.empty())
        throw UsageError("--add-to writes into the recording itself; leave --output out.");
    check_output(arguments.add_to);
    // What is missing of a recording that does not exist yet is all of it.
    if (arguments.missing && !std::filesystem::exists(arguments.add_to)) {
        bench::Report empty;
        empty.machine = bench::backends_here().machine;
        return bench::to_json(empty);
    }
    (void)bench::read_recording(arguments.add_to);
    return bench::recording_text(arguments.add_to);
}

// The targets as they were measured elsewhere: needs no GPU.
void show_recorded_targets(const Arguments& arguments) {
    if (arguments.preset.empty()) {
        if (!arguments.output.empty()) check_output(arguments.output);
        return write_drawn(arguments, recording_named(arguments.recorded));
    }
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

void run_preset(const Arguments& arguments) {
    PresetRequest request{arguments.preset, arguments.request.on, arguments.sizes, arguments.recorded, {}};
    request.stop = arguments.request.stop;
    if (is_drawn(arguments.format))
        throw UsageError("--preset prints a table, csv or json, not {}.", arguments.format);
    if (!arguments.output.empty()) check_output(arguments.output);
    const std::string recording = recording_to_extend(arguments);
    std::optional<bench::Recording> known;
    if (arguments.missing) known = bench::parse_recording(recording, in_quotes(arguments.add_to));
    request.known = known ? &*known : nullptr;
    if (arguments.limit) request.limit = double(*arguments.limit);
    if (!recording.empty())
        request.keep = [&](const bench::Report& report) {
            if (!report.rows.empty())
                write_file(arguments.add_to,
                           bench::add_to_recording(recording, in_quotes(arguments.add_to), report));
        };
    const PresetResult result = run_preset(request, arguments.format);
    write(arguments, result.text.empty() ? text_of(result.report, arguments.format) : result.text);
    tell_refusals(result.report, !result.text.empty() || arguments.missing);
    if (result.left > 0)
        tell(fmt::format("The time is over, and {} left; run the same command again.",
                         counted(int64_t(result.left), "size of a race is", "sizes of races are")));
}

// What the model of docs/model.md is made of.
void bench_machine(const Arguments& arguments) {
    if (arguments.format != "table" && arguments.format != "json")
        throw UsageError("--microbenchmarks prints a table or json, not {}.", arguments.format);
    const std::string recording = recording_to_extend(arguments);
    if (!arguments.output.empty()) check_output(arguments.output);
    const model::MachineModel measured =
        model::measure_machine([](std::string_view next) { tell(std::string(next)); });
    if (!recording.empty()) {
        Json with = Json::parse(recording);
        with["machine_model"] = model::to_json(measured);
        write_file(arguments.add_to, with.dump(2) + "\n");
        return;
    }
    write(arguments, arguments.format == "json"
                         ? Json{{"machine_model", model::to_json(measured)}}.dump(2) + "\n"
                         : model::to_text(measured));
}

// Two recordings, without measuring.
void compare_recordings(const Arguments& arguments, const Comparing& how) {
    if (!arguments.output.empty()) check_output(arguments.output);
    const auto changes =
        bench::changes(recording_named(arguments.against), recording_named(arguments.recorded));
    write(arguments, changes_text(changes, how));
    fail_if_slower(changes, how);
}

// A race against a recording, or against itself run again.
void compare_races(const Arguments& arguments, const Comparing& how,
                   const std::function<bench::Report()>& run) {
    std::optional<bench::Recording> before;
    if (!arguments.against.empty()) before = recording_named(arguments.against);
    const auto measured = [&] {
        const bench::Report report = run();
        for (const std::string& remark : bench::remarks(report)) tell(remark);
        tell_refusals(report);
        return recording_of(report);
    };
    const bench::Recording first = measured();
    const auto changes = bench::changes(before ? *before : first, before ? first : measured());
    write(arguments, changes_text(changes, how));
    before ? fail_if_slower(changes, how) : fail_if_apart(changes);
}

void bench_all(const Arguments& given) {
    Arguments arguments = given;
    if (arguments.list_presets) return write(arguments, presets_list());
    if (arguments.papers) return write(arguments, papers_page(arguments.recorded));
    if (arguments.microbenchmarks) return bench_machine(arguments);
    const bool preset = !arguments.preset.empty() && arguments.preset != "targets";
    if (arguments.limit && !preset)
        throw UsageError("--limit belongs to a preset: upsweep bench --preset papers --limit 450.");
    if (arguments.missing && (!preset || arguments.add_to.empty()))
        throw UsageError(
            "--missing measures what a recording does not have: upsweep bench --preset papers --missing "
            "--add-to FILE.");
    const Comparing how{arguments.against, arguments.factor, arguments.format};
    const bool compares = arguments.self_test || !arguments.against.empty();
    if (compares) {
        (void)changes_text({}, how);  // refuses the formats that it does not have
        if (arguments.self_test && !arguments.against.empty())
            throw UsageError("--self-test compares two runs of its own; leave --against out.");
        if (!arguments.preset.empty() || !arguments.add_to.empty())
            throw UsageError("What is compared are a race's rows; leave --preset and --add-to out.");
        if (!arguments.recorded.empty()) return compare_recordings(arguments, how);
    }
    if (!arguments.recorded.empty()) {
        if (!arguments.add_to.empty())
            throw UsageError("--add-to takes a race's rows, and --recorded measures none; leave one out.");
        if (arguments.preset.empty() && !is_drawn(arguments.format))
            throw UsageError(
                "--recorded belongs to a preset, upsweep bench --preset targets --recorded, or to --format "
                "markdown, svg or pdf.");
    }
    if (arguments.runs > 0) {
        arguments.request.stop.least_runs = arguments.runs;
        arguments.request.stop.most_runs = arguments.runs;
        // So many and no more: how well the median is known was not asked.
        arguments.request.stop.error = std::numeric_limits<double>::infinity();
        arguments.request.stop.settle = {};
    }
    if (preset) return run_preset(arguments);
    if (!arguments.recorded.empty()) return show_recorded_targets(arguments);
    if (!arguments.preset.empty()) {
        if (!arguments.add_to.empty()) throw UsageError("--add-to takes a race's rows, not the targets.");
        return bench_targets(arguments);
    }
    arguments.request.cold = arguments.cache == "cold";
    if (!arguments.sizes.empty()) arguments.request.sizes = arguments.sizes;
    if (!arguments.type.empty()) arguments.request.types = parse_element_types(arguments.type);
    if (!arguments.output.empty()) check_output(arguments.output);
    const std::string recording = recording_to_extend(arguments);
    const bench::BackendsHere here = bench::backends_here();
    std::vector<std::string> notes;
    const auto races = bench::races_for(arguments.request, here, notes);
    for (const std::string& note : notes) tell(note);
    const auto run = [&] { return run_races(races, here, arguments.first_call); };
    if (compares) return compare_races(arguments, how, run);
    const bench::Report report = run();
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
    command.option("--sizes", arguments.sizes,
                   "n or WIDTHxHEIGHT with commas between; n is one row, or n x n for pictures and presets; "
                   "default: " +
                       request.sizes + ", and a preset's own");
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
    command.option("--preset", arguments.preset,
                   "an experiment: a name of --list-presets, or a file (docs/experiment-file.md); papers: "
                   "the rows of all of them; targets: our fastest kernels against copies, CUB and the times "
                   "set for them, on the GPU");
    command.flag("--list-presets", arguments.list_presets,
                 "the experiments that come with the program, and what of each can run here");
    command.flag("--papers", arguments.papers,
                 "what became of every claim of the papers, by the recording, as a Markdown page");
    command.flag("--microbenchmarks", arguments.microbenchmarks,
                 "measure the GPU itself: launches, latencies, rates, transfers; the model of upsweep why");
    command
        .option(
            "--recorded", arguments.recorded,
            "with --preset, --against, or as markdown, svg or pdf: measure nothing and show a recording; a "
            "file, or without one the recording that comes with the program")
        .value_may_lack(std::string(bench::shipped_recordings().front().name));
    command.option(
        "--add-to", arguments.add_to,
        "put the rows into this machine's recording, in place of those of the same line, type and size");
    command.flag(
        "--missing", arguments.missing,
        "with --preset and --add-to: measure only what the recording does not have; one that does not "
        "exist is begun");
    command
        .option(
            "--limit", arguments.limit,
            "with --preset: begin nothing that may end after so many seconds; with --missing the next call "
            "continues")
        .range(1, 1000000);
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
