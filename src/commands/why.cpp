// `upsweep why`: where a kernel's time goes, predicted from the emulator's counts.
#include <cstdio>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "bench/machine.h"
#include "bench/recording.h"
#include "commands/command_line.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "model/accuracy.h"
#include "model/microbenchmarks.h"
#include "model/why.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::commands {
namespace {

struct WhyArguments {
    std::string asked, type, recording, format = "text";
    std::optional<int64_t> n, width, height;
    std::vector<std::string> set;
    bool table = false;
};

/// What is usual at full size, with what is said.
Parameters parameters_of(const WhyArguments& arguments) {
    const scenes::Scene scene =
        scenes::scene_of({.algorithm = arguments.asked, .type = arguments.type, .options = arguments.set});
    const Parameters& read = scene.catalog().parameters;
    const Algorithm& algorithm = find_algorithm(arguments.asked);
    Parameters parameters;
    parameters.types = read.types;
    for (const std::string& text : arguments.set) {
        const std::string name = text.substr(0, text.find('='));
        parameters.options.push_back({name, read.option(name)});
    }
    constexpr int64_t million = 1 << 20, side = 1 << 10;
    const bool rows = algorithm.shape == Shape::rows;
    parameters.extent = rows ? Extent{million, 1} : Extent{side, side};
    if (arguments.n) parameters.extent = {*arguments.n, rows ? 1 : *arguments.n};
    if (arguments.width || arguments.height)
        parameters.extent = {arguments.width.value_or(parameters.extent.width),
                             arguments.height.value_or(rows ? 1 : parameters.extent.height)};
    if (arguments.width && !arguments.height && !rows) parameters.extent.height = *arguments.width;
    return with_defaults(algorithm, parameters);
}

model::Question question_of(const WhyArguments& arguments) {
    if (arguments.n && (arguments.width || arguments.height))
        throw UsageError("--n says the whole size; leave --width and --height out.");
    model::Question question;
    if (!scenes::is_program_name(arguments.asked)) {
        question.algorithm = &find_algorithm(arguments.asked);
        question.parameters = parameters_of(arguments);
        return question;
    }
    if (arguments.width || arguments.height || !arguments.type.empty())
        throw UsageError("A program has its own types and shapes; say only --n.");
    question.program = *scenes::scene_of_file(arguments.asked).program();
    question.program.settings = arguments.set;
    question.n = arguments.n.value_or(0);
    if (arguments.n && *arguments.n < 1) throw UsageError("--n must be at least 1, not {}.", *arguments.n);
    return question;
}

/// The kernels' time on this machine's GPU; negative: not measured.
double time_here(const model::Question& question) {
    if (question.algorithm == nullptr) return -1;
    const Array input = random_input(*question.algorithm, question.parameters, 1);
    backends::Task task;
    task.algorithm = question.algorithm;
    task.parameters = question.parameters;
    task.input = &input;
    return backends::gpu_backend().plan_time(task) * 1e-3;
}

void why(const WhyArguments& arguments) {
    if (arguments.table) {
        std::fputs(model::accuracy_text(model::accuracy(catalog())).c_str(), stdout);
        std::fputs(("\n" + model::cures_text(model::cures())).c_str(), stdout);
        return;
    }
    if (arguments.asked.empty())
        throw UsageError("Name an algorithm or a .cu file: upsweep why scan_blelloch --n 1000000.");
    const model::Question question = question_of(arguments);
    const bench::Recording recording = bench::parse_recording(bench::shipped_recordings().front().text,
                                                              "The recording that comes with the program");
    const bool gpu_here = backends::gpu_backend().missing().empty();
    const model::MachineModel machine =
        gpu_here ? model::measure_machine([](std::string_view next) { tell(std::string(next)); })
                 : model::recorded_model();
    model::Why answer = model::why(question, machine, gpu_here ? nullptr : &recording);
    if (gpu_here) {
        answer.measured = time_here(question);
        if (answer.measured > 0) answer.measured_where = machine.gpu + ", here";
    }
    if (arguments.format == "json") return print(model::to_json(answer));
    std::fputs(model::to_text(answer).c_str(), stdout);
}

}  // namespace

void add_why_command(Command program) {
    const auto [command, arguments] = program.add_command(
        "why", "Why is it slow? A kernel's time from the emulator's counts, taken apart; needs no GPU", why);
    command.option("ALGORITHM", arguments.asked, "an algorithm of the catalog (upsweep list) or a .cu file");
    command.option("--n", arguments.n,
                   "elements of one row, or the side of a picture; of a file what its constant n is set to");
    command.option("--width", arguments.width, "of several rows, or of a picture");
    command.option("--height", arguments.height, "of several rows, or of a picture");
    command.option("--type", arguments.type, "element types: u32, u8:u32, f32, f64");
    command.option("--set", arguments.set, "option=value; of a file NAME=NUMBER for a variable")
        .one_value_each();
    command.option("--format", arguments.format, "text or json").one_of({"text", "json"});
    command.flag("--table", arguments.table,
                 "how far the model is off: every scan and integral image of the recording");
}

}  // namespace upsweep::commands
