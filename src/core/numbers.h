// Floating-point numbers in text, for every library: some have std::from_chars and std::to_chars of integers
// only.
#pragma once

#include <charconv>
#include <string>

namespace upsweep {

/// The number that a text begins with, as std::from_chars reads it: "1.5", "-2e3", "inf"; no blanks, no "+",
/// no "0x". Without `exponent` a number ends before its "e".
std::from_chars_result read_number(const char* first, const char* last, double& value, bool exponent = true);

/// The shortest text that is read as the same number, as std::to_chars writes it: "0.1", "1e+22". Of finite
/// ones.
std::string shortest_text(double value);
std::string shortest_text(float value);

/// The same without the library's help.
namespace plain {
std::from_chars_result read_number(const char* first, const char* last, double& value, bool exponent = true);
std::string shortest_text(double value);
std::string shortest_text(float value);
}  // namespace plain

}  // namespace upsweep
