// What a kernel of the user's file needs: its parameters, as the file declares them.
#pragma once

#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/compiler.h"

namespace upsweep::programs {

using Signature = emulator::Signature;
using Declared = emulator::DeclaredParameter;
using Parameter = emulator::KernelParameter;

/// The names of the `__global__` functions of a file, in its order, each once; of a template only the name.
/// Throws CompileError for broken directives.
std::vector<std::string> kernels_in(const std::string& file, const Definitions& definitions,
                                    emulator::Compiler& compiler);

/// The compiled kernel's. Throws CompileError, or UsageError for a parameter that a person cannot type
/// (a pointer to pointers).
Signature signature_of(const KernelName& kernel, emulator::Compiler& compiler);

/// The parameters that are given arguments. A struct without members, as functors are, has nothing to give.
std::vector<Declared> given_parameters(const Signature& signature);

}  // namespace upsweep::programs
