// Rows shared out over the CPU's cores.
#pragma once

#include <cstdint>
#include <functional>

namespace upsweep {

/// Calls `work(first, last)` on up to `threads` threads so that every row in [0, rows) is covered once, in
/// contiguous bands, begun in ascending order (so that a band may wait for those before it). threads = 0: one
/// a core, at most 8. The helping threads are kept for the next call. Returns when all are done; the first
/// exception of any band is rethrown.
void parallel_rows(std::int64_t rows, const std::function<void(std::int64_t first, std::int64_t last)>& work,
                   int threads = 0);

/// How many threads work on `elements` is worth: one a core, at most 8, and no more than leave each of them
/// `each` elements. At least 1.
int threads_for(std::int64_t elements, std::int64_t each);

}  // namespace upsweep
