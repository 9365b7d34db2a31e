// What the numbers of a race say: lines to plot, the table, speed-ups, crossings, a sentence. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/race/model/race_experiments.h"
#include "app/ui/plot_layout.h"
#include "bench/export.h"

namespace upsweep::app {

enum class RaceMode : std::uint8_t { time, throughput, speedup };

/// A report together with the lines that its competitors are drawn as (same order as settings.competitors).
struct RaceResults {
    bench::Report report;
    std::vector<RaceLine> lines;
    int measuring = -1;  ///< the competitor that is being measured now
    Extent measuring_extent;

    const bench::Row* row(int competitor, Extent extent) const;
    /// The CPU loop that everything is compared with: the first one in the race, or -1.
    int baseline() const;
    /// The copy on the same lane, or -1.
    int limit_of(int competitor) const;
    /// Sizes that were measured, smallest first.
    std::vector<Extent> extents() const;
};

/// Times the median of `row` is shorter than the baseline's at the same size; nothing without both.
std::optional<double> speedup(const RaceResults& results, const bench::Row& row);

/// In seconds, bytes a second or times, over the side of the image. A line ends at its last measured size.
std::vector<PlotSeries> plot_series(const RaceResults& results, RaceMode mode);
/// Label of a decade on the plot's y axis: "100 µs", "10 GB/s", "0.1 ×".
std::string value_text(RaceMode mode, double value);
/// What the plot shows, over its upper edge.
std::string caption(RaceMode mode);

struct RaceTableRow {
    int competitor = 0;
    std::string median, spread, gb_per_s, of_copy, times_cpu, runs, result;
    bool settled = false, wrong = false;
};
/// One row a competitor at this size, those first that have a time.
std::vector<RaceTableRow> race_table(const RaceResults& results, Extent extent);

struct SpeedBar {
    int competitor = 0;
    double times = 1;
};
/// Slowest first; only competitors that have a time, limits left out.
std::vector<SpeedBar> speed_bars(const RaceResults& results, Extent extent);

struct RaceCrossing {
    Crossing at;         ///< in the units of RaceMode::time
    int challenger = 0;  ///< competitor on the GPU
    std::string title;   ///< "The GPU wins from 88 × 88"
    std::string detail;  ///< "scan, transpose, scan against the CPU loop"
};
/// Where the fastest GPU line overtakes the baseline, once without and once with transfers.
std::vector<RaceCrossing> race_crossings(const RaceResults& results);

/// "At 1024 × 1024, X takes 1.10 × the time of a plain copy. …"; empty while there is nothing to say.
std::string verdict(const RaceResults& results, Extent extent);

/// "307", "8.2", "1.04": as many digits as mean something.
std::string times_text(double times);

}  // namespace upsweep::app
