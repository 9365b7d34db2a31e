#include "device/isolated.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "device/device.h"
#include "device/messages.h"
#include "device/process.h"
#include "device/transfers.h"
#include "device/wire.h"
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

}  // namespace upsweep::device
