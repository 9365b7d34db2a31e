// The schedules under which an exercise's kernel must be right.
#pragma once

#include <string>
#include <vector>

#include "emulator/trace/toy_gpu.h"

namespace upsweep::exercises {

/// One machine, and what it is called: "warps reversed, lanes independent, weak memory".
struct Setting {
    emulator::ToyGpu gpu;
    std::string words;
};

/// In order, reversed, adversarial and random by 16 seeds, each in lockstep and with independent lanes, with
/// strong and with weak memory: 76 of them, the likeliest to show a fault first.
std::vector<Setting> schedules_of(const emulator::ToyGpu& gpu);

}  // namespace upsweep::exercises
