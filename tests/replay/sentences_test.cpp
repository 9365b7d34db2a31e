// The inspector's sentences over the whole catalog: roles, rules, blocks by name, and what came of it all.
#include "replay/words/sentence.h"

#include <gmock/gmock.h>

#include <cctype>
#include <memory>
#include <regex>
#include <set>

#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/position/position.h"
#include "replay/structure/staging.h"
#include "replay/words/meaning.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::unique_ptr<StepPosition> sentences_opened(const std::string& slug) {
    return std::make_unique<StepPosition>(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene(slug))));
}

std::string lowered(std::string text) {
    for (char& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// The sentence at the end of the launches of a user's program.
std::string said_last(const std::string& text, bool of_all = false) {
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::scene_of_text(text))));
    const int64_t end = at.trace().launches.back().end_step;
    if (of_all) return plain(sentence_of(at.trace(), make_picture(at.trace(), {0, end}, 0, {})));
    at.set_grain(Grain::barrier);
    at.seek(end);
    return plain(sentence_of(at.trace(), at.picture()));
}

constexpr const char* reduction = R"(__global__ void reduce(int* a) {
    int t = threadIdx.x, w = 32 * (t / 32);
    for (int s = 16; s > 0; s /= 2) {
        if (t - w < s) a[t] += a[t + s];
    }
}
)";

/// A statement that a warp comes by several times: who is counted makes the write that is shown.
TEST(Sentences, CountTheLanesOfTheWriteThatIsTold) {
    const std::string one =
        said_last(std::string(reduction) +
                      "int main() { int h[32], *d; for (int i = 0; i < 32; ++i) h[i] = i;\n"
                      "cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);\n"
                      "reduce<<<1, 32>>>(d); }\n",
                  true);
    EXPECT_THAT(one, testing::StartsWith("One lane adds: cell 0 becomes 240 + 256 = 496."));
    const std::string two =
        said_last(std::string(reduction) +
                      "int main() { int h[64], *d; for (int i = 0; i < 64; ++i) h[i] = i;\n"
                      "cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);\n"
                      "reduce<<<1, 64>>>(d); }\n",
                  true);
    EXPECT_THAT(two, testing::MatchesRegex("One lane of warp [01] adds: cell (0|32) becomes .*"));
}

/// (0 + 0) · (0 + 0) is not a product of four zeros.
TEST(Sentences, ShowAnEquationOfOneKindOfOperationAlone) {
    const auto of = [](const std::string& value) {
        return said_last("__global__ void k(const int* a, int* out) { out[0] = " + value +
                         "; }\nint main() { int *a, *out; cudaMalloc(&a, 16); cudaMalloc(&out, 4);\n"
                         "cudaMemset(a, 0, 16); k<<<1, 1>>>(a, out); }\n");
    };
    EXPECT_THAT(of("(a[0] + a[1]) * (a[2] + a[3])"), EndsWith("becomes 0."));
    EXPECT_THAT(of("a[0] * a[1] + a[2] * a[3]"), EndsWith("becomes 0."));
    EXPECT_THAT(of("a[0] - (a[1] - a[2])"), EndsWith("becomes 0."));
    EXPECT_THAT(of("a[0] * a[1] * a[2]"), EndsWith("becomes 0 · 0 · 0 = 0."));
    EXPECT_THAT(of("a[0] + (a[1] + a[2])"), EndsWith("becomes 0 + 0 + 0 = 0."));
}

/// Every entry at some hundred steps and both near sizes of step.
TEST(Sentences, SayWhichBlockDoesWhatAndShowNoCode) {
    for (const Algorithm* algorithm : catalog()) {
        const auto at = sentences_opened(std::string(algorithm->slug));
        const int64_t every = std::max<int64_t>(1, at->step_count() / 120);
        for (const Grain grain : {Grain::statement, Grain::barrier}) {
            at->set_grain(grain);
            for (int64_t step = 0; step < at->step_count(); step += every) {
                at->seek(step);
                const std::string said = plain(at->sentence());
                SCOPED_TRACE(std::string(algorithm->slug) + " at " + std::to_string(step) + ": " + said);
                EXPECT_THAT(said, EndsWith("."));
                EXPECT_THAT(said,
                            Not(testing::AnyOf(HasSubstr(" ?"), HasSubstr("`?"), HasSubstr("__"),
                                               HasSubstr(" tests "), HasSubstr(". ."), HasSubstr("  "))));
                const int64_t focus = at->picture().focus;
                if (focus < 0) continue;
                const emulator::Step& one = at->trace().steps[focus];
                if (one.kind == emulator::StepKind::host || at->staged().blocks() < 2) continue;
                EXPECT_THAT(lowered(said), HasSubstr("block"));
            }
        }
    }
}

