// Where in a trace a run stops: the places of a breakpoint, or of what it is run until.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/trace.h"
#include "scenes/stop.h"

namespace upsweep::replay {

struct StopPlaces {
    std::vector<int64_t> steps;  ///< steps done at each, ascending: the step just done is what was asked
    std::string missing;         ///< why there are no places, if known: a name that is not known; a sentence
};

/// Looks through the whole trace: O(steps + accesses), of a condition times the lanes. Throws Cancelled.
StopPlaces places_of(const Trace& trace, const scenes::Stop& stop, const std::atomic<bool>* cancel = nullptr);

/// The next place behind `step` or the last one before it; nothing if none exists.
std::optional<int64_t> place_beside(const std::vector<int64_t>& places, int64_t step, bool on);

/// Why none exists in that direction: "`sums[3] = 99` never comes in this run.", "… does not come after
/// step 25; the last time is step 14."
std::string never_sentence(const StopPlaces& places, const std::string& text, int64_t step, bool on);

/// The file that a line without a name means, a position in Trace::sources: that of the first kernel's first
/// step; -1 if none exists.
int first_file(const Trace& trace);

}  // namespace upsweep::replay
