// A build without threads: loops run in order, and jobs when a caller needs them.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/host/jobs.h"
#include "core/parallel.h"

namespace upsweep::app {
namespace {

TEST(WithoutThreads, BandsFollowOneAnother) {
    std::vector<std::pair<int64_t, int64_t>> bands;
    parallel_rows(
        10, [&](int64_t first, int64_t last) { bands.emplace_back(first, last); }, 3);
    EXPECT_EQ(bands, (std::vector<std::pair<int64_t, int64_t>>{{0, 3}, {3, 6}, {6, 10}}));
    EXPECT_EQ(threads_here(), 1);
    EXPECT_EQ(threads_for(1'000'000, 10), 1);
    const auto fail = [](int64_t, int64_t) { throw std::runtime_error("no"); };
    EXPECT_THROW(parallel_rows(10, fail), std::runtime_error);
}

TEST(WithoutThreads, AWorkerWorksWhenItIsAsked) {
    int runs = 0;
    Worker worker([&] { return ++runs < 3; });
    EXPECT_EQ(runs, 0);
    worker.poll();
    worker.wait();
    EXPECT_EQ(runs, 3);
    {
        const Worker dropped([&] { return ++runs < 9; });
    }
    EXPECT_EQ(runs, 3);
}

TEST(WithoutThreads, AWorkerThatIsAskedDoesAPieceAndNotAll) {
    int runs = 0;
    Worker worker([&] {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(11);
        while (std::chrono::steady_clock::now() < end) continue;
        return ++runs < 3;
    });
    worker.poll();
    EXPECT_EQ(runs, 1);
    worker.wait();
    EXPECT_EQ(runs, 3);
}

TEST(WithoutThreads, AJobRunsWhenItIsDelivered) {
    int wakes = 0, result = 0;
    std::string failure;
    Jobs jobs([&] { ++wakes; }, [&](const std::string& sentence) { failure = sentence; });
    jobs.start(
        "adding", [](Job&) { return 42; }, [&](int value) { result = value; });
    jobs.start(
        "failing", [](Job&) -> int { throw std::runtime_error("It failed."); }, [](int) {});
    EXPECT_EQ(wakes, 2);
    EXPECT_EQ(result, 0);
    EXPECT_FALSE(jobs.idle());
    EXPECT_TRUE(jobs.deliver());
    EXPECT_EQ(result, 42);
    EXPECT_EQ(failure, "");
    EXPECT_TRUE(jobs.waiting());
    EXPECT_TRUE(jobs.deliver());
    EXPECT_EQ(failure, "It failed.");
    EXPECT_TRUE(jobs.idle());
}

}  // namespace
}  // namespace upsweep::app
