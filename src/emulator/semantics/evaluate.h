// Computes constexpr functions while a text is checked.
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/semantics/typed.h"

namespace upsweep::emulator {

/// The raw bits of a call of constants, or nothing if it needs memory, a thread, or too many steps.
std::optional<uint64_t> evaluate(const Expression& call);

}  // namespace upsweep::emulator
