// What `upsweep step` and `upsweep run` print about a run, for people; scripts get a Report's JSON.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/command_line.h"
#include "scenes/run_scene.h"

namespace upsweep::commands {

/// Each phase's arrays, counts beside their formulas, findings, the result. Cells that nothing has been
/// written to are dots. At its scene's step, unless that is 0, it shows the moment too.
void print_algorithm(const std::shared_ptr<const scenes::RunScene>& run);
/// The step of the run's scene, unless that is 0, and the arrays there.
void print_moment(const std::shared_ptr<const scenes::RunScene>& run);

/// Of the user's own program: what was printed, buffers before and after, counts, findings with their lines,
/// how it compares. `brief`: findings first, of each buffer the first and last numbers.
/// `beside`: sentences that follow the findings.
void print_program(const scenes::RunScene& run, bool brief, const std::vector<std::string>& beside = {});
/// Parts of that, which a run on a GPU alone has too.
void print_buffers(const scenes::RunScene& run, bool brief);
void print_comparisons(const scenes::RunScene& run);
/// What the buffer of parameter `parameter` holds after the run, from where the parameter points to on.
Array contents_after(const scenes::RunScene& run, size_t result);

/// How a user's program is launched, before its run. What was not typed: what the file's host code has, in a
/// line, or what is guessed, and why. Prints nothing where all of it was typed.
void print_launch(const programs::OpenedProgram& opened);

/// Adds `--narrate [SIZE]`; `into` becomes the size of step, "statement" where none is named.
void add_narrate_option(Command command, std::string& into);
/// Prints a line a step of this size, "statement", "barrier", "phase" or "launch": how many steps are done,
/// and the sentence. Each kind of finding is named where it first happens.
void narrate(const std::shared_ptr<const scenes::RunScene>& run, const std::string& size);

/// A line a breakpoint of the scene: at which steps it stops, or why it never does.
void print_stops(const scenes::RunScene& run);
/// Every write of the cell, and what its value was made of at the scene's step, without one at the end.
/// Throws UsageError where there is no such cell.
void print_cell_history(const std::shared_ptr<const scenes::RunScene>& run, const std::string& cell);

/// Throws Error if a deadlock, a trap or a limit stopped the run before its end.
void require_complete(const emulator::Trace& trace);
/// Throws Error that tells the first difference of the first buffer that is not as expected.
void require_expected(const std::vector<programs::Comparison>& comparisons);
/// Throws Error if there are findings that are more than notes, or constants that were never set.
void be_strict(const scenes::RunScene& run);

}  // namespace upsweep::commands
