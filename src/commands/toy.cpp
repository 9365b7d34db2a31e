// The emulator's machine on the command line.
#include "commands/toy.h"

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::commands {

void add_toy_options(Command command, ToyOptions& options) {
    command.option("--warp", options.lanes, "lanes a warp, 2 to 32").shows_default();
    command.option("--banks", options.banks, "banks of shared memory, 2 to 32").shows_default();
    command.option("--sms", options.multiprocessors, "multiprocessors").shows_default();
    command.option("--resident", options.resident_blocks, "resident blocks of each").shows_default();
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
    command.option("--shared-limit", options.shared_bytes, "bytes of shared memory a block").shows_default();
    command.flag("--weak-memory", options.weak_memory,
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
    constexpr std::int64_t most_mebibytes = 256;
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
