// What a file is that is not CUDA text.
#pragma once

#include <string_view>

#include "emulator/compiler.h"
#include "programs/user_program.h"

namespace upsweep::programs {

/// "a PNG picture", "a Python program", "plain prose": what the text surely is instead of CUDA C++; empty
/// where it may be that, with however many errors.
std::string_view looks_like(std::string_view text);

/// Throws Error with one sentence where the program's file is something else. For callers that failed to read
/// it: the errors of a compiler say nothing about a picture.
void refuse_other_text(const UserProgram& program, emulator::Compiler& compiler);

}  // namespace upsweep::programs
