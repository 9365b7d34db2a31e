// What can be raced, derived from the catalog: algorithms that compute the same kind of thing, over sizes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "bench/rows.h"

namespace upsweep::app {

/// One line that may be raced: who, and whether it can run here.
struct RaceLine {
    bench::Competitor competitor;
    std::string label;   ///< "Work-efficient scan"
    std::string reason;  ///< why it cannot run on this machine; empty if it can
    bool limit() const { return competitor.algorithm == nullptr; }
};

struct RaceExperiment {
    std::string title;                ///< "Integral images"
    std::string heading;              ///< "Integral images, n × n"
    std::vector<RaceLine> lines;      ///< CPU, GPU, limits
    std::vector<ElementTypes> types;  ///< of all its algorithms, the first one's first
};

/// Algorithms belong together if they share chapter and shape and all, or none, have a convention of borders.
/// An experiment that can run nothing but the copy here is kept, with its reasons.
std::vector<RaceExperiment> race_experiments(std::span<const Algorithm* const> algorithms,
                                             const bench::BackendsHere& here);

/// Why the line cannot take these types, as a sentence; empty if it can.
std::string type_reason(const RaceLine& line, ElementTypes types);

}  // namespace upsweep::app
