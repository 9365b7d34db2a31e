// The Step view's model on real kernels: scenes, transport, keeping the place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/helpers/step_model_fixture.h"
#include "core/helpers/work_seconds.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"
#include "replay/words/sentence.h"
#include "scenes/figures.h"
#include "scenes/run_program.h"

namespace upsweep::app {
using namespace replay;
using namespace scenes;

namespace {
class StepModelTest : public StepModelFixture {
  protected:
    static Scene scene_of(const std::string& slug, Extent extent, int64_t padding = 0) {
        Scene scene = initial_scene(slug);
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = extent;
        parameters.set_option("padding", padding);
        return with_parameters(scene, parameters);
    }
    const Scene& scene() const { return model_.scene(); }
};

TEST_F(StepModelTest, OpensASceneAndWalksIt) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    EXPECT_EQ(at().step(), 0);
    model_.set_grain(Grain::statement);
    model_.forward();
    EXPECT_EQ(at().step(), 2);  // the upload, which changes nothing to be seen, and the kernel's first step
    EXPECT_TRUE(model_.moved_by_step());
    model_.end();
    EXPECT_EQ(at().step(), at().step_count());
    EXPECT_EQ(at().player().counts(), at().trace().counts);
    EXPECT_TRUE(at().run().check.right) << at().run().check.message;
    model_.back();
    EXPECT_EQ(at().step(), at().step_count() - 1);
    model_.home();
    EXPECT_EQ(at().step(), 0);
    model_.back();
    EXPECT_EQ(at().step(), 0);
}

TEST_F(StepModelTest, TheTreeOfAScanHasTwiceLogNPlusTwoRowsBetweenInputAndOutput) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.end();
    model_.previous(Grain::phase);  // back to where the store began: the tree is drawn
    const Diagram& diagram = at().diagram();
    std::vector<std::string> labels;
    for (const DiagramRow& row : diagram.rows) labels.push_back(row.label);
    EXPECT_EQ(labels,
              (std::vector<std::string>{"input", "", "stride 1", "stride 2", "stride 4", "stride 8", "",
                                        "stride 8", "stride 4", "stride 2", "stride 1", "output"}));
    EXPECT_EQ(diagram.rows[1].nodes.size(), 16U) << "what was loaded";
    EXPECT_EQ(diagram.rows[2].nodes.size(), 8U);
    EXPECT_EQ(diagram.rows.back().nodes.size(), 16U);
}

TEST_F(StepModelTest, TheSentenceSpeaksOfTheNumbersOfTheStep) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    bool found = false;
    for (int64_t step = 1; step <= at().step_count() && !found; ++step) {
        model_.seek(step);
        found = at().sentence().find("`3 + 1 = 4`") != std::string::npos ||
                at().sentence().find("`1 + 3 = 4`") != std::string::npos;
    }
    EXPECT_TRUE(found);
}

TEST_F(StepModelTest, FindingsAreVisitedInOrder) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    ASSERT_FALSE(at().index().findings().empty());
    model_.next_finding();
    const int64_t first = at().step();
    EXPECT_EQ(first, at().index().findings().front().step + 1);
    EXPECT_TRUE(at().banks().conflict()) << at().banks().title;
    model_.next_finding();
    EXPECT_GT(at().step(), first);
    model_.previous_finding();
    EXPECT_EQ(at().step(), first);
}

/// Alike findings are one row: its click goes from one of its steps to the next, and round.
TEST_F(StepModelTest, AFindingLeadsToEachOfItsSteps) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    const std::vector<emulator::Finding>& findings = at().trace().findings;
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(model_.finding_here(), -1);
    for (int i = 0; i < int(findings.size()); ++i) {
        model_.home();
        for (const int64_t step : findings[i].steps) {
            EXPECT_EQ(model_.step_of_finding(i), model_.finding_here() == i ? at().step() - 1 : step);
            model_.go_to_finding(i);
            EXPECT_EQ(at().step(), step + 1);
            EXPECT_EQ(model_.finding_here(), i);
            EXPECT_EQ(model_.finding_near(), i);
            EXPECT_EQ(model_.step_here(i), step);
        }
        model_.go_to_finding(i);
        EXPECT_EQ(at().step(), findings[i].steps.front() + 1);
    }
    model_.set_grain(Grain::barrier);
    model_.next(Grain::barrier);
    model_.go_to_finding(0);
    EXPECT_EQ(model_.finding_here(), 0) << "of an interval the one that was asked for";
}

