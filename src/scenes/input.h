// The inputs of scenes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/array.h"
#include "pipelines/algorithm.h"
#include "reference/operators.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

/// An input of a kind (given: the usual one). Usual is, for a row of up to 64 elements, what is easy to add
/// in one's head; where nothing is added, each element tells its row and column; else it is random from seed
/// 1. Random values are small enough for all sums to be read in the cells; up to 64 of them are those of
/// random_input, which `verify` takes too.
Array make_input(const Algorithm& algorithm, const Parameters& parameters, InputKind kind, uint64_t seed = 1);

/// Reads "3, 1, 7 0" as numbers, and the words of operators too: "(2, 5)", an affine map, and "|7", a value
/// with its flag. Throws UsageError naming what it cannot read.
std::vector<double> parse_values(const std::string& text);
/// The same the other way round, at most `limit` values, then "…".
std::string values_text(const Array& array, int64_t limit,
                        reference::Operator operation = reference::Operator::sum);

}  // namespace upsweep::scenes
