// Scenes and the emulator's machine from options.
#include "commands/scene_options.h"

#include <charconv>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "scenes/figures.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"

namespace upsweep::commands {

void add_toy_options(Command command, ToyOptions& options) {
    command.option("--warp", options.gpu.lanes, "lanes a warp, 2 to 32").shows_default();
    command.option("--banks", options.gpu.banks, "banks of shared memory, 2 to 32").shows_default();
    command.option("--sms", options.gpu.multiprocessors, "multiprocessors").shows_default();
    command.option("--resident", options.gpu.resident_blocks, "resident blocks of each").shows_default();
    command.option("--blocks", options.blocks,
                   "which block takes a free slot: in-order (unless --schedule says otherwise), reversed, "
                   "random:SEED, adversarial, list:0,2,…");
    command.option("--warps", options.warps,
                   "which warp goes next: round-robin (unless --schedule says otherwise), "
                   "in-order, reversed, random:SEED, adversarial, list:0,1,1,…");
    command
        .option("--schedule", options.schedule,
                "both at once: in-order, reversed, round-robin, random:SEED, adversarial, list:0,1,1,… "
                "(of warps)")
        .shows_default();
    command.option("--shared-limit", options.gpu.shared_bytes, "bytes of shared memory a block")
        .shows_default();
    command.flag("--weak-memory", options.gpu.weak_memory,
                 "plain stores reach other blocks late and out of order");
    const CommandOption lanes =
        command
            .option("--lanes-proceed", options.lanes_proceed,
                    "how diverged lanes proceed: before-volta (one side may "
                    "starve the other), since-volta (the sides take turns), adversarial (each lane on "
                    "its own between synchronisations: all that CUDA allows)")
            .shows_default();
    command
        .flag(
            "--independent-threads,--lanes-apart", [&options] { options.lanes_proceed = "adversarial"; },
            "the same as --lanes-proceed adversarial")
        .excludes(lanes);
    command.option("--max-steps", options.steps, "warp statements after which a run stops").shows_default();
    command.option("--max-memory", options.memory_mebibytes, "MiB that memory and trace may take together")
        .shows_default();
}

void add_trace_option(Command command, std::string& file, ToyOptions& options) {
    constexpr int64_t most_mebibytes = 256;
    const CommandOption memory = command.find("--max-memory");
    command.option(
        "--trace",
        [&file, &options, memory](const std::string& name) {
            file = name;
            if (!name.empty() && !memory.given()) options.memory_mebibytes = most_mebibytes;
        },
        "write the trace to this file; `upsweep FILE` opens it in the window (256 MiB at most, "
        "unless --max-memory is given)");
}

RunsOn runs_on(const std::vector<std::string>& names, std::string_view what) {
    if (names.empty()) return {};
    RunsOn on{false, false};
    for (const std::string& name : names) {
        if (name != "emulator" && name != "gpu")
            throw UsageError("{} on emulator and gpu, not on {}.", what, in_quotes(name));
        (name == "gpu" ? on.gpu : on.emulator) = true;
    }
    return on;
}

emulator::ToyGpu toy_gpu(const ToyOptions& options, uint64_t seed) {
    emulator::ToyGpu gpu = options.gpu;
    gpu.lanes_proceed = emulator::parse_lanes_proceed(options.lanes_proceed);
    gpu.schedule = emulator::parse_schedule(options.schedule, seed);
    if (!options.blocks.empty()) gpu.schedule.blocks = emulator::parse_block_order(options.blocks, seed);
    if (!options.warps.empty()) gpu.schedule.warps = emulator::parse_warp_order(options.warps, seed);
    emulator::check(gpu);
    return gpu;
}

emulator::RunOptions run_options(const ToyOptions& options, uint64_t seed) {
    emulator::RunOptions made;
    made.gpu = toy_gpu(options, seed);
    constexpr int64_t most_mebibytes = int64_t{1} << 20;
    if (options.steps < 1) throw UsageError("--max-steps must be at least 1.");
    if (options.memory_mebibytes < 1 || options.memory_mebibytes > most_mebibytes)
        throw UsageError("--max-memory must be between 1 and {}.", most_mebibytes);
    made.limits = {options.steps, options.memory_mebibytes << 20};
    return made;
}

namespace {

std::string complaint_about_input(const std::string& text) {
    return text.empty() ? "no values are given; write them with commas between, or leave --input out for "
                          "random digits"
                        : "";
}

scenes::Scene scene_in_file(const SceneOptions& options) {
    if (const std::string again = options.first_said(); !again.empty())
        throw UsageError("{} already has a scene, and {} changes it; change the file, or name an algorithm.",
                         in_quotes(options.words.algorithm), again);
    scenes::Scene scene = scenes::read_scene_file(options.words.algorithm);
    scene.step = options.words.step.value_or(scene.step);
    if (!options.words.stops.empty()) scene.stops = scenes::kept_stops(options.words.stops);
    return scene;
}

/// What `upsweep run` takes of a launch, but for --set and --seed, which algorithms have too.
void add_program_of_scene(Command command, programs::UserProgram& program) {
    add_program_options(
        command, program,
        {.kernel = "for a .cu file: which kernel",
         .template_arguments = "for a .cu file: the template's arguments",
         .definitions = "for a .cu file: -DNAME=VALUE, as for a compiler",
         .grid = "for a .cu file: blocks, as upsweep run takes them",
         .block = "for a .cu file: threads a block",
         .shared = "for a .cu file: bytes of dynamic shared memory a block",
         .arguments =
             "for a .cu file: one for each parameter, in order, as upsweep run takes them; an empty one: as "
             "the file's main has it",
         .one_template_argument_each = true});
    command
        .option("--argv", program.main_arguments,
                "for a .cu file: an argument of its main, one after another")
        .one_value_each();
    command
        .option(
            "--expect", program.expected,
            "for a .cu file: NAME=values:1,2,3 or NAME=@FILE.npy, what a buffer should hold after the run")
        .one_value_each();
}

/// The machine that is usual for own programs, where the options leave it.
emulator::ToyGpu gpu_of_program(const SceneOptions& options) {
    ToyOptions toy = options.toy;
    const emulator::ToyGpu usual = scenes::usual_gpu_of_programs();
    const auto left = [&](const char* name) {
        return none_of(options.said,
                       [&](CommandOption option) { return option.name() == name && option.given(); });
    };
    if (left("--warp")) toy.gpu.lanes = usual.lanes;
    if (left("--banks")) toy.gpu.banks = usual.banks;
    if (left("--sms")) toy.gpu.multiprocessors = usual.multiprocessors;
    if (left("--resident")) toy.gpu.resident_blocks = usual.resident_blocks;
    return toy_gpu(toy, options.words.seed.value_or(1));
}

}  // namespace

void add_size_options(Command command, scenes::SceneWords& words) {
    command.option("--n", words.n, "elements of one row, or n × n of a matrix").whole_number();
    command.option("--width", words.width, "columns").whole_number();
    command.option("--height", words.height, "rows").whole_number();
    command.option("--type", words.type, "u8->u32, u32, f32 or f64");
    command
        .option("--set", words.options,
                "option=value, may be repeated; for a .cu file NAME=values:1,2,3 for its variables")
        .repeated();
}

void add_scene_options(Command command, SceneOptions& options) {
    scenes::SceneWords& words = options.words;
    command
        .option("ALGORITHM", words.algorithm,
                "a slug (see list), a scene's file, NAME.toml, or your own program, NAME.cu")
        .required();
    command.option("--launch", words.launch, "show the moment when the launch of this name begins");
    command.option("--step", words.step, "show the moment after so many steps, too").whole_number();
    command
        .option("--stop", words.stops,
                "a breakpoint: \"line 16\", \"sums[3] = 14\", \"block 2 starts\", \"stride == 4 && lane == "
                "2\"; may be repeated")
        .one_value_each();
    const size_t before = command.options().size();
    add_size_options(command, words);
    command
        .option(
            "--input", options.input,
            "values with commas between, or random, usual (what Step opens with) or ones; default: random "
            "digits")
        .check(complaint_about_input);
    command.option("--seed", words.seed, "seed of the random input; default: 1").seed();
    add_program_of_scene(command, words.program);
    add_toy_options(command, options.toy);
    const auto all = command.options();
    for (size_t i = before; i < all.size(); ++i)
        if (all[i].name() != "--max-steps" && all[i].name() != "--max-memory") options.said.push_back(all[i]);
}

std::string SceneOptions::first_said() const {
    for (const CommandOption option : said)
        if (option.given()) return option.name();
    return {};
}

void add_opening_option(Command command, SceneOptions& options) {
    command.flag("--opening", options.opening,
                 "the scene that the window opens the algorithm with: its size, options and toy GPU");
}

void add_figure_option(Command command, SceneOptions& options) {
    command.option("--figure", options.figure,
                   "a figure of a paper instead of an algorithm: bilgic-1, poostchi-3, oro-4, bugetti-5 …");
    command.find("ALGORITHM").required(false);
}

void add_program_options(Command command, programs::UserProgram& program, const ProgramHelp& help) {
    command.option("--kernel", program.kernel, help.kernel);
    CommandOption types = command.option("--template", program.template_arguments, help.template_arguments);
    if (help.one_template_argument_each) types.one_value_each();
    types.delimiter(',');
    command.option("-D", program.definitions, help.definitions).one_value_each();
    command.option("--grid", program.grid, help.grid);
    command.option("--block", program.block, help.block);
    command.option("--shared", program.shared, help.shared);
    command.option("--arg", program.arguments, help.arguments).one_value_each();
}

namespace {

scenes::Scene scene_of_figure(const SceneOptions& options) {
    const std::string besides = options.words.algorithm.empty() ? options.first_said() : "the algorithm";
    if (options.opening || !besides.empty())
        throw UsageError("--figure is a whole scene; leave {} out.", options.opening ? "--opening" : besides);
    scenes::Scene scene = scenes::scene_of(scenes::find_figure(options.figure));
    scene.step = options.words.step.value_or(scene.step);
    scene.stops = scenes::kept_stops(options.words.stops);
    return scene;
}

}  // namespace

scenes::Scene scene_of(const SceneOptions& options) {
    if (!options.figure.empty()) return scene_of_figure(options);
    if (options.words.algorithm.empty()) throw UsageError("ALGORITHM is missing; name one, or a --figure.");
    if (options.opening) {
        if (const std::string besides = options.first_said(); !besides.empty())
            throw UsageError("--opening is a whole scene; leave {} out.", besides);
        return scenes::initial_scene(options.words.algorithm);
    }
    if (scenes::is_scene_name(options.words.algorithm)) return scene_in_file(options);
    scenes::SceneWords words = options.words;
    if (!options.input.empty()) {
        words.input = scenes::parse_input_kind(options.input);
        if (!words.input) words.input = scenes::InputKind::given, words.values = split(options.input);
    }
    const bool program = scenes::is_program_name(words.algorithm);
    words.gpu = program ? gpu_of_program(options) : toy_gpu(options.toy);
    return scenes::scene_of(words);
}

InputFiles inputs_of(const SceneOptions& options) {
    const std::string& named = options.words.algorithm;
    return scenes::is_scene_name(named) || scenes::is_program_name(named) ? InputFiles{named} : InputFiles{};
}

std::shared_ptr<const scenes::RunScene> run_scene(const SceneOptions& options, const scenes::Scene& scene) {
    return std::make_shared<const scenes::RunScene>(
        scenes::run_scene(scene, nullptr, nullptr, run_options(options.toy).limits));
}

scenes::Scene shown_scene(const SceneOptions& options) {
    const scenes::SceneWords& words = options.words;
    if (!inputs_of(options).empty() || !options.first_said().empty()) return scene_of(options);
    return scenes::opening_of(words);
}

void parse_size(const std::string& text, int& width, int& height) {
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    const bool crossed = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
    const auto second = std::from_chars(crossed ? first.ptr + 1 : end, end, height);
    if (!crossed || second.ec != std::errc{} || second.ptr != end)
        throw UsageError("A size is written as 1280x800, not {}.", in_quotes(text));
}

}  // namespace upsweep::commands
