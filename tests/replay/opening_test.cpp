// What the window opens each entry with: its idea is there to be seen, and steps and sentences are about
// data.
#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "replay/data/blocks.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "replay/words/sentence.h"
#include "scenes/destination.h"
#include "scenes/figures.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

std::unique_ptr<StepPosition> opened_there(const scenes::Scene& scene) {
    auto at =
        std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
    at->seek(at->run().scene.step);
    return at;
}

/// What happens between the blocks of a run.
struct Company {
    int64_t at_once = 0;  ///< the most blocks on slots at a time
    int64_t blocks = 0;   ///< the most of a launch
    int64_t looks_back =
        0;  ///< how far back the nearest prefix was that one found, its neighbour having none
};

Company company_of(StepPosition& at) {
    Company company;
    const emulator::Trace& trace = at.trace();
    for (int64_t step = 0; step <= at.step_count(); ++step) {
        at.seek(step);
        const BlocksPicture& blocks = at.blocks();
        company.at_once = std::max(company.at_once, blocks.running + blocks.spinning);
        company.blocks = std::max(company.blocks, length(blocks.cards));
        if (step == 0 || trace.step_at(step - 1).kind == StepKind::host) continue;
        const StagedLaunch& staged = at.staged();
        const StagedArray* words = staged.find(SubjectRole::word);
        if (words == nullptr) continue;
        const int64_t own = staged.number_of(trace.step_at(step - 1).block);
        std::map<int64_t, MessageState> seen;  // by how far back
        for (int64_t i = trace.step_at(step - 1).first_access; i < trace.end_access(step - 1); ++i) {
            const Access& access = trace.access_at(i);
            if (int(access.array) != words->array || is_write(access)) continue;
            const int64_t of = staged.part_of(*words, element_of(trace, access));
            if (of >= 0 && of < own) seen[own - of] = word_of(trace, *words, i).state;
        }
        for (int64_t back = 1; seen.contains(back) && seen[back] != MessageState::nothing; ++back)
            if (seen[back] == MessageState::prefix) {
                company.looks_back = std::max(company.looks_back, back);
                break;
            }
    }
    return company;
}

/// A block waits for its neighbour, which is seen at once; with look-back others look further back.
TEST(Opening, OfBlocksThatTellEachOtherSomethingShowsIt) {
    for (const char* slug : {"scan_single_pass", "scan_lookback", "integral_image_one_pass"}) {
        const auto at = opened_there(scenes::initial_scene(slug));
        const auto waits = [](const BlockCard& card) { return card.state == BlockState::spinning; };
        const auto waiting = find_if(at->blocks().cards, waits);
        ASSERT_NE(waiting, at->blocks().cards.end()) << slug << ": a block waits where it opens";
        EXPECT_GE(waiting->waits.front().of, 0) << slug << ": and it is known for whom";
        const Company company = company_of(*at);
        EXPECT_GT(company.at_once, 1) << slug << ": more than one block runs at a time";
        if (std::string_view(slug) == "scan_lookback") {
            EXPECT_GT(company.looks_back, 1) << "further than to the neighbour";
        }
    }
}

/// What entries are about that is a finding on a GPU: the scene has it.
TEST(Opening, ShowsTheTroubleThatTheEntryIsAbout) {
    using emulator::FindingKind;
    const std::pair<const char*, FindingKind> troubles[] = {{"transpose_tiled", FindingKind::bank_conflict},
                                                            {"transpose_naive", FindingKind::uncoalesced},
                                                            {"scan_serial_rows", FindingKind::uncoalesced},
                                                            {"haar_cascade", FindingKind::divergence}};
    for (const auto& [slug, kind] : troubles)
        EXPECT_NE(find_by(opened_there(scenes::initial_scene(slug))->trace().findings,
                          &emulator::Finding::kind, kind),
                  nullptr)
            << slug;
}

