// A scene on the command line: the options of `upsweep step`, as scenes::to_command writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/command_line.h"
#include "commands/toy.h"
#include "core/write_file.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::commands {

struct SceneOptions {
    scenes::SceneWords words;
    std::string input;
    ToyOptions toy;
    bool opening = false;
    std::vector<CommandOption> said;  ///< those that a scene's file says itself

    /// The name of the first of these that is given; empty: none is.
    std::string first_said() const;
};

/// Adds ALGORITHM, --n, --width, --height, --type, --input, --set, --seed, --step and those of the toy GPU.
/// `options` has to live as long as the command.
void add_scene_options(Command command, SceneOptions& options);

/// Adds --opening: what the window opens the algorithm with.
void add_opening_option(Command command, SceneOptions& options);

/// What is said of a launch of the user's own .cu file, by `upsweep run` and in a scene, each in its own
/// words.
struct ProgramHelp {
    std::string kernel, template_arguments, definitions, grid, block, shared, arguments;
    bool one_template_argument_each = false;  ///< else --template takes all that follow it
};
/// Adds --kernel, --template, -D, --grid, --block, --shared and --arg.
void add_program_options(Command command, programs::UserProgram& program, const ProgramHelp& help);

/// What they say; where ALGORITHM is the name of a scene's file, that scene. Throws UsageError.
scenes::Scene scene_of(const SceneOptions& options);
/// The file that ALGORITHM names, so that the command does not write over it.
InputFiles inputs_of(const SceneOptions& options);
/// Runs it within the options' limits.
std::shared_ptr<const scenes::RunScene> run_scene(const SceneOptions& options, const scenes::Scene& scene);

/// The scene of a picture: an algorithm with nothing given but its step opens as Step opens it.
scenes::Scene shown_scene(const SceneOptions& options);

}  // namespace upsweep::commands
