// What happens in each step of a run, in the sentences that the window shows.
#pragma once

#include "emulator/trace/trace.h"
#include "programs/own_program.h"

namespace upsweep::commands {

/// The trace needs its steps. At most the first thousand are told.
void print_narration(const programs::OwnProgram& program, const emulator::Trace& trace);

}  // namespace upsweep::commands
