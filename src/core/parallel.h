// Rows shared out over the CPU's cores.
#pragma once

#include <cstdint>
#include <functional>

namespace upsweep {

/// Calls `work(first, last)` on up to `threads` threads so that every row in [0, rows) is covered once, in
/// contiguous bands. threads = 0: one a core, at most 8. Returns when all are done; the first exception of
/// any band is rethrown.
void parallel_rows(std::int64_t rows, const std::function<void(std::int64_t first, std::int64_t last)>& work,
                   int threads = 0);

}  // namespace upsweep
