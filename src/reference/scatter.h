// What scans are for: elements that move to where a scan of flags says. Of u32; other types throw UsageError.
#pragma once

#include <cstdint>

#include "core/array.h"

namespace upsweep::reference {

/// What a compaction keeps, numbered as the kernel's argument is.
enum class Keep : std::uint8_t { even, odd, not_zero };

/// Each row's elements that are kept, in order, and zeros behind them; extent as `input`.
Array compact_rows(const Array& input, Keep keep);

/// Each row sorted by `bits` bits from `shift` on, elements with the same ones in the order in which they
/// was.
Array radix_pass(const Array& input, int bits, int shift);

}  // namespace upsweep::reference
