// `verify` finds what is wrong: wrong values, writes past the end, machines that do not exist.
#include "commands/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "vision/table.h"
#include "vision/white_picture.h"

namespace upsweep::commands {
namespace {

using testing::HasSubstr;

std::vector<Parameters> one_case(const Algorithm& algorithm, Extent extent) {
    Parameters parameters;
    parameters.extent = extent;
    parameters.machine = {4, 8};
    return {with_defaults(algorithm, parameters)};
}

/// The plan of the inclusive scan under the exclusive one's name.
Plan wrong_plan(const Parameters& parameters) {
    Parameters inclusive = parameters;
    inclusive.set_option("inclusive", 1);
    return find_algorithm("scan_blelloch").make_plan(inclusive);
}

TEST(Verify, NamesTheFirstWrongElementAndItsWriter) {
    Algorithm broken = find_algorithm("scan_blelloch");
    broken.make_plan = wrong_plan;
    const Tally tally = verify_cases(backends::emulator(), broken, one_case(broken, {8, 1}), 3);
    EXPECT_EQ(tally.runs, 1);
    EXPECT_EQ(tally.wrong, 1);
    ASSERT_EQ(tally.failures.size(), 1U);
    // The inclusive scan's first sum is written by lane 0's right neighbour in the tree.
    EXPECT_THAT(
        tally.failures[0],
        testing::MatchesRegex(
            "scan_blelloch n=8 u32→u32 padding=1 segment=0 inclusive=0 operator=0 order=0 any_length=1: "
            "element 0 expected 0, got [1-9] \\(step [0-9]+, lane 1\\)"));
}

/// Bilgic's loop as it is printed: one element too far in every row.
void printed_loop(const Parameters& parameters, const Array& input, Array& output) {
    const int64_t width = parameters.extent.width, height = parameters.extent.height;
    const auto from = input.view<uint32_t>();
    uint32_t* to = output.view<uint32_t>().data();
    for (int64_t x = 0; x < width; ++x) to[x] = 0;
    for (int64_t y = 0; y < height; ++y) {
        uint32_t sum = 0;
        to[y * width] = 0;
        for (int64_t x = 0; x < width; ++x) {
            sum += from[y * width + x];
            to[(y + 1) * width + x + 1] = sum + to[y * width + x + 1];
        }
    }
}

TEST(Verify, SeesALoopThatRunsTooFar) {
    Algorithm broken = find_algorithm("integral_image_bilgic_loop");
    const auto cases = one_case(broken, {5, 4});
    EXPECT_EQ(verify_cases(backends::cpu(), broken, cases, 3).wrong, 0);
    broken.run_on_cpu = printed_loop;
    EXPECT_EQ(verify_cases(backends::cpu(), broken, cases, 3).wrong, 1);
}

class Absent : public backends::Backend {
  public:
    std::string_view name() const override { return "absent"; }
    std::string_view title() const override { return "absent"; }
    std::string refusal(const Algorithm&) const override { return {}; }
    backends::Result run(const backends::Task&, const backends::RunOptions&) const override {
        throw BackendMissing("there is no such machine");
    }
    int64_t bytes_needed(const backends::Task&) const override { return 0; }
    int64_t bytes_free() const override { return 0; }
    std::unique_ptr<backends::Prepared> prepare(const backends::Task&) const override { return nullptr; }
};

TEST(Verify, SkipsWhatHasNoMachine) {
    const Absent absent;
    const Algorithm& scan = find_algorithm("scan_blelloch");
    const Tally tally = verify_cases(absent, scan, one_case(scan, {8, 1}), 3);
    EXPECT_EQ(tally.runs, 0);
    EXPECT_EQ(tally.skipped, 1);
    EXPECT_EQ(tally.reason, "there is no such machine");
}

TEST(Cases, StandOnBothSidesOfWarpsAndSegments) {
    const Algorithm& scan = find_algorithm("scan_blelloch");
    std::vector<int64_t> widths;
    for (const Parameters& parameters : awkward_cases(scan, {}, {}).walked)
        widths.push_back(parameters.extent.width);
    for (int64_t n : {1, 2, 3, 31, 32, 33, 511, 512, 513, 1000}) EXPECT_THAT(widths, testing::Contains(n));
    const Algorithm& transpose = find_algorithm("transpose_tiled");
    for (const Parameters& parameters : awkward_cases(transpose, {6}, {}).walked)
        EXPECT_EQ(parameters.extent, (Extent{6, 6}));
}

/// Options with names are walked on large arrays too, numbers on small ones only.
TEST(Cases, OfLargeArraysAreFew) {
    const Algorithm& bugetti = find_algorithm("integral_image_bugetti");
    int large = 0, conventions = 0;
    for (const Parameters& parameters : awkward_cases(bugetti, {}, {}).walked) {
        if (parameters.extent.count() < 10'000) continue;
        ++large;
        conventions += parameters.option("convention") == 2 ? 1 : 0;
        EXPECT_EQ(parameters.option("section"), 0);
    }
    EXPECT_EQ(large, 4 * int(bugetti.types.size()));
    EXPECT_EQ(conventions, int(bugetti.types.size()));
}

TEST(Cases, HoldTheInitialOptionsAtEverySize) {
    for (const Algorithm* algorithm : catalog())
        for (Extent extent : {Extent{1000, 1}, Extent{1000, 37}}) {
            int initial = 0;
            for (const Parameters& parameters : awkward_cases(*algorithm, {}, {}).walked) {
                bool same = parameters.extent == extent;
                for (const Option& option : algorithm->options)
                    same = same && parameters.option(option.name) == option.initial;
                initial += same ? 1 : 0;
            }
            const bool walked = algorithm->shape == Shape::rows || extent.height > 1;
            EXPECT_EQ(initial > 0, walked) << algorithm->slug << " " << extent.height;
        }
}

/// 256 bins of 1000 x 37 take the emulator minutes: every case is walked, those on a smaller picture.
TEST(Cases, LeaveNothingOutButMakeLargeOnesSmaller) {
    EXPECT_EQ(awkward_cases(find_algorithm("scan_blelloch"), {}, {}).smaller, 0);
    const Algorithm& histogram = find_algorithm("integral_histogram_tiled");
    const Cases emulated = awkward_cases(histogram, {}, {}), all = awkward_cases(histogram, {}, {}, true);
    EXPECT_GT(emulated.smaller, 0);
    EXPECT_EQ(all.smaller, 0);
    ASSERT_EQ(emulated.walked.size(), all.walked.size());
    int smaller = 0;
    for (size_t i = 0; i < all.walked.size(); ++i) {
        const Parameters &here = emulated.walked[i], &there = all.walked[i];
        for (const Option& option : histogram.options)
            EXPECT_EQ(here.option(option.name), there.option(option.name));
        if (here.extent == there.extent) continue;
        ++smaller;
        EXPECT_LE(here.extent.count() * here.option("bins"), 100'000);
        EXPECT_GT(there.extent.count() * here.option("bins"), 100'000);
        EXPECT_EQ(here.extent.width % 2, 1);
        EXPECT_EQ(here.extent.height % 2, 1);
    }
    EXPECT_EQ(smaller, emulated.smaller);
}

TEST(White, WalksEntriesAndRefusesWhatMakesNoTable) {
    EXPECT_NO_THROW(verify_white({"integral_image_one_pass", "integral_image_blelloch"}, {40}, {"emulator"}));
    EXPECT_NO_THROW(verify_white({}, {70}, {}));
    EXPECT_THROW(verify_white({"scan_blelloch"}, {40}, {"cpu"}), UsageError);
    EXPECT_THROW(verify_white({}, {40}, {"tpu"}), UsageError);
}

TEST(White, TakesEveryEntryThatMakesATableWhereNoneIsNamed) {
    testing::internal::CaptureStdout();
    verify_white({}, {40}, {"cpu"});
    const std::string told = testing::internal::GetCapturedStdout();
    const auto all = vision::table_algorithms(backends::cpu());
    EXPECT_GE(all.size(), 2U);
    for (const Algorithm* one : all) EXPECT_THAT(told, testing::HasSubstr(std::string(one->slug)));
}

/// A table that loses its last row is found out.
TEST(White, FindsWhatIsWrong) {
    static const Algorithm& fast = find_algorithm("integral_image_fast_loop");
    Algorithm broken = fast;
    broken.run_on_cpu = [](const Parameters& parameters, const Array& input, Array& output) {
        fast.run_on_cpu(parameters, input, output);
        output.set_number(output.count() - 1, 7);
    };
    EXPECT_TRUE(vision::measure_white(fast, backends::cpu(), ScalarType::u8, 50).right);
    EXPECT_FALSE(vision::measure_white(broken, backends::cpu(), ScalarType::u8, 50).right);
    EXPECT_FALSE(vision::measure_white(broken, backends::cpu(), ScalarType::f32, 50).right);
}

}  // namespace
}  // namespace upsweep::commands