TEST_F(StepModelTest, AnotherSceneForgetsTheFindingAskedFor) {
    model_.set_grain(Grain::launch);
    open(initial_scene("integral_image_naive"), false);
    int shown = -1, other = -1;
    while (other < 0 && at().step() < at().step_count()) {
        model_.forward();
        shown = model_.finding_here();
        for (const FindingMark& mark : at().index().findings())
            if (int(mark.finding) != shown && at().picture().range.contains(mark.step))
                other = int(mark.finding);
    }
    ASSERT_GE(other, 0) << "two findings are needed at one place";
    const int64_t place = at().step();
    model_.go_to_finding(other);
    model_.seek(place);
    ASSERT_EQ(model_.finding_here(), other);
    open(initial_scene("integral_image_naive"), false);
    model_.seek(place);
    EXPECT_EQ(model_.finding_here(), shown);
}

TEST_F(StepModelTest, PaddingTakesTheConflictsAwayAndThePlaceIsKept) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.next_finding();
    const std::string before = at().trace().phases[at().trace().steps[at().step() - 1].phase].name;
    open(scene_of("scan_blelloch", {16, 1}, 1));
    EXPECT_EQ(at().trace().counts.bank_conflicts, 0);
    EXPECT_EQ(at().trace().phases[at().trace().steps[at().step() - 1].phase].name, before);
    model_.end();
    open(scene_of("scan_blelloch", {8, 1}, 1));
    EXPECT_EQ(at().step(), at().step_count());
}

TEST_F(StepModelTest, JumpsToTheStepThatLastWroteACell) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.next_finding();
    model_.forward();
    const emulator::ArrayId sums = at().picture().followed;
    const int64_t now = at().step();
    ASSERT_TRUE(model_.jump_to_write(sums, 3));
    EXPECT_LE(at().step(), now);
    ASSERT_NE(at().picture().touches(sums), nullptr);
    const CellTouch* touch = at().picture().touches(sums)->find(3);
    ASSERT_NE(touch, nullptr);
    EXPECT_TRUE(touch->written);
    model_.home();
    EXPECT_FALSE(model_.jump_to_write(sums, 3));
}

