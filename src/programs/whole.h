// A user's program that is run as it is: its main decides what is launched with what, and what it did becomes
// the plan that everything else shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/host/host_device.h"
#include "programs/opening.h"
#include "programs/user_program.h"

namespace upsweep::programs {

/// A block's shared memory on a GPU, which what runs whole may use.
inline constexpr int64_t most_shared_bytes = 227 * 1024;

/// Whether nothing is said of what to launch, so that the file's main decides, if it has one.
bool says_nothing(const UserProgram& program);

/// Runs main. `into` gets the launches and their buffers, as open_launches() gives them; of a single launch
/// also what it was given. Throws CompileError for host code that the emulator does not know, Cancelled.
void open_whole(const UserProgram& program, emulator::Compiler& compiler, const emulator::RunOptions& options,
                OpenedProgram& into);

/// The launch of this kernel that main of `whole` makes first, of whatever template arguments if none are
/// given; empty: its first launch. Line 0 if there is none. What launches before it do is run for it.
KnownLaunch launch_of_main(const OpenedProgram& whole, const std::string& kernel,
                           emulator::Compiler& compiler, const emulator::RunOptions& options);

/// "The program returned 0.", or why it ended before that.
std::string ended_sentence(const OpenedProgram& opened);

/// What main did with the device, in order.
struct HostStep {
    int32_t line = 0;
    std::string kind;  ///< "upload", "download", "copy", "clear", "set", "launch", or what the host did by
                       ///< itself: "malloc", "free", "print", "compute", "wait", "return"
    std::string text;  ///< "d_a", "add<<<4, 256>>>(d_a, d_b, 1000)"
    std::vector<emulator::HostValue> changed;  ///< variables in scope that now hold something else
};
std::vector<HostStep> steps_of(const OpenedProgram& opened);

/// The variables in scope behind an operation of the plan; null where none are known. Of the operations that
/// the record holds.
const std::vector<emulator::HostValue>* values_behind(const OpenedProgram& opened, size_t operation);

/// The trace's operations get the lines of main that made them, so that one can stop there.
void add_host_places(const OpenedProgram& opened, emulator::Trace& trace);

/// What was found in host code, among the findings of a run of what it launched.
void add_host_findings(const OpenedProgram& opened, emulator::Trace& trace);

}  // namespace upsweep::programs
