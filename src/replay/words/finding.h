// What a finding says at one of the steps where it happened, and a data race in two short lines, to be beside
// the cell that it is about.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "emulator/findings/finding_table.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// The finding as it is at `step` (a position in Trace::steps), alone: alike ones are one, and tell of their
/// worst case. Bank conflicts and uncoalesced accesses are worked out again from that step's accesses; of
/// another kind it is the worst case, whose own `step` says so.
Finding finding_at(const Trace& trace, const Finding& finding, int64_t step);

/// The words of `finding_at`. Where they cannot be those of `step`, the sentence names their step.
emulator::FindingWords finding_words(const Trace& trace, const Finding& finding, int64_t step);

/// "line 4, lanes 0, 2, 4 … 30"; the lanes only where they are those of this step.
std::string finding_place(const Trace& trace, const Finding& finding, int64_t step);

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
