// Experiment files: what one says, and one sentence for every mistake in one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/experiment.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* small_experiment = R"(version = 1
title = "loops"
heading = "Two loops"
paper = "Bugetti 2025"
type = "u32"
sizes = "64,16,32x8"

[[curve]]
name = "His loop"
algorithm = "integral_image_bugetti_loop"

[[curve]]
name = "Section 64"
algorithm = "integral_image_bugetti"
options = { section = 64 }

[[curve]]
name = "Both"
sum_of = ["His loop", "His loop"]

[[published]]
machine = "i5-12400F"
source = "Table 3"
beside = "His loop"
sizes = "16,64"
values = [2, 2.5]

[[claim]]
sentence = "The GPU wins."
source = "Table 4"
numbers = [4, 2]
of = ["the CPU", "the GPU"]
paper = 2
judge = "ratio"
curves = ["His loop", "Section 64"]
at = "64"
at_least = 2
)";

TEST(ExperimentFile, SaysWhatIsRunPrintedAndClaimed) {
    const Experiment experiment = parse_experiment("mine.race.toml", small_experiment);
    EXPECT_EQ(experiment.name, "mine");
    ASSERT_EQ(experiment.curves.size(), 3U);
    EXPECT_EQ(experiment.curves[0].on, "cpu");
    EXPECT_EQ(experiment.curves[1].on, "gpu");
    ASSERT_EQ(experiment.curves[1].options.size(), 1U);
    EXPECT_EQ(experiment.curves[1].options[0].value, 64);
    EXPECT_THAT(experiment.curves[2].parts, ElementsAre(0, 0));
    ASSERT_EQ(experiment.panels.size(), 1U);
    // The smallest size first; one number is a square.
    EXPECT_THAT(experiment.panels[0].extents, ElementsAre(Extent{16, 16}, Extent{32, 8}, Extent{64, 64}));
    EXPECT_THAT(experiment.panels[0].curves, ElementsAre(0, 1, 2));
    EXPECT_THAT(experiment.panels[0].published, ElementsAre(0));
    const PublishedLine& line = experiment.published.at(0);
    EXPECT_EQ(line.paper, "Bugetti 2025");
    EXPECT_EQ(line.slug, "integral_image_bugetti_loop");
    EXPECT_DOUBLE_EQ(line.points[1].seconds, 0.0025);
    const Claim& claim = experiment.claims.at(0);
    EXPECT_THAT(claim.curves, ElementsAre(0, 1));
    EXPECT_EQ(claim.at, (Extent{64, 64}));
    EXPECT_EQ(claim.bound, Bound::at_least);
}

std::string without(std::string text, const std::string& part, const std::string& instead) {
    const size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), instead);
}

struct Mistake {
    const char *part, *instead, *sentence;
};

class ExperimentMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ExperimentMistake, IsOneSentenceWithFileLineAndWhatToWrite) {
    const Mistake& mistake = GetParam();
    try {
        parse_experiment("e.toml", without(small_experiment, mistake.part, mistake.instead));
        FAIL() << mistake.sentence;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(mistake.sentence));
        EXPECT_EQ(std::string_view(error.what()).substr(0, 13), "e.toml, line ");
        EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    }
}

const Mistake experiment_mistakes[] = {
    {"version = 1", "version = 2",
     "line 1: the experiment has version 2, but this program reads versions up to 1"},
    {"title = \"loops\"\n", "", "`title` is missing"},
    {"type = \"u32\"", "typo = \"u32\"", "line 5: `typo` is not a known key here. Did you mean `type`?"},
    {"type = \"u32\"", "type = \"u31\"", "line 5: "},
    {"sizes = \"64,16,32x8\"", "sizes = \"64,0\"", "line 6: \"0\" is not a size: write n or WIDTHxHEIGHT"},
    {"sizes = \"64,16,32x8\"", "", "`sizes` is missing: write sizes = \"256,512,1024\"."},
    {"sizes = \"64,16,32x8\"", "sizes = \"64\"\nview = \"tme\"",
     "line 7: \"tme\" is not a view; write \"time\", \"throughput\""},
    {"sizes = \"64,16,32x8\"", "sizes = \"64,16\"\nover = \"section\"",
     "an option along x wants its `values` and one size"},
    {"sizes = \"64,16,32x8\"", "sizes = \"64\"\nover = \"section\"\nvalues = [63]", "line 8: "},
    {"algorithm = \"integral_image_bugetti_loop\"", "algorithm = \"integral_image_bugeti_loop\"",
     "line 10: "},
    {"algorithm = \"integral_image_bugetti_loop\"",
     "algorithm = \"integral_image_bugetti_loop\"\non = \"gpu\"",
     "line 11: integral_image_bugetti_loop runs on the CPU; write on = \"cpu\"."},
    {"algorithm = \"integral_image_bugetti_loop\"", "algorithm = \"integral_image_float4\"\ntype = \"u32\"",
     "line 11: integral_image_float4 has no version for u32; it takes f32x4→f32x4."},
    {"name = \"Section 64\"", "name = \"His loop\"",
     "line 13: two curves are called \"His loop\"; give each a name of its own."},
    {"options = { section = 64 }", "options = { sektion = 64 }",
     "line 15: integral_image_bugetti has no option \"sektion\""},
    {"options = { section = 64 }", "options = { section = 63 }", "line 15: "},
    {"options = { section = 64 }", "film = \"crowds\"",
     "line 15: \"crowds\" is not a clip of people; write \"class\", \"crowd\". Did you mean `crowd`?"},
    {"options = { section = 64 }", "film = \"crowd\"", "only a cascade looks at frames of a film"},
    {"sum_of = [\"His loop\", \"His loop\"]", "sum_of = [\"Her loop\", \"His loop\"]",
     "line 19: \"Her loop\" is not the name of a curve above; write \"His loop\", \"Section 64\". Did you "
     "mean `His "
     "loop`?"},
    {"sum_of = [\"His loop\", \"His loop\"]", "sum_of = [\"His loop\"]",
     "line 19: `sum_of` names at least 2 curves."},
    {"sum_of = [\"His loop\", \"His loop\"]", "times = -1\nsum_of = [\"His loop\", \"His loop\"]",
     "`times` must be a number above 0."},
    {"machine = \"i5-12400F\"\n", "", "`machine` is missing"},
    {"values = [2, 2.5]", "values = [2]", "line 26: 1 value for 2 sizes: write one for each."},
    {"values = [2, 2.5]", "values = [2, 0]", "line 26: `values` are numbers above 0."},
    {"values = [2, 2.5]", "values = [2, 3]\nunit = \"msec\"",
     "\"msec\" is not a unit; write \"s\", \"ms\", \"us\", \"frames/s\""},
    {"of = [\"the CPU\", \"the GPU\"]\n", "", "`numbers` are at most two, each with a name in `of`."},
    {"paper = 2\n", "", "`paper` is missing: the number that the paper gives"},
    {"judge = \"ratio\"\n", "", "a claim says how it is judged, or in `needs` why it cannot be."},
    {"at = \"64\"\n", "", "`at` is missing"},
    {"at_least = 2\n", "", "the claim wants one bound: at_least, at_most or about."},
    {"at_least = 2\n", "about = 2\nfactor = 0.5\n", "`factor` is at least 1."},
    {"judge = \"ratio\"", "judge = \"occupancy\"", "\"His loop\" is not a curve of occupancy."},
};

INSTANTIATE_TEST_SUITE_P(Of, ExperimentMistake, testing::ValuesIn(experiment_mistakes));

}  // namespace
}  // namespace upsweep::bench
