// Every kind of question on every entry of the catalog: the key is held against another look at the trace,
// and random wrong answers are never right.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::questions {
namespace {

using emulator::Access;
using emulator::AccessKind;
using emulator::Player;
using emulator::Step;
using emulator::StepKind;
using emulator::Trace;
using replay::Grain;

constexpr std::array<Grain, 4> grains = {Grain::statement, Grain::barrier, Grain::phase, Grain::launch};

const Step& step_at(const Trace& trace, int64_t at) { return trace.steps[at]; }

/// Calls for every access of steps first … end - 1, with the element that it touches.
template <typename F>
void each_access(const Trace& trace, int64_t first, int64_t end, F&& visit) {
    for (int64_t s = first; s < end; ++s)
        for (int64_t i = step_at(trace, s).first_access; i < trace.end_access(s); ++i) {
            const Access& access = trace.accesses[i];
            visit(s, access, int64_t{access.offset} / size_of(trace.arrays[access.array].type));
        }
}

class Checker {
  public:
    Checker(const std::string& name, const replay::StepPosition& at)
        : name_(name), at_(at), trace_(at.trace()), player_(at.shared_run()->trace) {}

    void check(const Question& question) {
        SCOPED_TRACE(name_ + ", " + std::string(name_of(question.kind)) + ", after " +
                     std::to_string(question.before) + " steps: " + question.ask +
                     " Key: " + question.key_text);
        ASSERT_LT(question.before, question.after);
        ASSERT_LE(question.after, trace_.step_count());
        ASSERT_FALSE(question.reason.empty());
        EXPECT_EQ(question.ask.find("``"), std::string::npos);
        EXPECT_EQ(std::count(question.ask.begin(), question.ask.end(), '`') % 2, 0);
        EXPECT_EQ(std::count(question.reason.begin(), question.reason.end(), '`') % 2, 0) << question.reason;
        EXPECT_EQ(question.ask.back() == '?', true);
        EXPECT_TRUE(question.reason.back() == '.' || question.reason.ends_with("”")) << question.reason;
        EXPECT_TRUE(is_right(question, question.key));
        EXPECT_TRUE(is_right(question, parse_answer(question, question.key_text))) << question.key_text;
        look(question);
        try_wrong(question);
    }

  private:
    void look(const Question& question) {
        switch (question.kind) {
            case Kind::cell_value:
                return look_at_value(question);
            case Kind::cell_holds:
                return look_at_inputs(question);
            case Kind::cells_written:
                return look_at_writes(question);
            case Kind::lanes_working:
                return look_at_lanes(question);
            case Kind::turns:
                return look_at_turns(question);
            case Kind::next_block:
                return look_at_next_block(question);
            case Kind::who_waits:
                return question.form == Form::block ? look_at_wait(question) : look_at_barrier(question);
            case Kind::race:
                return look_at_race(question);
            case Kind::order:
                return look_at_order(question);
        }
    }

    /// By memory as the player has it then.
    void look_at_value(const Question& question) {
        player_.seek(question.after);
        const auto array = static_cast<emulator::ArrayId>(question.array);
        ASSERT_TRUE(player_.defined(array, question.element));
        EXPECT_EQ(bits_to_text(trace_.arrays[array].type, player_.bits(array, question.element)),
                  question.key.text);
    }

    /// By the inputs' own values: their sum is what the cell has.
    void look_at_inputs(const Question& question) {
        const auto array = static_cast<emulator::ArrayId>(question.array);
        const auto inputs = static_cast<emulator::ArrayId>(question.inputs);
        player_.seek(question.after);
        const double there = bits_to_number(trace_.arrays[array].type, player_.bits(array, question.element));
        // The content before any kernel wrote it.
        std::map<int64_t, double> values;
        for (const int64_t input : question.key.numbers) {
            player_.seek(0);
            uint64_t bits = player_.bits(inputs, input);
            int64_t until = trace_.step_count();
            each_access(trace_, 0, trace_.step_count(), [&](int64_t s, const Access& access, int64_t e) {
                if (access.array != inputs || e != input || access.kind == AccessKind::read || s >= until)
                    return;
                if (step_at(trace_, s).kind == StepKind::host) bits = access.value;
                if (step_at(trace_, s).kind != StepKind::host) until = s;
            });
            values[input] = bits_to_number(trace_.arrays[inputs].type, bits);
        }
        double sum = 0, least = 1e300, most = -1e300;
        for (const auto& [input, value] : values) {
            sum += value;
            least = std::min(least, value), most = std::max(most, value);
        }
        const double held = question.ask.find("the least") != std::string::npos      ? least
                            : question.ask.find("the greatest") != std::string::npos ? most
                                                                                     : sum;
        EXPECT_NEAR(there, held, 1e-4 * std::max(1.0, std::abs(held)));
    }

