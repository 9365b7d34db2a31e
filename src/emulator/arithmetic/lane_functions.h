// Operations on whole rows of lanes, one function a type: what a `compute` instruction calls.
#pragma once

#include "core/element_type.h"
#include "emulator/arithmetic/builtins.h"

namespace upsweep::emulator {

/// One operation on `lanes` payloads of each operand.
using LaneFunction = void (*)(uint64_t* dst, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                              int lanes);

/// dst = a `operation` b in `type`; comparisons give 0 or 1; shifts take b's low 32 bits.
LaneFunction binary_function(BinaryOperation operation, ScalarType type);
LaneFunction negate_function(ScalarType type);
LaneFunction complement_function(ScalarType type);
/// dst = a converted.
LaneFunction convert_function(ScalarType from, ScalarType to);
/// dst = a.
LaneFunction copy_function();
/// dst = !a, of 0 or 1.
LaneFunction not_function();
/// dst = a ? b : c.
LaneFunction select_function();
/// dst = address a + index b (of type `index`) · c bytes.
LaneFunction address_function(ScalarType index);
/// dst = address a − index b (of type `index`) · c bytes.
LaneFunction address_minus_function(ScalarType index);
/// dst = (address a − address b) / c bytes, i64.
LaneFunction difference_function();

/// Mathematics and bits on T = `type`, or null if none exists. Where the result has another type (counts,
/// tests, rounding to an integer) `result` says which.
LaneFunction builtin_function(Builtin builtin, ScalarType type, ScalarType result);

}  // namespace upsweep::emulator
