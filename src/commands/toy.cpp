// The emulator's machine on the command line.
#include "commands/toy.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/error.h"

namespace upsweep::commands {

void add_toy_options(CLI::App& command, const std::shared_ptr<ToyOptions>& options) {
    command.add_option("--warp", options->lanes, "lanes a warp, 2 to 32")->capture_default_str();
    command.add_option("--banks", options->banks, "banks of shared memory, 2 to 32")->capture_default_str();
    command.add_option("--sms", options->multiprocessors, "multiprocessors")->capture_default_str();
    command.add_option("--resident", options->resident_blocks, "resident blocks of each")
        ->capture_default_str();
    command.add_option(
        "--blocks", options->blocks,
        "which block takes a free slot: in-order (unless --schedule says otherwise), reversed, "
        "random:SEED, adversarial, list:0,2,…");
    command.add_option("--warps", options->warps,
                       "which warp goes next: round-robin (unless --schedule says otherwise), "
                       "in-order, reversed, random:SEED, adversarial, list:0,1,1,…");
    command
        .add_option("--schedule", options->schedule,
                    "both at once: in-order, reversed, round-robin, random:SEED, adversarial, list:0,1,1,… "
                    "(of warps)")
        ->capture_default_str();
    command.add_option("--shared-limit", options->shared_bytes, "bytes of shared memory a block")
        ->capture_default_str();
    command.add_flag("--weak-memory", options->weak_memory,
                     "plain stores reach other blocks late and out of order");
    CLI::Option* lanes =
        command
            .add_option("--lanes-proceed", options->lanes_proceed,
                        "how diverged lanes proceed: before-volta (one side may "
                        "starve the other), since-volta (the sides take turns), adversarial (each lane on "
                        "its own between synchronisations: all that CUDA allows)")
            ->capture_default_str();
    command
        .add_flag_callback(
            "--independent-threads,--lanes-apart", [options] { options->lanes_proceed = "adversarial"; },
            "the same as --lanes-proceed adversarial")
        ->excludes(lanes);
    command.add_option("--max-steps", options->steps, "warp statements after which a run stops")
        ->capture_default_str();
    command
        .add_option("--max-memory", options->memory_mebibytes, "MiB that memory and trace may take together")
        ->capture_default_str();
}

emulator::ToyGpu toy_gpu(const ToyOptions& options, std::uint64_t seed) {
    emulator::ToyGpu gpu;
    gpu.lanes = options.lanes;
    gpu.banks = options.banks;
    gpu.multiprocessors = options.multiprocessors;
    gpu.resident_blocks = options.resident_blocks;
    gpu.shared_bytes = options.shared_bytes;
    gpu.weak_memory = options.weak_memory;
    gpu.lanes_proceed = emulator::parse_lanes_proceed(options.lanes_proceed);
    gpu.schedule = emulator::parse_schedule(options.schedule, seed);
    if (!options.blocks.empty()) gpu.schedule.blocks = emulator::parse_block_order(options.blocks, seed);
    if (!options.warps.empty()) gpu.schedule.warps = emulator::parse_warp_order(options.warps, seed);
    emulator::check(gpu);
    return gpu;
}

emulator::RunOptions run_options(const ToyOptions& options, std::uint64_t seed) {
    emulator::RunOptions made;
    made.gpu = toy_gpu(options, seed);
    constexpr std::int64_t most_mebibytes = std::int64_t{1} << 20;
    if (options.steps < 1) throw UsageError("--max-steps must be at least 1.");
    if (options.memory_mebibytes < 1 || options.memory_mebibytes > most_mebibytes)
        throw UsageError(fmt::format("--max-memory must be between 1 and {}.", most_mebibytes));
    made.limits = {options.steps, options.memory_mebibytes << 20};
    return made;
}

MachineShape shape_of(const emulator::ToyGpu& gpu) { return {gpu.lanes, gpu.banks}; }

}  // namespace upsweep::commands
