// Exports are read back by what other tools would use.
#include "bench/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace upsweep::bench {
namespace {

using ::testing::HasSubstr;

Report sample() {
    Report report;
    report.machine.cpu = "Example CPU, 2 GHz";
    report.machine.cores = 2;
    report.settings.competitors = {Competitor{}, Competitor{}};
    report.settings.competitors[1].on = "gpu";
    report.settings.competitors[1].with_transfers = true;
    Row row;
    row.extent = {64, 32};
    row.types = {ScalarType::u8, ScalarType::u32};
    row.time = {.median = 0.002, .low = 0.001, .high = 0.004, .error = 0.01, .runs = 12};
    row.traffic_bytes = 4000000;
    row.settled = true;
    report.rows = {row, row};
    report.rows[1].competitor = 1;
    return report;
}

TEST(Json, HasExactlyTheKeysInTheirOrder) {
    const auto json = nlohmann::ordered_json::parse(to_json(sample()));
    std::string keys;
    for (const auto& [key, value] : json["rows"][0].items()) keys += key + " ";
    EXPECT_EQ(keys,
              "algorithm on type width height median_ms low_ms high_ms runs gb_per_s checked bytes "
              "median_least_ms median_most_ms mean_ms ");
    EXPECT_EQ(json.size(), 2U);
    EXPECT_EQ(json["machine"]["cpu"], "Example CPU, 2 GHz");
    Report dated = sample();
    dated.machine.date = "2026-01-02";
    EXPECT_EQ(nlohmann::json::parse(to_json(dated))["recorded"]["date"], "2026-01-02");
    const auto& row = json["rows"][1];
    EXPECT_EQ(row["algorithm"], "copy");
    EXPECT_EQ(row["on"], "gpu+transfers");
    EXPECT_EQ(row["type"], "u8→u32");
    EXPECT_EQ(row["width"], 64);
    EXPECT_DOUBLE_EQ(row["median_ms"], 2.0);
    EXPECT_DOUBLE_EQ(row["gb_per_s"], 2.0);
    EXPECT_EQ(row["checked"], true);
}

TEST(Json, NanAndInfinityAreStrings) {
    Report report = sample();
    report.rows[0].time.high = INFINITY;
    report.rows[0].time.low = NAN;
    const auto json = nlohmann::json::parse(to_json(report));
    EXPECT_EQ(json["rows"][0]["high_ms"], "inf");
    EXPECT_EQ(json["rows"][0]["low_ms"], "nan");
}

TEST(Csv, NamesTheMachineInEveryRowAndQuotesCommas) {
    const std::string csv = to_csv(sample());
    EXPECT_THAT(
        csv, HasSubstr("copy,cpu,u8→u32,64,32,2,1,4,12,2,true,\"Example CPU, 2 GHz, 2 threads, no GPU\"\n"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(Table, ShowsSettledRowsOnly) {
    Report report = sample();
    report.rows[0].settled = false;
    const std::string table = to_table(report);
    EXPECT_THAT(table, HasSubstr("gpu+transfers"));
    EXPECT_THAT(table, HasSubstr("2.00 ms"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
}

TEST(Add, ReplacesTheRowOfACellAndAWrongResultTakesItAway) {
    Report report;
    Row row = sample().rows[0];
    row.settled = false;
    add(report, row);
    row.settled = true;
    add(report, row);
    ASSERT_EQ(report.rows.size(), 1U);
    EXPECT_TRUE(report.rows[0].settled);
    add(report, Refusal{0, row.extent, "Wrong.", true});
    EXPECT_TRUE(report.rows.empty());
    EXPECT_EQ(report.refusals.size(), 1U);
}

TEST(TimeText, ThreeDigitsInTheUnitThatSuits) {
    EXPECT_EQ(time_text(98.04e-3), "98.0 ms");
    EXPECT_EQ(time_text(319e-6), "319 µs");
    EXPECT_EQ(time_text(83.2e-6), "83.2 µs");
    EXPECT_EQ(time_text(1.254), "1.25 s");
    EXPECT_EQ(time_text(999.7e-6), "1.00 ms");
    EXPECT_EQ(time_text(42e-9), "42.0 ns");
}

TEST(RateText, NeverHasAnExponent) {
    EXPECT_EQ(rate_text(4184.2), "4184");
    EXPECT_EQ(rate_text(264.3), "264");
    EXPECT_EQ(rate_text(7.138), "7.14");
    EXPECT_EQ(rate_text(0.0305), "0.0305");
}

TEST(BytesText, BinaryUnits) {
    EXPECT_EQ(bytes_text(int64_t{4} << 30), "4.0 GiB");
    EXPECT_EQ(bytes_text(512 << 10), "512 KiB");
    EXPECT_EQ(bytes_text(100), "100 bytes");
}

TEST(Machine, KnowsThisOne) {
    const MachineInfo machine = this_machine();
    EXPECT_GT(machine.cores, 0);
    EXPECT_GT(machine.memory_bytes, 0);
    EXPECT_FALSE(machine.compiler.empty());
    EXPECT_FALSE(machine.version.empty());
}

}  // namespace
}  // namespace upsweep::bench
