// `upsweep quiz`: a paper with a key, made of a run on the emulator.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/write_file.h"
#include "questions/paper.h"

namespace upsweep::commands {
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

}  // namespace upsweep::commands
