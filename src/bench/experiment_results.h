// What came of an experiment: its curves with their points, measured here or recorded elsewhere, and what
// became of the paper's claims.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/experiment.h"
#include "bench/export.h"
#include "bench/recording.h"

namespace upsweep::bench {

struct ExperimentPoint {
    Extent extent;
    int64_t x = 0;                             ///< of the panel's option, or the side of a block; 0: the size
    double seconds = 0;                        ///< the median
    double mean = 0;                           ///< 0: it was not kept
    double low = 0, high = 0;                  ///< 5th and 95th percentile
    double median_least = 0, median_most = 0;  ///< the median lies between them with 95 % confidence
    int64_t bytes = 0;                         ///< read and written at least; 0: not known
    double alone = 0;      ///< of a frame with transfers its parts one after the other; 0: not known
    double occupancy = 0;  ///< of a curve of occupancy, 0…1: it has no time
};

enum class SeriesSource : uint8_t { here, recorded, computed };

/// The points of one curve from one machine.
struct ExperimentSeries {
    int curve = 0;
    SeriesSource source = SeriesSource::here;
    std::string where;  ///< "measured here", "recorded on NVIDIA H200, driver 580.159.04"
    std::vector<ExperimentPoint> points = {};

    /// Null if none is at this size, and at this value of an option along x.
    const ExperimentPoint* at(Extent extent, int64_t x = 0) const;
};

/// What is run for a point of a curve: `over` and `x` as in a panel; empty: the size is along x.
Competitor competitor_of(const ExperimentCurve& curve, const std::string& over = {}, int64_t x = 0);

/// The races that measure every cell of the experiments once, on these backends ("cpu", "gpu").
std::vector<RaceSettings> races_for(const std::vector<const Experiment*>& experiments,
                                    const std::vector<std::string>& on, StopRule stop);

/// The same experiment at other sizes, or with `also` at its own and at these; where an option is along x, at
/// the smallest of these.
Experiment with_sizes(Experiment experiment, const std::vector<Extent>& extents, bool also = false);

/// Curves with points: each as measured here, then as recorded; what is computed. Either may be null.
std::vector<ExperimentSeries> series_of(const Experiment& experiment, const Report* here,
                                        const Recording* recording);

/// Of each curve the one that is shown: measured here, else recorded. Those without points are left out.
std::vector<ExperimentSeries> shown_series(const std::vector<ExperimentSeries>& all);

/// The series' points that belong into the panel, along x.
std::vector<ExperimentPoint> points_in(const ExperimentPanel& panel, const ExperimentSeries& series);

enum class Verdict : uint8_t { holds, fails, unknown };
/// "holds here", "does not hold here", "cannot be told".
std::string_view name_of(Verdict verdict);

/// One of the numbers that the answer is made of.
struct HereNumber {
    double value = 0;
    Unit unit = Unit::seconds;
    std::string who;  ///< the curve's name
};

struct ClaimResult {
    Verdict verdict = Verdict::unknown;
    std::vector<HereNumber> numbers = {};  ///< none, one, or two whose ratio is `value`
    std::optional<double> value = {};      ///< in the unit of the claim's `judge`
    std::string where;                     ///< "measured here"; empty: cannot be told
    /// "32.0 × instead of 21.0 ×", "14.9 × at 1024 × 1024, not 19.0 ×"; why it cannot be told.
    std::string sentence;
};

/// "21.0 ×", or the paper's words.
std::string paper_text(const Claim& claim);

/// Two times are divided only where one machine took both: those measured here if they suffice, else those
/// recorded.
ClaimResult judge(const Claim& claim, const Experiment& experiment,
                  const std::vector<ExperimentSeries>& series);

}  // namespace upsweep::bench
