// A run in sentences: the ones that the window says, for scripts and screen readers.
#pragma once

#include <memory>
#include <string>

#include "commands/command_line.h"
#include "programs/user_program.h"
#include "scenes/run_scene.h"

namespace upsweep::commands {

/// Adds `--narrate [SIZE]`; `into` becomes the size of step, "statement" where none is named.
void add_narrate_option(Command command, std::string& into);

/// Prints a line a step of this size, "statement", "barrier", "phase" or "launch": how many steps are done,
/// and the sentence. Each kind of finding is named where it first happens.
void narrate(const std::shared_ptr<const scenes::RunScene>& run, const std::string& size);

/// The same of the user's own program. The trace has its steps.
void narrate_program(const programs::UserProgram& program, const emulator::Trace& trace,
                     const std::string& size);

}  // namespace upsweep::commands
