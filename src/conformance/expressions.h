// Typed expressions over every integer and floating-point type, the same on every machine: random ones, and
// every operator once between every two types. They avoid what C++ leaves undefined; what the GPU does then
// is pinned by kernels written for it.
#pragma once

#include <string>
#include <vector>

namespace upsweep::conformance {

constexpr int random_kernels = 42;
constexpr int operator_kernels = 116;  ///< every operator between every two types
constexpr int expression_kernels = random_kernels + operator_kernels;
constexpr int expressions_a_kernel = 50;
constexpr int expression_operands = 32;  ///< sets of operands, one a thread

std::string expression_kernel_name(int kernel);

/// One for each parameter: whole numbers, floating-point numbers, and room for the results: of thread t and
/// expression e at t * expressions_a_kernel + e, as 64 bits; a NaN is all ones but the sign.
std::vector<std::string> expression_arguments();

/// One kernel as a file.
std::string expressions_text(int kernel);

/// The text of one expression, for a message.
std::string expression_text(int kernel, int expression);

/// How many expressions there are.
int operator_count();

/// One kernel's variables and statements.
std::string operator_statements(int kernel);

}  // namespace upsweep::conformance
