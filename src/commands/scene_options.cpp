// Scenes from options.
#include "commands/scene_options.h"

#include <CLI/CLI.hpp>

#include "commands/settings.h"
#include "core/error.h"
#include "core/quotes.h"
#include "scenes/scene_file.h"

namespace upsweep::commands {
namespace {

std::string complaint_about_input(const std::string& text) {
    return text.empty() ? "no values are given; write them with commas between, or leave --input out for "
                          "random digits"
                        : "";
}

scenes::Scene scene_in_file(const SceneOptions& options) {
    for (const CLI::Option* option : options.said)
        if (option->count() > 0)
            throw UsageError(in_quotes(options.words.algorithm) + " says what its scene is, and " +
                             option->get_name() + " says it again; change the file, or name an algorithm.");
    scenes::Scene scene = scenes::read_scene_file(options.words.algorithm);
    scene.step = options.words.step.value_or(scene.step);
    return scene;
}

}  // namespace

void add_scene_options(CLI::App& command, const std::shared_ptr<SceneOptions>& options) {
    scenes::SceneWords& words = options->words;
    command.add_option("ALGORITHM", words.algorithm, "a slug (see list), or a scene's file, NAME.toml")
        ->required();
    command.add_option("--launch", words.launch, "shows the moment at which the launch of this name begins");
    command.add_option("--step", words.step, "steps done: shows that moment too")
        ->check(complaint_about_integer);
    const std::size_t before = command.get_options().size();
    command.add_option("--n", words.n, "elements of one row, or n × n of a matrix")
        ->check(complaint_about_integer);
    command.add_option("--width", words.width, "columns")->check(complaint_about_integer);
    command.add_option("--height", words.height, "rows")->check(complaint_about_integer);
    command.add_option("--type", words.type, "u8->u32, u32, f32 or f64");
    command
        .add_option(
            "--input", options->input,
            "values, with commas between; or random, usual (what Step opens with) or ones; default: random "
            "digits")
        ->check(complaint_about_input);
    command.add_option("--set", words.options, "option=value, as often as needed")->take_all();
    command.add_option("--seed", words.seed, "of the random input; default: 1")->check(complaint_about_seed);
    // The toy's options live among these and keep them alive.
    add_toy_options(command, std::shared_ptr<ToyOptions>(options, &options->toy));
    const auto all = command.get_options();
    for (std::size_t i = before; i < all.size(); ++i)
        if (all[i]->get_name() != "--max-steps" && all[i]->get_name() != "--max-memory")
            options->said.push_back(all[i]);
}

scenes::Scene scene_of(const SceneOptions& options) {
    if (scenes::is_scene_name(options.words.algorithm)) return scene_in_file(options);
    scenes::SceneWords words = options.words;
    if (!options.input.empty()) {
        words.input = scenes::parse_input_kind(options.input);
        if (!words.input) words.input = scenes::InputKind::given, words.values = split(options.input);
    }
    words.gpu = toy_gpu(options.toy);
    return scenes::scene_of(words);
}

}  // namespace upsweep::commands
