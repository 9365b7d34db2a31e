// How long a race will take: from what was measured, else from plain guesses.
#pragma once

#include <vector>

#include "bench/rows.h"

namespace upsweep::bench {

/// Each competitor's latest cell tells about its next, larger ones; before there is one, a nanosecond or so
/// per element on a CPU has to do.
class Forecast {
  public:
    explicit Forecast(const RaceSettings& settings);

    /// A cell was measured: one run took `run_seconds`, the whole cell `cell_seconds`.
    void note(int competitor, Extent extent, double run_seconds, double cell_seconds);
    /// Seconds that the cell will take, checks included.
    double cell(int competitor, Extent extent) const;
    /// Seconds for all cells after the first `done` (sizes outermost, as the race runs them).
    double left(int done) const;

  private:
    struct Known {
        double elements = 0;  ///< 0: nothing is known yet
        double run = 0, cell = 0;
    };
    const RaceSettings* settings_;
    std::vector<Known> known_;
};

}  // namespace upsweep::bench
