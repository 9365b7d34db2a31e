// `upsweep step`: runs an algorithm on the emulator and shows what each phase leaves behind.
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "backends/backend.h"
#include "commands/command_line.h"
#include "commands/messages.h"
#include "commands/run_text.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/json.h"
#include "core/write_file.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "pipelines/algorithm.h"
#include "report/report.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::commands {
namespace {

struct StepRequest {
    SceneOptions scene;
    std::string on = "emulator", trace, narrate, history;
    bool launches = false, json = false, strict = false, as_scene = false;
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
    if (!check.right) throw Error("The result is wrong: {}", check.message);
    fmt::print("{}, {} x {}, on {}: right\n", algorithm.title, parameters.extent.width,
               parameters.extent.height, request.on);
}

/// The run in the form that was asked for, then what was asked besides: where it stops, and the history of a
/// cell.
void show(const StepRequest& request, const std::shared_ptr<const scenes::RunScene>& run,
          const std::function<void()>& print_text) {
    if (!request.narrate.empty())
        narrate(run, request.narrate);
    else if (request.json)
        print(report::Report(run).json(request.launches));
    else
        print_text();
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
    const auto run =
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scene, nullptr, nullptr, limits));
    if (!request.json) print_launch(run->program->opened);
    show(request, run, [&] {
        print_program(*run, false);
        print_moment(run);
    });
    if (!request.trace.empty())
        write_file(request.trace, emulator::encode_trace(*run->trace), {scene.program()->file});
    require_complete(*run->trace);
    require_expected(run->program->comparisons);
    if (request.strict) be_strict(*run);
}

void step(const StepRequest& request) {
    const scenes::Scene scene = scene_of(request.scene);
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
    const InputFiles inputs = inputs_of(request.scene);
    if (!request.trace.empty()) check_output(request.trace, inputs);
    const auto run = run_scene(request.scene, scene);
    show(request, run, [&] { print_algorithm(run); });
    if (!request.trace.empty()) write_file(request.trace, emulator::encode_trace(*run->trace), inputs);
    if (request.strict) be_strict(*run);
    require_complete(*run->trace);
}

}  // namespace

void add_step_command(Command program) {
    const auto [command, request] = program.add_command(
        "step",
        "Run an algorithm on the emulator and show what every phase leaves in the "
        "arrays: a block's shared array when that block has finished the phase, the other "
        "arrays when the last block has",
        step);
    // The scene's options live in the request and keep it alive.
    add_scene_options(command, request.scene);
    command.option("--on", request.on, "emulator; or cpu or gpu, which only check the result")
        .shows_default();
    add_trace_option(command, request.trace, request.scene.toy);
    command.flag("--launches", request.launches, "with --json: the counts of each launch too");
    command.flag("--json", request.json, "as JSON");
    add_narrate_option(command, request.narrate);
    command.option(
        "--history", request.history,
        "every write of a cell, sums[3] or sums:3, and the values that made it at --step, or at the end");
    add_opening_option(command, request.scene);
    command.flag("--strict", request.strict, "exit with 1 if there are findings");
    command.flag("--scene", request.as_scene,
                 "print the scene as TOML and run nothing; `upsweep NAME.toml` opens it in the window");
}

}  // namespace upsweep::commands
