// The words that experiment files have for what is one of several; and units.
#pragma once

#include <array>
#include <string_view>

#include "bench/experiment.h"

namespace upsweep::bench {

// Each in the order of its enumeration.
inline constexpr std::array<std::string_view, 2> statistic_names = {"median", "mean"};
inline constexpr std::array<std::string_view, 2> frame_names = {"overlapping", "alone"};
inline constexpr std::array<std::string_view, 8> unit_names = {"s",    "ms", "us",      "frames/s",
                                                               "GB/s", "x",  "percent", "side"};
inline constexpr std::array<std::string_view, 9> view_names = {
    "time", "throughput", "speed-up", "frames", "bars", "spread", "heat map", "occupancy", "strip"};
inline constexpr std::array<std::string_view, 10> judge_names = {
    "nothing", "ratio", "best", "time", "frames", "rate", "crossing", "flat", "occupancy", "best side"};

/// 0 of units that are not times.
double seconds_of(double value, Unit unit);

}  // namespace upsweep::bench
