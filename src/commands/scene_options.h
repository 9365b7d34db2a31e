// A scene on the command line: the options of `upsweep step`, as scenes::to_command writes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/command_line.h"
#include "commands/toy.h"
#include "scenes/scene_words.h"

namespace upsweep::commands {

struct SceneOptions {
    scenes::SceneWords words;
    std::string input;
    ToyOptions toy;
    std::vector<CommandOption> said;  ///< those that a scene's file says itself
};

/// Adds ALGORITHM, --n, --width, --height, --type, --input, --set, --seed, --step and those of the toy GPU.
/// The options keep `options` alive.
void add_scene_options(Command command, const std::shared_ptr<SceneOptions>& options);

/// What they say; where ALGORITHM is the name of a scene's file, that scene. Throws UsageError.
scenes::Scene scene_of(const SceneOptions& options);

/// What the window opens the algorithm with, for --opening. Throws UsageError where options say what the
/// scene is besides.
scenes::Scene opening_scene(const SceneOptions& options);
/// The same for a picture: an algorithm of which nothing is said but where it stands opens as Step opens it.
scenes::Scene shown_scene(const SceneOptions& options);

}  // namespace upsweep::commands