    void look_at_writes(const Question& question) {
        std::set<int64_t> cells;
        each_access(trace_, question.before, question.after,
                    [&](int64_t, const Access& access, int64_t element) {
                        if (access.kind != AccessKind::read && int(access.array) == question.array)
                            cells.insert(element);
                    });
        EXPECT_EQ(std::vector<int64_t>(cells.begin(), cells.end()), question.key.numbers);
    }

    /// By who touched anything: of the only step in which the warp runs this statement.
    void look_at_lanes(const Question& question) {
        const Step& mine = step_at(trace_, question.step);
        std::set<int64_t> lanes;
        int times = 0;
        for (int64_t s = question.before; s < question.after; ++s) {
            const Step& step = step_at(trace_, s);
            if (step.block != mine.block || step.warp != mine.warp || step.statement != mine.statement ||
                step.operation != mine.operation)
                continue;
            ++times;
            each_access(trace_, s, s + 1,
                        [&](int64_t, const Access& access, int64_t) { lanes.insert(access.lane); });
        }
        EXPECT_EQ(times, 1);
        EXPECT_EQ(std::vector<int64_t>(lanes.begin(), lanes.end()), question.key.numbers);
    }

    /// By the counts of the step, which the emulator kept as it ran.
    void look_at_turns(const Question& question) {
        std::map<std::tuple<uint32_t, AccessKind, int>, std::map<uint32_t, std::set<uint32_t>>> banks;
        std::map<std::tuple<uint32_t, AccessKind, uint32_t>, int> times;
        each_access(trace_, question.step, question.step + 1, [&](int64_t, const Access& access, int64_t) {
            if (trace_.arrays[access.array].space != emulator::Space::shared ||
                access.kind == AccessKind::atomic)
                return;
            const int time = times[{access.operand, access.kind, access.lane}]++;
            const uint32_t word = access.offset / 4;
            banks[{access.operand, access.kind, time}][word % uint32_t(trace_.gpu.banks)].insert(word);
        });
        int64_t all = 0;
        std::set<int64_t> degrees;
        for (const auto& [request, of_bank] : banks) {
            size_t degree = 0;
            for (const auto& [bank, words] : of_bank) degree = std::max(degree, words.size());
            all += int64_t(degree);
            degrees.insert(int64_t(degree));
        }
        const emulator::StepCounts& counts = trace_.counts_of(question.step);
        const bool mixed = counts.atomics > 0;
        if (!mixed) {
            EXPECT_EQ(all, counts.shared_load_wavefronts + counts.shared_store_wavefronts);
        }
        EXPECT_EQ(degrees.count(question.key.numbers.at(0)), 1U);
        if (banks.size() == 1) {
            EXPECT_EQ(question.key.numbers.at(0), all);
        }
    }

    /// By the first step of a block that had none before.
    void look_at_next_block(const Question& question) {
        const int64_t launch = trace_.launch_of(step_at(trace_, question.step));
        std::set<uint32_t> seen;
        for (int64_t s = 0; s < trace_.step_count(); ++s) {
            const Step& step = step_at(trace_, s);
            if (trace_.launch_of(step) != launch || step.kind == StepKind::host) continue;
            if (!seen.insert(step.block).second || s < question.before) continue;
            EXPECT_EQ(std::vector<int64_t>{step.block}, question.key.numbers);
            return;
        }
        FAIL() << "no block starts any more";
    }

    /// By the next step of another block that writes the cell.
    void look_at_wait(const Question& question) {
        ASSERT_EQ(question.given.size(), 1U);
        const auto cell = question.given[0].array;
        const int64_t waits_for = question.given[0].elements.at(0);
        const int64_t launch = trace_.launch_of(step_at(trace_, question.step));
        int64_t writer = -1;
        each_access(trace_, question.step, trace_.step_count(),
                    [&](int64_t s, const Access& access, int64_t element) {
                        const Step& step = step_at(trace_, s);
                        if (writer < 0 && access.array == cell && element == waits_for &&
                            access.kind != AccessKind::read && step.block != question.block &&
                            trace_.launch_of(step) == launch)
                            writer = step.block;
                    });
        if (writer < 0) return;
        EXPECT_EQ(at_.staged(size_t(launch)).number_of(writer), question.key.numbers.at(0));
    }

    /// By each warp's own last step: those that wait at the barrier arrived in it.
    void look_at_barrier(const Question& question) {
        const Step& mine = step_at(trace_, question.step);
        ASSERT_EQ(mine.kind, StepKind::arrive);
        std::map<uint32_t, int64_t> last;
        for (int64_t s = 0; s < question.after; ++s) {
            const Step& step = step_at(trace_, s);
            if (step.operation == mine.operation && step.block == mine.block) last[step.warp] = s;
        }
        std::vector<int64_t> missing;
        for (uint32_t warp = 0; warp < uint32_t(question.limit); ++warp) {
            const auto at = last.find(warp);
            if (at == last.end() || step_at(trace_, at->second).kind != StepKind::arrive)
                missing.push_back(warp);
        }
        EXPECT_EQ(missing, question.key.numbers);
        EXPECT_EQ(step_at(trace_, last.at(mine.warp)).kind, StepKind::arrive);
    }

