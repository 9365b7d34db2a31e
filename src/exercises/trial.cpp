// Cases as runs.
#include "exercises/trial.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/machine/scheduler.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/waiting.h"
#include "exercises/answers.h"
#include "exercises/facts.h"

namespace upsweep::exercises {
namespace {

std::string trial_number_text(double number) {
    if (number == std::floor(number) && std::abs(number) < 9e15) return std::to_string(int64_t(number));
    return fmt::format("{}", number);
}

/// `row`: elements a row.
std::string values_text(const std::vector<double>& numbers, int64_t row) {
    std::string text = "values:";
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) text += int64_t(i) % row == 0 ? ";" : ",";
        text += trial_number_text(numbers[i]);
    }
    return text;
}

}  // namespace

// A buffer of no numbers cannot be typed; none of the exercises has one.
programs::UserProgram program_of(const Exercise& exercise, const Case& one) {
    const Launch& launch = exercise.launch;
    const Values values = values_of(exercise, one);
    const std::vector<double> input = input_of(exercise, one);
    programs::UserProgram program;
    program.file = exercise.code;
    program.kernel = launch.kernel;
    program.grid = fill_in(launch.grid, values);
    program.block = fill_in(launch.block, values);
    for (const std::string& text : launch.definitions) program.definitions.push_back(fill_in(text, values));
    for (const std::string& text : launch.arguments) {
        const ArgumentForm form = form_of(text);
        if (!form.input && form.answer.empty()) {
            program.arguments.push_back(fill_in(text, values));
            continue;
        }
        const std::vector<double> numbers = form.input ? input : answer(form.answer, input, values);
        const auto count = int64_t(numbers.size());
        const int64_t row = form.row.empty() ? count : evaluate(form.row, values);
        if (row < 1 || count % row != 0)
            throw Error(
                fmt::format("{}: {} numbers do not fill rows of {}; give a row length that divides them.",
                            in_ticks(text), count, row));
        program.arguments.push_back(values_text(numbers, row));
    }
    const std::vector<double> expected = answer(launch.expect, input, values);
    program.expected.push_back(launch.output + "=" + values_text(expected, int64_t(expected.size())));
    return program;
}

const Exercise* exercise_of(const programs::UserProgram& program) {
    if (program.file != programs::untitled || program.expected.empty()) return nullptr;
    const auto is_case = [&](const Exercise& exercise, const Case& one) {
        const programs::UserProgram other = program_of(exercise, one);
        return other.grid == program.grid && other.block == program.block &&
               other.definitions == program.definitions && other.arguments == program.arguments &&
               other.expected == program.expected;
    };
    for (const Exercise& exercise : all_exercises())
        if (exercise.launch.kernel == program.kernel)
            for (const Case& one : exercise.cases)
                if (is_case(exercise, one)) return &exercise;
    return nullptr;
}

std::vector<double> input_of(const Exercise& exercise, const Case& one) {
    const Launch& launch = exercise.launch;
    const int64_t count = evaluate(launch.count, values_of(exercise, one));
    std::vector<double> numbers;
    if (one.input == Case::Input::given) {
        for (const std::string& text : one.numbers) numbers.push_back(std::stod(text));
    } else if (one.input == Case::Input::ones) {
        numbers.assign(size_t(count), 1);
    } else {
        emulator::Random random(one.seed * 7919);
        const auto range = size_t(launch.highest - launch.lowest + 1);
        for (int64_t i = 0; i < count; ++i)
            numbers.push_back(double(launch.lowest) + double(random.below(range)));
    }
    return numbers;
}

std::string words_of(const Case& one) {
    std::vector<std::string> words;
    for (const auto& [name, value] : one.values) words.push_back(fmt::format("{} = {}", name, value));
    return fmt::format("{}", fmt::join(words, ", "));
}

Trial::Trial(const Exercise& exercise, Case one, const std::string& text)
    : case_(std::move(one)), text_(text), program_(program_of(exercise, case_)) {
    compiler_ = std::make_unique<emulator::Compiler>(
        programs::sources_of(program_, {{programs::name_of(program_), text_}}));
    emulator::RunOptions options;
    options.limits = limits_of_a_run;
    opened_ = programs::open_program(program_, *compiler_, programs::MissingArguments::refuse, options);
    programs::check_shared(opened_, emulator::ToyGpu().shared_bytes, programs::MissingArguments::guess);
}

emulator::Trace Trial::run(const emulator::ToyGpu& gpu, bool record, const std::atomic<bool>* cancel) {
    emulator::RunOptions options;
    options.gpu = gpu;
    options.limits = limits_of_a_run;
    options.record = record;
    options.cancel = cancel;
    return programs::run(opened_, *compiler_, options);
}

std::optional<programs::Comparison> Trial::wrong(const emulator::Trace& trace) const {
    if (!trace.complete) return std::nullopt;
    for (const programs::Comparison& one :
         programs::compare(opened_.expected, opened_.signature, opened_.prepared, trace))
        if (one.different > 0) return one;
    return std::nullopt;
}

std::string Trial::sentence_of(const programs::Comparison& wrong) {
    const auto text = [](const programs::Cell& cell) { return bits_to_text(cell.type, cell.bits); };
    return fmt::format("Cell {} of {} should be {}, but is {}.", wrong.first, wrong.parameter,
                       text(wrong.should_be), text(wrong.is));
}

scenes::Scene Trial::scene(const emulator::ToyGpu& gpu, int64_t step) const {
    scenes::Scene scene;
    programs::UserProgram program = program_;
    program.max_steps = limits_of_a_run.steps;
    // It lies on no disk: Step then knows that there is nothing to read, and where to save it has to be said.
    program.file = programs::untitled;
    scene.of = std::move(program);
    scene.edits[programs::untitled] = text_;
    scene.gpu = gpu;
    scene.step = step;
    return scene;
}

int64_t Trial::step_of(const programs::Comparison& wrong, const emulator::Trace& trace) const {
    int64_t last = trace.step_count();
    const size_t parameter = opened_.expected.front().parameter;
    const auto array = emulator::ArrayId(opened_.prepared.buffer_of[parameter]);
    for (int64_t step = 0; step < trace.step_count(); ++step)
        for (const emulator::Access& access : trace.accesses_of(step)) {
            const bool writes = access.kind != emulator::AccessKind::read;
            if (writes && access.array == array && access.offset / access.size == wrong.first)
                last = step + 1;
        }
    return last;
}

namespace {

using emulator::Order;

constexpr uint64_t seeds = 16;

std::vector<Order> orders() {
    std::vector<Order> all = {
        {Order::Kind::in_order, 1, {}}, {Order::Kind::reversed, 1, {}}, {Order::Kind::adversarial, 1, {}}};
    for (uint64_t seed = 1; seed <= seeds; ++seed) all.push_back({Order::Kind::random, seed, {}});
    return all;
}

}  // namespace

std::vector<Setting> schedules_of(const emulator::ToyGpu& gpu) {
    std::vector<Setting> settings;
    for (const bool weak : {false, true})
        for (const auto lanes : {emulator::LanesProceed::since_volta, emulator::LanesProceed::adversarial})
            for (const Order& order : orders()) {
                Setting one{gpu, "blocks and warps " + emulator::to_string(order)};
                one.gpu.schedule = {order, order};
                one.gpu.lanes_proceed = lanes;
                one.gpu.weak_memory = weak;
                if (one.gpu.lanes_apart()) one.words += ", independent lanes";
                if (weak) one.words += ", weak memory";
                settings.push_back(std::move(one));
            }
    return settings;
}

}  // namespace upsweep::exercises
