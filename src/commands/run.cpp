// `upsweep run`: a kernel of the user's own file on the emulator, with arguments as typed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/isolated.h"
#include "commands/command_line.h"
#include "commands/messages.h"
#include "commands/run_text.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "core/write_file.h"
#include "device/isolated.h"
#include "emulator/compiler.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "emulator/whole_program.h"
#include "media/npy.h"
#include "programs/launches.h"
#include "programs/user_program.h"
#include "replay/code/cure_edit.h"
#include "replay/data/held.h"
#include "report/report.h"
#include "scenes/run_nvcc.h"

namespace upsweep::commands {
namespace {

namespace fs = std::filesystem;

struct RunRequest {
    programs::UserProgram program;
    std::string trace;
    std::vector<std::string> outputs, on;
    ToyOptions toy;
    std::vector<std::string> launches;  ///< several that share buffers
    std::string narrate;                ///< size of step; empty: no sentences
    bool json = false, strict = false, brief = false;
};

struct GpuReport {
    IsolatedResult result;
    std::string failure;  ///< why none exists, as a sentence
    bool compared = false;
    std::vector<backends::BufferComparison> comparisons;  ///< in the order of the plan's buffers
    std::vector<std::string> whole;  ///< what came of the program as nvcc compiles it, a sentence each
};

/// Device, time, what it printed, how its buffers compare.
void print_gpu(const GpuReport& report) {
    if (!report.failure.empty()) return;
    fmt::print("\nOn {}: {}\n", report.result.device, backends::time_text(report.result));
    if (!report.result.printed.empty()) fmt::print("Printed on the GPU\n{}", report.result.printed);
    if (!report.result.printed.empty() && report.result.printed.back() != '\n') fmt::print("\n");
    for (const backends::BufferComparison& one : report.comparisons)
        fmt::print("  {}\n", backends::sentence_of(one));
    if (report.compared && backends::are_equal(report.comparisons))
        fmt::print("The emulator and the GPU agree.\n");
    for (const std::string& sentence : report.whole) fmt::print("{}\n", sentence);
}

/// {"device", "milliseconds", "runs", "printed", "log", "equal", "ulps_allowed", "buffers", "whole"}; "equal"
/// is null and "buffers" empty where nothing was compared. Where it failed {"error"}.
Json gpu_json(const GpuReport& report) {
    if (!report.failure.empty()) return {{"error", report.failure}};
    Json buffers = Json::array();
    for (const backends::BufferComparison& one : report.comparisons) {
        Json first = Json::array();
        for (const backends::Difference& difference : one.first)
            first.push_back({{"element", difference.element},
                             {"emulator", json_of(one.type, difference.emulator)},
                             {"gpu", json_of(one.type, difference.gpu)}});
        buffers.push_back({{"name", one.name},
                           {"numbers", one.count},
                           {"different", one.different},
                           {"most_ulps", one.most_ulps},
                           {"most_part", json_of(one.most_part)},
                           {"first", std::move(first)}});
    }
    const IsolatedResult& result = report.result;
    Json made = {{"device", result.device},
                 {"milliseconds",
                  {{"median", result.median_ms}, {"least", result.least_ms}, {"most", result.most_ms}}},
                 {"runs", result.timed_runs},
                 {"printed", result.printed},
                 {"log", result.log},
                 {"equal", nullptr},
                 {"ulps_allowed", backends::Tolerance{}.ulps},
                 {"buffers", std::move(buffers)},
                 {"whole", report.whole}};
    if (report.compared) made["equal"] = backends::are_equal(report.comparisons);
    return made;
}

/// Throws Error that tells why it failed, or the first difference.
void require_equal(const GpuReport& report) {
    if (!report.failure.empty()) throw Error(report.failure);
    for (const backends::BufferComparison& one : report.comparisons)
        if (one.different > 0) throw Error("The emulator and the GPU differ: {}", backends::sentence_of(one));
}

emulator::RunOptions options_of(const RunRequest& request) {
    emulator::RunOptions options = run_options(request.toy, request.program.seed);
    // Only a trace that is kept or narrated needs its steps.
    options.record = !request.trace.empty() || !request.narrate.empty();
    return options;
}

/// The files that the command line names.
InputFiles named_inputs(const programs::UserProgram& program) {
    InputFiles inputs = {program.file};
    for (const std::string& argument : program.arguments)
        if (argument.starts_with('@')) inputs.emplace_back(argument.substr(1));
    for (const auto* named : {&program.settings, &program.expected})
        for (const std::string& text : *named)
            if (const size_t at = text.find("=@"); at != std::string::npos)
                inputs.emplace_back(text.substr(at + 2));
    return inputs;
}

/// What buffers held before and after a run on the GPU, which leaves nothing else behind.
emulator::Trace left_by(const programs::OpenedProgram& opened, const IsolatedResult& result) {
    emulator::Trace trace;
    trace.plan = opened.prepared.plan;
    trace.buffers = result.buffers;
    trace.initial.resize(trace.buffers.size());
    for (const Operation& operation : trace.plan.operations)
        if (const auto* upload = std::get_if<Upload>(&operation.what))
            trace.initial[upload->to.index] = opened.prepared.hosts[upload->slot];
    return trace;
}

/// A failure there does not take away what the emulator says: it is printed after it.
void run_on_gpu(const programs::OpenedProgram& opened, emulator::Compiler& compiler, RunsOn on,
                GpuReport& report) {
    try {
        report.result = backends::run_isolated(backends::isolated_run(opened, compiler));
    } catch (const Error& error) {
        if (!on.emulator) throw;
        report.failure = error.what();
    }
}

/// Of --on. Throws UsageError where the two machines would not be asked the same.
RunsOn chosen_machines(const RunRequest& request) {
    const RunsOn on = runs_on(request.on, "A kernel of your own runs");
    if (request.json && !request.narrate.empty())
        throw UsageError("--narrate prints sentences; leave --json or --narrate out.");
    if (!on.emulator && (!request.trace.empty() || !request.narrate.empty()))
        throw UsageError("{} what the emulator does; add it: --on emulator,gpu.",
                         request.trace.empty() ? "--narrate describes" : "--trace records");
    if (on.gpu && on.emulator && request.toy.gpu.lanes != 32)
        throw UsageError("A warp of the GPU has 32 lanes; leave out --warp to compare with it.");
    return on;
}

programs::OpenedProgram open(const RunRequest& request, emulator::Compiler& compiler,
                             const emulator::RunOptions& options) {
    const programs::UserProgram& program = request.program;
    if (request.launches.empty())
        return programs::open_program(program, compiler, programs::MissingArguments::refuse, options);
    const bool by_options = !program.kernel.empty() || !program.grid.empty() || !program.block.empty() ||
                            !program.arguments.empty() || program.shared.has_value();
    if (by_options)
        throw UsageError(
            "--launch names the kernel, its grid and its arguments; leave out --kernel, --grid, --block, "
            "--shared "
            "and --arg.");
    programs::OpenedProgram opened = programs::open_launches(program, request.launches, compiler);
    opened.expected = programs::expected_of(program.expected, opened.signature, opened.prepared);
    return opened;
}

/// --out NAME=FILE.npy.
struct Output {
    size_t parameter = 0;  ///< in Signature::parameters
    fs::path file;
};

/// Before the run: throws UsageError for a name without a buffer, a file that is one of `inputs`, given
/// twice or the trace's, and Error for one that could not be written.
std::vector<Output> outputs_of(const RunRequest& request, const programs::OpenedProgram& opened,
                               const InputFiles& inputs) {
    std::vector<Output> outputs;
    for (const std::string& text : request.outputs) {
        const auto [name, file] = programs::halves(text, "--out", "NAME=FILE.npy");
        const Output output{programs::buffer_named(name, "--out", opened.signature, opened.prepared), file};
        check_output(output.file, inputs);
        const bool twice = any_of(outputs, [&](const Output& other) { return other.file == output.file; });
        if (twice || output.file == request.trace)
            throw UsageError("Two results go to {}; give each its own file.", in_quotes(file));
        outputs.push_back(output);
    }
    return outputs;
}

/// What further runs tell of one: values that it lost, and cures that were tried.
struct Afterwards {
    std::vector<std::string> lost;
    std::vector<std::pair<const emulator::Finding*, replay::TriedCure>> cures;