/// Rows longer than a block, and levels of a plan: several blocks in several launches, each from several
/// parts.
TEST(Opening, OfSeveralLevelsHasSeveralBlocksAndLaunches) {
    for (const char* slug :
         {"scan_segmented", "scan_reduce_then_scan", "scan_warps", "integral_image_wavefront"}) {
        const auto at = opened_there(scenes::initial_scene(slug));
        EXPECT_GE(at->trace().launches.size(), 3U) << slug;
        EXPECT_GE(company_of(*at).blocks, 3) << slug;
    }
    // Of a wavefront the launch in the middle has work for all, the first and the last for one.
    EXPECT_EQ(company_of(*opened_there(scenes::initial_scene("integral_image_wavefront"))).at_once, 3);
}

TEST(Opening, OfEveryEntryIsRightAndShowsItsOwnLaunch) {
    for (const Algorithm* algorithm : catalog()) {
        SCOPED_TRACE(algorithm->slug);
        const auto at = opened_there(scenes::initial_scene(std::string(algorithm->slug)));
        const emulator::Trace& trace = at->trace();
        EXPECT_TRUE(trace.complete);
        EXPECT_TRUE(at->run().check.right) << at->run().check.message;
        for (const emulator::Finding& finding : trace.findings)
            EXPECT_NE(finding.severity, emulator::Severity::fault);
        // There is something to come, and of a plan that first builds a table that is behind it.
        EXPECT_LT(at->step(), trace.step_count()) << "Right shows something";
        if (algorithm->opening.launch.empty()) continue;
        const auto* launch = find_by(trace.launches, &emulator::LaunchInfo::name, algorithm->opening.launch);
        ASSERT_NE(launch, nullptr);
        EXPECT_GE(at->step(), launch->first_step);
        EXPECT_LT(at->step(), launch->end_step);
        EXPECT_GT(algorithm->opening.at, 0) << "its beginning shows the launch before it";
        // Of a plan that first makes what its last launch needs, that launch has just written: a window's
        // sum from four corners, an element at its place. A cascade stands at its first filter.
        at->set_grain(algorithm->opening.step);
        const std::set<std::string_view> of_corners = {"box_filter", "local_statistics", "region_histogram",
                                                       "haar_cascade"};
        if (of_corners.contains(algorithm->slug)) {
            EXPECT_THAT(at->sentence(), testing::HasSubstr("four c")) << at->step();
        }
        if (algorithm->slug == "haar_cascade") continue;
        const auto output = ArrayId(trace.plan.output.index);
        const auto accesses = trace.accesses_of(at->step() - 1);
        EXPECT_TRUE(
            any_of(accesses, [&](const Access& one) { return one.array == output && is_write(one); }));
    }
}

/// Sentences that are about counting, testing, calling and returning.
const std::regex& bookkeeping() {
    static const std::regex all(
        "returns from the function|continues? at line|computes where|calls `|the loop runs again|the loop is "
        "over|reaches a loop|has reached its end|moves its pointer");
    return all;
}

TEST(Opening, HasNoSentenceAboutBookkeepingUnlessStepsAreStatements) {
    for (const Algorithm* algorithm : catalog())
        for (const Grain grain : {Grain::barrier, Grain::phase, Grain::launch}) {
            const auto at = opened_there(scenes::initial_scene(std::string(algorithm->slug)));
            at->set_grain(grain);
            int64_t told = 0;
            for (int64_t step = 0; step < at->step_count() && told < 3;) {
                step = at->index().forward(step, grain);
                at->seek(step);
                if (!std::regex_search(at->sentence(), bookkeeping())) continue;
                ++told;
                ADD_FAILURE() << algorithm->slug << " at " << step << " by " << name_of(grain) << ": "
                              << plain(at->sentence());
            }
        }
}

/// Nor where a place in the midst of a step was chosen on the timeline.
TEST(Opening, FoldsBookkeepingWhereverItIsSought) {
    for (const Algorithm* algorithm : catalog()) {
        const auto at = opened_there(scenes::initial_scene(std::string(algorithm->slug)));
        int64_t told = 0;
        const int64_t stride = std::max<int64_t>(1, at->step_count() / 200);
        for (const Grain grain : {Grain::barrier, Grain::phase}) {
            at->set_grain(grain);
            for (int64_t step = 1; step <= at->step_count() && told < 3; step += stride) {
                at->seek(step);
                if (!std::regex_search(at->sentence(), bookkeeping())) continue;
                ++told;
                ADD_FAILURE() << algorithm->slug << " at " << step << " by " << name_of(grain) << ": "
                              << plain(at->sentence());
            }
        }
    }
}

