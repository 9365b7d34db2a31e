// The launches of a file's host code as one run: those that are known, one after another on the same buffers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/compiler.h"
#include "programs/host_launch.h"
#include "programs/launches.h"

namespace upsweep::programs {

/// No more of a file's launches are run.
constexpr size_t most_in_order = 64;

struct HostSequence {
    std::vector<TypedLaunch> launches;
    std::vector<int32_t> lines;  ///< of each launch
    std::vector<std::string>
        settings;  ///< as UserProgram has them: what the file copies to the device's variables
    std::vector<std::string> guessed;  ///< "in line 12, d_in is random:64: the file draws them at random"
    std::string left_out;              ///< a sentence: what does not run and why; empty where all of it does
};

/// As many of the launches from the first on as are known before any result is; each buffer has the name of
/// the variable that it is first passed by. Never throws for what it cannot follow.
HostSequence sequence_of(const HostRun& run, const std::string& file, const Definitions& definitions,
                         emulator::Compiler& compiler);

/// "weights begins with values:3,6: the file draws them at random", of NAME=NUMBERS.
std::string guess_sentence(const std::string& setting, const std::string& why);

/// "The loop in line 20 …": that launches hang on what only a run can tell; empty where none do.
std::string open_sentence(const HostRun& run);

}  // namespace upsweep::programs
