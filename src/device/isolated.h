// A plan on the GPU in a process of its own: a kernel that crashes or never ends takes nothing along but that
// process.
#pragma once

#include "core/gpu.h"

namespace upsweep::device {

/// The hidden command of this program that serves.
inline constexpr const char* isolated_command = "run-isolated";

/// Throws BackendMissing (no GPU, no compiler library) and Error with one sentence for a kernel that does not
/// compile, does not end in time, or ends the process. Throws UsageError for a plan that no GPU runs.
IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options = {});

/// The other end: reads what is to be run from handle 0 and answers there. Gives the exit status.
int serve_isolated();

}  // namespace upsweep::device
