// The small lists of a launch's command line: dimensions, definitions, template arguments; and its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/element_type.h"
#include "core/plan.h"

namespace upsweep::programs {

/// "4", "4,2" or "4,2,1". Throws UsageError that begins with `what` ("--grid").
Dim3 parse_dim3(std::string_view text, std::string_view what);

/// "N=4", or "N" for N=1, each as after -D. Throws UsageError for what is not a name.
Definitions parse_definitions(const std::vector<std::string>& texts);

/// The kernel's name with its template's arguments: "reduce<float, 256>", and the types of its parameters
/// behind them if they are given: "reduce<float, 256>(float*)"; the name alone without any.
std::string with_template_arguments(const std::string& kernel, const std::vector<std::string>& arguments);

/// "3", "-1", "0xff" (a bit pattern), "2.5", "1e-3", "nan", "inf", "true": raw bits, zero-extended. Throws
/// UsageError that begins with `what` ("Parameter `n`") for text that is not such a number or does not fit.
uint64_t parse_number(std::string_view text, ScalarType type, std::string_view what);

/// A whole number of at least `lowest` and at most `highest`. Throws UsageError that begins with `what`.
int64_t parse_whole(std::string_view text, int64_t lowest, int64_t highest, std::string_view what);

/// `value` converted to the type as C does it (integers modulo 2^bits), as raw bits.
uint64_t bits_of(ScalarType type, int64_t value);

}  // namespace upsweep::programs
