// Two scenes on one clock, on the model: who moves when, ends, counts, captions.
#include "app/step/model/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/helpers/step_model_fixture.h"
#include "core/helpers/sample.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/position/counts.h"
#include "scenes/run_scene.h"

namespace upsweep::app {
using namespace replay;
using namespace scenes;

namespace {

class ComparisonTest : public StepModelFixture {
  protected:
    void open(const ComparePreset& preset) {
        both_.open(preset);
        wait_until([this] { return !left_.loading() && !both_.right().loading(); });
        ASSERT_TRUE(both_.ready()) << left_.error() << both_.right().error();
        both_.advance();
    }
    static ComparePreset preset(const std::string& slug, std::string_view title) {
        for (const ComparePreset& each : compare_presets(initial_scene(slug)))
            if (each.title == title) return each;
        ADD_FAILURE() << "no preset " << title;
        return {};
    }
    int64_t left_step() { return left_.position()->step(); }
    int64_t right_step() { return both_.right().position()->step(); }

    StepModel& left_ = model_;
    Comparison both_{jobs_, left_};
};

TEST_F(ComparisonTest, TheSameKernelGoesStatementByStatementOnBothSides) {
    open(preset("scan_blelloch", "padding off, on"));
    left_.set_grain(Grain::statement);
    ASSERT_EQ(left_.position()->step_count(), both_.right().position()->step_count());
    while (left_step() < left_.position()->step_count()) {
        left_.forward();
        ASSERT_EQ(left_step(), right_step());
    }
    EXPECT_FALSE(both_.forward());
    EXPECT_GT(left_.position()->trace().counts.bank_conflicts,
              both_.right().position()->trace().counts.bank_conflicts);
}

TEST_F(ComparisonTest, WhoeverComesFirstMovesAndTheLongerOneGoesOnAlone) {
    open(preset("scan_blelloch", "Kogge–Stone, Blelloch"));
    for (const Clock clock :
         {Clock::barrier, Clock::additions, Clock::wavefronts, Clock::model, Clock::phase}) {
        both_.set_clock(clock);
        left_.home();
        both_.advance();
        left_.set_grain(Grain::barrier);
        double last = 0;
        for (int moves = 0;; ++moves) {
            ASSERT_LT(moves, 1000);
            const int64_t left = left_step(), right = right_step();
            if (!both_.forward()) break;
            ASSERT_TRUE(left_step() > left || right_step() > right);
            const double left_now = left_step() > left ? both_.left_time() : both_.right_time();
            const double right_now = right_step() > right ? both_.right_time() : left_now;
            ASSERT_NEAR(left_now, right_now, 1e-6);  // who moves together arrives together
            ASSERT_GE(left_now, last - 1e-9) << "time goes on";
            last = left_now;
        }
        EXPECT_EQ(left_step(), left_.position()->step_count());
        EXPECT_EQ(right_step(), both_.right().position()->step_count());
        EXPECT_NEAR(last, std::max(both_.left_end(), both_.right_end()), 1e-9);
        for (int moves = 0;; ++moves) {
            ASSERT_LT(moves, 1000);
            const double left_now = both_.left_time(), right_now = both_.right_time();
            const int64_t left = left_step(), right = right_step();
            if (!both_.back()) break;
            if (left_now > right_now + 1e-6) {
                ASSERT_TRUE(left_step() < left && right_step() == right) << "who is further goes back";
            }
            if (right_now > left_now + 1e-6) {
                ASSERT_TRUE(right_step() < right && left_step() == left) << "who is further goes back";
            }
        }
        EXPECT_EQ(left_step() + right_step(), 0);
    }
}

TEST_F(ComparisonTest, TheRightSideFollowsWhereTheLeftIsMoved) {
    open(preset("scan_blelloch", "Kogge–Stone, Blelloch"));
    both_.set_clock(Clock::barrier);
    for (const int64_t step : {5, 30, 60}) {
        left_.seek(step);
        both_.advance();
        const double time = both_.left_time();
        EXPECT_LE(both_.right_time(), time);
        const TraceClock clock(both_.right().position()->trace(), Clock::barrier);
        if (right_step() < both_.right().position()->step_count()) {
            EXPECT_GT(clock.at(right_step() + 1), time);
        }
    }
    left_.end();
    both_.advance();
    EXPECT_EQ(right_step(), both_.right().position()->step_count());
    left_.home();
    both_.advance();
    EXPECT_EQ(right_step(), 0);
}

TEST_F(ComparisonTest, PlayingMovesBothToTheEnd) {
    open(preset("scan_blelloch", "padding off, on"));
    left_.set_grain(Grain::phase);
    left_.set_playing(true);
    for (int i = 0; i < 1000 && left_.playing(); ++i) left_.advance(1), both_.advance();
    EXPECT_FALSE(left_.playing());
    EXPECT_EQ(left_step(), left_.position()->step_count());
    EXPECT_EQ(right_step(), both_.right().position()->step_count());
}

TEST_F(ComparisonTest, PaddingLeadsWithTheWavefrontsOfTheBanks) {
    Scene scene = initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.extent.width = 16;
    scene = with_parameters(scene, parameters);
    open(compare_presets(scene).front());
    ASSERT_TRUE(both_.is_about_banks());
    left_.set_grain(Grain::barrier);
    bool twice = false;
    left_.home();
    both_.advance();
    do {
        const auto leads = both_.leads();
        ASSERT_TRUE(leads);
        const BankPicture &one = left_.position()->banks(), &other = both_.right().position()->banks();
        if (one.accesses == 0 || other.accesses == 0 || one.wavefronts == other.wavefronts) {
            const bool begun = left_.position()->step() > 0;
            EXPECT_TRUE((*leads)[0].words.ends_with(begun ? " so far" : " in all")) << (*leads)[0].words;
            if (!begun) {
                EXPECT_NE((*leads)[0].number, (*leads)[1].number) << "the sides differ before anything runs";
            }
            continue;
        }
        EXPECT_EQ((*leads)[0].number, std::to_string(one.wavefronts));
        EXPECT_EQ((*leads)[1].number, std::to_string(other.wavefronts));
        EXPECT_TRUE((*leads)[0].words.ends_with(" in this step"));
        twice = twice || one.wavefronts >= 2 * other.wavefronts;
    } while (both_.forward());
    EXPECT_TRUE(twice) << "a step whose conflicts a class can count";
}

TEST_F(ComparisonTest, EveryPairLeadsWithSomethingInWhichTheSidesDiffer) {
    int pairs = 0;
    for (const char* slug : {"scan_blelloch", "transpose_tiled", "scan_lookback", "scan_hillis_steele"})
        for (const ComparePreset& one : compare_presets(initial_scene(slug))) {
            open(one);
            left_.end();
            both_.advance();
            const auto rows = both_.counts();
            const bool counts_differ = !rows.empty() && rows.front().better() != 0;
            const bool faults_differ = both_.fault(true).empty() != both_.fault(false).empty();
            const auto leads = both_.leads();
            EXPECT_TRUE(leads || !(counts_differ || faults_differ)) << slug << ": " << one.title;
            if (!leads) continue;
            EXPECT_NE((*leads)[0].number + (*leads)[0].words, (*leads)[1].number + (*leads)[1].words)
                << slug << ": " << one.title;
            if (++pairs == 24) return;  // each runs two scenes
        }
    EXPECT_GT(pairs, 8);
}

TEST_F(ComparisonTest, CountsAreThoseOfTheTracesAndSayWhoHasLess) {
    open(preset("scan_blelloch", "Kogge–Stone, Blelloch"));
    left_.end();
    both_.advance();
    bool seen = false;
    bool even = false;
    for (const ComparedCount& row : both_.counts()) {
        EXPECT_FALSE(even && row.better() != 0) << "what differs comes first";
        even = row.better() == 0;
        EXPECT_EQ(row.left, row.left_total) << row.words;
        EXPECT_EQ(row.right, row.right_total) << row.words;
        if (row.words != "additions") continue;
        seen = true;
        EXPECT_EQ(row.left_total, left_.position()->trace().counts.additions);
        EXPECT_EQ(row.right_total, both_.right().position()->trace().counts.additions);
        EXPECT_EQ(row.better(), row.left_total < row.right_total ? -1 : 1);
    }
    EXPECT_TRUE(seen);
}

TEST_F(ComparisonTest, ARunThatFailsIsSaidToFail) {
    Scene broken = initial_scene("scan_single_pass");
    Parameters parameters = broken.catalog().parameters;
    parameters.set_option("counted", 0);
    broken = with_parameters(broken, parameters);
    broken.gpu.schedule = emulator::parse_schedule("adversarial");
    broken.gpu.resident_blocks = 2;
    open({"", initial_scene("scan_single_pass"), broken});
    EXPECT_EQ(both_.fault(true), "");
    EXPECT_EQ(both_.fault(false), "Deadlock");
}

TEST_F(ComparisonTest, SidesAreSwappedAtTheirSteps) {
    open(preset("scan_blelloch", "padding off, on"));
    left_.set_grain(Grain::barrier);
    left_.forward();
    left_.forward();
    const int64_t step = left_step();
    both_.swap();
    open({"", left_.scene(), both_.right().scene()});
    EXPECT_EQ(left_.position()->run().scene.catalog().parameters.option("padding"), 1);
    EXPECT_EQ(left_step(), step);
}

TEST(ComparePresets, EveryEntryHasPairsThatRunAndThatAreToldApart) {
    for (const Algorithm* algorithm : catalog())
        for (const ComparePreset& preset : compare_presets(initial_scene(std::string(algorithm->slug)))) {
            const auto [left, right] = compare_captions(preset.left, preset.right);
            EXPECT_NE(left, right) << algorithm->slug << ": " << preset.title;
            EXPECT_FALSE(preset.left == preset.right) << algorithm->slug << ": " << preset.title;
        }
}

TEST(ComparePresets, TheOthersOfItsChapterHaveItsSizeInputAndMachine) {
    Scene present = initial_scene("scan_blelloch");
    Parameters parameters = present.catalog().parameters;
    parameters.extent = {16, 1};
    present = with_parameters(present, parameters);
    int others = 0;
    for (const ComparePreset& preset : compare_presets(present)) {
        if (preset.title.rfind("this, ", 0) != 0) continue;
        ++others;
        EXPECT_EQ(preset.left.slug(), "scan_blelloch");
        EXPECT_EQ(preset.right.catalog().parameters.extent, present.catalog().parameters.extent)
            << preset.title;
        EXPECT_EQ(preset.right.gpu.banks, present.gpu.banks) << preset.title;
        if (preset.right.catalog().input->type() == present.catalog().input->type()) {
            EXPECT_EQ(*preset.right.catalog().input, *present.catalog().input) << preset.title;
        }
    }
    EXPECT_GE(others, 5);
}

TEST(ComparePresets, OfTwoKernelsHaveOneInputWhereBothTakeIt) {
    int pairs = 0;
    for (const ComparePreset& preset : compare_presets(initial_scene("transpose_tiled"))) {
        // The catalog's own pairs, whatever is shown.
        if (preset.left.slug() == "transpose_tiled") continue;
        const auto &left = preset.left.catalog().input, &right = preset.right.catalog().input;
        if (!left || !right || left->type() != right->type()) continue;
        ++pairs;
        EXPECT_EQ(*left, *right) << preset.title;
        EXPECT_EQ(preset.left.catalog().input_kind, InputKind::given) << preset.title;
        EXPECT_EQ(preset.right.catalog().input_kind, InputKind::given) << preset.title;
    }
    EXPECT_GE(pairs, 4);
}

TEST(ComparePresets, SayWhatDiffers) {
    const auto presets = compare_presets(initial_scene("scan_blelloch"));
    ASSERT_FALSE(presets.empty());
    EXPECT_EQ(presets[0].title, "padding off, on");
    EXPECT_EQ(compare_captions(presets[0].left, presets[0].right),
              std::pair(std::string("padding off"), std::string("padding on")));
    Scene edited = initial_scene("scan_blelloch");
    edited.edits["scan_blelloch.cu"] = "//";
    const auto with_edit = compare_presets(edited);
    EXPECT_EQ(with_edit[0].title, "My edit, the original");
    EXPECT_EQ(compare_captions(with_edit[0].left, with_edit[0].right),
              std::pair(std::string("my edit"), std::string("the original")));
}

/// By characters here; on the screen by pixels.
TEST(ShortCaptions, AreWholeWordsThatTellTheSidesApart) {
    using Pair = std::pair<std::string, std::string>;
    const auto shortened = [](const std::string& left, const std::string& right, size_t most) {
        return short_captions({left, right}, [most](std::string_view text) { return text.size() <= most; });
    };
    EXPECT_EQ(shortened("padding off", "padding on", 12), Pair("padding off", "padding on"));
    EXPECT_EQ(shortened("numbers from a counter", "numbers from blockIdx", 12),
              Pair("a counter", "blockIdx"));
    EXPECT_EQ(shortened("state and sum in one word", "flag and sum, no fence", 16),
              Pair("state and sum", "flag and sum"));
    EXPECT_EQ(shortened("padding off", "padding on", 4), Pair("off", "on"));
    EXPECT_EQ(shortened("padding off", "padding on", 2), Pair()) << "nothing fits";
    EXPECT_EQ(shortened("Blelloch", "Blelloch", 20), Pair()) << "they are alike";
    EXPECT_EQ(shortened("sum by rows", "sum by rows, again", 4), Pair()) << "cut, they would be alike";
}

/// What C shows first is worth seeing: the sides differ in a count, in what is found, or in whether the
/// result is right.
TEST_F(ComparisonTest, TheFirstPairOfEveryEntryDiffers) {
    const std::vector<const Algorithm*> all(catalog().begin(), catalog().end());
    for (const Algorithm* algorithm : test::sample("first pairs", all, 10)) {
        const ComparePreset pair = compare_presets(initial_scene(std::string(algorithm->slug))).front();
        const RunScene left = run_scene(pair.left), right = run_scene(pair.right);
        EXPECT_FALSE(left.trace->counts == right.trace->counts && left.check.right == right.check.right &&
                     left.trace->findings.size() == right.trace->findings.size())
            << algorithm->slug << ": " << pair.title;
    }
}

}  // namespace
}  // namespace upsweep::app
