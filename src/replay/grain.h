// The sizes of step by their names.
#pragma once

#include <array>
#include <string_view>

#include "pipelines/algorithm.h"

namespace upsweep::replay {

/// By StepSize.
inline constexpr std::array<std::string_view, 4> grain_names = {"statement", "barrier", "phase", "launch"};
/// Throws UsageError for another name.
StepSize parse_grain(std::string_view name);
inline std::string_view name_of(StepSize grain) { return grain_names[static_cast<std::size_t>(grain)]; }

}  // namespace upsweep::replay
