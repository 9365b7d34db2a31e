// What values are made of: every scan's outputs hold exactly their prefixes; and what else kernels do to
// values.
#include "replay/data/held.h"

#include <gmock/gmock.h>

#include <memory>

#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/symbols.h"
#include "replay/helpers/trace_builder.h"
#include "replay/position/position.h"
#include "replay/words/meaning.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

using app::test::TraceBuilder;
using emulator::Space;

StepPosition at_the_end(const std::string& slug, Extent extent,
                        const std::vector<std::pair<std::string, int64_t>>& options = {}) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = extent;
    for (const auto& [name, value] : options) parameters.set_option(name, value);
    scene = scenes::with_parameters(scene, parameters);
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at.seek(at.step_count());
    return at;
}

/// Exclusive where the algorithm's convention says so: then cell 0 holds nothing.
void expect_prefixes(const StepPosition& at) {
    const Plan& plan = at.trace().plan;
    const auto output = static_cast<emulator::ArrayId>(plan.output.index);
    const int64_t shift = at.run().scene.catalog().parameters.option("inclusive") != 0 ? 0 : 1;
    for (int64_t i = 0; i < plan[plan.output].extent.count(); ++i) {
        const CellSymbol& symbol = at.symbols().of(at.player(), output, i);
        if (i < shift)
            EXPECT_EQ(symbol.text, "");
        else
            EXPECT_TRUE(symbol.held.is_sum_of(plan.input.index, 0, i - shift))
                << "cell " << i << " holds " << symbol.text;
    }
}

TEST(Held, EveryScanHoldsItsPrefixesAtTheEnd) {
    for (const std::string slug :
         {"scan_blelloch", "scan_hillis_steele", "scan_kogge_stone", "scan_single_pass", "scan_lookback"})
        for (const int64_t inclusive : {0, 1}) {
            SCOPED_TRACE(slug);
            expect_prefixes(at_the_end(slug, {16, 1}, {{"inclusive", inclusive}}));
        }
}

TEST(Held, TheOnePassTableHoldsItsRectangles) {
    const StepPosition at = at_the_end("integral_image_one_pass", {12, 12});
    const Plan& plan = at.trace().plan;
    for (int64_t y = 0; y < 12; ++y)
        for (int64_t x = 0; x < 12; ++x) {
            const CellSymbol& symbol =
                at.symbols().of(at.player(), static_cast<emulator::ArrayId>(plan.output.index), y * 12 + x);
            EXPECT_EQ(symbol.held.array, plan.input.index);
            EXPECT_EQ(symbol.held.rectangle(12), (ElementBox{0, 0, {x + 1, y + 1}})) << symbol.text;
        }
}

/// A kernel of a few accesses, and what its last write holds.
struct Hand {
    TraceBuilder build{2, 4, 2, "void kernel() {}\n"};
    emulator::ArrayId input = build.array("input", Space::global, {8, 1});
    emulator::ArrayId local = build.array("value", Space::local, {1, 2});
    emulator::ArrayId output = build.array("output", Space::global, {8, 1});

    Hand() {
        build.trace.initial.resize(build.trace.arrays.size());
        build.trace.initial[input] = Array::of<int32_t>({8, 1}, std::vector<int32_t>{3, 1, 7, 0, 4, 1, 6, 3});
        build.phase("all");
        build.step(0, 3, 1);
    }
    emulator::OriginId sum(int64_t first, int64_t last) {
        emulator::OriginId made = build.read(0, input, first);
        for (int64_t i = first + 1; i <= last; ++i)
            made = build.operation('+', made, build.read(0, input, i));
        return made;
    }
    Held write(emulator::OriginId origin) {
        build.write(0, output, 0, 1, origin);
        return last();
    }
    Held last() const { return HeldValues(build.trace).of(int64_t(build.trace.accesses.size()) - 1); }
};

