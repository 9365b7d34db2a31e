// What a race measured here, and how its numbers are written.
#pragma once

#include <string>
#include <vector>

#include "app/race/model/race_experiments.h"
#include "bench/export.h"

namespace upsweep::app {

enum class RaceMode : uint8_t { time, throughput, speedup };

/// A report together with the lines that its competitors are (same order as settings.competitors).
struct RaceResults {
    bench::Report report;
    std::vector<RaceLine> lines;
    int measuring = -1;  ///< the competitor that is being measured now
    Extent measuring_extent;

    const bench::Row* row(int competitor, Extent extent) const;
    /// Which competitor the line is, or -1.
    int competitor_of(const RaceLine& line) const;
    /// Sizes that were measured, smallest first.
    std::vector<Extent> extents() const;
};

/// "97.3 µs", "3.63 GB/s", "459 ×": a value of the plot.
std::string value_text(RaceMode mode, double value);
/// The same as short as the label of a decade: "100 µs", "10 GB/s", "0.1 ×".
std::string decade_text(RaceMode mode, double value);
/// What the plot shows, over its upper edge.
std::string caption(RaceMode mode);

/// "307", "8.2", "1.04": as many digits as mean something.
std::string times_text(double times);
/// "8192 × 8192"; a crossing between two sizes is rounded up.
std::string side_text(double side);

}  // namespace upsweep::app
