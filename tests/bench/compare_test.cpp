// Two recordings side by side.
#include "bench/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/export.h"

namespace upsweep::bench {
namespace {

using ::testing::HasSubstr;

RecordedTime time_of(const char* algorithm, double seconds, double uncertain, const char* on = "cpu") {
    RecordedTime time;
    time.algorithm = algorithm;
    time.on = on;
    time.types = {ScalarType::u32, ScalarType::u32};
    time.extent = {64, 64};
    time.seconds = seconds;
    time.median_least = time.low = seconds * (1 - uncertain);
    time.median_most = time.high = seconds * (1 + uncertain);
    return time;
}

Recording recording(std::vector<RecordedTime> times) {
    Recording all;
    all.times = std::move(times);
    return all;
}

TEST(Changes, AreOfWhatBothHave) {
    const auto all = changes(recording({time_of("scan_loop", 1, 0.01), time_of("copy", 1, 0.01)}),
                             recording({time_of("copy", 2, 0.01), time_of("scan_loop", 1, 0.01, "gpu")}));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].after.algorithm, "copy");
    EXPECT_DOUBLE_EQ(all[0].ratio(), 2);
}

TEST(Changes, AreSlowerOnlyIfThatIsSure) {
    const Change sure{time_of("copy", 1, 0.01), time_of("copy", 1.2, 0.01)};
    EXPECT_TRUE(sure.slower(1.1));
    EXPECT_FALSE(sure.slower(1.3));
    EXPECT_NEAR(sure.least(), 1.2 * 0.99 / 1.01, 1e-12);
    EXPECT_NEAR(sure.most(), 1.2 * 1.01 / 0.99, 1e-12);
    const Change noise{time_of("copy", 1, 0.2), time_of("copy", 1.2, 0.2)};
    EXPECT_FALSE(noise.sure());
    EXPECT_FALSE(noise.slower(1.1));
    const Change faster{sure.after, sure.before};
    EXPECT_TRUE(faster.faster(1.1));
    EXPECT_FALSE(faster.slower(1.1));
}

TEST(Changes, AreATableAndJson) {
    const std::vector<Change> all = {{time_of("copy", 1e-3, 0.01), time_of("copy", 1.5e-3, 0.01)},
                                     {time_of("scan_loop", 1e-3, 0.01), time_of("scan_loop", 1e-3, 0.01)}};
    EXPECT_THAT(changes_table(all, 1.1), HasSubstr("1.500  1.470 … 1.530"));
    EXPECT_THAT(changes_table(all, 1.1),
                HasSubstr("1 line is slower by more than 1.1 times, 0 faster, of 2 in both.\n"));
    const auto json = nlohmann::json::parse(changes_json(all, 1.1));
    EXPECT_EQ(json["factor"], 1.1);
    EXPECT_EQ(json["changes"][0]["verdict"], "slower");
    EXPECT_EQ(json["changes"][1]["verdict"], "alike");
    EXPECT_EQ(json["changes"][1]["algorithm"], "scan_loop");
    EXPECT_DOUBLE_EQ(json["changes"][0]["ratio"], 1.5);
}

}  // namespace
}  // namespace upsweep::bench
