// Depth by formula: the longest chain of additions from an input to an output, as the scans make it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/cost.h"

namespace upsweep {

/// Additions behind each element of a row; -1 for a zero without a source.
using Depths = std::vector<std::int64_t>;

/// Behind the sum of two values: an addition counts if either is data.
std::int64_t depth_of_sum(std::int64_t a, std::int64_t b);
std::int64_t deepest(const Depths& depths);

/// Doubling the reach until `elements` are summed: ⌈log₂ elements⌉.
Term doubling_depth(std::int64_t elements);

/// Elements of a row behind its deepest sum: an exclusive one leaves the last out.
inline std::int64_t elements_summed(std::int64_t width, bool inclusive) {
    return inclusive ? width : width - 1;
}

/// The tree of up-sweep and down-sweep over one segment: exclusive sums in place of the leaves. Gives the
/// total.
std::int64_t sweep_tree(Depths& leaves);

/// Doubling the reach over values in place (Kogge and Stone 1973): inclusive sums of all of them.
void double_reach(Depths& values);

/// The two ways of an image one after the other: every element of the deepest column is as deep.
std::optional<Term> both_ways(const std::optional<Term>& along, const std::optional<Term>& down);

}  // namespace upsweep
