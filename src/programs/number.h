// Numbers as people type them, into the bits of a type.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/element_type.h"

namespace upsweep::programs {

/// "3", "-1", "0xff" (a bit pattern), "2.5", "1e-3", "nan", "inf", "true": raw bits, zero-extended. Throws
/// UsageError that begins with `what` ("Parameter `n`") for text that is not such a number or does not fit.
uint64_t parse_number(std::string_view text, ScalarType type, std::string_view what);

/// A whole number of at least `lowest` and at most `highest`. Throws UsageError that begins with `what`.
int64_t parse_whole(std::string_view text, int64_t lowest, int64_t highest, std::string_view what);

/// `value` converted to the type as C does it (integers modulo 2^bits), as raw bits.
uint64_t bits_of(ScalarType type, int64_t value);

}  // namespace upsweep::programs