// ---- The papers' figures

TEST(Figures, EachIsAPlaceThatRunsAndSaysWhatItIs) {
    for (const scenes::Figure& figure : scenes::figures()) {
        SCOPED_TRACE(figure.name);
        const std::string text = "figure:" + std::string(figure.name);
        const auto place = scenes::parse_destination(text);
        const auto& scene = std::get<scenes::Scene>(place);
        EXPECT_EQ(scenes::figure_of(scene), &figure);
        EXPECT_EQ(scenes::to_text(place), text);
        const auto at = opened_there(scene);
        EXPECT_TRUE(at->run().check.right);
        EXPECT_GT(at->step(), 0);
        EXPECT_LE(at->step(), at->step_count());
        EXPECT_EQ(scenes::figure_of(at->run().scene), &figure) << "it is still that figure once it has run";
        scenes::Scene other = scene;
        other.gpu.lanes = other.gpu.lanes == 4 ? 8 : 4;
        EXPECT_EQ(scenes::figure_of(scenes::with_gpu(other, other.gpu)), nullptr) << "changed, it is none";
    }
}

/// The numbers of the last present pass: those of an array's cells, by the name of the array.
std::vector<std::string> cells(const StepPosition& at, const std::string& name) {
    const emulator::Trace& trace = at.trace();
    for (size_t i = 0; i < trace.arrays.size(); ++i) {
        if (trace.arrays[i].name != name) continue;
        std::vector<std::string> texts;
        for (int64_t cell = 0; cell < trace.arrays[i].extent.count(); ++cell)
            texts.push_back(at.player().defined(ArrayId(i), cell)
                                ? bits_to_text(trace.arrays[i].type, at.player().bits(ArrayId(i), cell))
                                : "-");
        return texts;
    }
    return {};
}

std::unique_ptr<StepPosition> figure(std::string_view name) {
    return opened_there(scenes::scene_of(scenes::find_figure(name)));
}

TEST(Figures, ShowWhatTheirPapersShow) {
    using testing::ElementsAre;
    // The tree over 3 1 7 0, its root, and the way down to the exclusive sums.
    EXPECT_THAT(cells(*figure("bilgic-1"), "sums"), ElementsAre("3", "4", "7", "11"));
    EXPECT_THAT(cells(*figure("bilgic-2"), "sums"), ElementsAre("0", "3", "4", "11"));
    EXPECT_THAT(cells(*figure("poostchi-2"), "sums"),
                ElementsAre("0", "3", "4", "11", "11", "15", "16", "22"));
    // Bugetti's worked pixel (1, 2): 5 + 8 + 3 − 1 = 15.
    EXPECT_EQ(nth(cells(*figure("bugetti-1"), "output"), 5), "15");
    EXPECT_THAT(cells(*figure("bugetti-2"), "row_sums"),
                ElementsAre("0", "1", "3", "3", "7", "12", "6", "13", "21"));
    EXPECT_THAT(cells(*figure("bugetti-3"), "sums"),
                ElementsAre("3", "4", "11", "11", "15", "16", "22", "25"));
    EXPECT_EQ(figure("oro-4")->player().counts().additions, 129);
    // Two blocks have taken a number, two come next: the first section of each row before the second.
    EXPECT_EQ(cells(*figure("bugetti-5"), "counter"), std::vector<std::string>{"4"});
    std::set<int> streams;
    const auto levels = figure("oro-2");
    for (const Operation& operation : levels->trace().plan.operations) streams.insert(operation.stream);
    EXPECT_EQ(streams.size(), 3U) << "a stream for each level";
    for (const char* none : {"bilgic-4", "oro-1", "bugetti-6", ""})
        EXPECT_ANY_THROW(scenes::find_figure(none)) << none;
}

}  // namespace
}  // namespace upsweep::replay
