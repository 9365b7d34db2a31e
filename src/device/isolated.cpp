#include "device/isolated.h"

#include <cstdio>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "device/device.h"
#include "device/messages.h"
#include "device/process.h"
#include "device/transfers.h"
#include "system/files.h"
#include "system/process.h"

namespace upsweep::device {
namespace {

constexpr double end_seconds = 5;  ///< to end, once all is said
constexpr uint64_t room_for_words = uint64_t{16} << 20;

std::vector<std::string> own_command() { return {system::this_program(), isolated_command}; }

/// More than this no result of the plan has.
uint64_t most_bytes_of(const Plan& plan) { return uint64_t(bytes_needed(plan)) + room_for_words; }

std::string seconds_text(double seconds) { return fmt::format("{:g} s", seconds); }

std::string too_long(Stage stage, const IsolatedOptions& options) {
    if (stage == Stage::preparing)
        return fmt::format("Compiling for the GPU took longer than {}, so it was stopped.",
                           seconds_text(options.prepare_seconds));
    return fmt::format(
        "The kernel did not end within {} on the GPU, so it was stopped; look for a loop that never ends or "
        "a wait for a value that no thread writes.",
        seconds_text(options.run_seconds));
}

/// Of a process that ended without an answer.
std::string ended(Stage stage, const Talk& talk) {
    const char* when = stage == Stage::preparing ? "while the kernel was compiled" : "while the kernel ran";
    const std::string how = !talk.signal.empty() ? "was ended by " + talk.signal
                                                 : fmt::format("ended with status {}", talk.exit_status);
    const std::string said =
        talk.complaint.empty() ? "." : fmt::format("; it said {}.", in_quotes(talk.complaint));
    return fmt::format("The process that runs the kernel on the GPU {} {}{}", how, when, said);
}

}  // namespace

IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options) {
    check_runs_on_gpu(run.plan, run.hosts.empty() ? 0 : run.hosts.size() - 1);
    if (options.command.empty()) require_device();
    Messages messages(most_bytes_of(run.plan));
    const std::string text = encode(run);
    Question question;
    question.command = options.command.empty() ? own_command() : options.command;
    question.text = text;
    question.seconds = options.prepare_seconds;
    question.cancel = options.cancel;
    question.heard = [&](std::string_view piece) {
        messages.add(piece);
        if (messages.finished()) return end_seconds;
        return messages.stage() == Stage::preparing ? options.prepare_seconds : options.run_seconds;
    };
    Talk talked = talk(question);
    switch (messages.stage()) {
        case Stage::done: {
            IsolatedResult result = decode_result(messages.payload(), run.plan);
            result.printed = std::move(talked.printed);
            return result;
        }
        case Stage::missing:
            throw BackendMissing(messages.payload());
        case Stage::failed:
            throw Error(messages.payload());
        default:
            throw Error(talked.timed_out ? too_long(messages.stage(), options)
                                         : ended(messages.stage(), talked));
    }
}

// ---- The process that runs the kernel; if it crashes, nothing else does

namespace {

constexpr int most_timed_runs = 20;
constexpr double seconds_of_timing = 0.5;

void tell(Stage stage, std::string_view payload = {}) {
    if (system::write_all(system::answer_handle(), message(stage, payload))) std::_Exit(1);
}

Options options_of(const IsolatedRun& run) {
    Options options;
    options.compile = options.as_written = true;
    options.fill = run.unset;
    options.further_inputs.assign(run.hosts.begin() + 1, run.hosts.end());
    options.globals = run.globals;
    options.parameters = run.parameters;
    options.kernels = kernels_of(run.plan);
    options.sources = [texts = std::map<std::string, std::string>(run.texts.begin(), run.texts.end())](
                          const std::string& name) {
        const auto found = texts.find(name);
        if (found == texts.end()) throw Error("{} is not among the texts that go to the GPU.", name);
        return found->second;
    };
    return options;
}

void time(Runner& runner, IsolatedResult& result) {
    std::vector<double> times;
    const double begin = steady_seconds();
    while (times.size() < most_timed_runs && steady_seconds() - begin < seconds_of_timing)
        times.push_back(runner.time_launches());
    sort(times);
    result.timed_runs = length(times);
    result.median_ms = times[times.size() / 2];
    result.least_ms = times.front();
    result.most_ms = times.back();
}

/// What the timed runs print was printed by the first one already.
void print_no_more() {
    std::fflush(stdout);
    if (std::freopen(system::null_device, "w", stdout) == nullptr) std::_Exit(1);
}

IsolatedResult carry_out(const IsolatedRun& run) {
    IsolatedResult result;
    result.device = require_device().name;
    std::string log;
    Options options = options_of(run);
    options.log = &log;
    Runner runner(run.plan, run.hosts.front(), options);
    tell(Stage::running);
    runner.run();
    for (int i = 0; i < int(run.plan.buffers.size()); ++i) result.buffers.push_back(runner.buffer({i}));
    tell(Stage::timing);
    print_no_more();
    time(runner, result);
    result.log = std::move(log);
    return result;
}

}  // namespace

int serve_isolated() {
    // If the caller is gone, no answer is needed.
    system::serve_parent();
    try {
        const std::string text = system::read_all(system::input_handle);
        tell(Stage::preparing);
        tell(Stage::done, encode(carry_out(decode_run(text))));
    } catch (const BackendMissing& missing) {
        tell(Stage::missing, missing.what());
    } catch (const std::exception& error) {
        tell(Stage::failed, error.what());
    }
    // Nothing is taken apart behind a kernel that failed: the driver does that.
    std::fflush(stdout);
    std::_Exit(0);
}

}  // namespace upsweep::device