TEST(Held, AMaximumIsNoSum) {
    Hand hand;
    const auto first =
        hand.build.operation('>', hand.build.read(0, hand.input, 2), hand.build.read(0, hand.input, 3));
    const Held held = hand.write(hand.build.operation('>', first, hand.build.read(0, hand.input, 4)));
    EXPECT_EQ(text_of(held), "max 2…4");
    EXPECT_FALSE(held.is_sum_of(int(hand.input), 2, 4));
    Hand other;
    EXPECT_EQ(text_of(other.write(other.build.operation('<', other.build.read(0, other.input, 0),
                                                        other.build.read(0, other.input, 1)))),
              "min 0…1");
    Hand mixed;
    const Held neither =
        mixed.write(mixed.build.operation('>', mixed.sum(0, 2), mixed.build.read(0, mixed.input, 5)));
    EXPECT_FALSE(neither.exact) << "the larger of a sum and an input is neither";
    EXPECT_EQ(text_of(neither), "≈ 0…2, 5");
}

/// In an array eight wide.
TEST(Held, OneRangeIsARectangleWithinARowOrOfWholeRows) {
    const auto rectangle = [](int64_t first, int64_t last) {
        Held held;
        held.array = 0;
        held.ranges = {{first, last, 1}};
        return held.rectangle(8);
    };
    EXPECT_EQ(rectangle(10, 12), (ElementBox{2, 1, {3, 1}}));
    EXPECT_EQ(rectangle(12, 15), (ElementBox{4, 1, {4, 1}})) << "up to the row's end";
    EXPECT_TRUE(rectangle(12, 16).empty()) << "one beyond it";
    EXPECT_EQ(rectangle(8, 23), (ElementBox{0, 1, {8, 2}}));
    EXPECT_TRUE(rectangle(8, 22).empty());
}

TEST(Held, LessAConstantIsStillTheInput) {
    Hand hand;
    EXPECT_EQ(text_of(hand.write(hand.build.operation('-', hand.build.read(0, hand.input, 2), 0))), "in[2]");
}

TEST(Held, WhatIsTakenAwayIsGone) {
    Hand hand;
    const auto all = hand.sum(0, 6), before = hand.sum(0, 2);
    EXPECT_EQ(text_of(hand.write(hand.build.operation('-', all, before))), "3…6");
    Hand nothing;
    const auto twice = nothing.sum(1, 2);
    EXPECT_EQ(text_of(nothing.write(nothing.build.operation('-', twice, twice))), "") << "what is left is 0";
    Hand negative;
    EXPECT_EQ(
        text_of(negative.write(negative.build.operation('-', 0, negative.build.read(0, negative.input, 2)))),
        "f(in[2])")
        << "0 less an input is not the input";
    Hand less;
    EXPECT_EQ(text_of(less.write(less.build.operation('-', less.sum(4, 4), less.sum(0, 1)))), "-1·(0…1), 4");
    Hand more;
    EXPECT_EQ(text_of(more.write(more.build.operation('+', more.sum(1, 3), more.sum(3, 3)))), "1…2, 2·3");
}

/// A shuffle leaves the other lane's value in a register: the origin goes with it.
TEST(Held, AShuffleTakesTheOriginAlong) {
    Hand hand;
    const auto own = hand.build.read(0, hand.input, 4);
    hand.build.write(0, hand.local, 0, 4, own);
    hand.build.step(0, 3, 1);
    const auto kept = hand.build.read(0, hand.local, 0);
    hand.build.write(1, hand.local, 1, 5, hand.build.operation('+', kept, hand.build.read(1, hand.input, 5)));
    hand.build.step(0, 3, 1);
    EXPECT_EQ(text_of(hand.write(hand.build.read(1, hand.local, 1))), "4…5");
}

TEST(Held, AtomicsGatherWhatTheyAdd) {
    Hand hand;
    for (const int64_t element : {6, 2, 3}) {
        hand.build.step(0, 1, 1);
        const auto added = hand.build.read(0, hand.input, element);
        emulator::OriginId before = 0;
        if (element != 6) before = emulator::cell_origin(int64_t(hand.build.trace.accesses.size()));
        hand.build.write(0, hand.output, 0, 1,
                         before == 0 ? added : hand.build.operation('+', before, added));
        hand.build.trace.accesses.back().kind = emulator::AccessKind::atomic;
    }
    EXPECT_EQ(text_of(hand.last()), "2…3, 6");
}

