// Marks an exercise: runs what the student wrote, or what a kernel is to be broken by.
#include "exercises/mark.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/findings/finding_table.h"
#include "emulator/source/lexer.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "exercises/all_orders.h"
#include "exercises/facts.h"
#include "exercises/gaps.h"
#include "exercises/trial.h"
#include "scenes/toml_reader.h"

namespace upsweep::exercises {

namespace {

using scenes::TomlReader;

/// Reads a key by `read`; what that refuses gets the key's line.
template <typename Read>
void read_word(TomlReader& reader, const char* key, Read read) {
    if (!reader.has(key)) return;
    const std::string text = reader.text(key);
    try {
        read(text);
    } catch (const Error& error) {
        reader.refuse_key(key, error.what());
    }
}

void read_schedule(TomlReader& reader, Broken& broken) {
    read_word(reader, "blocks", [&](const std::string& text) {
        broken.gpu.schedule.blocks = emulator::parse_block_order(text);
    });
    read_word(reader, "warps",
              [&](const std::string& text) { broken.gpu.schedule.warps = emulator::parse_warp_order(text); });
}

void read_size(TomlReader& reader, const Asked& asked, Broken& broken) {
    if (!reader.has("n")) reader.refuse_key("n", "`n` is missing; write n = and the size.");
    broken.with.values["n"] = reader.integer("n", asked.least, asked.most, 0);
}

void read_input(TomlReader& reader, const Exercise& exercise, Broken& broken) {
    if (!reader.has("input"))
        reader.refuse_key("input", "`input` is missing; write input = [ and the numbers ].");
    broken.with.input = Case::Input::given;
    broken.with.numbers = reader.numbers("input");
    const int64_t count = evaluate(exercise.launch.count, values_of(exercise, broken.with));
    if (int64_t(broken.with.numbers.size()) != count)
        reader.refuse_key("input", fmt::format("the input has {} numbers, but the kernel takes {}.",
                                               broken.with.numbers.size(), count));
    for (const std::string& text : broken.with.numbers) {
        const double number = std::stod(text);
        const bool inside = number >= double(exercise.asked.least) && number <= double(exercise.asked.most) &&
                            number == std::floor(number);
        if (!inside)
            reader.refuse_key("input", fmt::format("{} is not a whole number from {} to {}.", text,
                                                   exercise.asked.least, exercise.asked.most));
    }
}

std::string failure_of(const emulator::Trace& trace) {
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) return emulator::sentence_of(trace, finding);
    return "The run does not end.";
}

Row judged(Trial& trial, const Broken& broken, const std::atomic<bool>* cancel) {
    Row row{"fails", "The kernel fails", State::failed, {}, {}, 0, {}};
    const emulator::Trace trace = trial.run(broken.gpu, true, cancel);
    if (const auto wrong = trial.wrong(trace)) {
        row.state = State::met;
        row.sentence = Trial::sentence_of(*wrong);
        row.figure = fmt::format("{} of {} wrong", wrong->different, wrong->count);
        row.wrong = {wrong->parameter, wrong->first};
        row.scene = trial.scene(broken.gpu, trial.step_of(*wrong, trace));
    } else if (!trace.complete) {
        row.state = State::met;
        row.sentence = failure_of(trace);
        row.scene = trial.scene(broken.gpu, trace.step_count());
    } else {
        row.sentence = "The run ends with the right result, so this does not make the kernel fail.";
        row.scene = trial.scene(broken.gpu, trace.step_count());
    }
    return row;
}

}  // namespace

Broken parse_break(const Exercise& exercise, std::string_view text) {
    TomlReader reader(answer_name(exercise), 1, text);
    Broken broken{exercise.gpu, exercise.cases.front()};
    const char* asked_for = "the order of blocks and warps";
    switch (exercise.asked.what) {
        case Asked::What::schedule:
            read_schedule(reader, broken);
            break;
        case Asked::What::size:
            read_size(reader, exercise.asked, broken);
            asked_for = "the size n";
            break;
        case Asked::What::input:
            read_input(reader, exercise, broken);
            asked_for = "the input";
            break;
    }
    for (const std::string& key : reader.keys()) {
        const bool taken = exercise.asked.what == Asked::What::schedule ? key == "blocks" || key == "warps"
                           : exercise.asked.what == Asked::What::size   ? key == "n"
                                                                        : key == "input";
        if (!taken)
            reader.refuse_key(key,
                              fmt::format("You cannot change {}; change only {}.", in_ticks(key), asked_for));
    }
    reader.finish();
    return broken;
}