    void look_at_race(const Question& question) {
        bool found = false;
        for (const emulator::Finding& finding : trace_.findings)
            found = found || (finding.kind == emulator::FindingKind::race && finding.array == question.array);
        EXPECT_EQ(found, question.key.yes);
    }

    /// By the steps in which the items' cells are written, and that each reads what the one before wrote.
    void look_at_order(const Question& question) {
        ASSERT_GE(question.items.size(), 3U);
        int64_t before = question.before - 1;
        for (const int64_t letter : question.key.numbers) {
            const int64_t step = question.steps[letter];
            EXPECT_GT(step, before);
            EXPECT_LT(step, question.after);
            const std::string& words = question.items[letter];
            bool writes = false;
            each_access(trace_, step, step + 1, [&](int64_t, const Access& access, int64_t) {
                const std::string name = "`" + trace_.arrays[access.array].name + "[";
                writes = writes || (access.kind != AccessKind::read && words.starts_with(name));
            });
            EXPECT_TRUE(writes) << words;
            before = step;
        }
    }

    void try_wrong(const Question& question) {
        for (int i = 0; i < 8; ++i) {
            Answer wrong = question.key;
            switch (question.form) {
                case Form::value: {
                    const double right = bits_to_number(ScalarType::f64, 0) + std::stod(question.key.text);
                    const double other = right + double(int(random_() % 200) - 100);
                    if (std::abs(other - right) < 0.5) continue;
                    wrong.text = is_floating(question.type) ? std::to_string(other)
                                                            : std::to_string(static_cast<long long>(other));
                    break;
                }
                case Form::yes_no:
                    wrong.yes = !wrong.yes;
                    break;
                case Form::order:
                    std::shuffle(wrong.numbers.begin(), wrong.numbers.end(), random_);
                    break;
                case Form::count:
                case Form::block:
                    wrong.numbers[0] = int64_t(random_() % 64);
                    break;
                case Form::inputs:
                case Form::cells:
                case Form::lanes:
                case Form::warps:
                    wrong.numbers.clear();
                    for (int64_t n = 0; n < std::min<int64_t>(question.limit, 64); ++n)
                        if (random_() % 2 == 0) wrong.numbers.push_back(n);
                    break;
            }
            if (wrong == question.key) continue;
            EXPECT_FALSE(is_right(question, wrong)) << to_text(question, wrong);
        }
    }

    std::string name_;
    const replay::StepPosition& at_;
    const Trace& trace_;
    Player player_;
    std::mt19937 random_{7};
};

/// Some of the places where a step of this size begins.
std::vector<int64_t> places(const replay::StepPosition& at, Grain grain, size_t most) {
    std::vector<int64_t> all;
    for (int64_t step = 0; step < at.step_count();) {
        all.push_back(step);
        const int64_t next = at.index().forward(step, grain);
        if (next <= step) break;
        step = next;
    }
    std::vector<int64_t> some;
    for (size_t i = 0; i < std::min(most, all.size()); ++i)
        some.push_back(all[i * all.size() / std::min(most, all.size())]);
    return some;
}

std::shared_ptr<const scenes::RunScene> run_catalog(scenes::Scene scene) {
    return std::make_shared<const scenes::RunScene>(scenes::run_scene(std::move(scene)));
}

using Named = std::map<Kind, std::set<std::string>>;

/// How many questions there were, and on which entries.
size_t walk(const std::string& name, const scenes::Scene& scene, Named& named) {
    const replay::StepPosition at(run_catalog(scene));
    Checker checker(name, at);
    size_t count = 0;
    for (const Grain grain : grains)
        for (const int64_t place : places(at, grain, 24))
            for (const Question& question : questions_at(at, place, grain, 1 + count)) {
                checker.check(question);
                named[question.kind].insert(name);
                ++count;
            }
    return count;
}

TEST(Questions, OfEveryKindAreRightOnEveryEntryAndEachIsOnFive) {
    Named named;
    size_t count = 0;
    for (const Algorithm* entry : catalog()) {
        const std::string slug(entry->slug);
        count += walk(slug, scenes::initial_scene(slug), named);
        if (testing::Test::HasFatalFailure()) return;
    }
    std::printf("%zu questions\n", count);
    for (size_t kind = 0; kind < kind_count; ++kind) {
        const auto& entries = named[static_cast<Kind>(kind)];
        std::printf("%-10s on %zu entries\n", std::string(name_of(static_cast<Kind>(kind))).c_str(),
                    entries.size());
        EXPECT_GE(entries.size(), 5U) << name_of(static_cast<Kind>(kind));
    }
}

}  // namespace
}  // namespace upsweep::questions
