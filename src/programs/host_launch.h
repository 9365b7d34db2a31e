// The launches in a file's host code, with what they are given there, as far as it can be worked out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan.h"
#include "emulator/compiler.h"
#include "emulator/source/source_text.h"
#include "programs/signature.h"

namespace upsweep::programs {

/// One thing that a launch is given, as text that Request takes.
struct Given {
    std::string text;
    /// Why it is not simply what the file says, as a phrase: "the file takes it from the command line". Empty
    /// where it is.
    std::string guessed = {};
};

/// A launch as host code makes it.
struct HostLaunch {
    std::string kernel;  ///< with the template arguments as written: "reduce<float, 256>"
    std::int32_t line = 0;
    Given grid, block, shared;
    std::vector<Given> arguments;  ///< of the call, in its order
    std::vector<std::string> settings =
        {};  ///< NAME=NUMBERS: variables of the device that the file copies to
};

/// What `main` launches (without one, what the functions of the file launch), in the order of the calls, each
/// line once. Empty if there is none. Follows constants, loops and calls of the file's own functions within
/// limits; never throws for what it does not understand, CompileError for broken directives.
std::vector<HostLaunch> host_launches(const std::string& file, const Definitions& definitions,
                                      emulator::Compiler& compiler);

/// The launch that a kernel is opened with: the first in `launches` that is one of it, else a guess; each
/// parameter has an argument, `guessed` says which ones the file does not give.
HostLaunch opening_launch(const Signature& signature, const std::vector<HostLaunch>& launches);

}  // namespace upsweep::programs
