// The sizes of step and their names, and stretches of steps.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "pipelines/algorithm.h"

namespace upsweep::replay {

/// How far one step of the user goes. `barrier` is a pass: what is written between two barriers in one phase;
/// where a single thread runs, a loop, one write.
using Grain = StepSize;

/// Steps first … end - 1.
struct StepRange {
    int64_t first = 0, end = 0;
    bool contains(int64_t step) const { return step >= first && step < end; }
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// By StepSize.
inline constexpr std::array<std::string_view, 4> grain_names = {"statement", "barrier", "phase", "launch"};
/// Throws UsageError for another name.
StepSize parse_grain(std::string_view name);
inline std::string_view name_of(StepSize grain) { return grain_names[size_t(grain)]; }

}  // namespace upsweep::replay
