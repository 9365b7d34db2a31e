// The hidden command of the process that runs the user's kernel on the GPU.
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "device/apart.h"

namespace upsweep::commands {

void add_run_apart_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand(device::apart_command, "Run a kernel for another Upsweep, in an isolated process");
    command->group("");
    command->callback([] { std::exit(device::serve_apart()); });
}

}  // namespace upsweep::commands
