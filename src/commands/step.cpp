// `upsweep step`: runs an algorithm on the emulator and shows what each phase leaves behind.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "backends/backend.h"
#include "commands/asked_report.h"
#include "commands/launch_report.h"
#include "commands/narrate.h"
#include "commands/run_report.h"
#include "commands/run_results.h"
#include "commands/scene_options.h"
#include "commands/step_report.h"
#include "commands/trace_report.h"
#include "core/error.h"
#include "core/write_file.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "pipelines/algorithm.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::commands {
namespace {

struct StepRequest {
    SceneOptions scene;
    std::string on = "emulator", trace, narrate, history;
    bool launches = false, json = false, strict = false, as_scene = false, opening = false;
};

/// Once on another backend, for its result alone (and for profilers, which see its launches).
void run_elsewhere(const StepRequest& request, const scenes::Scene& scene) {
    const Algorithm& algorithm = find_algorithm(scene.slug());
    const Parameters& parameters = scene.catalog().parameters;
    const backends::Task task{
        .algorithm = &algorithm, .parameters = parameters, .input = &*scene.catalog().input};
    const backends::Result run = backends::find(request.on).run(task, {.guarded = true});
    if (!run.faults.empty()) throw Error(run.faults.front());
    const CheckResult check = check_result(algorithm, parameters, *scene.catalog().input, run.output);
    if (!check.right) throw Error("The result is wrong: " + check.message);
    fmt::print("{}, {} x {}, on {}: right\n", algorithm.title, parameters.extent.width,
               parameters.extent.height, request.on);
}

/// The report's last parts, of what was asked besides: where it stops, and the history of a cell.
void print_asked(const StepRequest& request, const std::shared_ptr<const scenes::RunScene>& run) {
    if (request.json) return;
    if (!run->scene.stops.empty()) print_stops(*run);
    if (!request.history.empty()) print_cell_history(run, request.history);
}

/// The user's own program: the same report as that of `upsweep run`.
void step_program(const StepRequest& request, const scenes::Scene& scene) {
    if (request.on != "emulator")
        throw UsageError("`upsweep step` runs your own programs on the emulator; leave --on out.");
    emulator::Limits limits = run_options(request.scene.toy).limits;
    if (scene.program()->max_steps) limits.steps = *scene.program()->max_steps;
    const scenes::RunScene run = scenes::run_scene(scene, nullptr, nullptr, limits);
    const programs::OpenedProgram& opened = run.program->opened;
    RunReport report{opened.signature, opened.prepared, *run.trace};
    report.never_set = opened.never_set;
    report.comparisons = run.program->comparisons;
    report.run = std::make_shared<const scenes::RunScene>(run);
    if (!request.json) print_launch(opened);
    if (!request.narrate.empty())
        narrate(report.run, request.narrate);
    else if (request.json)
        print_json(report);
    else
        print_text(report);
    print_asked(request, report.run);
    if (!request.trace.empty())
        write_file(request.trace, emulator::encode_trace(*run.trace), {scene.program()->file});
    require_complete(*run.trace);
    require_expected(report.comparisons);
    if (request.strict) be_strict(report);
}

void step(const StepRequest& request) {
    const scenes::Scene scene = request.opening ? opening_scene(request.scene) : scene_of(request.scene);
    if (request.as_scene) return fmt::print("{}", scenes::to_toml(scene));
    if (request.json && !request.narrate.empty())
        throw UsageError("--narrate prints sentences; leave --json or --narrate out.");
    if (request.json && !request.history.empty())
        throw UsageError("--history prints text; leave --json or --history out.");
    if (scene.program()) return step_program(request, scene);
    if (request.on != "emulator" && !request.history.empty())
        throw UsageError("Only a run on the emulator has a history; leave --on or --history out.");
    if (request.on != "emulator" && !request.trace.empty())
        throw UsageError("Only the emulator writes a trace; leave --on or --trace out.");
    if (request.on != "emulator" && !request.narrate.empty())
        throw UsageError(
            "Only a run on the emulator can be described in sentences; leave --on or --narrate out.");
    if (request.on != "emulator") return run_elsewhere(request, scene);
    const std::string& named = request.scene.words.algorithm;
    const InputFiles inputs = scenes::is_scene_name(named) ? InputFiles{named} : InputFiles{};
    if (!request.trace.empty()) check_output(request.trace, inputs);
    const scenes::RunScene run =
        scenes::run_scene(scene, nullptr, nullptr, run_options(request.scene.toy).limits);
    const StepReport report{*run.algorithm,
                            run.scene.catalog().parameters,
                            *run.scene.catalog().input,
                            run.trace,
                            request.launches,
                            std::make_shared<const scenes::RunScene>(run)};
    if (!request.narrate.empty())
        narrate(report.run, request.narrate);
    else if (request.json)
        print_json(report);
    else
        print_text(report);
    print_asked(request, report.run);
    if (!request.trace.empty()) write_file(request.trace, emulator::encode_trace(*run.trace), inputs);
    if (request.strict) be_strict(*run.trace);
    require_complete(*run.trace);
}

}  // namespace

void add_step_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("step",
                           "Run an algorithm on the emulator and show what every phase leaves in the "
                           "arrays: a block's shared array when that block has finished the phase, the other "
                           "arrays when the last block has");
    auto request = std::make_shared<StepRequest>();
    // The scene's options live in the request and keep it alive.
    add_scene_options(*command, std::shared_ptr<SceneOptions>(request, &request->scene));
    command->add_option("--on", request->on, "emulator; or cpu or gpu, which only check the result")
        ->capture_default_str();
    command->add_option(
        "--trace", request->trace,
        "write the trace to this file; `upsweep FILE` opens it in the window (256 MiB at most, "
        "unless --max-memory is given)");
    command->add_flag("--launches", request->launches, "with --json: the counts of each launch too");
    command->add_flag("--json", request->json, "as JSON");
    add_narrate_option(*command, request->narrate);
    command->add_option(
        "--history", request->history,
        "every write of a cell, sums[3] or sums:3, and the values that made it at --step, or at the end");
    command->add_flag("--opening", request->opening,
                      "the scene that the window opens the algorithm with: its size, options and toy GPU");
    command->add_flag("--strict", request->strict, "exit with 1 if there are findings");
    command->add_flag("--scene", request->as_scene,
                      "print the scene as TOML and run nothing; `upsweep NAME.toml` opens it in the window");
    command->callback([command, request] {
        if (!request->trace.empty() && command->count("--max-memory") == 0)
            request->scene.toy.memory_mebibytes = most_mebibytes_of_a_trace;
        step(*request);
    });
}

}  // namespace upsweep::commands
