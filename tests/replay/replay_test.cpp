// The Step view's models on traces made by hand: what they derive, without a window and without the emulator.
#include <gmock/gmock.h>

#include <limits>

#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/banks.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"
#include "replay/helpers/trace_builder.h"
#include "replay/position/counts.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "replay/words/finding.h"
#include "replay/words/sentence.h"

namespace upsweep::app {

using namespace replay;

namespace {

using emulator::Space;
using test::TraceBuilder;
using test::UpSweep;
using testing::ElementsAre;

/// A loop that keeps its sum in a register: each output needs the one before, although it is never read.
TEST(StepIndex, GrainsStopAtBarriersPhasesAndLaunches) {
    const UpSweep scene;
    const TraceIndex index(scene.build.trace);
    const int64_t end = scene.build.trace.step_count();
    EXPECT_EQ(index.forward(0, Grain::statement), 1);
    EXPECT_EQ(index.forward(0, Grain::phase), 4);
    EXPECT_EQ(index.forward(0, Grain::barrier), 8);  // four loads, two loop heads, arrive, barrier
    EXPECT_EQ(index.back(9, Grain::barrier), 8);
    EXPECT_EQ(index.back(8, Grain::barrier), 0);
    EXPECT_EQ(index.forward(4, Grain::phase), end);
    EXPECT_EQ(index.forward(0, Grain::launch), end);
    EXPECT_EQ(index.forward(end, Grain::statement), end);
    EXPECT_EQ(index.back(0, Grain::statement), 0);
}

TEST(StepIndex, FollowsTheSharedArrayAndKnowsItsPartner) {
    const UpSweep scene;
    const TraceIndex index(scene.build.trace);
    EXPECT_EQ(index.followed(scene.build.trace, 0), scene.sums);
    EXPECT_EQ(index.partner(scene.build.trace, 0, scene.sums), int(scene.input));
    EXPECT_EQ(index.followed(scene.build.trace, scene.first_add), scene.sums);
    EXPECT_EQ(index.partner(scene.build.trace, scene.first_add, scene.sums), -1);
}

TEST(StepIndex, CountsLanesThatRanALine) {
    const UpSweep scene;
    const TraceIndex index(scene.build.trace);
    EXPECT_EQ(index.lanes_run(0, 10, scene.first_add), 0);
    EXPECT_EQ(index.lanes_run(0, 10, scene.first_add + 1), 2);
    EXPECT_EQ(index.lanes_run(0, 10, scene.build.trace.step_count()), 7);
    EXPECT_FALSE(index.ever_runs(0, 2));
}

/// Merged findings have the lanes of their first step; another step's row must not show them as its own.
TEST(StepFinding, ShowsTheLanesOfItsOwnStepOnly) {
    emulator::Finding finding;
    finding.kind = emulator::FindingKind::divergence;
    finding.where.line = 4;
    finding.step = 5;
    finding.steps = {5, 9};
    const emulator::Trace trace;
    for (int lane = 0; lane < 32; lane += 2) finding.lanes.push_back(lane);
    EXPECT_EQ(finding_place(trace, finding, 5), "line 4, lanes 0, 2, 4 … 30");
    EXPECT_EQ(finding_place(trace, finding, 9), "line 4");
    finding.where.line = 0;
    finding.lanes = {3};
    EXPECT_EQ(finding_place(trace, finding, 5), "lane 3");
}

TEST(StepIndex, WalksFindingsInTheOrderOfSteps) {
    UpSweep scene;
    emulator::Finding finding;
    finding.steps = {9, 5};
    scene.build.trace.findings.push_back(finding);
    finding.steps = {7};
    finding.where.line = 3;
    scene.build.trace.findings.push_back(finding);
    const TraceIndex index(scene.build.trace);
    ASSERT_EQ(index.findings().size(), 3U);
    EXPECT_EQ(index.next_finding(0), 0);
    EXPECT_EQ(index.next_finding(6), 1);  // step 5 was just done
    EXPECT_EQ(index.next_finding(10), -1);
    EXPECT_EQ(index.previous_finding(8), 0);
    EXPECT_EQ(index.previous_finding(6), -1);
}

/// Without barriers between them, a write of the next phase is a pass of its own.
TEST(StepIndex, APassEndsWithItsPhase) {
    UpSweep scene;
    const int64_t up = scene.build.trace.step_count();
    scene.build.phase("Clear: zero at the root");
    scene.build.step(0, 1, 10);
    scene.build.write(0, scene.sums, 7, 0);
    const TraceIndex index(scene.build.trace);
    EXPECT_EQ(index.back(up + 1, Grain::barrier), up);
    EXPECT_EQ(index.forward(up - 1, Grain::barrier), up);
    EXPECT_EQ(index.forward(up, Grain::barrier), up + 1);
}

/// Uploads before everything and downloads after it are not places to stop at: their contents look the
/// same.
TEST(StepIndex, QuietStepsAreNoStops) {
    TraceBuilder build(1, 4, 1, "out[0] = 7;\nout[1] = 8;\n");
    const auto out = build.array("out", Space::global, {3, 1});
    build.phase("upload");
    build.step(0, 0, 1, emulator::StepKind::host);
    build.step(0, 0, 1, emulator::StepKind::host);
    build.phase("run");
    build.step(0, 1, 1);
    build.write(0, out, 0, 7);
    build.step(0, 1, 2);
    build.write(0, out, 1, 8);
    build.phase("download");
    build.step(0, 0, 1, emulator::StepKind::host);
    // Only what main of a whole program does has a line.
    for (emulator::Statement& statement : build.trace.statements)
        if (statement.kind == emulator::StepKind::host) statement.where = {};
    const TraceIndex index(build.trace);
    EXPECT_EQ(index.forward(0, Grain::statement), 3);
    EXPECT_EQ(index.forward(3, Grain::statement), 5) << "with the download";
    EXPECT_EQ(index.back(5, Grain::statement), 3);
    EXPECT_EQ(index.back(3, Grain::statement), 0);
    EXPECT_EQ(index.forward(0, Grain::phase), 5);
    EXPECT_EQ(index.back(5, Grain::phase), 0);
    EXPECT_EQ(index.visible(5), 4);
    EXPECT_EQ(index.visible(2), 0);
    ASSERT_EQ(index.segments().size(), 1U) << "no segment for what changes nothing";
    EXPECT_EQ(index.segments()[0].steps, (StepRange{0, 5}));
}

/// A launch in which two warps run line 1 `passes` times, without a barrier between, and then line 2.
TraceBuilder passes_of_two_warps(int passes, int before) {
    TraceBuilder build(2, 4, 4, "a\nb\nc\n");
    build.phase("p");
    for (int i = 0; i < before; ++i) build.step(0, 3, 3);
    for (int i = 0; i < passes; ++i)
        for (int warp = 0; warp < 2; ++warp) build.step(warp, 3, 1);
    for (int warp = 0; warp < 2; ++warp) build.step(warp, 3, 2);
    return build;
}

/// A statement is found again in its own barrier interval, however often the one before ran it.
TEST(SamePlace, StaysInItsBarrierInterval) {
    const auto trace_of = [](int times) {
        TraceBuilder build(2, 2, 2, "a\nb\n");
        build.phase("all");
        for (int i = 0; i < times; ++i) build.step(0, 3, 1);
        build.step(0, 3, 2, emulator::StepKind::barrier);
        for (int i = 0; i < 2; ++i) build.step(0, 3, 1);
        return build.trace;
    };
    const emulator::Trace few = trace_of(1), many = trace_of(3);
    EXPECT_EQ(same_place(few, 1, many), 1);
    EXPECT_EQ(same_place(few, 2, many), 4) << "the barrier";
    EXPECT_EQ(same_place(few, 3, many), 5) << "the first behind it";
    EXPECT_EQ(same_place(many, 5, few), 3);
}

/// The same warp's step, and the same pass of what it repeats in an interval.
TEST(SamePlace, KeepsWarpAndPassBetweenTracesOfDifferentLength) {
    const emulator::Trace few = passes_of_two_warps(3, 0).trace, many = passes_of_two_warps(5, 2).trace;
    for (int pass = 0; pass < 3; ++pass)
        for (int warp = 0; warp < 2; ++warp) {
            EXPECT_EQ(same_place(few, pass * 2 + warp + 1, many), 2 + pass * 2 + warp + 1) << pass << warp;
            EXPECT_EQ(same_place(many, 2 + pass * 2 + warp + 1, few), pass * 2 + warp + 1) << pass << warp;
        }
    EXPECT_EQ(same_place(few, 7, many), 2 + 10 + 1);
    EXPECT_EQ(same_place(few, 8, many), many.step_count()) << "the end stays the end";
    EXPECT_EQ(same_place(many, 2 + 9, few), 5)
        << "a pass that the other has not: its last one, of the same warp";
    EXPECT_EQ(same_place(many, 2 + 10, few), 6);
    EXPECT_EQ(same_place(few, 0, many), 0);
}

TEST(StepIndex, ALoopGoesFromWriteToWrite) {
    TraceBuilder build(1, 4, 1, "for (int x = 0; x < 3; x++)\n    out[x] = 7;\n");
    const auto out = build.array("out", Space::global, {3, 1});
    build.phase("loop");
    for (int x = 0; x < 3; ++x) {
        build.step(0, 1, 1, emulator::StepKind::condition);
        build.step(0, 1, 2);
        build.write(0, out, x, 7);
    }
    const TraceIndex index(build.trace);
    EXPECT_EQ(index.forward(0, Grain::barrier), 2);
    EXPECT_EQ(index.forward(2, Grain::barrier), 4);
    EXPECT_EQ(index.back(6, Grain::barrier), 4);
}

TEST(StepPicture, TheWindowFollowsWhatIsWritten) {
    ArrayTouches touches{0, {}};
    const auto add = [&](int64_t cell, bool written) {
        CellTouch touch;
        touch.cell = cell;
        touch.read = true;
        touch.written = written;
        touches.cells.push_back(touch);
    };
    EXPECT_EQ(view_of(nullptr, 24, 16, 8), 24);
    add(255, false);
    add(511, true);
    EXPECT_EQ(view_of(&touches, 0, 16, 8), 504) << "too far apart: the written cell";
    EXPECT_EQ(view_of(&touches, 500, 16, 8), 500) << "it is in view already";
    touches.cells.clear();
    add(15, false);
    add(16, true);
    EXPECT_EQ(view_of(&touches, 0, 16, 8), 8) << "both";
}

TEST(StepSentence, SpeaksOfStoresThatAreDelayed) {
    TraceBuilder build(2, 4, 2, "flag[0] = 1;\n");
    const auto flag = build.array("flag", Space::global, {4, 1});
    build.phase("raise");
    build.step(0, 1, 1);
    build.write(0, flag, 2, 1);
    build.trace.accesses.back().kind = emulator::AccessKind::delayed;
    build.step(0, 1, 1, emulator::StepKind::drain);
    build.write(0, flag, 2, 1);
    const StepPicture stored = make_picture(build.trace, {0, 1}, flag, {});
    EXPECT_TRUE(stored.touches(flag)->find(2)->delayed);
    EXPECT_FALSE(stored.touches(flag)->find(2)->written);
    EXPECT_THAT(sentence_of(build.trace, stored), testing::HasSubstr("Only block `0` sees it so far"));
    EXPECT_EQ(plain(sentence_of(build.trace, make_picture(build.trace, {1, 2}, flag, {}))),
              "The other blocks now see what block 0 stored earlier: cell 2 of flag becomes 1.");
}

StepPicture picture_of_first_add(const UpSweep& scene) {
    return make_picture(scene.build.trace, {scene.first_add, scene.first_add + 1}, scene.sums, {0, 1});
}

TEST(StepPicture, ShowsCellsReadAndWrittenWithTheirOldValues) {
    const UpSweep scene;
    const StepPicture picture = picture_of_first_add(scene);
    const ArrayTouches* touched = picture.touches(scene.sums);
    ASSERT_NE(touched, nullptr);
    ASSERT_EQ(touched->cells.size(), 4U);
    const CellTouch* one = touched->find(1);
    ASSERT_NE(one, nullptr);
    EXPECT_TRUE(one->read && one->written);
    EXPECT_EQ(one->was, 1U);
    EXPECT_FALSE(touched->find(0)->written);
    EXPECT_EQ(touched->find(5), nullptr);
    ASSERT_EQ(picture.flows.size(), 2U);
    EXPECT_EQ(picture.flows[1].cell, 3);
    EXPECT_EQ(picture.flows[1].lane, 1);
    EXPECT_TRUE(picture.flows[1].keeps);
    EXPECT_TRUE(picture.earlier.empty());  // the loads came from another array
    EXPECT_EQ(picture.partner, -1);
}

TEST(StepPicture, NamesThePartnerOfALoad) {
    const UpSweep scene;
    const StepPicture picture = make_picture(scene.build.trace, {0, 1}, scene.sums, {});
    EXPECT_EQ(picture.partner, int(scene.input));
    EXPECT_FALSE(picture.flows[0].operation);
}

TEST(StepSentence, SaysWhoDoesWhatWithTheNumbersOfTheStep) {
    const UpSweep scene;
    EXPECT_EQ(sentence_of(scene.build.trace, picture_of_first_add(scene)),
              "Two cells of `sums` each add their left neighbour: cell `1` becomes `1 + 3 = 4`.");
    const StepPicture load = make_picture(scene.build.trace, {0, 1}, scene.sums, {});
    EXPECT_EQ(plain(sentence_of(scene.build.trace, load)),
              "Two lanes load cells 0 to 1 of input into sums: cell 0 becomes 3.");
    const StepPicture wait = make_picture(scene.build.trace, {6, 7}, scene.sums, {});
    EXPECT_THAT(sentence_of(scene.build.trace, wait), testing::StartsWith("Warp `0` waits at the barrier"));
    const StepPicture local = make_picture(scene.build.trace, {4, 5}, scene.sums, {});
    EXPECT_EQ(sentence_of(scene.build.trace, local), "Warp `0` sets `stride` to `1` in every lane.");
    EXPECT_THAT(sentence_of(scene.build.trace, make_picture(scene.build.trace, {0, 0}, scene.sums, {})),
                testing::StartsWith("Nothing has run yet"));
}

TEST(StepSentence, TellsBothStatementsOfAPass) {
    TraceBuilder build(2, 4, 2, "a\nb\n");
    const auto input = build.array("input", Space::global, {4, 1});
    const auto sums = build.array("sums", Space::shared, {4, 1});
    build.fill(input, {5, 5, 5, 5});
    build.phase("Load");
    for (int half = 0; half < 2; ++half) {
        build.step(0, 3, half + 1);
        for (int lane = 0; lane < 2; ++lane) {
            const auto read = build.read(lane, input, lane + 2 * half);
            build.write(lane, sums, lane + 2 * half, 5, read);
        }
    }
    EXPECT_EQ(plain(sentence_of(build.trace, make_picture(build.trace, {0, 2}, sums, {}))),
              "Two lanes load cells 0 to 3 of input into sums: cell 2 becomes 5.");
}

TEST(StepBanks, FindsTheLanesThatMeetInABank) {
    TraceBuilder build(4, 4, 4, "");
    const auto sums = build.array("sums", Space::shared, {16, 1});
    build.phase("p");
    build.step(0, 15, 1);
    for (int lane = 0; lane < 4; ++lane) build.read(lane, sums, lane * 2, 0);
    const BankPicture banks = make_banks(build.trace, sums, 0);
    EXPECT_EQ(banks.wavefronts, 2);
    EXPECT_EQ(banks.at_best, 1);
    EXPECT_THAT(banks.degree, ElementsAre(2, 0, 2, 0));
    EXPECT_THAT(banks.wraps, ElementsAre(0, 1));
    EXPECT_EQ(banks.elements, 16);
    EXPECT_EQ(banks.elements_per_wrap, 4);
    EXPECT_EQ(banks.title, "2-way bank conflict");
    EXPECT_EQ(banks.sentence, "Lanes 0 and 2 share bank 0, lanes 1 and 3 share bank 2.");
    EXPECT_EQ(banks.turns, "The access takes two turns.");
}

TEST(StepBanks, OneWordForAllLanesIsNoConflict) {
    TraceBuilder build(4, 4, 4, "");
    const auto sums = build.array("sums", Space::shared, {16, 1});
    build.phase("p");
    build.step(0, 15, 1);
    for (int lane = 0; lane < 4; ++lane) build.read(lane, sums, 5, 0);
    const BankPicture banks = make_banks(build.trace, sums, 0);
    EXPECT_FALSE(banks.conflict());
    EXPECT_EQ(banks.wavefronts, 1);
}

TEST(StepCode, MarksOperandsAndPlacesWarps) {
    const UpSweep scene;
    const CodePicture code = make_code(scene.build.trace, picture_of_first_add(scene));
    EXPECT_EQ(code.line, 10);
    ASSERT_EQ(code.marks.size(), 2U);
    EXPECT_FALSE(code.marks[0].written);
    EXPECT_EQ(code.marks[0].column, 28);
    EXPECT_TRUE(code.marks[1].written);
    ASSERT_EQ(code.pills.size(), 2U);
    EXPECT_EQ(code.pills[0].line, 10);
    EXPECT_TRUE(code.pills[0].current);
    EXPECT_EQ(code.pills[1].line, 7);
    EXPECT_THAT(code.barriers, ElementsAre(7));
}

TEST(StepCode, AWarpThatHasLeftHasNoPlaceButInTheStepInWhichItLeaves) {
    TraceBuilder build(2, 4, 4, "a\nb\nc\n");
    const auto sums = build.array("sums", Space::shared, {4, 1});
    build.phase("p");
    build.step(0, 3, 1);
    build.step(1, 3, 3, emulator::StepKind::leave);
    build.step(0, 3, 2);
    const auto lines_of = [&](int64_t step) {
        std::vector<int> lines;
        for (const WarpPill& pill :
             make_code(build.trace, make_picture(build.trace, {step, step + 1}, sums, {})).pills)
            lines.push_back(pill.line);
        return lines;
    };
    EXPECT_THAT(lines_of(1), ElementsAre(1, 3));
    EXPECT_THAT(lines_of(2), ElementsAre(2));
}

TEST(StepTrace, ARangeEndsWithTheText) {
    const TraceBuilder builder(4, 4, 4, "a =\n  b;\n");
    EXPECT_EQ(text_of(builder.trace, {0, 1, 1, 2, 4}), "a = b");
    // As a damaged trace may have it; this must not take as long as it has lines.
    EXPECT_EQ(text_of(builder.trace, {0, 1, 1, std::numeric_limits<int>::max(), 1}), "a = b");
    EXPECT_EQ(text_of(builder.trace, {0, 9, 1, std::numeric_limits<int>::max(), 1}), "");
}

TEST(StepTrace, ACommentReachesUpToTheFirstLineOfAFile) {
    const TraceBuilder builder(4, 4, 4, "// Adds\n// them up.\na = b;\n// ---- Load ----\n// It.\nc = d;\n");
    EXPECT_EQ(comment_above(builder.trace, 0, 3), "Adds them up.");
    EXPECT_EQ(comment_above(builder.trace, 0, 6), "It.");
    EXPECT_EQ(comment_above(builder.trace, 0, 4), "");
}

TEST(StepTrace, ShortensNamesOfPhases) {
    EXPECT_EQ(short_phase_name("Up-sweep: every pass"), "up-sweep");
    EXPECT_EQ(short_phase_name("GPU load"), "GPU load");
}

TEST(StepCounts, StandBesideTheirFormulas) {
    emulator::Counts total, now;
    total.additions = 30;
    total.shared_load_wavefronts = 65;
    total.bank_conflicts = 16;
    now.additions = 12;
    const auto lines =
        count_lines(now, total, {{"additions", "2(n − 1)", 30}, {"copies", "n − 1", 15}}, true);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].note, "= 2(n − 1)");
    EXPECT_FALSE(lines[0].trouble);
    EXPECT_EQ(lines[1].note, "should be 15 = n − 1");
    EXPECT_TRUE(lines[1].trouble);
    EXPECT_EQ(lines[2].note, "49 without conflicts");
}

/// A run that was stopped is not blamed for what it has not counted.
TEST(StepCounts, OfAStoppedRunStandBesideWhatTheyLackOf) {
    emulator::Counts total;
    total.additions = 12;
    const auto lines = count_lines(total, total, {{"additions", "2(n − 1)", 30}}, false);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].note, "of 30 = 2(n − 1)");
    EXPECT_FALSE(lines[0].trouble);
}

}  // namespace
}  // namespace upsweep::app