namespace {

/// The part of mark() for `break_it`.
Marks mark_break(const Exercise& exercise, const std::string& text, const std::atomic<bool>* cancel) {
    Marks marks;
    Row allowed{"allowed", "Only the requested change", State::failed, {}, {}, 0, {}};
    try {
        const Broken broken = parse_break(exercise, text);
        Trial trial(exercise, broken.with, exercise.kernel);
        const Row fails = judged(trial, broken, cancel);
        allowed.state = State::met;
        allowed.sentence = "kernel, machine and everything else are unchanged";
        marks.rows = {std::move(allowed), fails};
        marks.compiles = true;
        marks.cases = marks.schedules = marks.runs = 1;
        marks.passed = fails.state == State::met;
        marks.tried = "The exercise ran once, with your values.";
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        allowed.sentence = error.what();
        marks.rows = {std::move(allowed)};
    }
    return marks;
}

using emulator::ToyGpu;
using emulator::Trace;

/// Orders of warps that are looked for, in runs.
constexpr int64_t most_orders = 1500;
/// Steps of all runs under all schedules: about a second.
constexpr int64_t most_steps = 3'000'000;
/// Blocks whose every order of starting is tried.
constexpr int64_t most_blocks = 4;

class Marker {
  public:
    Marker(const Exercise& exercise, const std::string& text, const std::atomic<bool>* cancel,
           const std::function<void(double)>& progress)
        : exercise_(exercise), text_(text), cancel_(cancel), progress_(progress) {}

    Marks run() {
        if (!looks_right() || !compiles()) return std::move(marks_);
        marks_.compiles = true;
        add_rows();
        check_words();
        run_usual();
        if (is_sound()) run_schedules();
        if (is_sound()) run_orders();
        finish();
        return std::move(marks_);
    }

  private:
    Row& add(std::string key, std::string title, std::string sentence) {
        marks_.rows.push_back(
            {std::move(key), std::move(title), State::open, std::move(sentence), {}, 0, {}});
        return marks_.rows.back();
    }
    Row& row(std::string_view key) {
        return *find_if(marks_.rows, [&](const Row& one) { return one.key == key; });
    }

    bool looks_right() {
        const Misfit wrong = misfit(exercise_.starter, text_);
        if (wrong.sentence.empty()) return true;
        Row& fixed = add("fixed", "Only your part", wrong.sentence);
        fixed.state = State::failed;
        fixed.line = wrong.line;
        return false;
    }

    bool compiles() {
        try {
            for (const Case& one : exercise_.cases) trials_.emplace_back(exercise_, one, text_);
            return true;
        } catch (const emulator::CompileError& error) {
            marks_.diagnostics = error.diagnostics();
            const emulator::Diagnostic& first = marks_.diagnostics.front();
            Row& failed = add("compiles", "Compiles", fmt::format("Line {}: {}", first.line, first.message));
            failed.state = State::failed;
            failed.line = first.line;
        } catch (const Error& error) {
            add("compiles", "Compiles", error.what()).state = State::failed;
        }
        return false;
    }

    void add_rows() {
        marks_.rows = rows_to_come(exercise_);
        marks_.rows.front().sentence.clear();
        first_rule_ = marks_.rows.size() - exercise_.rules.size();
    }

    Row& row_of(size_t rule) { return marks_.rows[first_rule_ + rule]; }

