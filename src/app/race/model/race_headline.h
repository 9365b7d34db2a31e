// What the curves say, in words whose every number is computed from them: over the plot, and in the table
// under it, a row a shown curve, at a few sizes.
#pragma once

#include "app/race/model/race_curves.h"

namespace upsweep::app {

/// A sentence with one part to be stressed.
struct StressedWords {
    std::string before, stressed, after;
    std::string text() const { return before + stressed + after; }
};

struct RaceHeadline {
    /// "An H200 wins from 126 × 126; at 4096 × 4096 it is about 440 times as fast as one core of its host."
    StressedWords words;
    std::string ending;  ///< what `words.after` may be cut to where there is little room: " as fast."
    std::string detail;  ///< what is compared, with its times
    std::string winner;  ///< "An H200", "The GPU"; empty without a comparison with a GPU
    std::string base, challenger;  ///< keys of the curves compared; empty without a comparison
    bool wins = false;             ///< the challenger takes less time at `side`
    std::string ratio;             ///< "440 ×", of two curves of one machine; else empty
    double side = 0;               ///< the largest that both have
    std::optional<Crossing> from;  ///< where the challenger overtakes; in the units of RaceMode::time
};

/// What is over the plot. It compares the fastest GPU curve that is shown with the CPU loop of its own
/// machine, and names what else is known of both at that size: all cores, the way to the GPU and back, this
/// computer. Where the machine's loop was not recorded, both times are named and no ratio. `recorded` is the
/// recording's machine; `fallback` is the headline where nothing can be said yet.
RaceHeadline race_headline(std::span<const RaceCurve> curves, const bench::MachineInfo& machine,
                           const bench::MachineInfo& recorded, const std::string& fallback);

/// The plate at the crossing: "An H200 wins from 126 × 126", "both take 7.17 µs there". Empty title: none.
struct CrossingWords {
    std::string title, detail;
};
CrossingWords crossing_words(const RaceHeadline& headline);

/// "in the L2 up to 2048 × 2048"; empty where no point of the copy fits.
std::string cache_remark(const RaceCurve& copy);

/// "3 of 16 medians missed ±1 %; the worst is ±4 %"; empty where none missed it. Only
/// shown curves that were measured here count; `within` is the target, 0.01.
std::string missed_remark(std::span<const RaceCurve> curves, double within);

struct RaceTable {
    struct Row {
        const RaceCurve* curve = nullptr;
        std::string source;              ///< "measured here", "recorded", "published", "the limit"
        std::vector<std::string> times;  ///< by column of `sides`; "–" without one
        std::string of_copy, times_cpu;  ///< at `spoken`
        std::string refusal;             ///< why a size has no time; empty where all went well
        bool wrong = false;              ///< a result was not the reference's
    };
    std::vector<double> sides;  ///< up to four
    double spoken = 0;          ///< the side that the last two columns are about; one of `sides`
    bool in_cache = false;      ///< the copy there fits in the L2
    std::vector<Row> rows;      ///< the slowest at `spoken` first; those without a time there at the end
};

/// `hovered` is the side under the mouse: it is among the columns, and spoken of. The rows point into
/// `curves`.
RaceTable race_table(std::span<const RaceCurve> curves, const RaceResults& here,
                     std::optional<double> hovered);

}  // namespace upsweep::app
