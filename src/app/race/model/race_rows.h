// The table under the Race's plot: a row a shown curve, at a few sizes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/race/model/race_curves.h"

namespace upsweep::app {

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