    void check_words() {
        const std::vector<std::string> words = words_of_gaps(text_);
        const auto has = [&](const std::string& word) { return contains(words, word); };
        for (size_t i = 0; i < exercise_.rules.size(); ++i) {
            const Rule& rule = exercise_.rules[i];
            if (rule.what == Rule::What::count) continue;
            const bool wanted = rule.what == Rule::What::uses;
            const auto wrong =
                find_if(rule.words, [&](const std::string& word) { return has(word) != wanted; });
            row_of(i).state = wrong == rule.words.end() ? State::met : State::failed;
            if (wrong != rule.words.end())
                row_of(i).sentence =
                    wanted ? fmt::format("Your part does not use {}.", in_ticks(*wrong))
                           : fmt::format("Your part uses {}; solve it without that.", in_ticks(*wrong));
        }
    }

    /// Every case once in the usual order: results, faults and counts.
    void run_usual() {
        for (Trial& trial : trials_) {
            const Trace trace = trial.run(exercise_.gpu, true, cancel_);
            ++marks_.runs;
            ++marks_.cases;
            judge(trial, trace, {exercise_.gpu, "in the usual order"});
            for (size_t i = 0; i < exercise_.rules.size(); ++i)
                if (exercise_.rules[i].what == Rule::What::count && trace.complete) count(i, trial, trace);
            tell();
        }
        marks_.schedules = 1;
    }

    void count(size_t i, const Trial& trial, const Trace& trace) {
        const Rule& rule = exercise_.rules[i];
        Row& row = row_of(i);
        if (row.state == State::failed) return;
        const Values values = values_of(exercise_, trial.of());
        const int64_t made = fact_of(trace, rule.count);
        const auto bound = [&](const std::string& text) { return evaluate(text, values); };
        const bool too_many = !rule.most.empty() && made > bound(rule.most);
        const bool too_few = !rule.least.empty() && made < bound(rule.least);
        const std::string limit = rule.most.empty() || too_few ? rule.least : rule.most;
        if (row.state == State::open || too_many || too_few)
            row.figure = fmt::format("{} / {}", made, bound(limit));
        row.state = too_many || too_few ? State::failed : State::met;
        if (row.state == State::met) return;
        const bool both = !rule.least.empty() && !rule.most.empty() && bound(rule.least) != bound(rule.most);
        row.sentence =
            fmt::format("{} where {} {} required ({})", made,
                        both ? fmt::format("{} to {}", bound(rule.least), bound(rule.most))
                             : fmt::format("{} {}", too_many ? "at most" : "at least", bound(limit)),
                        !both && bound(limit) == 1 ? "is" : "are", words_of(trial.of()));
        row.sentence += rule.says.empty() ? "." : ": " + rule.says + ".";
        row.scene = trial.scene(exercise_.gpu,
                                too_many ? step_beyond(trace, rule.count, bound(limit)) : trace.step_count());
    }

    /// Looks for a wrong result and for faults. False if there was one.
    bool judge(Trial& trial, const Trace& trace, const Setting& setting) {
        const size_t failed = faults_;
        for (const emulator::Finding& finding : trace.findings)
            if (finding.severity == emulator::Severity::fault) note_fault(trial, trace, finding, setting);
        if (const auto wrong = trial.wrong(trace)) note_wrong(trial, *wrong, setting);
        if (!trace.complete && faults_ == failed) {
            fail(row("ends"), "The run does not end.", trial, setting, trace.step_count());
        }
        return faults_ == failed;
    }

    void fail(Row& row, const std::string& sentence, const Trial& trial, const Setting& setting,
              int64_t step) {
        ++faults_;
        if (row.state == State::failed) return;
        row.state = State::failed;
        row.sentence = fmt::format("{} Seen with {}, {}.", sentence, words_of(trial.of()), setting.words);
        row.scene = trial.scene(setting.gpu, step);
    }

