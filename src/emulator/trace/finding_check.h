// Whether a finding that came from a file is consistent.
#pragma once

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// The facts belong to its kind, and every position in them leads somewhere.
bool is_sound(const Trace& trace, const Finding& finding);

}  // namespace upsweep::emulator
