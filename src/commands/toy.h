// The emulator's machine on the command line, and how much it may be asked to run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "commands/command_line.h"
#include "core/plan.h"
#include "emulator/emulator.h"

namespace upsweep::commands {

struct ToyOptions {
    int lanes = 4, banks = 8, multiprocessors = 1, resident_blocks = 1;
    std::int64_t shared_bytes = 49152;
    std::string schedule = "round-robin", blocks, warps;  ///< the latter two: as `schedule` says
    std::string lanes_proceed = "since-volta";
    bool weak_memory = false;
    std::int64_t steps = 20'000'000, memory_mebibytes = 1024;
};

/// Adds --warp, --banks, --sms, --resident, --shared-limit, --blocks, --warps, --schedule,
/// --weak-memory, --lanes-proceed, --max-steps and --max-memory.
void add_toy_options(Command command, ToyOptions& options);

/// Adds --trace, the file that a run's trace is written to. Unless --max-memory, which is there already, says
/// otherwise, such a run has less memory: one that does not end would fill the disk with what nobody can look
/// at.
void add_trace_option(Command command, std::string& file, ToyOptions& options);

/// The machine; throws UsageError for numbers that it cannot have. `seed` is that of an order that says only
/// "random".
emulator::ToyGpu toy_gpu(const ToyOptions& options, std::uint64_t seed = 1);

/// A run on that machine, with what stops it; throws UsageError for numbers that it cannot have, and for
/// limits below 1.
emulator::RunOptions run_options(const ToyOptions& options, std::uint64_t seed = 1);

/// What a plan has to know of the machine.
MachineShape shape_of(const emulator::ToyGpu& gpu);

}  // namespace upsweep::commands