    /// The trace may have no steps: then the run is made once more, with them.
    void note_fault(Trial& trial, const Trace& trace, const emulator::Finding& finding,
                    const Setting& setting) {
        const FaultRow& kind = fault_row_of(finding.kind);
        if (none_of(marks_.rows, [&](const Row& one) { return one.key == kind.key; })) {
            const Row further = {std::string(kind.key), std::string(kind.title), State::open, {}, {}, 0, {}};
            marks_.rows.insert(marks_.rows.begin() + ptrdiff_t(first_rule_++), further);
        }
        fail(row(kind.key), emulator::sentence_of(trace, finding), trial, setting, finding.step + 1);
        Row& failed = row(kind.key);
        if (failed.line == 0) failed.line = finding.where.line;
    }

    void note_wrong(Trial& trial, const programs::Comparison& wrong, const Setting& setting) {
        Row& result = row("result");
        if (result.state == State::failed) return;
        const Trace trace = trial.run(setting.gpu, true, cancel_);
        fail(result, Trial::sentence_of(wrong), trial, setting, trial.step_of(wrong, trace));
        result.figure = fmt::format("{} / {}", wrong.count - wrong.different, wrong.count);
        result.wrong = {wrong.parameter, wrong.first};
    }

    /// Result and faults are as they should be so far.
    bool is_sound() const { return faults_ == 0; }

    void run_schedules() {
        const std::vector<Setting> settings = schedules_of(exercise_.gpu);
        int64_t steps = 0;
        for (const Setting& setting : settings) {
            for (Trial& trial : trials_) {
                const Trace trace = trial.run(setting.gpu, false, cancel_);
                ++marks_.runs;
                steps += trace.counts.steps;
                if (!judge(trial, trace, setting)) return;
                tell();
            }
            ++marks_.schedules;
            if (steps > most_steps) return;
        }
    }

    /// The first case, the smallest, in every order of its warps, and of its blocks where some have to wait.
    void run_orders() {
        Trial& trial = trials_.front();
        const int64_t blocks = blocks_of(trial);
        std::vector<int> order(blocks);
        std::iota(order.begin(), order.end(), 0);
        const bool wait = blocks > exercise_.gpu.slots();
        marks_.all_orders = !wait || blocks <= most_blocks;
        int64_t left = most_orders;
        do {
            ToyGpu gpu = exercise_.gpu;
            if (wait) gpu.schedule.blocks = {emulator::Order::Kind::list, 1, order};
            left -= run_orders_of(trial, gpu, left);
        } while (is_sound() && left > 0 && wait && marks_.all_orders &&
                 std::next_permutation(order.begin(), order.end()));
    }

    int64_t blocks_of(Trial& trial) {
        return trial.run(exercise_.gpu, true, cancel_).launches.front().grid.count();
    }

    int64_t run_orders_of(Trial& trial, ToyGpu gpu, int64_t most) {
        const auto with = [&](const std::vector<int>& list) {
            gpu.schedule.warps = {
                list.empty() ? emulator::Order::Kind::round_robin : emulator::Order::Kind::list, 1, list};
            return trial.run(gpu, true, cancel_);
        };
        const auto fails = [&](const Trace& trace) {
            tell();
            return !trace.complete || trial.wrong(trace).has_value() ||
                   any_of(trace.findings,
                          [](const auto& finding) { return finding.severity == emulator::Severity::fault; });
        };
        const AllOrders orders = try_all_orders(with, fails, most);
        marks_.runs += orders.runs;
        classes_.insert(orders.classes.begin(), orders.classes.end());
        marks_.orders = int64_t(classes_.size());
        marks_.all_orders = marks_.all_orders && orders.all;
        if (orders.failing) {
            const Trace trace = with(*orders.failing);
            judge(trial, trace, {gpu, "blocks and warps in the scene's order"});
        }
        return orders.runs;
    }

    void tell() const {
        if (cancel_ != nullptr && cancel_->load()) throw Cancelled();
        // A guess: how many runs there will be is known at the end.
        if (progress_) progress_(std::min(0.99, double(marks_.runs) / (80.0 * double(trials_.size()) + 50)));
    }

