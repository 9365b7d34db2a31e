// The hidden command of the process that runs somebody's kernel on the GPU.
#include <cstdlib>

#include "commands/command_line.h"
#include "device/apart.h"

namespace upsweep::commands {

void add_run_apart_command(Command program) {
    const Command command =
        program.add_command(device::apart_command, "Serve another Upsweep: run a kernel for it");
    command.hide();
    command.runs([] { std::exit(device::serve_apart()); });
}

}  // namespace upsweep::commands
