// Papers: their questions and their text.
#include <gmock/gmock.h>

#include <set>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "questions/paper.h"
#include "replay/structure/index.h"
#include "replay/trace.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"

namespace upsweep::questions {
namespace {

using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const scenes::RunScene> run_paper(const scenes::SceneWords& words) {
    return std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::scene_of(words)));
}

std::string paper(const replay::StepPosition& at, const PaperRequest& request) {
    return paper_text(at, choose_questions(at, request));
}

class Papers : public testing::Test {
  protected:
    const replay::StepPosition at_{run_paper({.algorithm = "scan_blelloch", .n = 16})};
};

TEST_F(Papers, AreTheSameForASeedAndDifferForAnother) {
    const std::string one = paper(at_, {.count = 10, .seed = 1});
    EXPECT_EQ(one, paper(at_, {.count = 10, .seed = 1}));
    EXPECT_NE(one, paper(at_, {.count = 10, .seed = 2}));
    // The place of a position makes no difference.
    replay::StepPosition elsewhere(at_.shared_run());
    elsewhere.seek(30);
    EXPECT_EQ(one, paper(elsewhere, {.count = 10, .seed = 1}));
}

TEST_F(Papers, HaveAsManyQuestionsAsAskedNoTwoAlikeOfSeveralKinds) {
    for (const size_t count : {1, 2, 10, 25}) {
        const std::vector<Question> questions = choose_questions(at_, {.count = count, .seed = 3});
        EXPECT_EQ(questions.size(), count);
        std::set<std::pair<Kind, std::string>> asked;
        std::set<Kind> kinds;
        for (const Question& question : questions) {
            kinds.insert(question.kind);
            EXPECT_TRUE(asked.insert({question.kind, question.ask + std::to_string(question.before)}).second);
        }
        EXPECT_GE(kinds.size(), std::min<size_t>(count, 5));
    }
}

TEST_F(Papers, KeepTheKeyAndTheReasonsOffTheQuestions) {
    const std::vector<Question> questions = choose_questions(at_, {.count = 8, .seed = 1});
    const std::string text = paper_text(at_, questions);
    const size_t key = text.find("\n# Key\n");
    ASSERT_NE(key, std::string::npos);
    const std::string asked = text.substr(0, key), answered = text.substr(key);
    for (const Question& question : questions) {
        EXPECT_THAT(asked, HasSubstr(question.ask));
        EXPECT_THAT(asked, Not(HasSubstr(question.reason)));
        EXPECT_THAT(answered, HasSubstr(question.reason));
    }
    EXPECT_THAT(asked, HasSubstr("Input: "));
    EXPECT_THAT(asked, HasSubstr("```cuda\n"));
    EXPECT_THAT(asked, HasSubstr("upsweep step scan_blelloch --n 16"));
}

/// Up-sweep with stride 2: the two variables of that name are distinguished, and the parameter is named.
TEST_F(Papers, GiveTheLinesVariablesAsTheyAreThen) {
    const std::vector<Question> questions =
        choose_questions(at_, {.count = 3, .seed = 5, .kinds = {Kind::lanes_working}});
    for (const Question& question : questions) {
        const std::string text = paper_text(at_, {question});
        EXPECT_THAT(text, HasSubstr("`segment` is 16")) << question.ask;
        if (text.find("`right` is") == std::string::npos) continue;
        // right = (thread + 1) * 2 * stride - 1
        const std::string stride = text.substr(text.find("`stride` is ") + 12, 1);
        EXPECT_THAT(text, HasSubstr("`right` is " + std::to_string(2 * std::stoi(stride) - 1) + ","));
    }
}

TEST_F(Papers, AskOnlyOfTheKindsWished) {
    const auto questions =
        choose_questions(at_, {.count = 4, .seed = 1, .kinds = {Kind::turns, Kind::order}});
    for (const Question& question : questions)
        EXPECT_TRUE(question.kind == Kind::turns || question.kind == Kind::order);
}