    void finish() {
        for (Row& row : marks_.rows) {
            const bool of_rule = &row >= &marks_.rows[first_rule_];
            if (row.state == State::open && !of_rule) row.state = State::met;
        }
        Row& result = row("result");
        if (result.state == State::met) {
            result.figure = fmt::format("{} / {}", marks_.cases, marks_.cases);
            result.sentence = fmt::format("{} of {} inputs and sizes, {}", marks_.cases, marks_.cases,
                                          counted(marks_.schedules, "schedule"));
        }
        marks_.passed = all_of(marks_.rows, [](const Row& one) { return one.state == State::met; });
        marks_.tried = sentence();
    }

    std::string sentence() const {
        if (!is_sound())
            return fmt::format("Upsweep tried {}; marking stops at the first fault.",
                               counted(marks_.runs, "run"));
        std::string text = fmt::format(
            "{} schedules tried for each of {} inputs and sizes, with lanes in lockstep and independent, "
            "memory "
            "strong and weak.",
            marks_.schedules, marks_.cases);
        const std::string of = words_of(trials_.front().of());
        if (marks_.all_orders && marks_.orders == 1)
            return text + fmt::format(
                              " Upsweep tried all schedules of {} in lockstep: in any order of blocks and "
                              "warps, the accesses to each cell keep the same order.",
                              of);
        if (marks_.all_orders)
            return text +
                   fmt::format(
                       " Upsweep tried all schedules of {} in lockstep: {} orders can make a difference.", of,
                       marks_.orders);
        return text + fmt::format(" Upsweep tried {} more orders of its warps for {}; there are others.",
                                  marks_.orders, of);
    }

    const Exercise& exercise_;
    const std::string& text_;
    const std::atomic<bool>* cancel_;
    const std::function<void(double)>& progress_;
    Marks marks_;
    std::vector<Trial> trials_;
    std::unordered_set<uint64_t> classes_;  ///< of orders
    size_t first_rule_ = 0, faults_ = 0;
};

std::string without_blanks(std::string_view text) {
    std::string joined;
    for (const emulator::Token& token : emulator::lex(0, text).tokens)
        joined += std::string(token.text) + ' ';
    return joined;
}

}  // namespace

Marks mark(const Exercise& exercise, const std::string& text, const std::atomic<bool>* cancel,
           const std::function<void(double)>& progress) {
    if (exercise.kind == Kind::break_it) return mark_break(exercise, text, cancel);
    return Marker(exercise, text, cancel, progress).run();
}

std::vector<Row> rows_to_come(const Exercise& exercise) {
    std::vector<Row> rows;
    const auto add = [&](std::string_view key, std::string_view title, std::string_view says) {
        rows.push_back({std::string(key), std::string(title), State::open, std::string(says), {}, 0, {}});
    };
    if (exercise.kind == Kind::break_it) {
        add("allowed", "Only the requested change", "kernel, machine and everything else stay unchanged");
        add("fails", "The kernel fails", "a wrong result, a fault, or an endless run");
        return rows;
    }
    add("result", "Right result", "in every case and under every schedule tried");
    for (const FaultRow& fault : fault_rows())
        if (fault.always) add(fault.key, fault.title, fault.says);
    for (const Rule& rule : exercise.rules)
        add(rule.what == Rule::What::count  ? rule.count
            : rule.what == Rule::What::uses ? "uses"
                                            : "uses_no",
            rule.title, rule.says);
    return rows;
}

bool is_right(const Marks& marks) {
    return marks.compiles && none_of(marks.rows, [](const Row& row) {
               return (row.key == "result" || is_fault_row(row.key)) && row.state != State::met;
           });
}

const Row* first_failed(const Marks& marks) {
    const Row* found = nullptr;
    for (const Row& row : marks.rows) {
        if (row.state != State::failed) continue;
        // A fault may be why the result is wrong.
        if (found == nullptr || (found->key == "result" && is_fault_row(row.key))) found = &row;
    }
    return found;
}

bool is_honest_try(const Exercise& exercise, const std::string& text, const std::string& last_try,
                   const Marks& marks) {
    if (!marks.compiles) return false;
    const std::string mine = without_blanks(text);
    return mine != without_blanks(exercise.starter) && mine != without_blanks(last_try);
}

}  // namespace upsweep::exercises
