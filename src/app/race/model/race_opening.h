// Which curves the Race opens with, and which belong to a paper.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "app/race/model/race_curves.h"

namespace upsweep::app {

/// Seconds at the largest recorded size, by owner: what is known of algorithms before they are measured.
std::map<std::string, double> known_seconds(std::span<const RaceCurve> recorded);

/// Keys of a lecture's curves: this CPU's plain loop; three on a GPU (the fastest, and the two fastest of the
/// papers), live where they can run, else recorded; the copy beside them; the first printed line.
std::set<std::string> opening_keys(std::span<const RaceCurve> curves,
                                   const std::map<std::string, double>& known);

/// Keys of a paper's curves: its loop (else the first one), its kernels, its printed lines, the copy.
std::set<std::string> paper_keys(std::span<const RaceCurve> curves, std::string_view paper);

/// The papers that some curve belongs to, in their order.
std::vector<std::string_view> papers_among(std::span<const RaceCurve> curves);

}  // namespace upsweep::app
