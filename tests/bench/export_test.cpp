// Exports are read back by what other tools would use.
#include "bench/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/plot.h"
#include "bench/recording.h"
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

TEST(Json, SaysOfARowWhatThereIsToSay) {
    Report report = sample();
    Row& row = report.rows[1];
    row.parts = backends::FrameParts{.upload = 0.0015, .kernels = 0.0005, .download = 0.0016};
    row.first_call_seconds = 0.25;
    row.stopped = Stopped::time;
    row.steady = false;
    row.company.waited = 0.5;
    row.launches = {{"scan rows", 0.25}, {"add", 0.125}};
    const auto json = nlohmann::json::parse(to_json(report))["rows"][1];
    EXPECT_EQ(json["launches"][0]["name"], "scan rows");
    EXPECT_DOUBLE_EQ(json["launches"][1]["ms"], 0.125);
    const Recording read = parse_recording(to_json(report), "x");
    ASSERT_EQ(read.times[1].launches.size(), 2U);
    EXPECT_DOUBLE_EQ(read.times[1].launches[0].seconds, 0.25e-3);
    EXPECT_TRUE(read.times[0].launches.empty());
    row.launches.assign(most_launches_noted + 1, {"diagonal", 0.125});
    EXPECT_FALSE(nlohmann::json::parse(to_json(report))["rows"][1].contains("launches"));
    row.launches.clear();
    EXPECT_DOUBLE_EQ(json["first_call_ms"], 250);
    EXPECT_EQ(json["stopped_by"], "time limit");
    EXPECT_EQ(json["steady"], false);
    EXPECT_DOUBLE_EQ(json["waited_percent"], 50);
    EXPECT_DOUBLE_EQ(json["upload_ms"], 1.5);
    EXPECT_DOUBLE_EQ(json["kernel_ms"], 0.5);
    EXPECT_DOUBLE_EQ(json["download_ms"], 1.6);
    EXPECT_NEAR(json["overlapped_ms"], 1.6, 1e-9);
    EXPECT_DOUBLE_EQ(json["frames_per_s"], 500);
    EXPECT_DOUBLE_EQ(json["most_frames_per_s"], 625);
    EXPECT_TRUE(Recording(parse_recording(to_json(report), "x")).times[1].kernel_seconds > 0);
}

TEST(Json, ARecordingHasTheNameThatItIsGiven) {
    const std::string text = to_json(sample());
    EXPECT_EQ(title_of(parse_recording(text, "x")), machine_of(parse_recording(text, "x")));
    const std::string named = with_name(text, "x", "Quiet evening");
    EXPECT_EQ(title_of(parse_recording(named, "x")), "Quiet evening");
    EXPECT_EQ(parse_recording(named, "x").times.size(), parse_recording(text, "x").times.size());
    EXPECT_EQ(parse_recording(with_name(named, "x", ""), "x").name, "");
    EXPECT_THROW((void)with_name("{}", "x", "A"), Error);
}

TEST(Remarks, SayWhatIsLessWellKnownThanWasAsked) {
    Report report = sample();
    EXPECT_TRUE(remarks(report).empty());
    report.rows[0].time.error = 0.37;
    report.rows[1].steady = false;
    report.settings.stop.settle = usual_settling();
    report.rows[1].company.waited = 0.125;
    EXPECT_THAT(remarks(report),
                testing::ElementsAre("1 of 2 medians missed ±1 %; the worst is ±37 %.",
                                     "1 line had not settled after 1 s of warming up; run it again on a "
                                     "quieter machine.",
                                     HasSubstr("waited for 12 % of its time")));
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

Recording drawn_recording() {
    Report report = sample();
    report.rows[1].extent = {128, 64};
    report.machine.date = "2026-01-02";
    return parse_recording(to_json(report), "x.json");
}

TEST(Plot, ShowsEveryLineItsTimesAndTheMachine) {
    const canvas::Picture plot = plot_of(drawn_recording());
    std::string texts;
    for (const canvas::Shape& shape : plot.shapes)
        if (const auto* text = std::get_if<canvas::Text>(&shape)) {
            texts += text->text + "\n";
            EXPECT_TRUE(plot.area.covers(text->box())) << text->text;
        }
    EXPECT_THAT(texts, HasSubstr("copy on cpu, u8→u32\n"));
    EXPECT_THAT(texts, HasSubstr("copy on gpu+transfers, u8→u32\n"));
    EXPECT_THAT(texts, HasSubstr("1.00 ms\n"));
    EXPECT_THAT(texts, HasSubstr("2 Ki\n"));
    EXPECT_THAT(texts, HasSubstr("Example CPU, 2 GHz; 2026-01-02\n"));
    EXPECT_TRUE(plot_of(Recording()).shapes.size() > 0);
}

TEST(Plot, SaysHowManyLinesItLeavesOut) {
    Recording many = drawn_recording();
    for (int i = 0; i < 20; ++i) {
        many.times.push_back(many.times[0]);
        many.times.back().options = {{"segment", i + 1}};
    }
    bool said = false;
    for (const canvas::Shape& shape : plot_of(many).shapes)
        if (const auto* text = std::get_if<canvas::Text>(&shape))
            said |= text->text == "10 more lines are not drawn";
    EXPECT_TRUE(said);
}

TEST(Markdown, HasMachinePictureAndTable) {
    const std::string page = markdown_of(drawn_recording(), "times.svg");
    EXPECT_THAT(page, HasSubstr("- CPU: Example CPU, 2 GHz\n"));
    EXPECT_THAT(page, HasSubstr("![Time over size](times.svg)\n"));
    EXPECT_THAT(page, HasSubstr("| copy | cpu | u8→u32 | 64 × 32 | 2.00 ms | "));
    EXPECT_EQ(markdown_of(drawn_recording(), "").find("!["), std::string::npos);
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
