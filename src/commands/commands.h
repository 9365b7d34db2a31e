// The command line: every command registers itself here; main only parses and turns errors into an exit
// status.
#pragma once

#include "commands/command_line.h"

namespace upsweep::commands {

/// Adds every command that this build has, in the order of src/commands/CMakeLists.txt.
void add_commands(Command program);

/// Parses and runs: 0 good; 1 the work failed; 2 wrong usage. Errors are one line on stderr.
int run(int argc, char** argv);

}  // namespace upsweep::commands
