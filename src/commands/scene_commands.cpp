// The commands that run a scene on the emulator: `upsweep step` shows what each phase leaves behind, `upsweep
// quiz` makes a paper with a key of it, `upsweep orders` looks for an order of blocks or of warps that breaks
// a kernel.
#include <functional>
#include <memory>
#include <string>
#include <vector>

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
#include "questions/paper.h"
#include "report/report.h"
#include "scenes/figures.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"
#include "scenes/schedule_game.h"

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
    show(request, run, [&] {
        if (const scenes::Figure* figure = scenes::figure_of(scene))
            fmt::print("{}\n{}\n\n", figure->title, figure->caption);
        print_algorithm(run);
    });
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
    add_figure_option(command, request.scene);
    command.flag("--strict", request.strict, "exit with 1 if there are findings");
    command.flag("--scene", request.as_scene,
                 "print the scene as TOML and run nothing; `upsweep NAME.toml` opens it in the window");
}

namespace {

struct QuizRequest {
    SceneOptions scene;
    int64_t questions = 10;
    std::vector<std::string> kinds;
    std::string file;
};

void quiz(const QuizRequest& request) {
    if (request.questions < 1 || request.questions > int64_t(questions::most_questions))
        throw UsageError("--questions takes 1 to {}, not {}.", questions::most_questions, request.questions);
    questions::PaperRequest paper_request;
    paper_request.count = size_t(request.questions);
    paper_request.seed = request.scene.words.seed.value_or(1);
    for (const std::string& kind : request.kinds) paper_request.kinds.push_back(questions::parse_kind(kind));
    const scenes::Scene scene = scene_of(request.scene);
    const InputFiles inputs = inputs_of(request.scene);
    if (!request.file.empty()) check_output(request.file, inputs);
    const replay::StepPosition position(run_scene(request.scene, scene));
    const std::string paper =
        questions::paper_text(position, questions::choose_questions(position, paper_request));
    if (request.file.empty())
        fmt::print("{}", paper);
    else
        write_file(request.file, paper, inputs);
}

}  // namespace

void add_quiz_command(Command program) {
    const auto [command, request] = program.add_command(
        "quiz", "Print a paper with questions about a run, and their key with the reasons, as Markdown",
        quiz);
    add_scene_options(command, request.scene);
    for (const char* moment : {"--step", "--launch"}) command.remove(moment);
    const CommandOption seed = command.find("--seed");
    seed.help("seed of the random input and of the choice of questions; default: 1");
    // Beside a scene that says its input itself it chooses the questions.
    std::erase(request.scene.said, seed);
    command.option("--questions", request.questions, "how many: 1 to 100").whole_number().shows_default();
    command.list("--kinds", request.kinds,
                 "kinds of questions: value, holds, writes, lanes, turns, next-block, waits, race, order; "
                 "default: all");
    command.option("-o,--output", request.file, "write the paper to this file");
    add_opening_option(command, request.scene);
}

namespace {

constexpr int64_t most_orders = 100'000;

struct OrdersRequest {
    SceneOptions scene;
    std::string of = "blocks", file;
    int64_t most = 500;
};

void orders(const OrdersRequest& request) {
    if (request.most < 1 || request.most > most_orders)
        throw UsageError("--most takes 1 to {}, not {}.", most_orders, request.most);
    const scenes::Scene scene = scene_of(request.scene);
    const InputFiles inputs = inputs_of(request.scene);
    if (!request.file.empty()) check_output(request.file, inputs);
    const scenes::Turn turn = request.of == "blocks" ? scenes::Turn::block : scenes::Turn::warp;
    const scenes::ScheduleSearch search = scenes::find_breaking_order(scene, turn, request.most);
    if (!search.failing) {
        if (!request.file.empty())
            throw Error("None of {} orders of {} breaks it, so {} was not written.", search.tried, request.of,
                        request.file);
        fmt::print("None of {} orders of {} breaks it; {}\n", search.tried, request.of,
                   search.all ? "there are no others." : "there are more that were not tried.");
        return;
    }
    const emulator::Schedule& schedule = search.failing->gpu.schedule;
    fmt::print("{} {} breaks it, found after {} orders: {}\n", request.of,
               emulator::to_string(turn == scenes::Turn::block ? schedule.blocks : schedule.warps),
               search.tried, search.why);
    if (request.file.empty())
        fmt::print("{}\n", scenes::to_command(*search.failing));
    else
        write_file(request.file, scenes::to_toml(*search.failing), inputs);
}

}  // namespace

void add_orders_command(Command program) {
    const auto [command, request] = program.add_command(
        "orders",
        "Look for an order of blocks or of warps in which a kernel gives a wrong result or never ends",
        orders);
    add_scene_options(command, request.scene);
    for (const char* gone : {"--step", "--launch", "--max-steps", "--max-memory"}) command.remove(gone);
    command
        .option("--of", request.of,
                "blocks: every order, the shortest lists first; or warps: named orders, then random ones")
        .one_of({"blocks", "warps"})
        .shows_default();
    command.option("--most", request.most, "orders to try").whole_number().shows_default();
    command.option("-o,--output", request.file,
                   "write the scene that breaks to this file; `upsweep NAME.toml` opens it in the window");
    add_opening_option(command, request.scene);
}

}  // namespace upsweep::commands
