// Runs scenes, and reads trace files from disk.
#include "scenes/run_scene.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <utility>

#include <fmt/ranges.h>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "media/file.h"
#include "system/machine.h"

namespace upsweep::scenes {

bool is_trace_file(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::array<char, 64> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    const auto size = size_t(file.gcount());
    return emulator::is_trace(std::as_bytes(std::span(head).first(size)));
}

emulator::Trace read_trace(const std::string& path) {
    const std::string name = in_quotes(std::filesystem::path(path).filename().string());
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    // Its bytes and what they are decoded to are in memory at once.
    if (!ignored && size > uintmax_t(system::available_memory()) / 3)
        throw Error(name + " has " + media::bytes_text(int64_t(size)) +
                    ", more than the free memory; trace fewer blocks or steps.");
    emulator::Trace trace =
        emulator::decode_trace(media::read_file(path, std::numeric_limits<int64_t>::max()), name);
    if (trace.steps.empty()) throw Error(name + " contains no steps; run the kernel again with --trace.");
    return trace;
}

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
