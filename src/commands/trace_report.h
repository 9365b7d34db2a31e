// What the commands that run the emulator print alike: findings with their lines, strictness.
#pragma once

#include "core/json_fwd.h"

namespace upsweep::emulator {
struct Trace;
}  // namespace upsweep::emulator

namespace upsweep::commands {

/// Title, severity, place and sentence in a line, the cure in the next; faults first.
void print_findings(const emulator::Trace& trace);

/// The same, faults first, each with its source line, a caret under what did it, and the cure.
void print_findings_with_lines(const emulator::Trace& trace);

/// Throws Error if a deadlock, a trap or a limit stopped the run before its end.
void require_complete(const emulator::Trace& trace);

/// Throws Error if there are findings that are more than notes.
void be_strict(const emulator::Trace& trace);

}  // namespace upsweep::commands
