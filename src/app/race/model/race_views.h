// Ways of looking at the Race: what each is called, and what bars, strips and heat maps show, as data.
#pragma once

#include "app/race/model/race_curves.h"
#include "core/ranges.h"

namespace upsweep::app {

/// "speed-up" in links and settings, "Speed-up" on the screen.
struct RaceWay {
    RaceMode mode = RaceMode::time;
    std::string_view name, title;
};
std::span<const RaceWay> race_ways();
const RaceWay& way_of(RaceMode mode);
/// Throws UsageError that lists them.
RaceMode mode_named(std::string_view name);

/// What a time is made of, as far as the lines tell: `fixed`, what the smallest size takes too (launches and
/// their end); `launch`, one launch of the work; `transfers`, what the line with transfers takes longer than
/// the one without.
enum class TimePart : uint8_t { fixed, work, launch, transfers };

/// One line's time at one size. The parts add up to it.
struct RaceBar {
    struct Part {
        TimePart kind = TimePart::work;
        double seconds = 0;
        std::string name = {};  ///< of a launch
    };
    const RaceCurve* curve = nullptr;
    const CurvePoint* point = nullptr;
    std::vector<Part> parts;
    bool launches_timed = false;  ///< each by itself; else the model predicts their shares
};
/// The shown lines that have a time at `side`, the slowest first.
std::vector<RaceBar> race_bars(std::span<const RaceCurve> curves, double side);
/// Where the axis of the bars ends: loops on a CPU may be longer than it where there are lines on a GPU.
double bar_axis_end(std::span<const RaceBar> bars);
/// "parts: launching and finishing, what 64 × 64 takes too; …"; empty where no bar has parts.
std::string bar_caption(std::span<const RaceBar> bars);

/// The shown lines that have a spread at `side`, the slowest first, and the share of their median up to which
/// the strips go.
struct RaceSpread {
    struct Strip {
        const RaceCurve* curve = nullptr;
        const CurvePoint* point = nullptr;
        int beyond = 0;    ///< runs that took longer than the axis shows
        double worst = 0;  ///< the longest of these, in medians
    };
    std::vector<Strip> strips;
    double lowest = 1, highest = 1;  ///< of the axis, in medians
};
RaceSpread race_spread(std::span<const RaceCurve> curves, double side);

/// Times of one line over widths and heights.
struct HeatCell {
    Extent extent;
    double seconds = 0;
    int64_t bytes = 0;
    bool settled = true;
};
struct RaceHeat {
    std::string owner = {}, label = {}, where = {};
    std::vector<int64_t> widths = {}, heights = {};  ///< ascending
    std::vector<HeatCell> cells = {};
    /// Null without one.
    const HeatCell* cell(Extent extent) const { return find_by(cells, &HeatCell::extent, extent); }
    /// Bytes a second, the least and the most of all cells.
    double least = 0, most = 0;
};
/// Fills in widths, heights and the range of rates from the cells; false where they are too few for a map.
bool complete(RaceHeat& heat);
/// One for each line that has times of two widths and of two heights: measured here, then recorded.
std::vector<RaceHeat> race_heats(const RaceExperiment& experiment, const RaceResults& grid,
                                 const bench::Recording* recording, ElementTypes types);
/// "Tall 64 × 4096 takes 3.1 times as long as wide 4096 × 64."; of the two with as many elements whose times
/// differ most. Empty where no two shapes differ by a tenth.
std::string heat_words(const RaceHeat& heat);

}  // namespace upsweep::app
