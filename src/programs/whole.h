// A user's program that is run as it is: its main decides what is launched with what, and what it did becomes
// the plan that everything else shows.
#pragma once

#include <string>
#include <vector>

#include "programs/user_program.h"

namespace upsweep::programs {

/// Whether nothing is said of what to launch, so that the file's main decides. (Its file has one, too.)
bool is_whole(const UserProgram& program, emulator::Compiler& compiler);

/// Runs main. `into` gets the launches and their buffers, as open_launches() gives them. Throws CompileError
/// for host code that the emulator does not know, Cancelled.
void open_whole(const UserProgram& program, emulator::Compiler& compiler, const emulator::RunOptions& options,
                OpenedProgram& into);

/// What was found in host code, among the findings of a run of what it launched.
void add_host_findings(const OpenedProgram& opened, emulator::Trace& trace);

}  // namespace upsweep::programs
