// What an own program is launched with, told before its run.
#pragma once

#include "programs/user_program.h"

namespace upsweep::commands {

/// What nobody typed: what the file's host code has, in a line, or what is guessed, and why. Prints nothing
/// where all of it was typed.
void print_launch(const programs::OpenedProgram& opened);

}  // namespace upsweep::commands
