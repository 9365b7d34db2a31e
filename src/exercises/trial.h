// One case of an exercise with a kernel's text: compiled once, run under any number of schedules; and the
// schedules under which it must be right.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/compiler.h"
#include "emulator/trace/toy_gpu.h"
#include "exercises/exercise.h"
#include "programs/user_program.h"
#include "scenes/scene.h"

namespace upsweep::exercises {

/// One machine, and what it is called: "warps reversed, lanes independent, weak memory".
struct Setting {
    emulator::ToyGpu gpu;
    std::string words;
};

/// In order, reversed, adversarial and random by 16 seeds, each in lockstep and with independent lanes, with
/// strong and with weak memory: 76 of them, the likeliest to show a fault first.
std::vector<Setting> schedules_of(const emulator::ToyGpu& gpu);

/// A run of a student's kernel takes no more than this; a right one takes a hundredth.
inline constexpr emulator::Limits limits_of_a_run = {.steps = 20'000, .memory_bytes = int64_t{64} << 20};

/// The numbers that a case's input holds.
std::vector<double> input_of(const Exercise& exercise, const Case& one);

/// One case as a program: launch, arguments and what is expected, all as they are typed.
programs::UserProgram program_of(const Exercise& exercise, const Case& one);

/// The exercise that a program is a case of, whatever its text; null where it belongs to none.
const Exercise* exercise_of(const programs::UserProgram& program);

/// "n = 16", with what else the case has; "n = 8, radius = 2".
std::string words_of(const Case& one);

class Trial {
  public:
    /// Throws CompileError for text that is refused, Error for a launch that does not fit the kernel.
    Trial(const Exercise& exercise, Case one, const std::string& text);

    const Case& of() const { return case_; }
    const std::string& text() const { return text_; }

    /// Runs the kernel on the exercise's machine with what `gpu` says of schedule, lanes and memory. Throws
    /// Cancelled.
    emulator::Trace run(const emulator::ToyGpu& gpu, bool record, const std::atomic<bool>* cancel = nullptr);

    /// How the output compares with what is right; none where the run left nothing to compare.
    std::optional<programs::Comparison> wrong(const emulator::Trace& trace) const;
    /// "Cell 3 of output should be 11 and is 0."
    static std::string sentence_of(const programs::Comparison& wrong);

    /// The run as a scene for Step, pages and files; `step`: steps done.
    scenes::Scene scene(const emulator::ToyGpu& gpu, int64_t step) const;

    /// The step after which the output's first wrong cell holds what it holds at the end; of a cell that was
    /// never written the end.
    int64_t step_of(const programs::Comparison& wrong, const emulator::Trace& trace) const;

  private:
    Case case_;
    std::string text_;
    programs::UserProgram program_;
    std::unique_ptr<emulator::Compiler> compiler_;
    programs::OpenedProgram opened_;
};

}  // namespace upsweep::exercises
