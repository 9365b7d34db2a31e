// Which kernel of the user's file to run, whether its template arguments fit, and what it needs: its
// parameters, as the file declares them.
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

/// With the namespaces that it is in: a::k.
std::string qualified(const emulator::KernelSummary& kernel);

/// The kernel that is to run; `asked_for` may be empty if there is one. Throws UsageError where it is not
/// clear which, CompileError where none exists because of what is wrong in the text.
emulator::KernelSummary chosen_kernel(const std::string& asked_for, const std::string& file,
                                      const Definitions& definitions, emulator::Compiler& compiler);

/// "float", "256": one for each template parameter without a default.
std::vector<std::string> usual_template_arguments(const emulator::KernelSummary& kernel);

/// Throws UsageError for --template arguments that do not fit the kernel's parameters, one by one.
void check_template(const emulator::KernelSummary& kernel, const std::string& file,
                    const std::vector<std::string>& given);

}  // namespace upsweep::programs
