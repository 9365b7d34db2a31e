// `upsweep step`: runs an algorithm on the emulator and shows what each phase leaves behind.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "backends/backend.h"
#include "commands/settings.h"
#include "commands/step_report.h"
#include "commands/toy.h"
#include "commands/trace_report.h"
#include "core/error.h"
#include "emulator/emulator.h"
#include "pipelines/algorithm.h"

namespace upsweep::commands {
namespace {

struct Request {
    std::string algorithm, type, input;
    SizeRequest size;
    std::vector<std::string> settings;
    ToyOptions toy;
    std::uint64_t seed = 1;
    std::string on = "emulator";
    bool launches = false, json = false, strict = false;
};

Parameters parameters_of(const Algorithm& algorithm, const Request& request, const emulator::ToyGpu& gpu,
                         std::int64_t values) {
    Parameters parameters;
    parameters.extent = extent_of(algorithm, request.size, values);
    parameters.types = request.type.empty() ? algorithm.types.front() : parse_element_types(request.type);
    parameters.machine = shape_of(gpu);
    for (const std::string& setting : request.settings)
        parameters.options.push_back(parse_option(algorithm, setting));
    emulator::check_elements(parameters.extent);
    return with_step_defaults(algorithm, parameters);
}

/// Once on another backend, for its result alone (and for profilers, which see its launches).
void run_elsewhere(const Request& request, const Algorithm& algorithm, const Parameters& parameters,
                   const Array& input) {
    const backends::Task task{.algorithm = &algorithm, .parameters = parameters, .input = &input};
    const backends::Result run = backends::find(request.on).run(task, {.guarded = true});
    if (!run.faults.empty()) throw Error(run.faults.front());
    const CheckResult check = check_result(algorithm, parameters, input, run.output);
    if (!check.right) throw Error("The result is wrong: " + check.message);
    fmt::print("{}, {} x {}, on {}: right\n", algorithm.title, parameters.extent.width,
               parameters.extent.height, request.on);
}

void step(const Request& request) {
    const Algorithm& algorithm = find_algorithm(request.algorithm);
    const emulator::RunOptions options = run_options(request.toy);
    const std::vector<std::string> values =
        request.input.empty() ? std::vector<std::string>() : split(request.input);
    const Parameters parameters =
        parameters_of(algorithm, request, options.gpu, static_cast<std::int64_t>(values.size()));
    const Array input =
        values.empty()
            ? random_input(algorithm, parameters, request.seed)
            : parse_input(parameters.types.input, stored_extent(parameters.extent, parameters.types), values);
    if (request.on != "emulator") {
        run_elsewhere(request, algorithm, parameters, input);
        return;
    }
    const Plan plan = algorithm.make_plan(parameters);
    check_lists(options.gpu, plan);
    const auto trace =
        std::make_shared<const emulator::Trace>(emulator::run(plan, input, kernel_text, options));
    const StepReport report{algorithm, parameters, input, trace, request.launches};
    if (request.json)
        print_json(report);
    else
        print_text(report);
    require_complete(*trace);
    if (request.strict) be_strict(*trace);
}

}  // namespace

void add_step_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("step",
                           "Run an algorithm on the emulator and show what every phase leaves in the "
                           "arrays: in a block's shared array when that block is through the phase, in the "
                           "others when the last block is");
    auto request = std::make_shared<Request>();
    command->add_option("ALGORITHM", request->algorithm, "a slug (see list)")->required();
    command->add_option("--n", request->size.n, "elements of one row, or n × n of a matrix")
        ->check(complaint_about_integer);
    command->add_option("--width", request->size.width, "columns")->check(complaint_about_integer);
    command->add_option("--height", request->size.height, "rows")->check(complaint_about_integer);
    command->add_option("--type", request->type, "u8->u32, u32, f32 or f64");
    command->add_option("--input", request->input, "values, with commas between; default: random digits")
        ->check([](const std::string& text) {
            return std::string(text.empty() ? "no values are given; write them with commas between, or leave "
                                              "--input out for random digits"
                                            : "");
        });
    command->add_option("--set", request->settings, "option=value, as often as needed")->take_all();
    command->add_option("--seed", request->seed, "of the random input")
        ->check(complaint_about_seed)
        ->capture_default_str();
    // The toy's options live in the request and keep it alive.
    add_toy_options(*command, std::shared_ptr<ToyOptions>(request, &request->toy));
    command->add_option("--on", request->on, "emulator; or cpu or gpu, which only check the result")
        ->capture_default_str();
    command->add_flag("--launches", request->launches, "with --json: the counts of each launch, too");
    command->add_flag("--json", request->json, "as JSON");
    command->add_flag("--strict", request->strict, "exit with 1 if there are findings");
    command->callback([request] { step(*request); });
}

}  // namespace upsweep::commands
