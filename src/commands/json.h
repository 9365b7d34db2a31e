// JSON as the commands write it: alone on stdout, keys in a fixed order, NaN and infinity as strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/array.h"

namespace upsweep::commands {

/// One element of an array: a number, or "nan", "inf", "-inf".
nlohmann::ordered_json to_json(const Array& array, std::int64_t index);
/// All elements, flat, row by row.
nlohmann::ordered_json to_json(const Array& array);
/// A number; NaN and infinities as strings.
nlohmann::ordered_json to_json(double value);
/// A scalar's raw bits.
nlohmann::ordered_json to_json(ScalarType type, std::uint64_t bits);

/// Prints the document and a line end on stdout.
void print(const nlohmann::ordered_json& document);

}  // namespace upsweep::commands
