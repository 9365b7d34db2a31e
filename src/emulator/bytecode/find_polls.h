// Which reads a loop polls: their values decide whether it continues.
#pragma once

#include "emulator/bytecode/bytecode.h"

namespace upsweep::emulator {

/// Fills in `polls` of the code's loads and atomics, and Code::plain_waits.
void find_polls(Code& code);

}  // namespace upsweep::emulator