TEST_F(StepModelTest, PlaysAtItsSpeedAndStopsAtTheEnd) {
    open(scene_of("scan_blelloch", {8, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.set_grain(Grain::statement);
    model_.set_speed(1);
    model_.set_playing(true);
    EXPECT_FALSE(model_.advance(0.1));
    EXPECT_TRUE(model_.advance(1.0));
    EXPECT_EQ(at().step(), 2);  // with the upload
    model_.set_speed(100);
    EXPECT_EQ(model_.speed(), 16);
    for (int i = 0; i < 10'000 && model_.playing(); ++i) model_.advance(0.05);
    EXPECT_FALSE(model_.playing());
    EXPECT_EQ(at().step(), at().step_count());
}

TEST_F(StepModelTest, ABarrierIntervalIsOnePicture) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.set_grain(Grain::barrier);
    model_.forward();  // the load
    model_.forward();  // stride 1, both warps
    size_t additions = 0;
    for (const Flow& flow : at().picture().flows) additions += flow.operation ? 1 : 0;
    EXPECT_EQ(additions, 8U);
}

TEST_F(StepModelTest, AFailureLeavesTheSceneAndSaysWhy) {
    open(scene_of("scan_blelloch", {8, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    Scene broken = model_.scene();
    broken.gpu.lanes = 1000;
    open(broken);
    EXPECT_FALSE(model_.error().empty());
    EXPECT_EQ(model_.scene().gpu.lanes, 4);
    EXPECT_NE(model_.position(), nullptr);
}

TEST_F(StepModelTest, CancelKeepsThePicture) {
    open(scene_of("scan_blelloch", {8, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.open(scene_of("scan_blelloch", {512, 16}), true);
    model_.cancel();
    EXPECT_FALSE(model_.loading());
    EXPECT_EQ(model_.scene().catalog().parameters.extent.width, 8);
    for (int i = 0; i < 100; ++i) {
        jobs_.deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(at().run().scene.catalog().parameters.extent.width, 8);
}

/// Every algorithm can be stepped: each step has a sentence, and walking back restores memory.
TEST_F(StepModelTest, EveryCatalogEntryCanBeStepped) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(std::string(algorithm->slug));
        open(initial_scene(std::string(algorithm->slug)), false);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
        ASSERT_TRUE(model_.error().empty()) << model_.error();
        EXPECT_TRUE(at().run().check.right) << at().run().check.message;
        model_.home();
        const std::vector<std::byte> before = at().player().memory();
        for (int64_t step = 0; step <= at().step_count(); ++step) {
            model_.seek(step);
            EXPECT_FALSE(at().sentence().empty());
            EXPECT_LT(at().picture().followed, at().trace().arrays.size());
            EXPECT_FALSE(at().trace().arrays[at().picture().followed].space == emulator::Space::local);
        }
        EXPECT_FALSE(at().diagram().rows.empty());
        model_.home();
        EXPECT_EQ(at().player().memory(), before);
    }
}

/// The opening scene has its own size of step and view; what the user chooses is kept for that entry alone.
TEST_F(StepModelTest, OpensWithTheEntrysSizeOfStepUntilOneIsChosen) {
    open(initial_scene("scan_single_pass"), false);
    EXPECT_EQ(at().grain(), Grain::phase);
    open(initial_scene("scan_blelloch"), false);
    EXPECT_EQ(at().grain(), Grain::barrier);
    model_.set_grain(Grain::statement);
    model_.set_zoom(stage::Zoom::plan);
    open(initial_scene("scan_single_pass"), false);
    EXPECT_EQ(at().grain(), Grain::phase);
    EXPECT_EQ(model_.zoom(), std::nullopt);
    open(initial_scene("scan_blelloch"), false);
    EXPECT_EQ(at().grain(), Grain::statement);
    EXPECT_EQ(model_.zoom(), stage::Zoom::plan);
}

TEST_F(StepModelTest, LooksFirstAsItWasAskedTo) {
    model_.set_grain(Grain::phase);
    model_.set_zoom(stage::Zoom::plan);
    model_.open_new(scene_of("scan_blelloch", {16, 1}));
    model_.look_first({Grain::statement, 5});
    wait();
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    EXPECT_EQ(model_.grain(), Grain::statement);
    EXPECT_EQ(model_.shown_zoom(), stage::Zoom::lanes);
    ASSERT_TRUE(model_.awaited());
    EXPECT_EQ(model_.awaited()->cell, 5);
    EXPECT_EQ(model_.awaited()->array, int(at().trace().plan.output.index));
    // Until the element is there.
    while (model_.awaited() && at().step() < at().step_count()) model_.forward();
    const auto& picture = at().picture();
    EXPECT_TRUE(std::any_of(picture.flows.begin(), picture.flows.end(), [&](const Flow& flow) {
        return flow.array == static_cast<emulator::ArrayId>(at().trace().plan.output.index) && flow.cell == 5;
    }));
    // The next scene is one like any other.
    open(scene_of("scan_blelloch", {8, 1}));
    EXPECT_FALSE(model_.awaited());
}

TEST_F(StepModelTest, StandsWhereTheLaunchThatMattersBegins) {
    open(initial_scene("haar_cascade"), false);
    const emulator::LaunchInfo& last = at().trace().launches.back();
    EXPECT_TRUE(at().step() >= last.first_step && at().step() < last.end_step) << at().step();
    EXPECT_GT(last.first_step, 0) << "the table's launches are before it";
    EXPECT_TRUE(at().run().scene.launch.empty()) << "what is kept is the step";
}

TEST_F(StepModelTest, StandsWhereAWholeWindowIsSummed) {
    open(initial_scene("box_filter"), false);
    EXPECT_GT(at().step(), at().trace().launches.back().first_step);
    EXPECT_THAT(at().sentence(), testing::HasSubstr("four corners"));
}

TEST_F(StepModelTest, AnEntryOpensOnItsOwnToyGpuAndKeepsWhatWasChangedThere) {
    const auto gpu = [&] { return std::pair(scene().gpu.multiprocessors, scene().gpu.resident_blocks); };
    const auto enter = [&](const char* slug) {
        model_.open_entry(slug);
        wait();
        ASSERT_EQ(scene().slug(), slug) << model_.error();
    };
    enter("scan_blelloch");
    EXPECT_EQ(gpu(), std::pair(1, 1));
    emulator::ToyGpu wide = scene().gpu;
    wide.lanes = 8;
    open(with_gpu(scene(), wide));
    model_.seek(20);
    enter("scan_lookback");
    EXPECT_EQ(gpu(), std::pair(2, 3)) << "not the machine of the entry before";
    EXPECT_EQ(scene().gpu.lanes, 4);
    EXPECT_TRUE(model_.scene() == initial_scene("scan_lookback"));
    enter("scan_blelloch");
    EXPECT_EQ(scene().gpu.lanes, 8) << "what was changed here is kept";
    EXPECT_EQ(at().step(), 20);
    enter("scan_blelloch");
    EXPECT_EQ(scene().gpu.lanes, 4) << "the entry that is shown opens afresh";
    EXPECT_EQ(at().step(), 0);
    // What a link opened is not what the user changed.
    model_.open_new(scene_of("transpose_tiled", {16, 16}));
    wait();
    enter("scan_blelloch");
    enter("transpose_tiled");
    EXPECT_EQ(scene().catalog().parameters.extent, (Extent{8, 8}));
}

TEST_F(StepModelTest, AFigureOpensWithItsOwnSizeOfStepAndKeepsItsName) {
    model_.set_grain(Grain::statement);
    model_.open_new(scenes::scene_of(find_figure("bugetti-2")));
    wait();
    EXPECT_EQ(model_.grain(), Grain::launch);
    ASSERT_NE(figure_of(scene()), nullptr);
    EXPECT_EQ(figure_of(scene())->name, "bugetti-2");
    model_.forward();
    EXPECT_NE(figure_of(model_.scene_here()), nullptr) << "at another step it is the same figure";
    open(with_parameters(scene(), scene().catalog().parameters));
    EXPECT_NE(figure_of(scene()), nullptr) << "nothing was changed";
    Parameters parameters = scene().catalog().parameters;
    parameters.extent = {4, 4};
    open(with_parameters(scene(), parameters));
    EXPECT_EQ(figure_of(scene()), nullptr);
}

TEST_F(StepModelTest, GoesToABlockAtItsLastStepUpToNow) {
    open(initial_scene("scan_single_pass"), false);
    model_.seek(at().step_count() / 2);
    model_.go_to_block(1);
    EXPECT_EQ(model_.shown_zoom(), stage::Zoom::block);
    EXPECT_LE(at().step(), at().step_count() / 2);
    EXPECT_EQ(at().staged().number_of(at().block()), 1);
    model_.go_to_block(99);
    EXPECT_EQ(at().staged().number_of(at().block()), 1) << "there is no such block";
}

/// Of several blocks every zoom is passed; a launch of one block has none between plan and block.
TEST_F(StepModelTest, LooksNearerAndFartherToEitherEnd) {
    using stage::Zoom;
    open(initial_scene("scan_single_pass"), false);
    model_.set_zoom(Zoom::plan);
    EXPECT_FALSE(model_.look_farther());
    for (const Zoom next : {Zoom::blocks, Zoom::block, Zoom::lanes}) {
        EXPECT_TRUE(model_.look_nearer());
        EXPECT_EQ(model_.shown_zoom(), next);
        EXPECT_EQ(model_.zoom().has_value(), next != Zoom::blocks) << "a phase is seen as blocks";
    }
    EXPECT_FALSE(model_.look_nearer());
    open(initial_scene("scan_blelloch"), false);
    model_.set_zoom(Zoom::block);
    EXPECT_TRUE(model_.look_farther());
    EXPECT_EQ(model_.shown_zoom(), Zoom::plan);
}

TEST_F(StepModelTest, ASmallSceneOpensFast) {
    const Scene scene = scene_of("scan_blelloch", {64, 1});
    const double start = test::work_seconds();
    RunScene run = run_scene(scene);
    const StepPosition position(std::make_shared<const RunScene>(std::move(run)));
    const double ms = 1000 * (test::work_seconds() - start);
    RecordProperty("milliseconds", std::to_string(ms));
    printf("n = 64 opens in %.1f ms, %ld steps\n", ms, static_cast<long>(position.step_count()));
    EXPECT_LT(ms, 1000) << "ten times the time that it may take on a quiet machine";
}

TEST_F(StepModelTest, BothArraysOfAMoveStandThereFromBeginningToEnd) {
    open(scene_of("scan_blelloch", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    EXPECT_EQ(at().picture().partner, at().trace().plan.input.index);
    model_.end();
    EXPECT_EQ(at().picture().partner, at().trace().plan.output.index);
}

TEST_F(StepModelTest, ALoopsWriteShowsTheElementThatItAdded) {
    open(scene_of("scan_loop", {16, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.set_grain(Grain::barrier);
    model_.end();
    ASSERT_EQ(at().picture().flows.size(), 1U);
    EXPECT_EQ(at().picture().flows.front().cell, 15);
    ASSERT_EQ(at().picture().flows.front().sources.size(), 2U);
    EXPECT_EQ(at().picture().flows.front().sources[0].array, at().picture().followed);
    EXPECT_EQ(at().picture().flows.front().sources[0].element, 14);
    EXPECT_EQ(at().picture().flows.front().sources[1].array, at().trace().plan.input.index);
    EXPECT_EQ(at().picture().flows.front().sources[1].element, 14);
    EXPECT_EQ(at().picture().partner_shift, 0);
}

TEST_F(StepModelTest, ARunIsOfferedTenTimesTheStepsUpToTenMillion) {
    Scene scene = scene_of_text(
        "__global__ void k(int* a)\n{\n    while (true) a[0] += 1;\n}\n"
        "int main() { int* a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }\n");
    for (const auto& [limit, higher] : {std::pair(1'000, 10'000), {1'000'000, 10'000'000}}) {
        scene.program()->max_steps = limit;
        open(scene);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
        EXPECT_EQ(model_.higher_step_limit(), higher) << limit;
    }
}

TEST_F(StepModelTest, TheClearStepIsAPictureOfItsOwn) {
    open(scene_of("scan_blelloch", {8, 1}));
    ASSERT_NE(model_.position(), nullptr) << model_.error();
    model_.set_grain(Grain::barrier);
    for (int i = 0; i < 20 && model_.position()->step() < model_.position()->step_count(); ++i) {
        model_.forward();
        const ArrayTouches* touches = at().picture().touches(at().picture().followed);
        const CellTouch* root = touches != nullptr ? touches->find(7) : nullptr;
        if (root == nullptr || !root->written || at().picture().flows.size() != 1) continue;
        if (at().picture().flows.front().operation) continue;
        EXPECT_EQ(root->was, 25U) << "the sum of 3, 1, 7, 0, 4, 1, 6, 3";
        return;
    }
    ADD_FAILURE() << "no pass writes only the zero";
}

}  // namespace
}  // namespace upsweep::app
