// Reading recordings: what `bench` writes comes back, and everything else is refused with one sentence.
#include "bench/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "bench/export.h"
#include "bench/rows.h"
#include "bench/targets.h"
#include "core/error.h"
#include "core/helpers/own_folder.h"

namespace upsweep::bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

MachineInfo some_gpu() {
    MachineInfo machine;
    machine.gpu = "NVIDIA H200";
    machine.driver = "13.0";
    machine.cpu = "some CPU";
    return machine;
}

std::string refusal_of(const std::string& text) {
    try {
        (void)parse_recording(text, "x.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "it was taken";
}

/// A recording with one row that holds `fields`.
std::string one_row(const std::string& fields) {
    return R"({"machine":{"gpu":"G"},"targets":[{)" + fields + "}]}";
}
constexpr const char* good_row =
    R"("what":"Scan","algorithm":"scan_raking","type":"u32","width":8,"height":8,"median_ms":1)";

TEST(Recording, WhatTheTargetsWriteComesBack) {
    Measured measured;
    measured.target = targets().front();
    measured.seconds = 1.5e-3;
    measured.copy_seconds = 1e-3;
    Measured refused;
    refused.target = targets().back();
    refused.refusal = "There is too little memory.";
    MachineInfo machine = some_gpu();
    machine.date = "2026-01-02";
    const Recording recording = parse_recording(targets_json(machine, {measured, refused}), "x.json");
    EXPECT_EQ(recording.date, "2026-01-02");
    EXPECT_EQ(recording.machine.gpu, "NVIDIA H200");
    ASSERT_EQ(recording.times.size(), 2U);
    const RecordedTime& time = recording.times[0];
    EXPECT_EQ(time.what, measured.target.what);
    EXPECT_EQ(time.algorithm, measured.target.slug);
    EXPECT_EQ(time.types, measured.target.types);
    EXPECT_EQ(time.extent, measured.target.extent);
    EXPECT_EQ(time.on, "gpu");
    EXPECT_DOUBLE_EQ(time.seconds, 1.5e-3);
    EXPECT_DOUBLE_EQ(time.copy_seconds, 1e-3);
    EXPECT_DOUBLE_EQ(time.value, 1.5);
    EXPECT_FALSE(time.met);
    EXPECT_EQ(recording.times[1].seconds, 0);
    EXPECT_EQ(recording.times[1].refusal, refused.refusal);
}

/// However quick it was.
TEST(Recording, AWrongResultHasNoTime) {
    const Recording recording =
        parse_recording(one_row(std::string(good_row) + R"(,"refusal":"Element 3 is wrong.")"), "x.json");
    ASSERT_EQ(recording.times.size(), 1U);
    EXPECT_EQ(recording.times[0].seconds, 0);
    EXPECT_EQ(recording.times[0].refusal, "Element 3 is wrong.");
}

TEST(Recording, WhatARaceExportsComesBack) {
    Report report;
    report.machine = some_gpu();
    report.settings.competitors = {{&find_algorithm("scan_raking"), {}, "gpu", false},
                                   {nullptr, {}, "gpu", false}};
    report.settings.types = {ScalarType::f32, ScalarType::f32};
    for (int competitor : {0, 1}) {
        Row row;
        row.competitor = competitor;
        row.extent = {64, 64};
        row.types = report.settings.types;
        row.time.median = 2e-6 - competitor * 1e-6;
        row.time.low = row.time.median / 2;
        row.time.high = row.time.median * 2;
        row.traffic_bytes = 32768;
        row.settled = true;
        report.rows.push_back(row);
    }
    const Recording recording = parse_recording(to_json(report), "x.json");
    ASSERT_EQ(recording.times.size(), 2U);
    EXPECT_EQ(recording.times[0].algorithm, "scan_raking");
    EXPECT_NEAR(recording.times[0].seconds, 2e-6, 1e-12);
    EXPECT_NEAR(recording.times[0].low, 1e-6, 1e-12);
    EXPECT_NEAR(recording.times[0].high, 4e-6, 1e-12);
    EXPECT_EQ(recording.times[0].bytes, 32768);
    EXPECT_NEAR(recording.times[0].copy_seconds, 1e-6, 1e-12);
    EXPECT_EQ(recording.times[1].algorithm, "copy");
}

/// Lines that differ in their options alone stay apart, and a histogram's limit is the copy of all its
/// tables.
/// The shipped one holds its host's loops, one core and all, and the way to the GPU and back.
TEST(Recording, TheShippedOneHasItsHostsTimes) {
    const ShippedRecording shipped = shipped_recordings().front();
    const Recording recording = parse_recording(shipped.text, std::string(shipped.name));
    EXPECT_EQ(recording.machine.cores, 16);
    const auto seconds = [&](std::string_view algorithm, std::string_view on) {
        for (const RecordedTime& time : recording.times)
            if (time.algorithm == algorithm && time.on == on && time.extent == Extent{4096, 4096} &&
                time.types == ElementTypes{ScalarType::u32, ScalarType::u32})
                return time.seconds;
        return 0.0;
    };
    const double core = seconds("integral_image_bilgic_loop", "cpu"),
                 all = seconds("integral_image_fast_loop", "cpu"),
                 gpu = seconds("integral_image_one_pass", "gpu");
    EXPECT_NEAR(core / gpu, 319, 5);
    EXPECT_NEAR(all / gpu, 54, 3);
    EXPECT_GT(seconds("integral_image_one_pass", "gpu+transfers"), all);
    EXPECT_GT(seconds("scan_loop", "cpu"), 100 * seconds("scan_lookback", "gpu"));
}

TEST(Recording, OptionsMakeLinesOfTheirOwn) {
    Report report;
    report.machine = some_gpu();
    const Algorithm& faces = find_algorithm("haar_cascade");
    const Algorithm& tables = find_algorithm("integral_histogram_tiled");
    report.settings.competitors = {{&faces, {{"cascade", 1}}, "gpu"},
                                   {&faces, {{"streams", 1}, {"features", 0}, {"cascade", 1}}, "gpu"},
                                   {&tables, {{"bins", 32}}, "gpu"},
                                   {nullptr, {}, "gpu"},
                                   {nullptr, {{"bins", 32}}, "gpu"}};
    for (int competitor = 0; competitor < 5; ++competitor) {
        Row row;
        row.competitor = competitor;
        row.extent = {64, 64};
        row.types = competitor < 2 ? faces.types.front() : ElementTypes{ScalarType::u8, ScalarType::u32};
        row.time.median = row.time.low = row.time.high = 1e-6 * (competitor + 1);
        row.settled = true;
        report.rows.push_back(row);
    }
    const Recording recording = parse_recording(to_json(report), "x.json");
    std::vector<std::string> lines;
    for (const RecordedTime& time : recording.times) lines.push_back(line_of(time));
    EXPECT_THAT(lines, testing::ElementsAre("haar_cascade:cascade=1", "haar_cascade:cascade=1,streams=1",
                                            "integral_histogram_tiled:bins=32", "copy", "copy:bins=32"));
    EXPECT_EQ(copy_line_of(recording.times[2]), "copy:bins=32");
    EXPECT_NEAR(recording.times[2].copy_seconds, 5e-6, 1e-12);
    EXPECT_EQ(key_of(report.settings.competitors[1]), lines[1] + " gpu");
}

TEST(Recording, ARunHasEveryOptionOrIsNone) {
    RecordedTime time;
    time.algorithm = "integral_histogram_tiled";
    time.types = {ScalarType::u8, ScalarType::u32};
    time.extent = {64, 32};
    time.options = {{"bins", 32}};
    const std::optional<RecordedRun> run = run_of(time);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->algorithm, &find_algorithm("integral_histogram_tiled"));
    EXPECT_EQ(run->parameters.extent, (Extent{64, 32}));
    EXPECT_EQ(run->parameters.types, time.types);
    EXPECT_EQ(run->parameters.option("bins"), 32);
    EXPECT_EQ(run->parameters.options.size(), run->algorithm->options.size());

    RecordedTime other = time;
    other.options.push_back({"of_another_version", 1});
    EXPECT_FALSE(run_of(other).has_value());
    EXPECT_EQ(copy_line_of(other), "copy");
    other = time;
    other.types = {ScalarType::f64, ScalarType::f64};
    EXPECT_FALSE(run_of(other).has_value());
    for (const char* slug : {"copy", "of_another_version", ""}) {
        other.algorithm = slug;
        EXPECT_FALSE(run_of(other).has_value()) << slug;
    }
}

TEST(Recording, OptionsThatAreNoNumbersAreRefused) {
    for (const char* options : {R"("bins")", R"({"bins":"many"})", R"({"bins":-1})", R"({"bins":1e99})"})
        EXPECT_THAT(refusal_of(one_row(std::string(good_row) + ",\"options\":" + options)),
                    HasSubstr("record it again"))
            << options;
    // One at its default is as good as none.
    const Recording recording =
        parse_recording(one_row(std::string(good_row) + R"(,"options":{"inclusive":0,"later":7})"), "x.json");
    EXPECT_EQ(line_of(recording.times.at(0)), "scan_raking:later=7");
}

/// Where `add` is 3 rows of `where`.
Report three_rows(const MachineInfo& where, double median) {
    Report report;
    report.machine = where;
    for (const char* slug : {"scan_raking", "scan_lookback", "scan_blelloch"}) {
        Row row;
        row.competitor = int(report.settings.competitors.size());
        report.settings.competitors.push_back({&find_algorithm(slug), {}, "gpu"});
        row.extent = {64, 64};
        row.types = {ScalarType::u32, ScalarType::u32};
        row.time.median = row.time.low = row.time.high = median;
        row.settled = true;
        report.rows.push_back(row);
    }
    return report;
}

/// Between which times the median lies: of an older file the percentiles stand for it, of too few runs too.
TEST(Recording, TheMediansIntervalComesBack) {
    Report report = three_rows(some_gpu(), 1e-3);
    for (Row& row : report.rows) {
        row.time.low = 0.8e-3, row.time.high = 1.5e-3;
        row.time.least = 0.99e-3, row.time.most = 1.02e-3;
    }
    report.rows[1].time.least = 0, report.rows[1].time.most = std::numeric_limits<double>::infinity();
    auto written = nlohmann::ordered_json::parse(to_json(report));
    EXPECT_TRUE(written["rows"][1]["median_most_ms"].is_null());
    written["rows"][2].erase("median_least_ms");
    written["rows"][2].erase("median_most_ms");
    const std::vector<RecordedTime> times = parse_recording(written.dump(), "x.json").times;
    EXPECT_NEAR(times[0].median_least, 0.99e-3, 1e-9);
    EXPECT_NEAR(times[0].median_most, 1.02e-3, 1e-9);
    for (size_t i = 1; i < 3; ++i) {
        EXPECT_NEAR(times[i].median_least, 0.8e-3, 1e-9) << i;
        EXPECT_NEAR(times[i].median_most, 1.5e-3, 1e-9) << i;
    }
}

TEST(AddToRecording, RowsTakeTheirPlacesAndKeepTheirDay) {
    MachineInfo machine = some_gpu();
    machine.date = "2026-01-02";
    const std::string before = to_json(three_rows(machine, 1e-3));
    machine.date = "2026-03-04";
    Report more = three_rows(machine, 2e-3);
    more.rows.erase(more.rows.begin());                         // stays as it was
    more.settings.competitors[1].options = {{"inclusive", 1}};  // a line of its own
    const std::string text = add_to_recording(before, "x.json", more);
    const Recording after = parse_recording(text, "x.json");
    EXPECT_EQ(after.date, "2026-01-02");
    ASSERT_EQ(after.times.size(), 4U);
    EXPECT_NEAR(after.times[0].seconds, 1e-3, 1e-9);
    EXPECT_NEAR(after.times[1].seconds, 1e-3, 1e-9);
    EXPECT_NEAR(after.times[2].seconds, 2e-3, 1e-9);
    EXPECT_EQ(line_of(after.times[3]), "scan_lookback:inclusive=1");
    EXPECT_THAT(text, HasSubstr(R"("date": "2026-03-04")"));
    EXPECT_EQ(add_to_recording(text, "x.json", more), text);
}

/// A run of hours reports more than a file may hold; none of it is lost.
TEST(AddToRecording, ALongReportIsNotRefused) {
    const std::string before = to_json(three_rows(some_gpu(), 1e-3));
    Report report = three_rows(some_gpu(), 2e-3);
    report.rows.front().launches.assign(most_launches_noted, {std::string(300, 'x'), 0.1});
    for (int i = 0; i < 200; ++i) {
        report.rows.push_back(report.rows.front());
        report.rows.back().extent = {1000 + i, 1};
    }
    EXPECT_GT(to_json(report).size(), 16U << 20U);
    EXPECT_THROW((void)parse_recording(to_json(report), "x.json"), Error);
    EXPECT_NO_THROW((void)add_to_recording(before, "x.json", report));
}

/// A row says what ran, however much of it is written down.
TEST(AddToRecording, ARowWithADefaultSpeltOutIsTheSame) {
    const Report report = three_rows(some_gpu(), 1e-3);
    auto written = nlohmann::ordered_json::parse(to_json(report));
    written["rows"][1]["options"] = {{"inclusive", 0}};
    written["rows"][2]["type"] = "u32→u32";
    written["targets"] = nlohmann::ordered_json::array({written["rows"][0]});
    const std::string before = written.dump();
    const Recording after =
        parse_recording(add_to_recording(before, "x.json", three_rows(some_gpu(), 2e-3)), "x.json");
    ASSERT_EQ(after.times.size(), 4U);
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(after.times[i].seconds, 2e-3, 1e-9) << i;
    EXPECT_NEAR(after.times[3].seconds, 1e-3, 1e-9) << "a target is no row";
}

TEST(AddToRecording, AnotherMachineIsRefused) {
    const std::string before = to_json(three_rows(some_gpu(), 1e-3));
    MachineInfo other = some_gpu();
    other.gpu = "NVIDIA A100";
    EXPECT_THROW((void)add_to_recording(before, "x.json", three_rows(other, 1e-3)), UsageError);
    other = some_gpu();
    other.driver = "12.4";
    EXPECT_THROW((void)add_to_recording(before, "x.json", three_rows(other, 1e-3)), UsageError);
    // Nothing was measured on the CPU, so whichever it is.
    other = some_gpu();
    other.cpu = "another CPU";
    EXPECT_EQ(add_to_recording(before, "x.json", three_rows(other, 1e-3)), before);
    EXPECT_THROW((void)add_to_recording("{}", "x.json", three_rows(some_gpu(), 1e-3)), Error);
}

TEST(Recording, TheShippedOnesAreValidAndSayWhereTheyAreFrom) {
    ASSERT_FALSE(shipped_recordings().empty());
    for (const ShippedRecording& shipped : shipped_recordings()) {
        const Recording recording = parse_recording(shipped.text, std::string(shipped.name));
        EXPECT_FALSE(recording.times.empty()) << shipped.name;
        EXPECT_THAT(machine_of(recording), HasSubstr("driver")) << shipped.name;
        EXPECT_FALSE(recording.date.empty()) << shipped.name;
        EXPECT_THAT(origin_of(recording), AllOf(HasSubstr(recording.date), HasSubstr("commit")))
            << shipped.name;
    }
}

TEST(Recording, UnknownNamesAndFieldsAreTaken) {
    const Recording recording = parse_recording(
        one_row(R"("what":"Pipe of tomorrow","algorithm":"not_here_yet","type":"u8","width":9,"height":1,)"
                R"("median_ms":2,"against":"another library","most":3,"value":1,"met":true,"news":[1])"),
        "x.json");
    EXPECT_EQ(recording.times.at(0).against, "another library");
    EXPECT_TRUE(recording.times.at(0).met);
    EXPECT_EQ(origin_of(recording), "date not noted");
}

TEST(Recording, AnEntryThatWasHeldAgainstAnotherNamesIt) {
    const Recording recording = parse_recording(
        one_row(
            R"("what":"Ours","algorithm":"ours","type":"u32","width":9,"height":9,"median_ms":1,"peer_ms":11,)"
            R"("peer":"their kernels","against":"algorithm","most":0.1,"value":0.09,"met":true)"),
        "x.json");
    EXPECT_EQ(recording.times.at(0).against, "their kernels");
    EXPECT_NEAR(recording.times.at(0).peer_seconds, 0.011, 1e-9);
}

/// The targets of one run and the sizes of another in one file: all are there, the race's with its spread
/// first.
TEST(Recording, TargetsAndARaceMayBeInOneFile) {
    const std::string row = R"({"algorithm":"scan_raking","on":"gpu","type":"u32","width":8,"height":8,)"
                            R"("median_ms":1,"low_ms":0.5,"high_ms":2})";
    const Recording recording =
        parse_recording(R"({"machine":{},"rows":[)" + row + R"(],"targets":[{)" + good_row + "}]}", "x.json");
    ASSERT_EQ(recording.times.size(), 2U);
    EXPECT_NEAR(recording.times[0].low, 0.0005, 1e-12);
    EXPECT_EQ(recording.times[0].what, "");
    EXPECT_EQ(recording.times[1].what, "Scan");
    EXPECT_THAT(refusal_of(R"({"machine":{},"rows":[)" + row + R"(],"targets":5})"), HasSubstr("no list"));
    EXPECT_THAT(refusal_of(R"({"machine":{},"rows":[)" + row + R"(],"targets":[1]})"),
                HasSubstr("measurement 2"));
}

TEST(Recording, AnythingElseIsRefusedWithOneSentence) {
    EXPECT_EQ(refusal_of(one_row(good_row)), "it was taken");
    EXPECT_THAT(refusal_of(""), HasSubstr("not complete JSON"));
    EXPECT_THAT(refusal_of(one_row(good_row).substr(0, 60)), HasSubstr("not complete JSON"));
    EXPECT_THAT(refusal_of("[1, 2]"), HasSubstr("names no machine"));
    EXPECT_THAT(refusal_of(R"({"machine":{}})"), HasSubstr("holds no measurements"));
    EXPECT_THAT(refusal_of(R"({"machine":{},"rows":5})"), HasSubstr("no list"));
    EXPECT_THAT(refusal_of(R"({"machine":{"gpu":7},"rows":[]})"), HasSubstr("`gpu`"));
    EXPECT_THAT(refusal_of(R"({"machine":{},"rows":[1]})"), HasSubstr("measurement 1"));
    EXPECT_THAT(refusal_of(one_row(R"("type":"u32","width":8,"height":8,"median_ms":1)")),
                HasSubstr("what was measured"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u33","width":8,"height":8,"median_ms":1)")),
                HasSubstr("`type`"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u32","width":-8,"height":8,"median_ms":1)")),
                HasSubstr("`width`"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u32","width":1e40,"height":8,"median_ms":1)")),
                HasSubstr("`width`"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u32","width":8,"height":8,"median_ms":-1)")),
                HasSubstr("`median_ms`"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u32","width":8,"height":8,"median_ms":"fast")")),
                HasSubstr("`median_ms`"));
    EXPECT_THAT(refusal_of(one_row(R"("what":"s","type":"u32","width":8,"height":8)")),
                HasSubstr("neither a time"));
    for (const std::string text : {"", "[]", "{\"machine\":{},\"rows\":[1]}"}) {
        const std::string sentence = refusal_of(text);
        EXPECT_THAT(sentence, StartsWith("x.json"));
        EXPECT_EQ(sentence.back(), '.');
    }
}

TEST(Recording, FilesAreRead) {
    const auto folder = std::filesystem::path(test::own_file("recordings"));
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "some.json").string();
    std::ofstream(file) << one_row(good_row);
    EXPECT_EQ(read_recording(file).times.size(), 1U);
    EXPECT_THROW((void)read_recording((folder / "absent.json").string()), Error);
    EXPECT_THROW((void)read_recording(folder.string()), Error);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::bench
