// `bench` end to end: the JSON that others read, files, and what is refused.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"
#include "core/helpers/own_folder.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

const std::string quick = "bench --on cpu --runs 3 --sizes 16,33x20 ";

TEST(BenchCommand, JsonStandsAloneAndEveryRowIsCheckedAndHasATime) {
    const Outcome outcome = run_program(quick + "--type u8:u32 --format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_GT(json["machine"]["cores"], 0);
    ASSERT_GE(json["rows"].size(), 9U);
    for (const auto& row : json["rows"]) {
        EXPECT_EQ(row["type"], "u8→u32");
        EXPECT_EQ(row["runs"], 3);
        EXPECT_EQ(row["checked"], true);
        EXPECT_GT(row["median_ms"], 0);
        EXPECT_GE(row["median_ms"], row["low_ms"]);
        EXPECT_LE(row["median_ms"], row["high_ms"]);
        EXPECT_GT(row["gb_per_s"], 0);
    }
}

TEST(BenchCommand, RowsAreAddedToARecordingOfThisMachineAlone) {
    const std::string file = own_file("mine.json"), stranger = own_file("other.json");
    const std::string one = "bench --on cpu --runs 1 --algorithms scan_loop --type u32 ";
    ASSERT_EQ(run_program(one + "--sizes 16 --format json -o " + file).status, 0);
    const auto read = [](const std::string& path) {
        std::ifstream in(path);
        return nlohmann::json::parse(in);
    };
    const auto before = read(file);
    const Outcome added = run_program(one + "--sizes 16,24 --set inclusive=1 --add-to " + file);
    ASSERT_EQ(added.status, 0) << added.err;
    const auto after = read(file);
    EXPECT_EQ(after["machine"], before["machine"]);
    // The loop as it was, its inclusive form at two sizes, the copy of the first size again and of the
    // second.
    EXPECT_EQ(after["rows"].size(), before["rows"].size() + 3);
    EXPECT_EQ(after["rows"].back()["options"], (nlohmann::json{{"inclusive", 1}}));

    auto other = before;
    other["machine"]["cpu"] = "Another CPU";
    std::ofstream(stranger) << other;
    const Outcome refused = run_program(one + "--sizes 16 --add-to " + stranger);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("was recorded with the CPU Another CPU"));
    EXPECT_EQ(read(stranger), other);
    EXPECT_EQ(run_program(one + "--add-to " + own_file("none.json")).status, 1);
}

TEST(BenchCommand, NoTwoRowsOfScansAndPicturesHaveTheSameKey) {
    const auto json = nlohmann::json::parse(
        run_program("bench --on cpu --runs 1 --sizes 100x30,50x50 --type u8:u32 --format json").out);
    std::set<std::string> seen;
    int copies = 0;
    for (const auto& row : json["rows"]) {
        const auto options = row.value("options", nlohmann::json::object());
        const std::string key = row["algorithm"].dump() + options.dump() + row["on"].dump() +
                                row["type"].dump() + row["width"].dump() + "x" + row["height"].dump();
        EXPECT_TRUE(seen.insert(key).second) << key;
        if (row["algorithm"] != "copy") continue;
        ++copies;
        // One byte in and four out, of a histogram four for each of its tables; half are read, half written.
        const int64_t payload =
            row["width"].get<int64_t>() * row["height"].get<int64_t>() * (1 + 4 * options.value("bins", 1));
        EXPECT_EQ(row["bytes"], (payload + 1) / 2 * 2);
    }
    EXPECT_EQ(copies, 4);
    EXPECT_GE(json["rows"].size(), 8U);
}

TEST(BenchCommand, ANumberAloneIsARowForScansAndASquareForPictures) {
    const auto json = nlohmann::json::parse(
        run_program(quick + "--algorithms scan_loop,integral_image_bilgic_loop --format json").out);
    const auto heights = [&](const std::string& algorithm) {
        std::vector<int> all;
        for (const auto& row : json["rows"])
            if (row["algorithm"] == algorithm && row["width"] == 16) all.push_back(row["height"]);
        return all;
    };
    EXPECT_EQ(heights("scan_loop"), std::vector<int>{1});
    EXPECT_EQ(heights("integral_image_bilgic_loop"), std::vector<int>{16});
}

