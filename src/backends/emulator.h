// How to get results alone from the emulator.
#pragma once

#include "core/plan.h"
#include "emulator/emulator.h"

namespace upsweep::backends {

/// On a machine of these lanes and banks, two blocks at a time, without a trace, and with patience: a picture
/// takes hundreds of millions of steps.
emulator::RunOptions untraced(MachineShape machine);

}  // namespace upsweep::backends