    std::vector<std::string> sentences() const {
        std::vector<std::string> all;
        for (const std::string& one : lost) all.push_back("Lost values: " + one);
        for (const auto& [finding, cure] : cures)
            all.push_back(fmt::format("Tried for line {}: {}; {}.", finding->where.line, cure.edit.label,
                                      replay::verdict_of(cure)));
        return all;
    }
    Json json() const {
        Json list = Json::array();
        for (const auto& [finding, cure] : cures)
            list.push_back({{"kind", emulator::name_of(finding->kind)},
                            {"line", finding->where.line},
                            {"edit", cure.edit.label},
                            {"right", cure.right},
                            {"verdict", replay::verdict_of(cure)}});
        return list;
    }
};

/// Only after short runs: each is run again, with its steps or with a cure.
Afterwards afterwards_of(const scenes::RunScene& run, const RunRequest& request, emulator::Compiler& compiler,
                         emulator::RunOptions options) {
    constexpr int64_t short_run = 20'000;
    constexpr size_t most_tried = 3;
    Afterwards made;
    const emulator::Trace& trace = *run.trace;
    if (trace.counts.steps > short_run || trace.launches.empty()) return made;
    options.record = true;
    const auto faults = count_if(trace.findings, [](const emulator::Finding& finding) {
        return finding.severity == emulator::Severity::fault;
    });
    if (trace.complete && faults == 0) {
        emulator::Trace again;
        if (trace.steps.empty()) again = programs::run(run.program->opened, compiler, options);
        const emulator::Trace& recorded = trace.steps.empty() ? again : trace;
        for (const replay::LostSum& lost : replay::lost_sums(recorded))
            made.lost.push_back(replay::sentence_of(recorded, lost));
    }
    // A scene has no launches as --launch gives them.
    for (const emulator::Finding* finding : report::faults_first(trace)) {
        if (!request.launches.empty() || made.cures.size() == most_tried) break;
        if (finding->severity != emulator::Severity::fault) break;
        if (auto cure = replay::tried_cure(run, *finding)) made.cures.emplace_back(finding, std::move(*cure));
    }
    return made;
}

void print_text(const scenes::RunScene& run, const RunRequest& request, RunsOn on, const GpuReport& gpu,
                const Afterwards& afterwards) {
    if (on.emulator)
        print_program(run, request.brief, afterwards.sentences());
    else
        print_buffers(run, request.brief);
    if (on.gpu) print_gpu(gpu);
    if (!on.emulator) print_comparisons(run);
}

/// A Report's JSON, after a run on a GPU with "gpu" too; without the emulator "buffers", "gpu" and "expected"
/// alone.
Json run_json(const std::shared_ptr<const scenes::RunScene>& run, RunsOn on, const GpuReport& gpu,
              const Afterwards& afterwards) {
    if (!on.emulator)
        return {{"buffers", report::buffers_json(run->program->opened, *run->trace)},
                {"gpu", gpu_json(gpu)},
                {"expected", report::expected_json(run->program->comparisons)}};
    Json made = report::Report(run).json();
    made["lost"] = afterwards.lost;
    made["cures"] = afterwards.json();
    if (on.gpu) made["gpu"] = gpu_json(gpu);
    return made;
}

void run_kernel(const RunRequest& request) {
    const programs::UserProgram& program = request.program;
    const RunsOn on = chosen_machines(request);
    std::error_code failed;
    if (!fs::exists(program.file, failed))
        throw UsageError("There is no file {}; name a .cu file.", in_quotes(program.file));
    InputFiles inputs = named_inputs(program);
    if (!request.trace.empty()) check_output(request.trace, inputs);
    emulator::Compiler compiler(programs::sources_of(program, {}, &inputs));
    emulator::RunOptions options = options_of(request);
    programs::OpenedProgram opened = open(request, compiler, options);
    if (opened.whole == nullptr)
        programs::check_shared(opened, request.toy.gpu.shared_bytes, programs::MissingArguments::refuse);
    if (!request.json) print_launch(opened);
    const std::vector<Output> outputs = outputs_of(request, opened, inputs);
    std::shared_ptr<const emulator::Trace> trace;
    if (on.emulator) trace = programs::run_once(opened, compiler, options);
    GpuReport gpu;
    if (on.gpu) run_on_gpu(opened, compiler, on, gpu);
    if (on.gpu && gpu.failure.empty() && opened.whole != nullptr) {
        scenes::Scene scene;
        scene.of = program;
        gpu.whole = scenes::sentences_of(scenes::run_with_nvcc(scene, nullptr), opened.whole->host.output);
    }
    gpu.compared = on.emulator && on.gpu && gpu.failure.empty();
    if (gpu.compared)
        gpu.comparisons = backends::compare_buffers(opened.prepared.plan, trace->buffers, gpu.result.buffers);
    if (!on.emulator) trace = std::make_shared<const emulator::Trace>(left_by(opened, gpu.result));
    const auto run = std::make_shared<scenes::RunScene>();
    run->scene.of = program;
    run->scene.gpu = trace->gpu;
    std::vector<programs::Comparison> comparisons =
        programs::compare(opened.expected, opened.signature, opened.prepared, *trace);
    run->program = std::make_shared<const scenes::ProgramRun>(
        scenes::ProgramRun{std::move(opened), std::move(comparisons), {}});
    run->trace = trace;
    const Afterwards afterwards =
        on.emulator ? afterwards_of(*run, request, compiler, options) : Afterwards();
    if (request.json)
        print(run_json(run, on, gpu, afterwards));
    else
        print_text(*run, request, on, gpu, afterwards);
    if (!request.narrate.empty()) {
        fmt::print("\nSteps\n");
        narrate(run, request.narrate);
    }
    if (!request.trace.empty()) write_file(request.trace, emulator::encode_trace(*run->trace), inputs);
    for (const Output& output : outputs)
        write_file(output.file, media::encode_npy_row(contents_after(*run, output.parameter)), inputs);
    if (on.emulator) require_complete(*run->trace);
    require_equal(gpu);
    require_expected(run->program->comparisons);
    if (const auto& whole = run->program->opened.whole; whole != nullptr) {
        if (whole->host.unknown)
            throw Error("{} uses something that the emulator does not know.", in_quotes(program.file));
        if (whole->host.exit_status == emulator::HostResult::stopped) throw Error("{}", whole->host.ended);
    }
    if (request.strict) be_strict(*run);
}

/// What the compiler complains about is shown like a compiler does; the last line counts.
void run_or_explain(const RunRequest& request) {
    try {
        run_kernel(request);
    } catch (const emulator::CompileError& error) {
        for (const emulator::Diagnostic& diagnostic : error.diagnostics())
            std::fprintf(stderr, "%s\n", to_string(diagnostic).c_str());
        const auto* refused = dynamic_cast<const programs::MainRefused*>(&error);
        if (refused != nullptr && !refused->by_hand().empty())
            std::fprintf(stderr, "To run a kernel by hand: %s\n", refused->by_hand().c_str());
        const size_t count = error.diagnostics().size();
        throw Error("{} has {} for the emulator; fix {} and run again.", in_quotes(request.program.file),
                    counted(count, "error"), count == 1 ? "it" : "the first one");
    }
}

void add_launch_options(Command command, RunRequest& request) {
    programs::UserProgram& program = request.program;
    command
        .option("FILE", program.file,
                "a .cu file; its main runs, unless an option below names a part of the launch")
        .required();
    command
        .option("ARGUMENTS", program.main_arguments,
                "behind --: what the program's main is given, where it runs whole")
        .repeated();
    const std::string as_host_code = "; default: as the file's main launches the kernel";
    add_program_options(
        command, program,
        {.kernel = "which kernel, if there are several; NAME(TYPE, …) where several share a name",
         .template_arguments = "template arguments: float,256",
         .definitions = "-DNAME=VALUE, as for a compiler",
         .grid = "blocks: 4 or 4,2 or 4,2,1" + as_host_code,
         .block = "threads a block: 64 or 8,8" + as_host_code,
         .shared = "bytes of dynamic shared memory a block" + as_host_code,
         .arguments =
             "one for each parameter, in order: a number; for a pointer zeros:COUNT, iota:COUNT[:START], "
             "random:COUNT[:SEED], fill:COUNT:VALUE, unset:COUNT, values:1,2,3, @FILE.npy, null, "
             "same:PARAMETER for its buffer or PARAMETER+OFFSET for that from an element on (COUNT "
             "counts numbers: a float4 is four; WIDTHxHEIGHT, and in values a semicolon between rows, "
             "shows them "
             "row by row); for a struct its members with "
             "commas between"});
    const auto add_list = [&](const char* name, std::vector<std::string>& into, const char* says) {
        command.option(name, into, says).one_value_each();
    };
    add_list("--set", program.settings,
             "NAME=NUMBER, NAME=values:1,2,3 or NAME=@FILE.npy: what a __constant__ or __device__ variable "
             "begins with");
    add_list("--out", request.outputs, "NAME=FILE.npy: write what a parameter's buffer holds after the run");
    add_list(
        "--launch", request.launches,
        "\"scan<<<4,64>>>(in=iota:256, out=unset:256, sums=unset:4)\": one of several launches, in order; a "
        "buffer is NAME=FILL where it is first used or filled again (a list is values:(1,2,3)) and NAME or "
        "NAME+OFFSET "
        "from then on");
    add_list("--expect", program.expected,
             "NAME=values:1,2,3 or NAME=@FILE.npy: compare a parameter's buffer after the run number by "
             "number; exit with 1 if one differs");
    command
        .option("--seed", program.seed,
                "seed of random buffers (each parameter has its own) and of \"random\" orders")
        .shows_default();
}

}  // namespace

void add_run_command(Command program) {
    const auto [command, request] = program.add_command(
        "run", "Run a kernel of your own .cu file on the emulator, or on a GPU", run_or_explain);
    request.toy.gpu = scenes::usual_gpu_of_programs();
    add_launch_options(command, request);
    command
        .option("--on", request.on,
                "emulator, gpu or both with a comma: then their results are compared number by number, "
                "and it exits with 1 if one differs; default: emulator")
        .delimiter(',');
    // What a whole program allocates on both sides; only a trace needs a tighter limit.
    request.toy.memory_mebibytes = 4096;
    request.toy.steps = 300'000'000;
    add_toy_options(command, request.toy);
    add_trace_option(command, request.trace, request.toy);
    command.flag("--json", request.json, "as JSON");
    command.flag("--brief", request.brief,
                 "findings first, then counts, and of each buffer the first 8 and last 4 numbers");
    add_narrate_option(command, request.narrate);
    command.flag("--strict", request.strict, "exit with 1 if there are findings");
}

/// The hidden command of the process that runs the user's kernel on the GPU.
void add_run_isolated_command(Command program) {
    const Command command = program.add_command(device::isolated_command,
                                                "Run a kernel for another Upsweep, in an isolated process");
    command.hide();
    command.runs([] { std::exit(device::serve_isolated()); });
}

}  // namespace upsweep::commands
