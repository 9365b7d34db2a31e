// The hidden command of the process that runs the user's kernel on the GPU.
#include <cstdlib>

#include "commands/command_line.h"
#include "device/isolated.h"

namespace upsweep::commands {

void add_run_isolated_command(Command program) {
    const Command command = program.add_command(device::isolated_command,
                                                "Run a kernel for another Upsweep, in an isolated process");
    command.hide();
    command.runs([] { std::exit(device::serve_isolated()); });
}

}  // namespace upsweep::commands