TEST(Sentences, TheResultIsNamedByItsOperator) {
    std::map<int64_t, std::string> names;
    for (const int64_t combined : {0, 1, 2, 3}) {
        scenes::Scene scene = scenes::initial_scene("scan_kogge_stone");
        Parameters parameters = scene.catalog().parameters;
        parameters.types = {ScalarType::u32, ScalarType::u32};
        parameters.set_option("operator", combined);
        scene.catalog().parameters = parameters;
        scene.catalog().input.reset();
        const std::string said = result_sentence(scenes::run_scene(scene));
        const size_t begin = said.find("sive ") + 5;
        names[combined] = said.substr(begin, said.find(" of `") - begin);
    }
    EXPECT_THAT(names, testing::ElementsAre(
                           testing::Pair(0, "prefix sum"), testing::Pair(1, "prefix maximum"),
                           testing::Pair(2, "prefix composition"), testing::Pair(3, "segmented prefix sum")));
}

/// The first launch of a plan, from whose rows one has no phase: only the array that its values come from.
TEST(Sentences, WhatComesNextHasAName) {
    int seen = 0;
    for (const Algorithm* algorithm : catalog()) {
        const auto at = sentences_opened(std::string(algorithm->slug));
        at->set_ahead(true);
        for (int i = 0; i < 12; ++i) {
            at->seek(at->step_count() * i / 12);
            if (!at->sentence().starts_with("Next: ")) continue;
            ++seen;
            EXPECT_THAT(at->sentence(), Not(HasSubstr(": ,"))) << algorithm->slug;
        }
    }
    EXPECT_GT(seen, 20);
}

/// What comes next may write no array that is shown now: then its phase has the name.
TEST(Sentences, WhatComesNextIsNamedByItsPhaseWhereItWritesElsewhere) {
    const auto at = sentences_opened("transpose_tiled");
    at->set_ahead(true);
    at->set_grain(Grain::barrier);
    std::set<std::string> said;
    for (int64_t step = 0; step < at->step_count(); step = at->index().forward(step, Grain::barrier)) {
        at->seek(step);
        if (at->index().visible(step) > 0) said.insert(at->sentence());
    }
    EXPECT_THAT(said, testing::Contains("Next: write columns."));
    EXPECT_THAT(said, Not(testing::Contains("Next: read rows."))) << "that was the pass before";
}

/// A block that has looked at other words last is described by what it saw, not by what it published before.
TEST(Sentences, ALookIsToldBeforeWhatWasPublishedInTheSamePass) {
    const auto at = sentences_opened("scan_lookback");
    at->set_grain(Grain::barrier);
    int looks = 0;
    for (int64_t step = 0; step < at->step_count(); ++step) {
        at->seek(step);
        const std::string said = at->sentence();
        if (said.find(" sees ") == std::string::npos) continue;
        ++looks;
        const int64_t acting = at->blocks().acting;
        EXPECT_THAT(said, HasSubstr("Block `" + std::to_string(acting) + "` sees "));
        for (const auto& list : at->blocks().messages)
            for (const Message& message : list) {
                if (message.reader != acting || message.number == acting || !message.read) continue;
                if (message.value.empty()) continue;
                EXPECT_THAT(said, HasSubstr("`" + message.value + "` of block `" +
                                            std::to_string(message.number) + "`"));
            }
    }
    EXPECT_GT(looks, 3);
}

TEST(Sentences, EndOnTheResultThatWasCompared) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        const auto at = sentences_opened(std::string(algorithm->slug));
        at->seek(at->step_count() - 1);
        EXPECT_THAT(at->sentence(), Not(HasSubstr("reference")));
        at->seek(at->step_count());
        EXPECT_THAT(at->sentence(),
                    testing::AllOf(HasSubstr("Done: `"), HasSubstr("equal to the reference in all `")));
    }
    scenes::RunScene run = scenes::run_scene(scenes::initial_scene("scan_blelloch"));
    run.check.right = false;
    run.check.message = "Element 3 should be 4, but is 5.";
    EXPECT_EQ(result_sentence(run),
              "Done, but `output` differs from the reference: Element 3 should be 4, but is 5.");
    auto cut = std::make_shared<emulator::Trace>(*run.trace);
    cut->complete = false;
    run.trace = cut;
    EXPECT_EQ(result_sentence(run), "") << "nothing was compared";
}

/// Each pass of Kogge and Stone doubles how many inputs a cell adds up: that is the model.
TEST(Sentences, RulesHaveTheNumbersOfTheirPass) {
    const auto at = sentences_opened("scan_kogge_stone");
    at->set_grain(Grain::barrier);
    const Array& input = *at->run().scene.catalog().input;
    const auto sum = [&](int64_t last, int64_t many) {
        int64_t total = 0;
        for (int64_t i = std::max<int64_t>(0, last - many + 1); i <= last; ++i)
            total += int64_t(input.number(i));
        return std::to_string(total);
    };
    const std::regex rule(
        "(\\w+) cells of sums each add (?:their left neighbour|the cell (\\d+) places to their left): "
        "cell (\\d+) becomes "
        "(\\d+) \\+ (\\d+) = (\\d+)\\.");
    std::vector<std::string> seen;
    for (int64_t step = 0; step < at->step_count();) {
        step = at->index().forward(step, Grain::barrier);
        at->seek(step);
        const std::string said = plain(at->sentence());
        std::smatch m;
        if (!std::regex_match(said, m, rule)) continue;
        const int64_t stride = m[2].matched ? std::stol(m[2]) : 1, cell = std::stol(m[3]);
        seen.push_back(std::to_string(stride));
        EXPECT_EQ(m[1], emulator::in_sentence_case(number_word(8 - stride))) << said;
        EXPECT_EQ(m[4], sum(cell - stride, stride)) << said;
        EXPECT_EQ(m[5], sum(cell, stride)) << said;
        EXPECT_EQ(m[6], sum(cell, 2 * stride)) << said;
    }
    EXPECT_THAT(seen, testing::ElementsAre("1", "2", "4"));
}

