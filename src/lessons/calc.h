// Arithmetic in a lesson's terms.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace upsweep::lessons {

using TermText = std::function<std::string(std::string_view term)>;

/// The value of numbers, terms in square brackets, + - * /, brackets and log2(…): "2 * ([n] - 1)". Throws
/// Error saying what cannot be read, and what `term` throws.
double calculate(std::string_view expression, const TermText& term);

/// A whole number as one; else with two decimals at most: "2.5".
std::string number_text(double number);

/// The number that a text is; "−3" counts. Throws Error if it is not a number.
double number_of(std::string_view text);

/// Whether "LEFT < RIGHT" holds, with =, <, >, <=, >= or != between two sides that calculate() reads. Throws
/// Error.
bool holds(std::string_view condition, const TermText& term);

}  // namespace upsweep::lessons
