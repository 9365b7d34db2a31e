// Jobs: results, errors and progress reach the window's thread; cancelled work delivers nothing.
#include "app/host/jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/error.h"

namespace upsweep::app {
namespace {

struct Fixture {
    std::atomic<int> wakes = 0;
    std::vector<std::string> failures;
    Jobs jobs{[this] { ++wakes; }, [this](const std::string& sentence) { failures.push_back(sentence); }};

    void wait() {
        while (!jobs.idle()) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
};

TEST(Jobs, DeliversTheResultOnTheCallersThread) {
    Fixture f;
    int result = 0;
    std::thread::id worked, delivered;
    f.jobs.start(
        "adding",
        [&](Job& job) {
            worked = std::this_thread::get_id();
            job.set_progress(0.5);
            return 20 + 22;
        },
        [&](int value) {
            result = value;
            delivered = std::this_thread::get_id();
        });
    f.wait();
    EXPECT_EQ(result, 42);
    EXPECT_NE(worked, std::this_thread::get_id());
    EXPECT_EQ(delivered, std::this_thread::get_id());
    EXPECT_GE(f.wakes, 1);
    EXPECT_TRUE(f.failures.empty());
}

TEST(Jobs, AnErrorBecomesASentence) {
    Fixture f;
    bool done = false;
    f.jobs.start(
        "failing", [](Job&) -> int { throw Error("The file is no picture."); }, [&](int) { done = true; });
    f.wait();
    EXPECT_FALSE(done);
    ASSERT_EQ(f.failures.size(), 1U);
    EXPECT_EQ(f.failures[0], "The file is no picture.");
}

TEST(Jobs, CancelledWorkDeliversNothing) {
    Fixture f;
    bool done = false;
    auto job = f.jobs.start(
        "waiting",
        [](Job& work) -> int {
            while (!work.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            throw Cancelled();
        },
        [&](int) { done = true; });
    EXPECT_EQ(f.jobs.running().size(), 1U);
    job->cancel();
    f.wait();
    EXPECT_FALSE(done);
    EXPECT_TRUE(f.failures.empty());
    EXPECT_TRUE(job->finished());
}

TEST(Jobs, DestructionCancelsAndWaits) {
    std::atomic<bool> left = false;
    {
        Fixture f;
        f.jobs.start(
            "waiting",
            [&](Job& work) {
                while (!work.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                left = true;
                return 0;
            },
            [](int) {});
    }
    EXPECT_TRUE(left);
}

TEST(Jobs, PostsFromTheWorkArriveInOrder) {
    Fixture f;
    std::vector<int> seen;
    f.jobs.start(
        "counting",
        [&](Job&) {
            for (int i = 0; i < 5; ++i) f.jobs.post([&seen, i] { seen.push_back(i); });
            return 5;
        },
        [&](int last) { seen.push_back(last); });
    f.wait();
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(OwnJobs, TheLatestCountsAndOthersMayStandBesideIt) {
    Fixture f;
    std::vector<int> seen;
    OwnJobs own(f.jobs);
    EXPECT_FALSE(own.busy());
    const auto give = [](int number) { return [number](Job&) { return number; }; };
    const auto take = [&](int number) { seen.push_back(number); };
    own.start("first", give(1), take);
    own.start("second", give(2), take);
    EXPECT_TRUE(own.busy());
    EXPECT_EQ(own.title(), "second");
    own.add("third", give(3), take);
    f.wait();
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<int>{2, 3}));
    EXPECT_FALSE(own.busy());
    EXPECT_EQ(own.title(), "");
}

TEST(OwnJobs, DeliverNothingOnceTheirOwnerHasEnded) {
    Fixture f;
    int seen = 0;
    {
        OwnJobs own(f.jobs);
        own.start(
            "posting",
            [&](Job& job) {
                job.post([&] { ++seen; });
                return 1;
            },
            [&](int) { ++seen; });
    }
    f.wait();
    EXPECT_EQ(seen, 0);
    EXPECT_TRUE(f.failures.empty());
}

}  // namespace
}  // namespace upsweep::app
