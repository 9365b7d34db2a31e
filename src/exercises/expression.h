// Small expressions in an exercise's file: "2 * (n - 1)", and texts that hold some in braces: "unset:{n}".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace upsweep::exercises {

/// What the names of a case stand for: n, width, lanes …
using Values = std::map<std::string, int64_t, std::less<>>;

/// Whole numbers, names, + - * /, brackets and log2(x), which rounds down as / does. Throws Error with one
/// sentence for what it cannot read, an unknown name, a division by zero and a result beyond 64 bits.
int64_t evaluate(std::string_view expression, const Values& values);

/// The text with each {expression} replaced by its value. Throws Error likewise.
std::string fill_in(std::string_view text, const Values& values);

}  // namespace upsweep::exercises
