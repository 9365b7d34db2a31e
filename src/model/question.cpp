// From a question in words to an answer for this computer.
#include <string>

#include "backends/backend.h"
#include "bench/recording.h"
#include "core/error.h"
#include "model/microbenchmarks.h"
#include "model/why.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::model {
namespace {

Parameters parameters_of(const scenes::SceneWords& asked) {
    const scenes::Scene scene =
        scenes::scene_of({.algorithm = asked.algorithm, .type = asked.type, .options = asked.options});
    const Parameters& read = scene.catalog().parameters;
    const Algorithm& algorithm = find_algorithm(asked.algorithm);
    Parameters parameters;
    parameters.types = read.types;
    for (const std::string& text : asked.options) {
        const std::string name = text.substr(0, text.find('='));
        parameters.options.push_back({name, read.option(name)});
    }
    constexpr int64_t million = 1 << 20, side = 1 << 10;
    const bool rows = algorithm.shape == Shape::rows;
    parameters.extent = rows ? Extent{million, 1} : Extent{side, side};
    if (asked.n) parameters.extent = {*asked.n, rows ? 1 : *asked.n};
    if (asked.width || asked.height)
        parameters.extent = {asked.width.value_or(parameters.extent.width),
                             asked.height.value_or(rows ? 1 : parameters.extent.height)};
    if (asked.width && !asked.height && !rows) parameters.extent.height = *asked.width;
    return with_defaults(algorithm, parameters);
}

/// The kernels' time on this computer's GPU; negative: not measured.
double time_here(const Question& question) {
    if (question.algorithm == nullptr) return -1;
    const Array input = random_input(*question.algorithm, question.parameters, 1);
    backends::Task task;
    task.algorithm = question.algorithm;
    task.parameters = question.parameters;
    task.input = &input;
    return backends::gpu_backend().plan_time(task) * 1e-3;
}

}  // namespace

Question question_of(const scenes::SceneWords& asked) {
    if (asked.n && (asked.width || asked.height))
        throw UsageError("--n says the whole size; leave --width and --height out.");
    Question question;
    if (!scenes::is_program_name(asked.algorithm)) {
        question.algorithm = &find_algorithm(asked.algorithm);
        question.parameters = parameters_of(asked);
        return question;
    }
    if (asked.width || asked.height || !asked.type.empty())
        throw UsageError("A program has its own types and shapes; say only --n.");
    question.program = *scenes::scene_of_file(asked.algorithm).program();
    question.program.settings = asked.options;
    question.n = asked.n.value_or(0);
    if (asked.n && *asked.n < 1) throw UsageError("--n must be at least 1, not {}.", *asked.n);
    return question;
}

Why why_here(const Question& question, const std::function<void(std::string_view)>& tell,
             const std::atomic<bool>* cancel) {
    if (!backends::gpu_backend().missing().empty()) {
        const bench::Recording recording = bench::parse_recording(
            bench::shipped_recordings().front().text, "The recording that comes with the program");
        return why(question, recorded_model(), &recording, cancel);
    }
    const MachineModel machine = measure_machine(tell);
    Why answer = why(question, machine, nullptr, cancel);
    answer.measured = time_here(question);
    if (answer.measured > 0) answer.measured_where = machine.gpu + ", here";
    return answer;
}

}  // namespace upsweep::model
