// Marks: what is said, and what does not get through.
#include "exercises/mark.h"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "exercises/facts.h"
#include "exercises/trial.h"
#include "scenes/run_scene.h"
#include "scenes/scene_file.h"

namespace upsweep::exercises {
namespace {

using testing::HasSubstr;

const Row& row(const Marks& marks, const std::string& key) {
    const auto found =
        std::find_if(marks.rows.begin(), marks.rows.end(), [&](const Row& one) { return one.key == key; });
    if (found == marks.rows.end()) throw Error("there is no row " + key);
    return *found;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// Step stops a run that does not end where the marking stops it.
TEST(Trial, ASceneStopsWhereTheMarkingDoes) {
    const Exercise& exercise = find_exercise("two-barriers");
    const std::string text = replaced(exercise.solution, "stride *= 2", "stride *= 1");
    const Trial trial(exercise, exercise.cases.front(), text);
    const scenes::Scene scene = trial.scene(exercise.gpu, 0);
    ASSERT_TRUE(scene.program()->max_steps);
    const scenes::RunScene run =
        scenes::run_scene(scene, nullptr, nullptr, {.steps = *scene.program()->max_steps});
    EXPECT_FALSE(run.trace->complete);
    EXPECT_EQ(run.trace->step_count(), limits_of_a_run.steps);
}

TEST(Schedules, AreNineteenOrdersInLockstepAndApartStrongAndWeak) {
    const std::vector<Setting> all = schedules_of({});
    EXPECT_EQ(all.size(), 76U);
    const auto count = [&](auto is) { return std::count_if(all.begin(), all.end(), is); };
    EXPECT_EQ(count([](const Setting& one) { return one.gpu.weak_memory; }), 38);
    EXPECT_EQ(count([](const Setting& one) { return one.gpu.lanes_apart(); }), 38);
    EXPECT_EQ(count([](const Setting& one) {
                  return one.gpu.schedule.warps.kind == emulator::Order::Kind::random;
              }),
              64);
    EXPECT_EQ(count([](const Setting& one) {
                  return one.gpu.schedule.blocks.kind == emulator::Order::Kind::adversarial;
              }),
              4);
}

TEST(Mark, TellsTheNumbersOfARaceAndTheStep) {
    const Exercise& exercise = find_exercise("way-down");
    const Marks marks =
        mark(exercise, replaced(exercise.solution,
                                "        __syncthreads();\n        if ((t + 1) % (2 * stride) == 0) {",
                                "        if ((t + 1) % (2 * stride) == 0) {"));
    EXPECT_FALSE(marks.passed);
    const Row& race = row(marks, "race");
    EXPECT_EQ(race.state, State::failed);
    EXPECT_THAT(race.sentence, HasSubstr("n = 8"));
    EXPECT_GT(race.line, 0);
    ASSERT_TRUE(race.scene);
    // The scene is a file that anybody can open, and shows the same race at that step.
    const scenes::Scene read = scenes::parse_scene("why.toml", scenes::to_toml(*race.scene));
    const scenes::RunScene run = scenes::run_scene(read);
    EXPECT_TRUE(std::any_of(run.trace->findings.begin(), run.trace->findings.end(), [&](const auto& finding) {
        return finding.kind == emulator::FindingKind::race && finding.step + 1 == race.scene->step;
    }));
    EXPECT_THAT(marks.tried, HasSubstr("stops at the first fault"));
}

TEST(Mark, SaysHowManySchedulesAndThatTheyAreAll) {
    const Exercise& exercise = find_exercise("take-a-ticket");
    const Marks marks = mark(exercise, exercise.solution);
    EXPECT_TRUE(marks.passed);
    EXPECT_TRUE(marks.all_orders);
    // 9 for each of the 6 orders in which 3 blocks can start on 2 places.
    EXPECT_EQ(marks.orders, 54);
    EXPECT_THAT(marks.tried, HasSubstr("77 schedules"));
    EXPECT_THAT(marks.tried, HasSubstr(std::to_string(marks.orders) + " orders can make a difference"));
    EXPECT_EQ(row(marks, "result").figure, "3 / 3");
    EXPECT_EQ(row(marks, "atomics").figure, "3 / 3");
}

TEST(Mark, ComparesEveryCellOfEveryCase) {
    // Right in all cells but the last of the largest case.
    const Exercise& exercise = find_exercise("inclusive-loop");
    const Marks marks =
        mark(exercise, replaced(exercise.solution, "output[i] = sum;", "output[i] = i == 31 ? 0 : sum;"));
    EXPECT_EQ(row(marks, "result").state, State::failed);
    EXPECT_THAT(row(marks, "result").sentence, HasSubstr("Cell 31 of output should be"));
    EXPECT_EQ(row(marks, "result").figure, "31 / 32");
}

TEST(Mark, ARuleThatTheFailureKeptFromBeingLookedAtIsNotMet) {
    size_t left_open = 0;
    for (const Exercise& exercise : all_exercises()) {
        if (exercise.kind != Kind::write) continue;
        const Marks marks = mark(exercise, exercise.starter);
        for (const Row& one : marks.rows)
            left_open += one.state == State::open && one.key != "result" ? 1U : 0U;
    }
    EXPECT_GT(left_open, 0U);
}

/// What a step adds to the count is what takes it beyond the bound, and the scene shows that step.
TEST(Mark, ACountThatIsTooHighLeadsToTheStepThatMakesItSo) {
    const Exercise& exercise = find_exercise("inclusive-loop");
    const Marks marks =
        mark(exercise, replaced(exercise.solution, "output[i] = sum;", "output[i] = sum + 0 * input[i];"));
    const Row& additions = row(marks, "additions");
    EXPECT_EQ(additions.state, State::failed);
    EXPECT_THAT(additions.sentence, HasSubstr("16 where 7 to 8 are required (n = 8)"));
    ASSERT_TRUE(additions.scene);
    const scenes::RunScene run = scenes::run_scene(*additions.scene);
    int64_t made = 0;
    for (int64_t step = 0; step < additions.scene->step; ++step) {
        EXPECT_LE(made, 8) << step;
        made += run.trace->counts_of(step).additions;
    }
    EXPECT_GT(made, 8);
}

/// With weak memory a store reaches memory in a step of its own, which no thread does.
TEST(Facts, OfAccessesCountWhatThreadsDo) {
    scenes::Scene scene = scenes::initial_scene("scan_lookback");
    scene.gpu.weak_memory = true;
    const scenes::RunScene run = scenes::run_scene(scene);
    const emulator::Trace& trace = *run.trace;
    int64_t shared = 0, global = 0, drained = 0;
    std::map<std::tuple<int64_t, int64_t, int64_t>, int64_t> threads;
    int64_t busiest = 0;
    for (int64_t step = 0; step < trace.step_count(); ++step) {
        const emulator::Step& at = trace.step_at(step);
        for (const emulator::Access& access : trace.accesses_of(step)) {
            if (at.kind == emulator::StepKind::drain) ++drained;
            if (at.kind == emulator::StepKind::drain || at.kind == emulator::StepKind::host) continue;
            const emulator::Space space = trace.arrays[access.array].space;
            shared += space == emulator::Space::shared ? 1 : 0;
            global += space == emulator::Space::global ? 1 : 0;
            if (space == emulator::Space::shared || space == emulator::Space::global)
                busiest = std::max(busiest, ++threads[{at.block, at.warp, access.lane}]);
        }
    }
    EXPECT_GT(drained, 0);
    EXPECT_EQ(fact_of(trace, "shared_accesses"), shared);
    EXPECT_EQ(fact_of(trace, "global_accesses"), global);
    EXPECT_EQ(fact_of(trace, "busiest_thread"), busiest);
    EXPECT_EQ(fact_of(trace, "launches"), 1);
}

TEST(Mark, ACountThatIsTooLowNamesTheLeast) {
    const Exercise& exercise = find_exercise("double-the-reach");
    const Marks marks = mark(
        exercise, replaced(exercise.solution, "from[t - stride] + from[t]", "from[t - stride] | from[t]"));
    EXPECT_THAT(row(marks, "additions").sentence, HasSubstr("0 where 17 to 24 are required (n = 8)"));
    EXPECT_EQ(row(marks, "additions").figure, "0 / 17");
}

/// The rule fails in the first case and is met in the last: it stays failed.
TEST(Mark, ARuleThatFailsInOneCaseIsNotMetByTheNext) {
    const Exercise& exercise = find_exercise("way-down");
    const Marks marks = mark(exercise, replaced(exercise.solution, "sums[t] += left;",
                                                "sums[t] += n == 8 ? left + 0 * left : left;"));
    EXPECT_EQ(row(marks, "additions").state, State::failed);
    EXPECT_THAT(row(marks, "additions").sentence, HasSubstr("n = 8"));
}

TEST(Mark, AWrongResultLeadsToTheStepThatWritesIt) {
    const Exercise& exercise = find_exercise("inclusive-loop");
    const Marks marks =
        mark(exercise, replaced(exercise.solution, "output[i] = sum;", "output[i] = i == 3 ? 0 : sum;"));
    const Row& result = row(marks, "result");
    EXPECT_THAT(result.sentence, HasSubstr("Cell 3 of output should be 11, but is 0."));
    ASSERT_TRUE(result.scene);
    const scenes::RunScene run = scenes::run_scene(*result.scene);
    const int64_t step = result.scene->step - 1;
    bool writes = false;
    for (int64_t i = run.trace->steps.at(size_t(step)).first_access; i < run.trace->end_access(step); ++i) {
        const emulator::Access& access = run.trace->accesses[i];
        writes |= access.kind == emulator::AccessKind::write && access.offset == 12 &&
                  run.trace->arrays[access.array].space == emulator::Space::global;
    }
    EXPECT_TRUE(writes);
}

TEST(Mark, TheLineOfARaceIsThatOfItsSentence) {
    const Exercise& exercise = find_exercise("two-barriers");
    const Row race = row(mark(exercise, exercise.starter), "race");
    EXPECT_THAT(race.sentence, HasSubstr("line " + std::to_string(race.line)));
}

TEST(Cases, OfOneSizeHaveInputsOfTheirOwn) {
    const Exercise& exercise = find_exercise("pad");
    EXPECT_NE(input_of(exercise, exercise.cases.at(0)), input_of(exercise, exercise.cases.at(1)));
    EXPECT_EQ(input_of(exercise, exercise.cases.at(0)), input_of(exercise, exercise.cases.at(0)));
}

TEST(Mark, DoesNotHangOnALoopWithoutAnEnd) {
    const Exercise& exercise = find_exercise("inclusive-loop");
    const Marks marks = mark(exercise, replaced(exercise.solution, "++i", "i += 0"));
    EXPECT_FALSE(marks.passed);
    EXPECT_EQ(row(marks, "ends").state, State::failed);
}

TEST(Mark, RefusesAnotherFixedPartBeforeItRuns) {
    const Exercise& exercise = find_exercise("way-down");
    const Marks marks =
        mark(exercise, replaced(exercise.solution, "if (t == n - 1) sums[t] = 0;", "sums[t] = 0;"));
    EXPECT_FALSE(marks.compiles);
    ASSERT_EQ(marks.rows.size(), 1U);
    EXPECT_EQ(marks.rows[0].key, "fixed");
    EXPECT_EQ(marks.runs, 0);
}

TEST(Mark, TellsWhatTheCompilerSays) {
    const Exercise& exercise = find_exercise("inclusive-loop");
    const Marks marks = mark(exercise, replaced(exercise.solution, "int sum = 0;", ""));
    EXPECT_FALSE(marks.compiles);
    ASSERT_FALSE(marks.diagnostics.empty());
    EXPECT_EQ(marks.rows[0].key, "compiles");
    EXPECT_THAT(marks.rows[0].sentence, HasSubstr("`sum`"));
    EXPECT_EQ(marks.rows[0].line, marks.diagnostics[0].line);
    EXPECT_FALSE(is_honest_try(exercise, "", "", marks));
}

TEST(Mark, CanBeCancelled) {
    const std::atomic<bool> cancel = true;
    const Exercise& exercise = find_exercise("way-down");
    EXPECT_THROW(mark(exercise, exercise.solution, &cancel), Cancelled);
}

TEST(Mark, TakesATryForHonestOnceAndOnlyIfItIsAnother) {
    const Exercise& exercise = find_exercise("inclusive-loop");
    const std::string text = replaced(exercise.solution, "i < n", "i < n - 1");
    const Marks marks = mark(exercise, text);
    EXPECT_TRUE(is_honest_try(exercise, text, exercise.starter, marks));
    EXPECT_FALSE(is_honest_try(exercise, text, text, marks));
    EXPECT_FALSE(
        is_honest_try(exercise, replaced(text, "i < n - 1", "i  <  n - 1  /* really */"), text, marks));
}

TEST(BreakIt, TakesOnlyWhatIsAskedFor) {
    for (const auto& [slug, text, says] :
         {std::tuple("break-kogge-stone", "weak_memory = true", "You cannot change `weak_memory`"),
          std::tuple("break-kogge-stone", "warps = \"sideways\"", "line 1"),
          std::tuple("break-kogge-stone", "warps = \"list:9\"", "9"),
          std::tuple("break-the-size", "n = 0", "from 1 to 64"),
          std::tuple("break-the-size", "", "`n` is missing"), std::tuple("break-the-size", "n = ", "line 1"),
          std::tuple("break-the-sum", "input = [1, 2]", "2 numbers, but the kernel takes 8"),
          std::tuple("break-the-sum", "input = [-1, 1, 1, 1, 1, 1, 1, 1]", "not a whole number from 0")}) {
        const Marks marks = mark(find_exercise(slug), text);
        EXPECT_FALSE(marks.passed) << text;
        EXPECT_EQ(row(marks, "allowed").state, State::failed) << text;
        EXPECT_THAT(row(marks, "allowed").sentence, HasSubstr(says)) << text;
    }
}

TEST(BreakIt, TakesTheLargestNumberThatIsAllowed) {
    const Marks marks = mark(find_exercise("break-the-sum"), "input = [33554432, 1, 1, 1, 1, 1, 1, 1]");
    EXPECT_EQ(row(marks, "allowed").state, State::met) << row(marks, "allowed").sentence;
}

/// Whatever the exercise's own cases are made of, the numbers that were given are what runs.
TEST(BreakIt, TakesTheNumbersThatAreGiven) {
    Exercise exercise = find_exercise("break-the-sum");
    exercise.cases.front().input = Case::Input::ones;
    const Broken broken = parse_break(exercise, "input = [5, 1, 1, 1, 1, 1, 1, 9]");
    EXPECT_EQ(input_of(exercise, broken.with), (std::vector<double>{5, 1, 1, 1, 1, 1, 1, 9}));
}

TEST(Trial, EachCaseOfAnExerciseIsKnownAsThatExercises) {
    for (const Exercise& exercise : all_exercises()) {
        if (exercise.kind != Kind::write) continue;
        for (const Case& one : exercise.cases) {
            const scenes::Scene scene = Trial(exercise, one, exercise.solution).scene(exercise.gpu, 0);
            const programs::UserProgram& program = *scene.program();
            const Exercise* known = exercise_of(program);
            ASSERT_NE(known, nullptr) << exercise.slug;
            EXPECT_EQ(known->launch.kernel, exercise.launch.kernel);
            programs::UserProgram other = program;
            other.grid += "00";
            EXPECT_EQ(exercise_of(other), nullptr) << exercise.slug;
        }
    }
}

TEST(BreakIt, ShowsTheRunThatFails) {
    const Exercise& exercise = find_exercise("break-the-size");
    const Marks marks = mark(exercise, "n = 6");
    EXPECT_TRUE(marks.passed);
    EXPECT_EQ(row(marks, "fails").sentence, "Cell 0 of output should be 6, but is 4.");
    EXPECT_TRUE(row(marks, "fails").scene.has_value());
}

}  // namespace
}  // namespace upsweep::exercises