TEST(Sentences, ADownSweepIsToldInPairs) {
    const auto at = sentences_opened("scan_blelloch");
    at->set_grain(Grain::barrier);
    int pairs = 0;
    for (int64_t step = 0; step < at->step_count();) {
        step = at->index().forward(step, Grain::barrier);
        at->seek(step);
        pairs += at->sentence().find("takes the right cell's value") != std::string::npos;
    }
    EXPECT_EQ(pairs, 3) << "8 cells: strides 4, 2 and 1";
}

/// What the corners come to is what the window holds, and what is written its mean.
TEST(Sentences, CornersAddUpToTheWindow) {
    const auto at = sentences_opened("box_filter");
    const Array& input = *at->run().scene.catalog().input;
    const int64_t radius = at->run().scene.catalog().parameters.option("radius");
    const std::regex form(
        "In block \\d+, the window around row (\\d+), column (\\d+) of output adds up to .*?"
        "(\\d+), from its (four )?corners in table; the mean of its (\\d+) pixels is (\\d+)\\..*");
    int told = 0;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        const std::string said = plain(at->sentence());
        std::smatch m;
        if (!std::regex_match(said, m, form)) continue;
        SCOPED_TRACE(std::to_string(step) + ": " + said);
        const int64_t row = std::stol(m[1]), column = std::stol(m[2]);
        int64_t sum = 0, pixels = 0;
        for (int64_t y = row - radius; y <= row + radius; ++y)
            for (int64_t x = column - radius; x <= column + radius; ++x) {
                if (x < 0 || y < 0 || x >= input.extent().width || y >= input.extent().height) continue;
                sum += int64_t(input.number(y * input.extent().width + x));
                ++pixels;
            }
        EXPECT_EQ(std::stol(m[3]), sum);
        EXPECT_EQ(std::stol(m[5]), pixels);
        EXPECT_EQ(std::stol(m[6]), (sum + pixels / 2) / pixels);
        told += 1;
    }
    EXPECT_GE(told, 8);
}

TEST(Packed, WordsOfFourCountersAreFourNumbers) {
    EXPECT_EQ(packed_text(0x01000203, 8), "3 2 0 1");
    EXPECT_EQ(packed_text(0x00070001, 16), "1 7");
    for (const char* slug : {"integral_histogram_tiled", "region_histogram"}) {
        SCOPED_TRACE(slug);
        const auto at = sentences_opened(slug);
        const auto packed = packed_arrays(at->trace(), 0);
        std::map<std::string, int> names;
        for (const auto& [array, bits] : packed) names[at->trace().arrays[array].name] = bits;
        EXPECT_THAT(names, testing::Contains(std::pair<const std::string, int>("counts", 8)));
    }
    const auto scan = sentences_opened("scan_blelloch");
    EXPECT_TRUE(packed_arrays(scan->trace(), 0).empty());
}

/// A comment that tells the lanes what to do says what they do; one that tells something else does not.
TEST(Sentences, TakeACommentThatIsAnOrder) {
    const auto said = [](const std::string& comment) {
        return said_last("__global__ void k(int* a, int* b) {\n    // " + comment +
                         ".\n    b[threadIdx.x] = 3 * a[threadIdx.x] + a[0] * a[1];\n}\n"
                         "int main() { int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *a, *b; cudaMalloc(&a, 32);\n"
                         "cudaMalloc(&b, 32); cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice);\n"
                         "k<<<1, 8>>>(a, b); }\n");
    };
    EXPECT_THAT(said("Put the numbers together"), HasSubstr("lanes: put the numbers together. "));
    for (const char* other : {"The", "A", "An", "Nothing", "Each", "Past", "Where", "With", "This", "It",
                              "No", "Not", "In", "Block", "One", "Every", "All"})
        EXPECT_THAT(said(std::string(other) + " numbers here"), Not(HasSubstr("numbers here"))) << other;
}

/// At any stop, a pass is described by what happens to values.
TEST(Sentences, OfAPassSayNothingOfAddresses) {
    const auto at = sentences_opened("haar_cascade");
    at->set_grain(Grain::barrier);
    for (int64_t step = at->step_count() / 2; step < at->step_count(); step += 101) {
        at->seek(step);
        EXPECT_THAT(at->sentence(), Not(HasSubstr(" begins."))) << step;
    }
}

}  // namespace
}  // namespace upsweep::replay
