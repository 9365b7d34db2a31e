// The question why, asked off the window's thread: of an entry, of another size, and of what cannot be asked.
#include "app/race/model/race_why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/error.h"

namespace upsweep::app {
namespace {

struct RaceWhyTest : testing::Test {
    std::string failed;
    Jobs jobs{[] {}, [this](const std::string& sentence) { failed = sentence; }};
    RaceWhy why{jobs};
    void settle() {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!jobs.idle() && std::chrono::steady_clock::now() < until) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        jobs.deliver();
    }
};

TEST_F(RaceWhyTest, AnEntryHasPartsThatAddUpAndItsRivalBesideIt) {
    const Algorithm& scan = find_algorithm("scan_hillis_steele");
    why.hold_against(&find_algorithm("scan_lookback"));
    why.ask(scan, scan.types.front());
    EXPECT_EQ(why.subject(), scan.title);
    EXPECT_EQ(why.answer(), nullptr) << "not yet";
    settle();
    ASSERT_NE(why.answer(), nullptr) << why.error() << failed;
    double sum = 0;
    for (const model::PartTime& part : why.answer()->parts)
        if (part.part != model::Part::transfers && part.part != model::Part::first_call) sum += part.seconds;
    EXPECT_NEAR(sum, why.answer()->predicted, why.answer()->predicted * 1e-6);
    EXPECT_FALSE(why.answer()->headline.empty());
    ASSERT_NE(why.rivals_answer(), nullptr);
    EXPECT_NE(why.rivals_answer()->slug, why.answer()->slug);
    const double before = why.answer()->predicted;
    why.choose_elements(int64_t{1} << 24);
    EXPECT_EQ(why.answer(), nullptr);
    settle();
    ASSERT_NE(why.answer(), nullptr);
    EXPECT_GT(why.answer()->predicted, before);
}

TEST_F(RaceWhyTest, ATraceIsRefused) {
    scenes::Scene scene;
    scene.of = scenes::TraceFile{"a.trace"};
    EXPECT_THROW(why.ask(scene), UsageError);
}

}  // namespace
}  // namespace upsweep::app
