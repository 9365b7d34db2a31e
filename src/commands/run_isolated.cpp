// The hidden command of the process that runs the user's kernel on the GPU.
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "device/isolated.h"

namespace upsweep::commands {

void add_run_isolated_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(device::isolated_command,
                                           "Run a kernel for another Upsweep, in an isolated process");
    command->group("");
    command->callback([] { std::exit(device::serve_isolated()); });
}

}  // namespace upsweep::commands
