// Every line that the Race can plot, wherever its times come from: measured here, recorded, printed in a
// paper. Their looks, each its own; which the Race opens with, and which belong to a paper; how numbers are
// written.
#pragma once

#include <map>
#include <set>

#include "app/race/model/race_experiments.h"
#include "app/ui/plot_layout.h"
#include "bench/experiment.h"
#include "bench/export.h"
#include "bench/recording.h"

namespace upsweep::app {

struct Look {
    int line = 0;  ///< plot line of the palette, ceiling_line or printed_line
    Marker marker = Marker::disc;
    friend bool operator==(const Look&, const Look&) = default;
};

enum class LookKind : uint8_t { algorithm, copy, printed };

/// Who a style belongs to. An algorithm that was measured here and its recording are one owner: one of their
/// lines is dashed.
struct StyleOwner {
    std::string key;
    LookKind kind = LookKind::algorithm;
    Look wish;
};

/// Gives out looks. A line keeps its look as long as it is shown, and gets the last one back if it is free.
class CurveStyles {
  public:
    /// Of the owners that are shown, in their order. No two have the same look; up to six have neither a
    /// colour nor a marker in common. (Beyond 42 algorithms looks would repeat.)
    std::vector<Look> give(std::span<const StyleOwner> shown);
    /// The look that it had last, else the one that it wishes for.
    Look last(const StyleOwner& owner) const;

  private:
    std::map<std::string, Look> last_;
    std::set<std::string> in_sight_;
};

/// The look that fits the `number`th algorithm of a list: disc, square, triangle, diamond, …
Look numbered_look(int number);

/// The first three are plots over sizes; `bars` and `spread` show one size, `heat` widths and heights of one
/// line, `strip` one line's launches and copies over time, `roofline` how close lines come to what the GPU
/// can do, `paper` a paper's experiment with its claims, `why` where the time goes.
enum class RaceMode : uint8_t { time, throughput, speedup, bars, spread, heat, strip, roofline, paper, why };
constexpr bool is_plot(RaceMode mode) { return mode <= RaceMode::speedup; }
/// Whether the view shows what the model of time says.
constexpr bool asks_model(RaceMode mode) {
    return mode == RaceMode::strip || mode == RaceMode::roofline || mode == RaceMode::why;
}

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

/// "97.3 µs", "3.63 GB/s", "460 ×": a value of the plot.
std::string value_text(RaceMode mode, double value);
/// The same as short as the label of a decade: "100 µs", "10 GB/s", "0.1 ×".
std::string decade_text(RaceMode mode, double value);
/// What the plot shows, over its upper edge.
std::string caption(RaceMode mode);

/// "8192 × 8192"; a crossing between two sizes is rounded up.
std::string side_text(double side);

/// `overlaid`: of a second recording, laid over the first.
enum class CurveSource : uint8_t { here, recorded, overlaid, published };

/// One median over squares of one side.
struct CurvePoint {
    double side = 0;
    double seconds = 0, low = 0, high = 0;  ///< median, 5th and 95th percentile
    int64_t bytes = 0;                      ///< read and written at least; 0: not known
    double least = 0, most = 0;  ///< the median lies between them with 95 % confidence; 0: not known
    bool settled = true;         ///< all runs are in
    /// Every timed run, the shortest first; null: not known.
    std::shared_ptr<const std::vector<double>> samples = {};
    std::vector<bench::RecordedLaunch> launches = {};  ///< each timed by itself; empty: not known
};

/// How many times as long one median is as another, and between which bounds that is known.
struct Ratio {
    double times = 0, low = 0, high = 0;
};
Ratio ratio_of(const CurvePoint& longer, const CurvePoint& shorter);

/// "310", "8.2", "0.25": two digits, the most that a ratio of medians is worth.
std::string times_text(double times);
/// The same where the interval allows two digits; else its bounds, "600 to 900", `to` between them. Empty
/// where it has none.
std::string times_text(const Ratio& ratio, std::string_view to = " to ");

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

/// Measured here first (CPU, GPU, copies), then recorded, then of the recording `over` that, then published.
/// `types` are those of the figures.
/// Recorded and published curves are there only with points; looks and what is shown are not set.
std::vector<RaceCurve> race_curves(const RaceExperiment& experiment, const RaceResults& here,
                                   const bench::MachineInfo& machine, const bench::Recording* recording,
                                   ElementTypes types, const bench::Recording* over = nullptr);

/// The plain CPU loop, on one core, of the machine that the curve's times are of: the first that is shown; of
/// a paper its own. Null without one: times of two machines are never divided.
/// `owner`: another line of that machine instead, by who wears its look; empty: the loop.
const RaceCurve* baseline_of(std::span<const RaceCurve> curves, const RaceCurve& curve,
                             std::string_view owner = {});
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

/// In seconds, bytes a second, or times the speed of its baseline at the same size, with the label's second
/// line.
PlotSeries series_of(const RaceCurve& curve, RaceMode mode, const RaceCurve* baseline);

/// "H200" of "NVIDIA H200".
std::string short_machine(const std::string& name);
/// "an H200", "a Tesla T4".
std::string with_article(const std::string& name);

/// Seconds at the largest recorded size, by owner: what is known of algorithms before they are measured.
std::map<std::string, double> known_seconds(std::span<const RaceCurve> recorded);

/// Keys of a lecture's curves: this CPU's plain loop; three on a GPU (the fastest, and the two fastest of the
/// papers), live where they can run, else recorded; then their host's loop as well; the copy beside them; the
/// first printed line.
std::set<std::string> opening_keys(std::span<const RaceCurve> curves,
                                   const std::map<std::string, double>& known);

/// Keys of a paper's curves: its loop (else the first one), with recorded kernels their host's too; its
/// kernels, its printed lines, the copy.
std::set<std::string> paper_keys(std::span<const RaceCurve> curves, std::string_view paper);

/// The papers that some curve belongs to, in their order.
std::vector<std::string_view> papers_among(std::span<const RaceCurve> curves);

}  // namespace upsweep::app