TEST(Held, AFloatsErrorIsItsValueLessTheExactSum) {
    scenes::Scene scene = scenes::initial_scene("scan_blelloch");
    Parameters parameters = scene.catalog().parameters;
    parameters.types = {ScalarType::f32, ScalarType::f32};
    parameters.extent = {8, 1};
    scene = scenes::with_parameters(scene, parameters);
    scene.catalog().input_kind = scenes::InputKind::given;
    scene.catalog().input =
        Array::of<float>({8, 1}, std::vector<float>{16777216.0F, 1, 1, 1, 0.5F, 0.25F, 1, 1});
    StepPosition at(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at.seek(at.step_count());
    const auto output = static_cast<emulator::ArrayId>(at.trace().plan.output.index);
    double sum = 0, worst = 0;
    for (int64_t i = 0; i < 8; ++i) {
        const CellSymbol& symbol = at.symbols().of(at.player(), output, i);
        const double value = bits_to_number(ScalarType::f32, at.player().bits(output, i));
        if (!symbol.text.empty()) {
            ASSERT_TRUE(symbol.error) << i;
            EXPECT_EQ(*symbol.error, value - sum) << i;
            worst = std::max(worst, std::abs(*symbol.error));
        }
        sum += scene.catalog().input->number(i);
    }
    EXPECT_GT(worst, 0) << "2²⁴ + 1 is no float";
}

TEST(Held, AnInputHoldsItselfAndNothingIsKeptBeyondAPosition) {
    StepPosition at = at_the_end("scan_blelloch", {8, 1});
    const auto output = static_cast<emulator::ArrayId>(at.trace().plan.output.index);
    EXPECT_EQ(
        at.symbols().of(at.player(), static_cast<emulator::ArrayId>(at.trace().plan.input.index), 3).text,
        "in[3]");
    EXPECT_NE(at.symbols().of(at.player(), output, 5).text, "");
    at.seek(0);
    EXPECT_EQ(at.symbols().of(at.player(), output, 5).text, "") << "nothing has been written there";
}

/// A tree over a number of threads that is not a power of two leaves values behind; others leave none.
TEST(LostSums, AreThoseThatATreeLeavesBehind) {
    const auto lost = [](int threads) {
        const std::string block = std::to_string(threads);
        scenes::Scene scene = scenes::scene_of_text(
            "__global__ void total(const float* x, float* sums) {\n__shared__ float s[" + block +
            "];\nint t = threadIdx.x;\ns[t] = x[2 * t] + x[2 * t + 1];\n__syncthreads();\n"
            "for (int half = blockDim.x / 2; half > 0; half /= 2) {\nif (t < half) s[t] += s[t + half];\n"
            "__syncthreads();\n}\nif (t == 0) sums[0] = s[0];\n}\n"
            "int main() { float *x, *sums; cudaMalloc(&x, " +
            block +
            " * 8); cudaMalloc(&sums, 4);\n"
            "cudaMemset(x, 0, " +
            block + " * 8); total<<<1, " + block + ">>>(x, sums); }\n");
        const scenes::RunScene run = scenes::run_scene(std::move(scene));
        std::vector<std::string> sentences;
        for (const LostSum& one : lost_sums(*run.trace)) sentences.push_back(sentence_of(*run.trace, one));
        // The window says it at the last step.
        EXPECT_EQ(result_sentence(run), sentences.empty() ? "" : "Lost values: " + sentences.front());
        return sentences;
    };
    EXPECT_THAT(lost(64), testing::IsEmpty());
    EXPECT_THAT(lost(32), testing::IsEmpty());
    ASSERT_THAT(lost(48), testing::SizeIs(1));
    EXPECT_THAT(
        lost(48)[0],
        testing::HasSubstr("no thread reads s[2] of block 0 (line 7) again: 32 of the 96 elements of x"));
    EXPECT_THAT(lost(48)[0], testing::HasSubstr(" 48 threads are not a power of two"));
}

/// Nothing in the catalog loses values.
TEST(LostSums, AreNoneInTheCatalog) {
    for (const Algorithm* algorithm : catalog()) {
        const scenes::RunScene run = scenes::run_scene(scenes::initial_scene(std::string(algorithm->slug)));
        for (const LostSum& one : lost_sums(*run.trace))
            ADD_FAILURE() << algorithm->slug << ": " << sentence_of(*run.trace, one);
    }
}

}  // namespace
}  // namespace upsweep::replay
