// Lowers a checked kernel to bytecode.
#pragma once

#include "emulator/bytecode/bytecode.h"
#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

/// Calls are inlined; variables become registers, or local memory where their address is taken. Throws
/// CompileError for what the machine cannot do.
Code lower(const Program& program);

}  // namespace upsweep::emulator
