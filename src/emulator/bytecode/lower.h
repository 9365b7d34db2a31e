// Lowers a checked kernel to bytecode.
#pragma once

#include <string>

#include "emulator/bytecode/bytecode.h"
#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

/// Calls are inlined; variables become registers, or local memory where their address is taken. Throws
/// CompileError for what the machine cannot do.
Code lower(const Program& program);

/// Throws CompileError with this one complaint about the program's text.
[[noreturn]] void refuse_lowering(const Program& program, const SourceRange& where,
                                  const std::string& message);

}  // namespace upsweep::emulator
