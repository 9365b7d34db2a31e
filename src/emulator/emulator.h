// The emulator's front door: a Plan and its input in, a Trace out.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "core/error.h"
#include "core/plan.h"
#include "emulator/toy_gpu.h"
#include "emulator/trace.h"

namespace upsweep::emulator {

/// One complaint of the lexer, preprocessor, parser or checker.
struct Diagnostic {
    std::string file;
    int line = 0, column = 0;  ///< from 1
    int end_column = 0;
    std::string message;    ///< "`goto` is not part of the kernel language here. Use a loop."
    std::string line_text;  ///< the source line, for the caret
};

/// "scan.cu:12:9: message" with the line and a caret under it.
std::string to_string(const Diagnostic& diagnostic);

/// The kernel text was refused; what() is the first diagnostic in one sentence.
class CompileError : public Error {
  public:
    explicit CompileError(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  private:
    std::vector<Diagnostic> diagnostics_;
};

/// Gives a kernel file's text by name; throws Error if there is none.
using SourceProvider = std::function<std::string(const std::string& name)>;

struct RunOptions {
    ToyGpu gpu;
    Limits limits;
    bool record =
        true;  ///< false: only the result, counts and findings (steps, accesses and origins stay empty)
    bool races = true;                          ///< false: do not look for races (a fifth quicker)
    std::vector<Array> further_inputs = {};     ///< host arrays from slot 1 on, for plans that upload several
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: the run throws Cancelled
    std::function<void(double)> progress;       ///< 0 … 1 if it can be told, from the calling thread
};

/// Runs `plan` with `input` as host slot 0. Throws CompileError for text it refuses, UsageError for a plan
/// that does not fit the machine. What goes wrong inside a kernel is a finding, never an exception.
Trace run(const Plan& plan, const Array& input, const SourceProvider& sources, const RunOptions& options);

}  // namespace upsweep::emulator
