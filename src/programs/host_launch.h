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
    std::string never_set = {};  ///< the name of a pointer to which the file gives no value
};

/// Which of the file's buffers a pointer leads to, so that launches can share them.
struct HostBuffer {
    int number = -1;        ///< in the order of their first launches; -1: none, or none that is followed
    std::string name = {};  ///< of the variable that it is passed by at first
    int64_t offset = 0;     ///< elements of what the pointer leads to
    /// Host code has written it since the last launch of it, or there was none: the whole of it is
    /// `contents`.
    bool written = false;
    Given contents = {};
    bool lost = false;  ///< host code has put in what a kernel left elsewhere: nobody knows that here
};

/// A launch as host code makes it.
struct HostLaunch {
    std::string kernel;  ///< with the template arguments as written: "reduce<float, 256>"
    int32_t line = 0;
    Given grid, block, shared;
    std::vector<Given> arguments;          ///< of the call, in its order
    std::vector<HostBuffer> buffers = {};  ///< of each argument
    std::vector<Given> settings = {};      ///< NAME=NUMBERS: variables of the device that the file copies to
    /// Which side of the grid or of the block is 0, and why: "grid.y is 0: `len / threads.y` is 20 / 32, …".
    /// Empty where none is.
    std::string no_threads = {};
};

/// All launches as they follow each other.
struct HostRun {
    std::vector<HostLaunch> launches;  ///< one of a loop stands here as often as the loop runs
    /// Of a loop or branch around launches that hangs on what cannot be known here: the first line; 0: none.
    int32_t open_line = 0;
    bool too_many = false;  ///< there are more
};

/// The launches of a file as host_launches() finds them, each as often as it is made.
HostRun host_run(const std::string& file, const Definitions& definitions, emulator::Compiler& compiler);

/// What `main` launches (without one, what the functions of the file launch), in the order of the calls, each
/// line once. Empty if there is none. Follows constants, loops and calls of the file's own functions within
/// limits; never throws for what it does not understand, CompileError for broken directives.
std::vector<HostLaunch> host_launches(const HostRun& run);
std::vector<HostLaunch> host_launches(const std::string& file, const Definitions& definitions,
                                      emulator::Compiler& compiler);

/// The launch that a kernel is opened with: the first in `launches` that is one of it, else a guess; each
/// parameter has an argument, `guessed` says which ones the file does not give.
HostLaunch opening_launch(const Signature& signature, const std::vector<HostLaunch>& launches);

}  // namespace upsweep::programs
