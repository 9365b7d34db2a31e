// The picture of a loop that one thread runs: every sum with its two operands; and what findings say of a
// step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/helpers/step_model_fixture.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/words/finding.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StepSerialTest : public StepModelFixture {
  protected:
    void open(const std::string& slug, int64_t n, const std::string& option, int value = 0) {
        const Scene scene = initial_scene(slug);
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = {n, 1};
        parameters.set_option(option, value);
        StepModelFixture::open(with_parameters(scene, parameters), false);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
    }
    uint64_t input(int64_t cell) {
        return at().player().bits(static_cast<emulator::ArrayId>(at().trace().plan.input.index), cell);
    }
};

TEST_F(StepSerialTest, EveryRowOfTheDiagramHasItsTwoOperands) {
    open("scan_loop", 8, "inclusive");
    model_.end();
    const Diagram& diagram = at().diagram();
    std::vector<std::string> labels;
    for (const DiagramRow& row : diagram.rows) labels.push_back(row.label);
    EXPECT_THAT(labels,
                ElementsAre("input", "start", "x = 1", "x = 2", "x = 3", "x = 4", "x = 5", "x = 6", "x = 7"));
    ASSERT_EQ(diagram.rows[0].nodes.size(), 8U) << "the last element too, which nothing reads";
    for (const int id : diagram.rows[0].nodes) {
        const DiagramNode& node = diagram.nodes[id];
        EXPECT_EQ(node.value, input(node.cell));
        EXPECT_EQ(node.last_use, -1) << "its column belongs to the sums";
    }
    uint64_t sum = 0;
    for (int64_t x = 1; x < 8; ++x) {
        const DiagramRow& row = diagram.rows[size_t(x) + 1];
        ASSERT_EQ(row.nodes.size(), 1U);
        const DiagramNode& node = diagram.nodes[row.nodes[0]];
        sum += input(x - 1);
        EXPECT_EQ(node.cell, x);
        EXPECT_EQ(node.value, sum);
        EXPECT_THAT(node.sources, ElementsAre(x - 1));
        EXPECT_THAT(node.outside, ElementsAre(x - 1));
    }
}

TEST_F(StepSerialTest, TheSentenceAddsTheSumBeforeAndOneElement) {
    open("scan_loop", 8, "inclusive");
    model_.set_grain(Grain::barrier);
    model_.home();
    model_.forward();  // the first cell: the sum of nothing
    uint64_t sum = 0;
    for (int64_t x = 1; x < 8; ++x) {
        model_.forward();
        const uint64_t next = sum + input(x - 1);
        EXPECT_THAT(at().sentence(),
                    HasSubstr("`" + std::to_string(sum) + " + " + std::to_string(input(x - 1)) + " = " +
                              std::to_string(next) + "`"));
        EXPECT_EQ(at().picture().partner_shift, 0) << "the rows stay where they are";
        sum = next;
    }
}

TEST_F(StepSerialTest, AnInclusiveSumBeginsWithTheFirstElement) {
    open("scan_loop", 4, "inclusive", 1);
    model_.end();
    const Diagram& diagram = at().diagram();
    ASSERT_EQ(diagram.rows.size(), 5U);
    for (int64_t x = 0; x < 4; ++x) {
        const int id = diagram.rows[size_t(x) + 1].nodes.at(0);
        const DiagramNode& node = diagram.nodes[id];
        EXPECT_THAT(node.outside, ElementsAre(x));
        EXPECT_EQ(node.sources.size(), x == 0 ? 0U : 1U);
    }
}

TEST_F(StepSerialTest, TheWindowHoldsTheSumBefore) {
    open("scan_loop", 32, "inclusive");
    model_.set_grain(Grain::barrier);
    while (at().picture().touches(at().picture().followed) == nullptr ||
           at().picture().touches(at().picture().followed)->find(16) == nullptr) {
        ASSERT_LT(at().step(), at().step_count());
        model_.forward();
    }
    const ArrayTouches touched = touched_with_sources(at().picture());
    EXPECT_NE(touched.find(15), nullptr);
    EXPECT_EQ(view_of(&touched, 0, 16, 8), 8);
}

/// Each mark's sentence names the words of its own step, though alike findings are one.
TEST_F(StepSerialTest, AFindingSpeaksOfTheStepThatItLeadsTo) {
    open("scan_blelloch", 64, "padding");
    const emulator::Trace& trace = at().trace();
    int merged = 0;
    for (const FindingMark& mark : at().index().findings()) {
        const emulator::Finding& finding = trace.findings[mark.finding];
        if (finding.kind != emulator::FindingKind::bank_conflict) continue;
        merged += finding.steps.front() == mark.step ? 0 : 1;
        const std::string sentence = finding_words(trace, finding, mark.step).sentence;
        EXPECT_EQ(finding_at(trace, finding, mark.step).step, mark.step);
        std::set<int64_t> words;
        for (int64_t i = trace.steps[mark.step].first_access; i < trace.end_access(mark.step); ++i) {
            const emulator::Access& access = trace.accesses[i];
            if (trace.arrays[access.array].space == emulator::Space::shared) words.insert(access.offset / 4);
        }
        ASSERT_THAT(sentence, HasSubstr("(words "));
        const int64_t named = std::stoll(sentence.substr(sentence.find("(words ") + 7));
        EXPECT_EQ(words.count(named), 1U) << "step " << mark.step + 1 << ": " << sentence;
    }
    EXPECT_GT(merged, 0);
}

TEST(StepRowNames, LoseTheVariableInAWholePhaseOrInNoRow) {
    Diagram diagram;
    const auto row = [&](const std::string& phase, const std::string& label) {
        DiagramRow one;
        one.phase = phase;
        one.label = label;
        one.first_step = 1;
        diagram.rows.push_back(one);
    };
    row("up-sweep", "stride 1");
    row("up-sweep", "stride 32");
    row("clear", "");
    row("down-sweep", "stride 32");
    row("down-sweep", "stride 8");
    const auto fits = [](const std::string& name) { return name.size() <= 13; };
    EXPECT_THAT(short_row_names(diagram, fits),
                ElementsAre("up stride 1", "up stride 32", "clear", "down 32", "down 8"));
    diagram.rows.clear();
    row("scan of the last values", "");
    row("kogge-stone", "stride 1");
    row("kogge-stone", "stride 2");
    EXPECT_THAT(short_row_names(diagram, fits), ElementsAre("scan", "stride 1", "stride 2"));
    row("scan of the last values", "stride 4");  // beside rows of its phase without a variable
    row("scan of the last values", "sums");
    row("", "sums");
    EXPECT_THAT(short_row_names(diagram, fits),
                ElementsAre("scan", "stride 1", "stride 2", "stride 4", "sums", "sums"));
}

}  // namespace
}  // namespace upsweep::app
