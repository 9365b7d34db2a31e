// Marks exercises that break a given kernel.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "exercises/facts.h"
#include "exercises/mark.h"
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

}  // namespace upsweep::exercises
