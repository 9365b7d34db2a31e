// Running a scene whose program is the user's.
#pragma once

#include <memory>
#include <vector>

#include "core/error.h"
#include "emulator/source/diagnostic.h"
#include "programs/user_program.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

/// What is known of an own program beside its trace.
struct ProgramRun {
    programs::OpenedProgram opened;
    std::vector<programs::Comparison> comparisons;  ///< one for each that is expected
    std::vector<programs::Outcome> outcomes;        ///< what the run left in its buffers
};

/// The program does not run. what() is the sentence.
class ProgramFailed : public Error {
  public:
    ProgramFailed(const std::string& sentence, std::shared_ptr<const ProgramRun> known,
                  std::vector<emulator::Diagnostic> diagnostics)
        : Error(sentence), known_(std::move(known)), diagnostics_(std::move(diagnostics)) {}

    /// What was found out before it failed: chips that a person may change.
    const std::shared_ptr<const ProgramRun>& known() const { return known_; }
    /// Of text that the compiler refuses, from the first on; else none.
    const std::vector<emulator::Diagnostic>& diagnostics() const { return diagnostics_; }

  private:
    std::shared_ptr<const ProgramRun> known_;
    std::vector<emulator::Diagnostic> diagnostics_;
};

/// The machine that a student's program runs on unless another is set: 32 lanes and banks.
emulator::ToyGpu usual_gpu_of_programs();

/// By its ending, .cu or .cuh: the user's program.
bool is_program_name(const std::string& path);

/// What Step opens the file with. The path becomes a whole one.
Scene scene_of_file(const std::string& path);

/// A program that is only a text.
Scene scene_of_text(const std::string& text);

/// The program's text: its edit, else the file's. Throws Error where none exists.
std::string text_of(const Scene& scene);

}  // namespace upsweep::scenes
