// A scene on the command line: the options of `upsweep step`, as scenes::to_command writes them. And the
// emulator's machine, and how much it may be asked to run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/command_line.h"
#include "core/plan.h"
#include "core/write_file.h"
#include "emulator/emulator.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::commands {

struct ToyOptions {
    emulator::ToyGpu gpu;                                 ///< without what the texts say
    std::string schedule = "round-robin", blocks, warps;  ///< the latter two: as `schedule` says
    std::string lanes_proceed = "since-volta";
    int64_t steps = 20'000'000, memory_mebibytes = 1024;
};

/// Adds --warp, --banks, --sms, --resident, --shared-limit, --blocks, --warps, --schedule,
/// --weak-memory, --lanes-proceed, --max-steps and --max-memory.
void add_toy_options(Command command, ToyOptions& options);

/// Adds --trace, the file that a run's trace is written to. Unless --max-memory, which is added before, says
/// otherwise, such a run has less memory: an endless one would fill the disk with a trace too long to use.
void add_trace_option(Command command, std::string& file, ToyOptions& options);

/// Where a kernel runs.
struct RunsOn {
    bool emulator = true, gpu = false;
};
/// Of --on; none: on the emulator. Throws UsageError for other names, where `what` begins the sentence:
/// "Edited kernels run".
RunsOn runs_on(const std::vector<std::string>& names, std::string_view what);

/// The machine; throws UsageError for numbers that it cannot have. `seed` is that of an order that says only
/// "random".
emulator::ToyGpu toy_gpu(const ToyOptions& options, uint64_t seed = 1);

/// A run on that machine, with what stops it; throws UsageError for numbers that it cannot have, and for
/// limits below 1.
emulator::RunOptions run_options(const ToyOptions& options, uint64_t seed = 1);

struct SceneOptions {
    scenes::SceneWords words;
    std::string input;
    ToyOptions toy;
    bool opening = false;
    std::string figure;               ///< of a paper, instead of ALGORITHM
    std::vector<CommandOption> said;  ///< those that a scene's file says itself

    /// The name of the first of these that is given; empty: none is.
    std::string first_said() const;
};

/// Adds --n, --width, --height, --type and --set, which every command about one algorithm or program takes.
void add_size_options(Command command, scenes::SceneWords& words);

/// Adds ALGORITHM, --n, --width, --height, --type, --input, --set, --seed, --step and those of the toy GPU.
/// `options` has to live as long as the command.
void add_scene_options(Command command, SceneOptions& options);

/// Adds --opening: what the window opens the algorithm with.
void add_opening_option(Command command, SceneOptions& options);

/// Adds --figure: a figure of a paper instead of an algorithm.
void add_figure_option(Command command, SceneOptions& options);

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

/// "1280x800". Throws UsageError.
void parse_size(const std::string& text, int& width, int& height);

}  // namespace upsweep::commands