TEST(BenchCommand, WritesAFileAndRefusesOneItCannotWrite) {
    const std::string file = own_file("upsweep-bench-test.csv");
    const Outcome written = run_program(quick + "--algorithms scan_loop --format csv -o " + file);
    EXPECT_EQ(written.status, 0) << written.err;
    EXPECT_EQ(written.out, "");
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    EXPECT_THAT(text.str(), HasSubstr("scan_loop,cpu,"));
    std::filesystem::remove(file);
    const Outcome refused = run_program(quick + "-o /nowhere/at/all.csv");
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("Cannot write \"/nowhere/at/all.csv\": No such file or directory"));
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1);
}

TEST(BenchCommand, WrongUsageIsOneLineAndStatus2) {
    for (const char* arguments : {"--sizes 0", "--sizes 3,-1", "--algorithms nothing", "--runs 0",
                                  "--on fpga", "--format xml", "--type u9", "--set padding",
                                  "--set nothing=1", "--recorded", "--preset targets --recorded --format csv",
                                  "--cache tepid", "--factor 0.5", "--self-test --against x.json"}) {
        const Outcome outcome = run_program(std::string("bench ") + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}

TEST(BenchCommand, TheTargetsOfARecordingNeedNoGpu) {
    const Outcome shipped = run_program("bench --preset targets --recorded");
    EXPECT_EQ(shipped.status, 0);
    EXPECT_THAT(shipped.out, HasSubstr("NVIDIA H200, driver 580.159.04, recorded 2026-11-22"));
    EXPECT_THAT(shipped.out, HasSubstr("13 of 14 targets are met."));
    const Outcome missing = run_program("bench --preset targets --recorded nosuch.json");
    EXPECT_EQ(missing.status, 1);
    EXPECT_THAT(missing.err, HasSubstr("\"nosuch.json\" cannot be read"));
    EXPECT_EQ(missing.out, "");
}

TEST(BenchCommand, APresetShowsCurvesPublishedPointsAndVerdicts) {
    const Outcome outcome =
        run_program("bench --preset bugetti-6 --on cpu --runs 1 --sizes 32,48 --format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    int here = 0, recorded = 0;
    for (const auto& curve : json["curves"]) {
        const std::string source = curve["source"];
        if (source == "measured here") {
            ++here;
            ASSERT_EQ(curve["points"].size(), 2U);
            EXPECT_EQ(curve["points"][0]["width"], 32);
            EXPECT_EQ(curve["points"][1]["height"], 48);
            EXPECT_GT(curve["points"][0]["seconds"], 0);
        }
        recorded += source.find("recorded on NVIDIA H200, driver") == 0;
    }
    EXPECT_EQ(here, 1);
    EXPECT_GE(recorded, 2);
    EXPECT_EQ(json["published"][0]["points"][3]["width"], 8192);
    EXPECT_NEAR(json["published"][0]["points"][3]["seconds"], 0.00837909, 1e-12);
    // The recording has both its kernel and its host's loop.
    const auto& claim = json["claims"][0];
    EXPECT_EQ(claim["sentence"], "The GPU is 21 times as fast as the CPU.");
    EXPECT_EQ(claim["paper"], 20.9987);
    EXPECT_GT(claim["here"], 21);
    EXPECT_EQ(claim["verdict"], "holds here");
}

TEST(BenchCommand, APresetMayBeAFileAndItsMistakesAreOneSentence) {
    const std::string file = own_file("mine.race.toml"),
                      text =
                          "title = \"mine\"\nsizes = \"16,24\"\n[[curve]]\nname = \"Loop\"\nalgorithm = "
                          "\"integral_image_oro_loop\"\n";
    std::ofstream(file) << text;
    const Outcome good = run_program("bench --runs 1 --format csv --preset " + file);
    EXPECT_EQ(good.status, 0) << good.err;
    EXPECT_THAT(good.out, HasSubstr("Loop,measured here,16,16,0,"));
    std::ofstream(file) << text << "colour = 1\n";
    const Outcome bad = run_program("bench --preset " + file);
    EXPECT_EQ(bad.status, 1);
    EXPECT_EQ(bad.err, "upsweep: mine.race.toml, line 6: `colour` is not a known key here.\n");
    const Outcome unknown = run_program("bench --preset bugeti-6");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("Did you mean `bugetti-6`?"));
}

TEST(BenchCommand, EveryPresetIsListedAndShownFromTheRecording) {
    const Outcome list = run_program("bench --list-presets");
    ASSERT_EQ(list.status, 0) << list.err;
    std::istringstream lines(list.out);
    std::string line;
    std::getline(lines, line);
    int presets = 0;
    for (; std::getline(lines, line); ++presets) {
        const Outcome shown = run_program("bench --recorded --preset " + line.substr(0, line.find(' ')));
        EXPECT_EQ(shown.status, 0) << shown.err;
        EXPECT_THAT(shown.out, testing::ContainsRegex("holds here|does not hold here|cannot be told"))
            << line;
    }
    EXPECT_GE(presets, 28);
}

/// A recording that is a thousand times as fast cannot be met, and one that is as slow is met for sure.
TEST(BenchCommand, AgainstARecordingItFailsWhereALineIsSlower) {
    const std::string file = own_file("before.json"), edited = own_file("edited.json");
    const std::string one = "bench --on cpu --runs 8 --algorithms scan_loop --sizes 4096 --type u32 ";
    ASSERT_EQ(run_program(one + "--format json -o " + file).status, 0);
    const auto scaled = [&](double factor) {
        std::ifstream in(file);
        auto json = nlohmann::json::parse(in);
        for (auto& row : json["rows"])
            for (const char* key : {"median_ms", "low_ms", "high_ms", "median_least_ms", "median_most_ms"})
                row[key] = row[key].get<double>() * factor;
        std::ofstream(edited) << json;
    };
    scaled(0.001);
    const Outcome slower = run_program(one + "--against " + edited);
    EXPECT_EQ(slower.status, 1);
    EXPECT_THAT(slower.out, HasSubstr("2 lines are slower by more than 1.1 times"));
    EXPECT_THAT(slower.err, HasSubstr(" times as slow as in \"" + edited + "\" ("));
    EXPECT_THAT(slower.err, HasSubstr("with 95 % confidence); at most 1.1 is allowed."));
    scaled(1000);
    const Outcome faster = run_program(one + "--format json --factor 2 --against " + edited);
    EXPECT_EQ(faster.status, 0) << faster.err;
    const auto json = nlohmann::json::parse(faster.out);
    EXPECT_EQ(json["factor"], 2);
    ASSERT_EQ(json["changes"].size(), 2U);
    EXPECT_EQ(json["changes"][0]["verdict"], "faster");
    // Two recordings, without measuring; the first is a thousandth of the second.
    const Outcome two = run_program("bench --recorded " + file + " --against " + edited);
    EXPECT_EQ(two.status, 0) << two.err;
    EXPECT_EQ(run_program("bench --recorded " + edited + " --against " + file).status, 1);
    const Outcome other = run_program(one + "--against performance-h200.json");
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.err, HasSubstr("has no time of these lines, types and sizes"));
}

TEST(BenchCommand, FirstCallsAreOfFreshProcessesAndCachesMayBeCold) {
    const Outcome outcome = run_program(
        "bench --on cpu --runs 1 --algorithms scan_loop --sizes 64 --type u32 --first-call --cache cold "
        "--format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    ASSERT_EQ(json["rows"].size(), 2U);
    for (const auto& row : json["rows"]) {
        EXPECT_EQ(row["on"], "cpu+cold");
        EXPECT_EQ(row.contains("first_call_ms"), row["algorithm"] != "copy");
    }
}

TEST(BenchCommand, TheSelfTestRunsTwiceAndSaysWhetherTheMediansRepeat) {
    const Outcome outcome =
        run_program("bench --on cpu --algorithms scan_loop --sizes 65536 --type u32 --self-test");
    // Whether they do depends on what else this machine is doing; that they are compared does not.
    EXPECT_THAT(outcome.out, HasSubstr("scan_loop"));
    if (outcome.status != 0) {
        EXPECT_THAT(outcome.err, HasSubstr("do not repeat within the spread that they report"));
    }
}

TEST(BenchCommand, TooBigASizeIsRefusedWithASentence) {
    const Outcome outcome = run_program(
        "bench --on cpu --runs 1 --algorithms integral_image_bilgic_loop --type f64 --sizes 400000");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("400000 × 400000 f64 needs "));
    EXPECT_THAT(outcome.err, HasSubstr(" are free."));
}

}  // namespace
}  // namespace upsweep::test
