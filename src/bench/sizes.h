// Lists of sizes as people type them.
#pragma once

#include <string>
#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep::bench {

/// Reads "1024,2048x1024". A number n alone means `shape`: one row of n elements, or a picture of n × n.
/// Throws UsageError naming the part that is not a size.
std::vector<Extent> parse_sizes(const std::string& text, Shape shape);

/// Squares from `lowest` to `highest` (sides), each `steps_per_octave` times finer than doubling; powers of
/// two are always among them.
std::vector<Extent> square_sizes(int64_t lowest, int64_t highest, int steps_per_octave);

}  // namespace upsweep::bench
