// What a plan leaves unsaid: that its input gets to the device and its output back.
#pragma once

#include <cstdint>

#include "core/plan.h"

namespace upsweep::device {

/// `plan` with an upload of its input in front and a download of its output behind, where it has none.
Plan with_transfers(Plan plan);

/// Device memory of all buffers together.
std::int64_t bytes_needed(const Plan& plan);

/// Throws UsageError for a plan that a GPU cannot run: one for the emulator only, with a CPU loop, or that
/// uploads a host array other than the input.
void check_runs_on_gpu(const Plan& plan);

}  // namespace upsweep::device
