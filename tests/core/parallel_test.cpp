// Rows shared out over kept threads: every row once, bands in order, exceptions handed on, calls side by
// side.
#include "core/parallel.h"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace upsweep {
namespace {

TEST(ParallelRows, CoverEveryRowOnce) {
    for (int64_t rows : {1, 2, 7, 100})
        for (int threads : {0, 1, 2, 5, 200}) {
            std::vector<std::atomic<int>> visits(rows);
            const auto visit = [&](int64_t first, int64_t last) {
                for (int64_t row = first; row < last; ++row) ++visits[row];
            };
            parallel_rows(rows, visit, threads);
            for (const std::atomic<int>& visit_count : visits) EXPECT_EQ(visit_count, 1);
        }
}

/// Each band waits for the one before it; with more bands than cores this hangs unless they begin in order.
TEST(ParallelRows, ABandMayWaitForTheOneBefore) {
    constexpr int bands = 32;
    std::atomic<int> done{0};
    const auto work = [&](int64_t first, int64_t) {
        while (done < first) std::this_thread::yield();
        ++done;
    };
    parallel_rows(bands, work, bands);
    EXPECT_EQ(done, bands);
}

TEST(ParallelRows, RethrowTheFirstBandsException) {
    std::atomic<int> bands{0};
    const auto work = [&](int64_t first, int64_t) {
        ++bands;
        if (first > 0) throw std::runtime_error(std::to_string(first));
    };
    try {
        parallel_rows(4, work, 4);
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "1");
    }
    EXPECT_EQ(bands, 4);
}

TEST(ParallelRows, KeepTheirThreads) {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    for (int call = 0; call < 50; ++call)
        parallel_rows(
            3,
            [&](int64_t, int64_t) {
                const std::lock_guard lock(mutex);
                seen.insert(std::this_thread::get_id());
            },
            3);
    // New threads for each call would be 100 and more.
    EXPECT_LE(seen.size(), 64U);
}

TEST(ParallelRows, OfCallsInsideCallsAndSideBySide) {
    std::atomic<int64_t> sum{0};
    const auto inner = [&](int64_t first, int64_t last) { sum += last - first; };
    const auto outer = [&](int64_t first, int64_t last) {
        for (int64_t row = first; row < last; ++row) parallel_rows(10, inner, 4);
    };
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) callers.emplace_back([&] { parallel_rows(8, outer, 4); });
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(sum, 3 * 8 * 10);
}

}  // namespace
}  // namespace upsweep
