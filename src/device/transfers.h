// What a plan leaves unsaid: that its input gets to the device and its output back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/plan.h"

namespace upsweep::device {

/// `plan` with an upload of its input in front and a download of its output behind, where it has none.
Plan with_transfers(Plan plan);

/// Device memory of all buffers together.
int64_t bytes_needed(const Plan& plan);

/// The last operation before `index` that downloads to host array `slot`; -1 if none exists.
int download_before(const Plan& plan, size_t index, int slot);

/// Throws UsageError for a plan that a GPU cannot run: one for the emulator only, with a CPU loop, or that
/// uploads a host array that is neither the input, nor one of `further_inputs` more, nor was downloaded
/// before.
void check_runs_on_gpu(const Plan& plan, size_t further_inputs = 0);

}  // namespace upsweep::device
