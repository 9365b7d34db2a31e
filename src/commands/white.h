// The white picture through every entry that makes integral images.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace upsweep::commands {

/// A row for each entry (`slugs`, or all), place (`on`: cpu, gpu, emulator; default cpu), type and side
/// (`sizes`, or 4104, 4105, 8192): whether u32 box sums are right, and what f32 loses. Throws Error if a
/// table is wrong.
void verify_white(const std::vector<std::string>& slugs, const std::vector<std::int64_t>& sizes,
                  const std::vector<std::string>& on);

}  // namespace upsweep::commands
