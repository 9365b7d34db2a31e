// What a run stops at, as text: each form reads back, conditions are worked out as in C, and what is wrong is
// one sentence.
#include "scenes/stop.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "scenes/scene_file.h"
#include "scenes/scene_words.h"

namespace upsweep::scenes {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Stop, EveryFormReadsBack) {
    for (const std::string text :
         {"line 16", "line 4 of order.cuh", "line 16 if stride == 4 && lane == 2", "barrier", "finding",
          "sums[3]", "sums[3] = 14", "table[2][5]", "table[2][5] of block 1 = -0.5", "block 2 starts",
          "block 0 ends", "lane 3", "phase Up-sweep", "stride == 4 && lane == 2", "line == 16",
          "sums[right] > 4"}) {
        const Stop stop = parse_stop(text);
        EXPECT_EQ(to_text(stop), text);
        EXPECT_EQ(parse_stop(to_text(stop)), stop) << text;
    }
}

TEST(Stop, IsReadAsItIsMeant) {
    EXPECT_EQ(parse_stop("  sums[ 3 ]  changes ").kind, Stop::Kind::cell);
    EXPECT_EQ(parse_stop("sums[3] == 14").value, "14");
    EXPECT_EQ(parse_stop("sums[3] > 14").kind, Stop::Kind::condition);
    EXPECT_EQ(parse_stop("if lane == 2").condition, "lane == 2");
    EXPECT_EQ(parse_stop("table[2][5]").column, 5);
    EXPECT_EQ(parse_stop("line 9 of a b.cuh if n > 1").name, "a b.cuh");
    EXPECT_EQ(parse_stop("block == 2").kind, Stop::Kind::condition);
}

std::string complaint(const std::string& text) {
    try {
        parse_stop(text);
        return "";
    } catch (const UsageError& error) {
        return error.what();
    }
}

TEST(Stop, WhatIsWrongIsOneSentenceThatSaysHow) {
    for (const std::string text : {"", "line 0", "line 3 x", "block 2 begins", "lane 3 4", "phase ",
                                   "stride ==", "(a", "a b", "line 3 if", "1 +* 2", "sums[", "a = 3", "\n"}) {
        const std::string why = complaint(text);
        ASSERT_NE(why, "") << text;
        EXPECT_EQ(why.back(), '.') << why;
        EXPECT_EQ(why.find(". "), std::string::npos) << why;
    }
    EXPECT_THAT(complaint("block 2 begins"), HasSubstr("`block 2 starts`"));
    EXPECT_NE(complaint(std::string(500, '(')), "");
    EXPECT_NE(complaint(std::string(200, '-') + "1"), "");
}

class Numbers : public ConditionValues {
  public:
    explicit Numbers(const Condition& of) : of_(of) {}
    std::optional<double> variable(size_t name) const override {
        if (of_.names[name] == "three") return 3;
        if (of_.names[name] == "blockIdx.x") return 5;
        return std::nullopt;
    }
    std::optional<double> element(size_t name, int64_t index) const override {
        return of_.names[name] == "square" ? std::optional<double>(double(index * index)) : std::nullopt;
    }

  private:
    const Condition& of_;
};

std::optional<double> worked_out(const std::string& text) {
    const Condition condition = parse_condition(text);
    return condition.value(Numbers(condition));
}

TEST(Condition, IsWorkedOutAsInC) {
    EXPECT_EQ(worked_out("1 + 2 * 3 == 7 && 7 / 2 == 3"), 1);
    EXPECT_EQ(worked_out("(1 + 2) * 3"), 9);
    EXPECT_EQ(worked_out("10 - 3 - 2"), 5);
    EXPECT_EQ(worked_out("-7 % 4"), -3);
    EXPECT_EQ(worked_out("7 / 2.5"), 2.8);
    EXPECT_EQ(worked_out("!three || three <= 2 || three != 3"), 0);
    EXPECT_EQ(worked_out("blockIdx.x * 2 + square[three - 1]"), 14);
    EXPECT_EQ(worked_out("1u + 2.5f"), 3.5);
    // A missing part says nothing, unless it does not matter.
    EXPECT_EQ(worked_out("other == 3"), std::nullopt);
    EXPECT_EQ(worked_out("three == 4 && other == 3"), 0);
    EXPECT_EQ(worked_out("three == 3 || other == 3"), 1);
    EXPECT_EQ(worked_out("1 / 0"), std::nullopt);
}

TEST(Stop, IsKeptWithItsScene) {
    Scene scene = initial_scene("scan_blelloch");
    scene.step = 7;
    scene.stops = {"line 16", "stride == 4 && lane == 2", "sums[3] = 14"};
    const Scene read = parse_scene("s.toml", to_toml(scene));
    EXPECT_EQ(read.stops, scene.stops);
    EXPECT_EQ(read, scene);
    EXPECT_THAT(to_command(scene), HasSubstr(" --stop='line 16' --stop='stride == 4 && lane == 2'"));
    EXPECT_EQ(scene_of(words_of(scene)).stops, scene.stops);
    EXPECT_THAT(kept_stops({"line  16", "line 16", "sums[3]==14"}), ElementsAre("line 16", "sums[3] = 14"));
    try {
        parse_scene("s.toml", "version = 1\nalgorithm = \"scan_blelloch\"\nstops = [\"line 0\"]\n");
        ADD_FAILURE() << "read";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("line 3"));
    }
}

TEST(Stop, AConditionHasAtMost400Characters) {
    const std::string longest = "lane == 2" + std::string(391, ' ');
    EXPECT_FALSE(parse_condition(longest).nodes.empty());
    EXPECT_THAT([&] { parse_condition(longest + ' '); },
                testing::ThrowsMessage<UsageError>(HasSubstr("at most 400 characters")));
}

TEST(Stop, OfSomebodysProgramIsKeptToo) {
    const Scene scene = parse_scene(
        "s.toml",
        "version = 1\nprogram = \"untitled.cu\"\nstops = [\"line 4\"]\n[edits]\n\"untitled.cu\" = \"x\"\n");
    EXPECT_THAT(scene.stops, ElementsAre("line 4"));
    EXPECT_EQ(parse_scene("s.toml", to_toml(scene)).stops, scene.stops);
}

}  // namespace
}  // namespace upsweep::scenes
