// The program as its users meet it: exit status, one line on stderr, JSON alone on stdout.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/helpers/run_program.h"

namespace upsweep::test {
namespace {

using testing::HasSubstr;

TEST(Commands, HelpListsTheCommands) {
    const Outcome outcome = run_program("--help");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("upsweep"));
    EXPECT_EQ(outcome.err, "");
}

TEST(Commands, UnknownWordIsWrongUsageInOneLine) {
    const Outcome outcome = run_program("jump");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(Commands, UnknownOptionIsWrongUsage) { EXPECT_EQ(run_program("--no-such-option").status, 2); }

/// Whatever command takes files: which word it was, and how it is written.
TEST(Commands, AFileWhoseNameBeginsWithADashIsNamed) {
    const std::string said = " begins with -, so it was taken for an option; write ";
    const auto expect_told = [&](const std::string& words, const std::string& file) {
        const Outcome outcome = run_program(words);
        EXPECT_EQ(outcome.status, 2) << words;
        EXPECT_EQ(outcome.err, "upsweep: \"" + file + "\"" + said + "\"./" + file +
                                   "\" for the file of that name, or put it last, after --.\n")
            << words;
    };
    for (const char* words :
         {"blur -n.png --radius 1 -o x.png", "integral -n.png -o x.npy", "faces -n.png", "run -n.png",
          "export -n.png -o x.html", "check-lesson -n.png", "-n.png", "handout -n.png -o x.html"})
        expect_told(words, "-n.png");
    expect_told("check-lesson good.md --mine.md", "--mine.md");
    EXPECT_THAT(run_program("blur --radius 1 -o x.png -- -n.png").err, HasSubstr("Cannot open \"-n.png\""));
    EXPECT_THAT(run_program("blur ./-n.png --radius 1 -o x.png").err, HasSubstr("Cannot open \"./-n.png\""));
    for (const char* words : {"blur in.png --radius=1.5 -o x.png --zoom=a.png", "blur -ox.png --radius 1",
                              "blur in.png -o -n.png"})
        EXPECT_THAT(run_program(words).err, testing::Not(HasSubstr(said))) << words;
}

TEST(ListCommand, NamesEveryAlgorithm) {
    EXPECT_THAT(run_program("list").out, HasSubstr("scan_blelloch"));
    const auto document = nlohmann::json::parse(run_program("list --json").out);
    ASSERT_GE(document["algorithms"].size(), 6U);
    for (const auto& row : document["algorithms"]) EXPECT_FALSE(row["types"].empty()) << row;
}

TEST(ListCommand, SaysWhichConventionsAnEntryHasAndWhatTheyCost) {
    const auto document = nlohmann::json::parse(run_program("list --json").out);
    for (const auto& row : document["algorithms"])
        if (row["algorithm"] == "integral_image_raking") {
            EXPECT_EQ(row["conventions"][0].dump(), R"({"convention":"inclusive","options":{},"pass":""})");
            EXPECT_EQ(row["conventions"][2].dump(),
                      R"({"convention":"padded","options":{"padded":1},"pass":"shift table"})");
        }
    EXPECT_THAT(run_program("list").out, HasSubstr("inclusive, exclusive, padded*"));
}

TEST(VerifyCommand, WalksTheLoopsOnTheCpu) {
    const Outcome outcome = run_program("verify --on cpu --seed 5");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("integral_image_bilgic_loop"));
    EXPECT_THAT(outcome.out, HasSubstr("all right"));
}

TEST(VerifyCommand, RefusesUnknownLanesAndAlgorithms) {
    EXPECT_EQ(run_program("verify --on tpu").status, 2);
    const Outcome outcome = run_program("verify --algorithms scan_bleloch --on cpu");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("scan_blelloch"));
    EXPECT_EQ(run_program("verify --on cpu --n -3").status, 2);
}

TEST(VerifyCommand, WalksWhitePictures) {
    const Outcome outcome = run_program("verify --white --algorithms integral_image_fast_loop --n 300");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("as it must be"));
    const Outcome none = run_program("verify --white --algorithms scan_loop --n 30");
    EXPECT_EQ(none.status, 2);
    EXPECT_EQ(none.out, "");
}

TEST(OccupancyCommand, KnowsBilgicsTable) {
    const Outcome outcome = run_program("occupancy --table-1");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("100 %"));
    EXPECT_THAT(outcome.out, testing::AnyOf(HasSubstr("in the paper"), HasSubstr("measured on a GPU")));
    EXPECT_EQ(run_program("occupancy --json").status, 2);
    for (const char* wrong : {"occupancy --capability 4", "occupancy --threads 0", "occupancy --threads x"}) {
        EXPECT_EQ(run_program(wrong).status, 2);
        EXPECT_EQ(run_program(wrong).out, "");
    }
}

TEST(Commands, VerifyingNothingIsNoSuccess) {
    const Outcome none = run_program("verify --on cpu --algorithms scan_blelloch");
    EXPECT_EQ(none.status, 1);
    EXPECT_EQ(none.err, "upsweep: None of these algorithms runs there, so nothing was verified.\n");
    const Outcome gpu = run_program("verify --on gpu --algorithms scan_blelloch --n 5");
    if (gpu.status == 0) {
        EXPECT_THAT(gpu.out, HasSubstr("all right"));
    } else {
        EXPECT_THAT(gpu.err, testing::AnyOf(HasSubstr("GPU"), HasSubstr("driver")));
    }
}

TEST(Commands, VersionSaysWhatThisProgramIs) {
    const std::string out = run_program("--version").out;
    EXPECT_THAT(out, testing::StartsWith("upsweep 2027.1\n"));
    EXPECT_THAT(out, testing::ContainsRegex("\ncommit: ([0-9a-f]{10}(, changed since)?|unknown)\n"));
    EXPECT_THAT(out, testing::ContainsRegex("\nbuild: (GCC|clang) [0-9.]+, (no preset|preset [a-z-]+), "));
    EXPECT_THAT(out, HasSubstr("\nbackends: emulator, cpu, gpu"));
}

}  // namespace
}  // namespace upsweep::test
