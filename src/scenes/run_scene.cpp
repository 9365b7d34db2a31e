// Runs scenes.
#include "scenes/run_scene.h"

#include <string>
#include <utility>

#include <fmt/ranges.h>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace.h"
#include "scenes/edited_sources.h"
#include "scenes/trace_source.h"

namespace upsweep::scenes {
namespace {

RunScene read_run(Scene scene) {
    RunScene run;
    run.trace = std::make_shared<const emulator::Trace>(read_trace(scene.trace_file()->path));
    scene.gpu = run.trace->gpu;
    run.scene = std::move(scene);
    return run;
}

/// Throws UsageError, naming those there are.
int64_t beginning_of(const emulator::Trace& trace, const std::string& launch) {
    std::vector<std::string> names;
    for (const emulator::LaunchInfo& one : trace.launches) {
        if (one.name == launch) return one.first_step;
        names.push_back(in_quotes(one.name));
    }
    throw UsageError("There is no launch {} here; there are: {}.", in_quotes(launch), fmt::join(names, ", "));
}

/// At the beginning of the launch that the scene names.
RunScene at_its_step(RunScene run) {
    Scene& scene = run.scene;
    if (scene.step == 0 && !scene.launch.empty()) scene.step = beginning_of(*run.trace, scene.launch);
    scene.launch.clear();
    return run;
}

}  // namespace

emulator::SourceProvider edited_sources(std::map<std::string, std::string> edits) {
    return [edits = std::move(edits)](const std::string& name) {
        const auto edited = edits.find(name);
        return edited == edits.end() ? kernel_text(name) : edited->second;
    };
}

RunScene run_scene(Scene scene, const std::atomic<bool>* cancel, const std::function<void(double)>& progress,
                   const emulator::Limits& limits) {
    if (scene.trace_file() != nullptr) return read_run(std::move(scene));
    emulator::check(scene.gpu);
    emulator::RunOptions options;
    options.gpu = scene.gpu;
    options.cancel = cancel;
    options.progress = progress;
    options.limits = limits;
    if (scene.program()) return at_its_step(run_program(std::move(scene), options));
    CatalogRun& asked = scene.catalog();
    const Algorithm& algorithm = find_algorithm(asked.algorithm);
    emulator::check_elements(asked.parameters.extent);
    asked.parameters.machine = {scene.gpu.lanes, scene.gpu.banks};
    asked.parameters = with_step_defaults(algorithm, asked.parameters);
    if (!asked.input) asked.input = make_input(algorithm, asked.parameters, asked.input_kind, asked.seed);
    RunScene run;
    run.algorithm = &algorithm;
    const Plan plan = algorithm.make_plan(asked.parameters);
    emulator::check_lists(scene.gpu, plan);
    options.further_inputs = further_inputs_of(algorithm, asked.parameters);
    run.trace = std::make_shared<emulator::Trace>(
        emulator::run(plan, *asked.input, edited_sources(scene.edits), options));
    if (algorithm.expectations != nullptr) run.expectations = algorithm.expectations(asked.parameters);
    if (run.trace->complete)
        run.check = check_result(algorithm, asked.parameters, *asked.input, run.trace->output());
    run.scene = std::move(scene);
    return at_its_step(std::move(run));
}

}  // namespace upsweep::scenes
