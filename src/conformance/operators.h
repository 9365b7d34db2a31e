// Every operator between every two types, every conversion, assignment and increment, each once: what random
// expressions only meet by chance.
#pragma once

#include <string>

namespace upsweep::conformance {

/// As many kernels as hold them all.
constexpr int operator_kernels = 116;

/// How many expressions there are.
int operator_count();

/// One kernel's variables and statements.
std::string operator_statements(int kernel);

}  // namespace upsweep::conformance
