// The expression of #if and #elif.
#pragma once

#include <span>

#include "emulator/source/macros.h"

namespace upsweep::emulator {

/// Whether the expression after #if is not 0. Names that are not macros are 0; arithmetic is on 64 bits.
/// `directive` is where to complain if there is nothing. Throws Abandon.
bool condition_holds(std::span<const Token> line, const SourceRange& directive, Macros& macros,
                     Diagnostics& diagnostics);

}  // namespace upsweep::emulator
