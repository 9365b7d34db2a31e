// Two recordings side by side.
#include "bench/compare.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/export.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/helpers/sample.h"
#include "system/machine.h"

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

TEST(Changes, RepeatWhereEachLiesInTheOthersSpread) {
    EXPECT_TRUE((Change{time_of("copy", 1, 0.05), time_of("copy", 1.04, 0.05)}.repeats()));
    EXPECT_FALSE((Change{time_of("copy", 1, 0.01), time_of("copy", 1.2, 0.01)}.repeats()));
}

/// What the program says of the loop when it is started afresh.
RecordedTime time_of_a_start() {
    const std::string command =
        "'" + std::string(UPSWEEP_PROGRAM) + "'" +
        " bench --algorithms integral_image_bugetti_loop --on cpu --type u32 --sizes 1024 --format json";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (pipe == nullptr) throw Error("{} did not start.", command);
    std::string text;
    std::array<char, 4096> piece{};
    for (size_t count = 1; count > 0;) {
        count = fread(piece.data(), 1, piece.size(), pipe.get());
        text.append(piece.data(), count);
    }
    return parse_recording(text, "a start").times.at(0);
}

// A quiet machine is needed: another program's load moves a median further than the runs of one start show.
TEST(Changes, TenStartsOfTheCpuLoopAgreeWithinTheirOwnInterval) {
    if (!test::takes_all()) GTEST_SKIP() << "UPSWEEP_ALL=1 starts the program ten times.";
    if (!std::filesystem::exists(UPSWEEP_PROGRAM)) GTEST_SKIP() << "The program itself is not built.";
    std::vector<RecordedTime> starts;
    const system::CpuUse before = system::cpu_use();
    const double begun = steady_seconds();
    for (int i = 0; i < 10; ++i) starts.push_back(time_of_a_start());
    // The ten are processes of their own and use one thread, one after the other.
    const double busy = (system::cpu_use().machine - before.machine) / (steady_seconds() - begun);
    if (busy > 1.3) GTEST_SKIP() << "Other programs keep " << busy - 1 << " threads busy; close them.";
    for (const RecordedTime& one : starts) {
        std::printf("%.4f ms, %.4f to %.4f, spread %.4f to %.4f\n", 1e3 * one.seconds, 1e3 * one.median_least,
                    1e3 * one.median_most, 1e3 * one.low, 1e3 * one.high);
        for (const RecordedTime& other : starts) EXPECT_TRUE((Change{one, other}.repeats()));
    }
}

}  // namespace
}  // namespace upsweep::bench
