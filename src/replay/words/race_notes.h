// A data race in two short lines, to be beside the cell that it is about.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "emulator/trace/trace_fwd.h"
#include "replay/trace.h"

namespace upsweep::replay {

struct RaceNotes {
    ArrayId array = 0;
    int64_t element = 0;
    /// In the order in which they happened: "Thread 7 writes cell 3 in line 15", "Thread 3 reads it in line
    /// 15".
    std::array<std::string, 2> notes;
    std::string lacks;  ///< "no barrier in between"
};

/// Of the first race, a fault, whose later access is the last of `step` done steps; nothing where there is
/// none.
std::optional<RaceNotes> race_notes(const Trace& trace, int64_t step);

}  // namespace upsweep::replay
