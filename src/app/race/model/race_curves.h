// Every line that the Race can plot, wherever its times come from: measured here, recorded, printed in a
// paper.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/race/model/race_experiments.h"
#include "app/race/model/race_looks.h"
#include "app/race/model/race_results.h"
#include "bench/published.h"
#include "bench/recording.h"

namespace upsweep::app {

enum class CurveSource : uint8_t { here, recorded, published };

/// One median over squares of one side.
struct CurvePoint {
    double side = 0;
    double seconds = 0, low = 0, high = 0;  ///< median, 5th and 95th percentile
    int64_t bytes = 0;                      ///< read and written at least; 0: not known
    double error = 0;                       ///< half the median's 95 % interval, relative; 0: not known
};

struct RaceCurve {
    std::string key;    ///< "here scan_loop cpu": the same whenever the curve is there
    std::string owner;  ///< the line that its style belongs to: "scan_loop cpu"
    CurveSource source = CurveSource::here;
    int line = -1;                                    ///< of the experiment; -1: none
    const bench::PublishedLine* published = nullptr;  ///< null: not published
    std::string label;                                ///< "One pass over tiles"
    std::string where;                                ///< "measured here", "recorded on an H200"
    std::string reason;                               ///< why it can have no points; empty if it can
    std::string note;                                 ///< of an edited one: its state
    char letter = 0;                                  ///< of a published one
    bool gpu = false, copy = false, transfers = false, fast = false;
    bool edited = false;     ///< of a text that the user changed
    bool measuring = false;  ///< its last point may still move
    std::string_view paper;  ///< that its algorithm or its figures are of; empty: of none
    std::vector<CurvePoint> points;
    int64_t cache_bytes = 0;  ///< of a copy on a GPU: that GPU's L2; 0: not known
    Look look;
    bool shown = false;
    bool opening = false;  ///< a lecture opens with it
};

/// Measured here first (CPU, GPU, copies), then recorded, then published. `types` are those of the figures.
/// Recorded and published curves are there only with points; looks and what is shown are not set.
std::vector<RaceCurve> race_curves(const RaceExperiment& experiment, const RaceResults& here,
                                   const bench::MachineInfo& machine, const bench::Recording* recording,
                                   ElementTypes types);

/// The first plain CPU loop that was measured here and is shown; null without one.
const RaceCurve* baseline_of(std::span<const RaceCurve> curves);
/// The copy that a curve is held against: shown, of the same source and the same kind of machine. Null
/// without one.
const RaceCurve* copy_of(std::span<const RaceCurve> curves, const RaceCurve& curve);
/// Null without one at this side.
const CurvePoint* point_at(const RaceCurve& curve, double side);
/// The largest side at which both have a point.
std::optional<double> last_common_side(const RaceCurve& a, const RaceCurve& b);
/// How many sides both have been measured at.
ptrdiff_t common_sides(const RaceCurve& a, const RaceCurve& b);
/// The largest side whose bytes, read and written, fit in the GPU's L2 cache.
std::optional<double> last_side_in_cache(const RaceCurve& curve);

/// In seconds, bytes a second, or times the baseline's speed at the same size, with the label's second line.
PlotSeries series_of(const RaceCurve& curve, RaceMode mode, const RaceCurve* baseline);

/// "H200" of "NVIDIA H200".
std::string short_machine(const std::string& name);
/// "an H200", "a Tesla T4".
std::string with_article(const std::string& name);

}  // namespace upsweep::app
