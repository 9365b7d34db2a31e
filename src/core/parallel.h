// Work divided among the CPU's cores, and beside what the caller does. In a build without threads
// (UPSWEEP_NO_THREADS) all of it is done by the caller.
#pragma once

#include <cstdint>
#include <functional>
#ifndef UPSWEEP_NO_THREADS
#include <thread>
#endif

namespace upsweep {

/// Calls `work(first, last)` on up to `threads` threads so that every row in [0, rows) is covered once, in
/// contiguous bands, begun in ascending order (so that a band may wait for those before it). threads = 0: one
/// a core, at most 8. The helping threads are kept for the next call. Returns when all are done; the first
/// exception of any band is rethrown.
void parallel_rows(int64_t rows, const std::function<void(int64_t first, int64_t last)>& work,
                   int threads = 0);

/// How many threads work on `elements` is worth: one a core, at most 8, and no more than leave each of them
/// `each` elements. At least 1.
int threads_for(int64_t elements, int64_t each);

/// How many threads this machine runs at once; at least 1, and 1 in a build without threads.
int threads_here();

/// Work on a thread of its own, in pieces: each says whether more is left. Without threads poll() does a few
/// of them, so that its caller goes on between them, or wait() all.
class Worker {
  public:
#ifdef UPSWEEP_NO_THREADS
    static constexpr bool has_thread = false;
#else
    static constexpr bool has_thread = true;
#endif
    explicit Worker(std::function<bool()> piece);
    /// Waits for work that has begun.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Called now and then by the owner of the work; takes a hundredth of a second, or as long as a piece
    /// does.
    void poll();
    /// Until the work is done.
    void wait();

  private:
#ifdef UPSWEEP_NO_THREADS
    std::function<bool()> piece_;  ///< none while it runs, and once nothing is left
#else
    std::thread thread_;
#endif
};

}  // namespace upsweep
