// A clock over a trace, so that two runs can be shown side by side at the same time of it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

/// What time is counted in.
enum class Clock : uint8_t {
    phase,       ///< phases: each takes one, in equal parts for its steps
    barrier,     ///< barriers that were completed, over all blocks
    additions,   ///< the longest chain of additions made so far
    wavefronts,  ///< of shared memory, and sectors of global memory
    model,       ///< see TraceClock
};

struct ClockName {
    Clock clock;
    std::string_view key;      ///< "barrier", for files and the command line
    std::string_view words;    ///< "barriers"
    std::string_view meaning;  ///< one line
};
/// In the order of choice.
std::span<const ClockName> clock_names();
/// Throws UsageError with the keys that there are.
Clock parse_clock(std::string_view key);

/// What a clock shows after each number of steps; it never goes back.
///
/// Model time is a declared model, not a measurement: a multiprocessor issues one statement of one warp a
/// tick; each wavefront of shared memory beyond the first and each sector of global memory takes it one more;
/// multiprocessors work side by side, operations of the plan one after the other.
class TraceClock {
  public:
    TraceClock(const Trace& trace, Clock clock);

    /// After so many steps, 0 … step count.
    double at(int64_t step) const { return readings_[step]; }
    double end() const { return readings_.back(); }
    /// The most steps after which it shows no more than `reading`; 0 where it always shows more.
    int64_t step_at(double reading) const;

  private:
    std::vector<double> readings_;
};

}  // namespace upsweep::replay
