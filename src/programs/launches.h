// Several launches by hand that share buffers: scan, scan of the sums, add.
#pragma once

#include <string>
#include <vector>

#include "programs/user_program.h"

namespace upsweep::programs {

/// One launch as a person types it: scan<<<4, 64, 256>>>(in=iota:256, out=unset:256, 256).
struct TypedLaunch {
    std::string kernel, grid, block;
    int64_t shared = 0;
    std::vector<std::string> arguments;
};

/// Throws UsageError that says what is missing.
TypedLaunch parse_launch(const std::string& text);

/// All of them as one plan. A pointer is given NAME=FILL for a new buffer with what `fill` reads, or for one
/// of that name and size that is filled again before the launch, NAME or NAME+OFFSET for one that is
/// before (also in an earlier launch; a list is written values:(1,2,3)), FILL for one that has its
/// parameter's name, or null. The signature has each buffer once, as a parameter of its name. Throws
/// UsageError, CompileError.
OpenedProgram open_launches(const UserProgram& program, const std::vector<std::string>& launches,
                            emulator::Compiler& compiler);
/// The same of launches that are parsed, with `settings` as UserProgram has them.
OpenedProgram open_launches(const UserProgram& program, const std::vector<TypedLaunch>& launches,
                            const std::vector<std::string>& settings, emulator::Compiler& compiler);

/// As --launch takes it; lists are shortened.
std::string to_string(const TypedLaunch& launch);

}  // namespace upsweep::programs