TEST_F(Papers, SayWhatTheyCannotDo) {
    EXPECT_THROW(choose_questions(at_, {.count = 0}), UsageError);
    EXPECT_THROW(choose_questions(at_, {.count = 101}), UsageError);
    try {
        // One block: none comes next.
        choose_questions(at_, {.count = 2, .seed = 1, .kinds = {Kind::next_block}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("This run gives no questions of these kinds, not 2"));
    }
}

TEST_F(Papers, SayHowManyQuestionsThereAreWhereMoreAreAskedFor) {
    const auto refusal = [&](size_t count) -> std::string {
        try {
            choose_questions(at_, {.count = count, .seed = 1, .kinds = {Kind::order}});
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    size_t there = 0;
    while (there < 100 && refusal(there + 1).empty()) ++there;
    ASSERT_GT(there, 0U);
    EXPECT_THAT(refusal(100), testing::StartsWith("This run gives " + std::to_string(there) + " question"));
}

/// An array that is too long for the paper is not printed whole: the cells that matter are named.
TEST(Reasons, NameTheCellsOfALongArray) {
    const replay::StepPosition at(run_paper({.algorithm = "scan_hillis_steele", .n = 128}));
    const auto question =
        question_at(at, Kind::cell_value,
                    at.index().forward(at.index().forward(0, replay::Grain::barrier), replay::Grain::barrier),
                    replay::Grain::barrier, 1);
    ASSERT_TRUE(question);
    ASSERT_FALSE(question->given.empty());
    ASSERT_FALSE(question->given[0].elements.empty());
    const std::string text = paper_text(at, {*question});
    EXPECT_THAT(text, HasSubstr(" before the step: cell " + std::to_string(question->given[0].elements[0]) +
                                " holds "));
}

/// Of a pass in which some cells are added to and others only handed on, the question is about an addition.
TEST(Reasons, AskForTheCellThatMostComesTo) {
    size_t mixed = 0;
    for (const char* slug : {"scan_hillis_steele", "scan_blelloch"}) {
        const replay::StepPosition at(run_paper({.algorithm = slug, .n = 8}));
        for (int64_t step = 0; step < at.step_count();
             step = at.index().forward(step, replay::Grain::barrier)) {
            const int64_t end = at.index().forward(step, replay::Grain::barrier);
            std::set<int64_t> added, written;
            for (int64_t s = step; s < end; ++s)
                for (int64_t i = at.trace().steps[s].first_access; i < at.trace().end_access(s); ++i) {
                    const emulator::Access& access = at.trace().accesses[i];
                    if (!replay::is_write(access) ||
                        at.trace().arrays[access.array].space != emulator::Space::shared)
                        continue;
                    written.insert(replay::element_of(at.trace(), access));
                    if (replay::source_of(at.trace(), access.origin).leaves.size() > 1)
                        added.insert(replay::element_of(at.trace(), access));
                }
            if (added.empty() || added.size() == written.size()) continue;
            ++mixed;
            for (uint64_t seed = 1; seed <= 8; ++seed) {
                const auto question = question_at(at, Kind::cell_value, step, replay::Grain::barrier, seed);
                ASSERT_TRUE(question);
                EXPECT_EQ(added.count(question->element), 1U) << question->ask;
            }
        }
    }
    EXPECT_GE(mixed, 4U);
}

/// A cell that only its writer and one who waits touch; and one that the waiting block comes before the
/// writer at, which leaves open whose it is.
TEST(Waits, AreAskedForWhereItIsKnownWhoWrites) {
    for (const int writer : {0, 1}) {
        const replay::StepPosition at(
            std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::scene_of_text(
                "__global__ void k(volatile int* flag)\n{\n    if (blockIdx.x == " + std::to_string(writer) +
                ") {\n        for (int i = 0; i < 40; ++i) __threadfence();\n        "
                "flag[0] = 1;\n    } else\n        while (flag[0] == 0) {}\n}\n"
                "int main() { int* f; cudaMalloc(&f, 4); cudaMemset(f, 0, 4);\n"
                "    k<<<2, 1>>>(f); }\n"))));
        std::set<int64_t> answers;
        for (int64_t step = 0; step < at.step_count(); ++step)
            if (const auto question = question_at(at, Kind::who_waits, step, replay::Grain::statement, 1))
                if (question->form == Form::block) answers.insert(question->key.numbers.at(0));
        if (writer == 0)
            EXPECT_THAT(answers, testing::ElementsAre(0));
        else
            EXPECT_THAT(answers, testing::IsEmpty());
    }
}

/// The up-sweep of 3 1 7 0 4 1 6 3, worked out by hand: the last pass adds 11 to 14.
TEST(Reasons, TellWhereAValueComesFrom) {
    const replay::StepPosition at(run_paper({.algorithm = "scan_blelloch",
                                             .n = 8,
                                             .input = scenes::InputKind::given,
                                             .values = {"3", "1", "7", "0", "4", "1", "6", "3"}}));
    std::set<std::string> reasons;
    for (int64_t step = 0; step < at.step_count(); step = at.index().forward(step, replay::Grain::barrier))
        for (const Question& question : questions_at(at, step, replay::Grain::barrier, 1))
            reasons.insert(question.reason);
    EXPECT_THAT(reasons, testing::Contains("Cell `7` becomes `11 + 14 = 25`: `11` comes from cell `3` and "
                                           "`14` was there. The code says: “Add the left child's sum into "
                                           "its parent.”"));
    EXPECT_THAT(reasons,
                testing::Contains("Cell `7` of `sums` holds the sum of `0…7`: cell `3` gives `0…3`, it "
                                  "held `4…7`."));
}

/// An exclusive sum that takes its own element away again is not described as if that were added.
TEST(Reasons, DoNotTellOfADifferenceAsASum) {
    const replay::StepPosition at(
        std::make_shared<const scenes::RunScene>(scenes::run_scene(scenes::initial_scene("scan_lookback"))));
    int told = 0;
    for (int64_t step = 0; step < at.step_count(); step = at.index().forward(step, replay::Grain::statement))
        if (const auto question = question_at(at, Kind::cell_value, step, replay::Grain::statement, 1)) {
            const bool computed = question->reason.find("computed from") != std::string::npos;
            const bool parts = question->reason.find(" comes from ") != std::string::npos &&
                               question->reason.find(" and ") != std::string::npos;
            told += computed ? 1 : 0;
            if (parts && !computed) {
                EXPECT_NE(question->reason.find(" = "), std::string::npos) << question->reason;
            }
        }
    EXPECT_GT(told, 0);
}

/// A slip: the flag is raised without a fence before it, so blocks race.
TEST(Races, AreAskedForWhereTheRunHasOne) {
    int races = 0;
    for (const Algorithm* entry : catalog())
        for (const Option& option : entry->options) {
            if (option.slip.empty() || races > 0) continue;
            scenes::SceneWords words{.algorithm = std::string(entry->slug)};
            words.options = {
                std::string(option.name) + "=" +
                std::to_string(option.initial == option.lowest ? option.highest : option.lowest)};
            const replay::StepPosition at(run_paper(words));
            for (const emulator::Finding& finding : at.trace().findings) {
                if (finding.kind != emulator::FindingKind::race) continue;
                const auto question = question_at(at, Kind::race, finding.step, replay::Grain::statement, 1);
                if (!question) continue;
                ++races;
                EXPECT_TRUE(question->key.yes) << question->ask;
                EXPECT_EQ(question->reason.substr(0, 4), "Yes.");
            }
        }
    EXPECT_GT(races, 0);
}

}  // namespace
}  // namespace upsweep::questions
