// Whether two results are the same, to the bit or within units in the last place.
#pragma once

#include <string>

#include "core/array.h"

namespace upsweep::conformance {

/// Empty if `got` is `expected`; else the first difference: "element 3 is 7 (0x7), expected 8 (0x8)". With
/// `ulps` floating-point numbers may be so far apart, and every NaN is every other.
std::string difference(const Array& expected, const Array& got, int ulps);

}  // namespace upsweep::conformance
