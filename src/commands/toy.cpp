// The emulator's machine on the command line.
#include "commands/toy.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/error.h"

namespace upsweep::commands {

void add_toy_options(CLI::App& command, const std::shared_ptr<ToyOptions>& options) {
    command.add_option("--warp", options->lanes, "lanes a warp, 2 to 32")->capture_default_str();
    command.add_option("--banks", options->banks, "banks of shared memory, 2 to 32")->capture_default_str();
    command.add_option("--sms", options->multiprocessors, "multiprocessors")->capture_default_str();
    command.add_option("--resident", options->resident_blocks, "blocks that one holds at a time")
        ->capture_default_str();
    command
        .add_option("--schedule", options->schedule,
                    "in-order, reversed, round-robin, random:SEED, unkind, by-hand:0,1,…")
        ->capture_default_str();
    command
        .add_option("--shared-limit", options->shared_bytes, "bytes of shared memory that a block may have")
        ->capture_default_str();
    command.add_flag("--weak-memory", options->weak_memory,
                     "plain stores reach other blocks late and out of order");
    command.add_flag("--lanes-apart", options->lanes_apart,
                     "lanes of a warp run apart between synchronisations");
    command.add_option("--max-steps", options->steps, "statements of warps, after which a run is stopped")
        ->capture_default_str();
    command
        .add_option("--max-memory", options->memory_mebibytes, "MiB that memory and trace may take together")
        ->capture_default_str();
}

emulator::ToyGpu toy_gpu(const ToyOptions& options) {
    emulator::ToyGpu gpu;
    gpu.lanes = options.lanes;
    gpu.banks = options.banks;
    gpu.multiprocessors = options.multiprocessors;
    gpu.resident_blocks = options.resident_blocks;
    gpu.shared_bytes = options.shared_bytes;
    gpu.weak_memory = options.weak_memory;
    gpu.lanes_apart = options.lanes_apart;
    gpu.schedule = emulator::parse_schedule(options.schedule);
    emulator::check(gpu);
    return gpu;
}

void check_turns(const emulator::ToyGpu& gpu, const Plan& plan) {
    std::int64_t most = 1;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what);
            launch != nullptr && !launch->host_loop)
            most =
                std::max(most, launch->grid.count() * ((launch->block.count() + gpu.lanes - 1) / gpu.lanes));
    for (const int warp : gpu.schedule.by_hand)
        if (warp >= most)
            throw UsageError(
                fmt::format("The schedule by hand names warp {}, and no launch here has it; its "
                            "warps are 0 to {}.",
                            warp, most - 1));
}

emulator::Limits limits_of(const ToyOptions& options) {
    constexpr std::int64_t most_mebibytes = std::int64_t{1} << 20;
    if (options.steps < 1) throw UsageError("--max-steps must be at least 1.");
    if (options.memory_mebibytes < 1 || options.memory_mebibytes > most_mebibytes)
        throw UsageError(fmt::format("--max-memory must be between 1 and {}.", most_mebibytes));
    return {options.steps, options.memory_mebibytes << 20};
}

MachineShape shape_of(const emulator::ToyGpu& gpu) { return {gpu.lanes, gpu.banks}; }

}  // namespace upsweep::commands
