// JSON as this program writes it: keys in a fixed order, NaN and infinity as strings. The one header that
// includes nlohmann's, which costs a source a second or two.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/array.h"
#include "core/json_fwd.h"

namespace upsweep {

/// All elements, flat, row by row.
Json json_of(const Array& array);
/// A number; "nan", "inf" or "-inf".
Json json_of(double value);
/// A scalar's raw bits.
Json json_of(ScalarType type, uint64_t bits);

/// On one line. Bytes that are not UTF-8 are replaced, for JSON has no place for them.
std::string json_text(const Json& document);

}  // namespace upsweep
