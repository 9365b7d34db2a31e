// The suite's cases: every kernel of tests/conformance/*.cu with the launch that its file names, and kernels
// of random expressions.
#pragma once

#include <string>
#include <vector>

#include "core/array.h"
#include "emulator/emulator.h"
#include "programs/launch.h"

namespace upsweep::conformance {

/// One kernel, one launch. Its result is the last buffer among its parameters.
struct Case {
    KernelName kernel;
    programs::Request request;
    int ulps = 0;  ///< units in the last place by which floating-point results may differ; 0: to the bit
    int expressions = -1;  ///< which kernel of random expressions it is (see expressions.h); -1: none
};

/// All cases, those of the files in the files' order, then the expressions.
const std::vector<Case>& all_cases();

/// The text of one of the suite's files, the generated one included. Throws Error if none exists.
std::string suite_text(const std::string& name);

/// What a file's `// launch:` comments say. A line `// launch: OPTIONS` holds for all its kernels, a line
/// `// launch NAME: OPTIONS` for one (which may be a template with arguments). The options are --grid,
/// --block, --shared, --arg (as of `upsweep run`) and --ulps. Throws Error naming the line.
std::vector<Case> cases_of(const std::string& file, const std::string& text);

/// The launch as a plan with its host arrays; `compiler` has suite_text for its sources.
programs::Prepared prepare(const Case& test, emulator::Compiler& compiler);
programs::Prepared prepare(const Case& test);

/// 32 lanes and 32 banks, two blocks at a time, without a trace.
emulator::RunOptions usual_options();

/// A whole run on the emulator; `options` lack only the inputs.
emulator::Trace emulate(const Case& test, emulator::RunOptions options);

/// The result on the emulator with the usual options. `faults` gets the messages of findings that are faults.
Array run_on_emulator(const Case& test, std::vector<std::string>& faults);

}  // namespace upsweep::conformance
