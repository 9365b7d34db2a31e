// Typed trees as text, for tests: every conversion and load can be seen.
#pragma once

#include <string>

#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

/// Prefix form: `(= sums[(load right)] …)`.
std::string text_of(const Expression& expression);
std::string text_of(const TypedStatement& statement);

}  // namespace upsweep::emulator
