// Whether every position in a trace that came from outside leads somewhere.
#pragma once

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// True if a Player and the views may follow every id, position and offset in it.
bool is_sound(const Trace& trace);

}  // namespace upsweep::emulator
