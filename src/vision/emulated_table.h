// One run of a plan on the emulator, for its result alone.
#pragma once

#include <atomic>

#include "core/array.h"
#include "pipelines/algorithm.h"

namespace upsweep::vision {

/// The plan's output. Throws Error if a fault was found (a wrong sum would be the result).
Array emulated_output(const Plan& plan, MachineShape machine, const Array& input,
                      const std::atomic<bool>* cancel);

/// The same of an entry's plan, as the entry leaves it, on a machine of 32 lanes and 32 banks.
Array emulated_table(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                     const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
