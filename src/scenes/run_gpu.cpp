#include "scenes/run_gpu.h"

#include <fmt/format.h>

#include "backends/emulator.h"
#include "core/error.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "pipelines/algorithm.h"
#include "programs/user_program.h"
#include "scenes/input.h"
#include "scenes/run_scene.h"

namespace upsweep::scenes {
namespace {

constexpr MachineShape gpus_shape;  // 32 lanes and 32 banks

/// The request to the two machines.
struct Asked {
    IsolatedRun run;
    emulator::Trace trace;
    std::shared_ptr<const emulator::WholeProgramRun> whole = {};
};

Asked ask_program(const Scene& scene, const emulator::RunOptions& options) {
    emulator::Compiler compiler(programs::sources_of(*scene.program(), scene.edits));
    const programs::OpenedProgram opened =
        programs::open_program(*scene.program(), compiler, programs::MissingArguments::guess, options);
    return {backends::isolated_run(opened, compiler), programs::run(opened, compiler, options), opened.whole};
}

Asked ask_entry(const Scene& scene, emulator::RunOptions options) {
    const CatalogRun& asked = scene.catalog();
    const Algorithm& algorithm = find_algorithm(asked.algorithm);
    Parameters parameters = asked.parameters;
    parameters.machine = gpus_shape;
    parameters = with_step_defaults(algorithm, parameters);
    const Array input =
        asked.input ? *asked.input : make_input(algorithm, parameters, asked.input_kind, asked.seed);
    const Plan plan = algorithm.make_plan(parameters);
    if (!plan.emulator_only.empty())
        throw UsageError("{} runs on the emulator only: {}", algorithm.title, plan.emulator_only);
    if (algorithm.cpu_loop)
        throw UsageError("{} is a loop for the CPU; it does not run on the GPU.", algorithm.title);
    const emulator::SourceProvider sources = edited_sources(scene.edits);
    options.further_inputs = further_inputs_of(algorithm, parameters);
    return {backends::isolated_run(plan, input, sources, options.further_inputs),
            emulator::run(plan, input, sources, options)};
}

std::string first_fault(const emulator::Trace& trace) {
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) return sentence_of(trace, finding);
    return {};
}

}  // namespace

GpuRun run_on_gpu(const Scene& scene, const std::atomic<bool>* cancel, const RunIsolated& run_isolated,
                  const RunWhole& run_whole) {
    if (scene.trace_file() != nullptr)
        throw UsageError("A trace file does not contain a kernel to run on the GPU; open its .cu file.");
    emulator::RunOptions options = backends::untraced(gpus_shape);
    options.limits.steps = emulator::Limits{}.steps;
    options.cancel = cancel;
    const Asked asked = scene.program() ? ask_program(scene, options) : ask_entry(scene, options);
    GpuRun run;
    IsolatedOptions apart;
    apart.cancel = cancel;
    // A program without kernels has nothing to compare but its output.
    run.launches = asked.whole == nullptr || !asked.trace.launches.empty();
    if (run.launches) {
        run.result = run_isolated(asked.run, apart);
        run.comparisons = backends::compare_buffers(asked.run.plan, asked.trace.buffers, run.result.buffers);
    }
    if (asked.whole != nullptr && run_whole) {
        run.whole = run_whole(scene, cancel);
        run.output = asked.whole->host.output;
    }
    run.fault = first_fault(asked.trace);
    run.complete = asked.trace.complete;
    return run;
}

std::vector<std::string> sentences_of(const GpuRun& run) {
    std::vector<std::string> sentences;
    const bool equal = backends::are_equal(run.comparisons);
    const std::vector<std::string> whole =
        run.whole ? sentences_of(*run.whole, run.output) : std::vector<std::string>();
    if (!run.launches) {
        append(sentences, whole);
        return sentences;
    }
    const bool to_the_bit = all_of(run.comparisons, [](const auto& one) { return one.most_ulps == 0; });
    sentences.push_back(!equal       ? "The GPU and the emulator differ."
                        : to_the_bit ? "The GPU and the emulator give the same numbers in every buffer."
                                     : "The GPU and the emulator agree in every buffer.");
    sentences.push_back(fmt::format("{}: {}.", run.result.device, backends::time_text(run.result)));
    append(sentences, whole);
    for (const backends::BufferComparison& one : run.comparisons)
        if (one.different > 0 || one.most_ulps > 0) sentences.push_back(backends::sentence_of(one));
    if (!run.complete)
        sentences.push_back("The emulator did not reach the end, so its buffers show where it stopped.");
    else if (!run.fault.empty())
        sentences.push_back("The emulator reports a fault that makes the GPU's result undefined: " +
                            run.fault);
    return sentences;
}

}  // namespace upsweep::scenes
