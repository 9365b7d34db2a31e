// `upsweep verify`: every catalog entry against its reference, over awkward sizes, types and options.
#include "commands/verify.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "commands/cases.h"
#include "commands/command_line.h"
#include "commands/conformance.h"
#include "commands/edited.h"
#include "commands/messages.h"
#include "commands/white.h"
#include "core/clock.h"
#include "core/error.h"
#include "emulator/trace/toy_gpu.h"
#include "pipelines/algorithm.h"

namespace upsweep::commands {
namespace {

using backends::Backend;

struct VerifyRequest {
    std::vector<std::string> algorithms;
    std::vector<std::int64_t> sizes;
    std::vector<std::string> on;  ///< empty: every backend that needs no GPU
    std::uint64_t seed = 1;
    bool conformance = false, white = false;
    int edited = 0;
    std::string store;
};

constexpr std::size_t failures_shown = 10;

/// A line on a terminal that says which case is on; it is wiped when the row is there. Silent elsewhere.
class Progress {
  public:
    Progress(const Backend& backend, const Algorithm& algorithm, std::size_t cases)
        : backend_(backend.name()), slug_(algorithm.slug), cases_(cases) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { show_progress(""); }

    void tell(int done) {
        const auto now = std::chrono::steady_clock::now();
        if (now - told_ < std::chrono::milliseconds(200)) return;
        told_ = now;
        show_progress(fmt::format("{:<28} {:<9} {:>5} of {}", slug_, backend_, done, cases_));
    }

  private:
    std::string_view backend_, slug_;
    std::size_t cases_;
    std::chrono::steady_clock::time_point told_;
};

std::string describe(const Backend& backend, const backends::Task& task, const CheckResult& check,
                     const std::vector<std::string>& faults) {
    std::string text = name_of_case(*task.algorithm, task.parameters) + ": ";
    if (check.right) return text + faults.front();
    if (check.element < 0) return text + check.message;
    text += fmt::format("element {} expected {}, got {}", check.element, check.expected, check.got);
    const std::string who = backend.who_wrote(task, check.element);
    return who.empty() ? text : text + " (" + who + ")";
}

void verify_case(const Backend& backend, const Algorithm& algorithm, const Parameters& parameters,
                 std::uint64_t seed, Tally& tally) {
    const Array input = random_input(algorithm, parameters, seed);
    const backends::Task task{.algorithm = &algorithm, .parameters = parameters, .input = &input};
    try {
        if (backend.is_slow()) emulator::check_elements(parameters.extent);
        const backends::Result result = backend.run(task, {.guarded = true});
        ++tally.runs;
        const CheckResult check = check_result(algorithm, parameters, input, result.output);
        if (check.right && result.faults.empty()) return;
        ++tally.wrong;
        if (tally.failures.size() < failures_shown)
            tally.failures.push_back(describe(backend, task, check, result.faults));
    } catch (const BackendMissing& missing) {
        ++tally.skipped;
        if (tally.reason.empty()) tally.reason = missing.what();
    }
}

void print_row(const Backend& backend, const Algorithm& algorithm, const Tally& tally) {
    std::string verdict = tally.runs == 0    ? ""
                          : tally.wrong == 0 ? "all right"
                                             : fmt::format("{} wrong", tally.wrong);
    if (tally.skipped > 0)
        verdict += fmt::format("{}{} skipped: {}", verdict.empty() ? "" : ", ", tally.skipped, tally.reason);
    fmt::print("{:<28} {:<9} {:>5} {:>8.2f}  {}\n", algorithm.slug, backend.name(), tally.runs, tally.seconds,
               verdict);
    for (const std::string& failure : tally.failures) fmt::print("  {}\n", failure);
    std::fflush(stdout);
}

std::vector<const Algorithm*> chosen(const std::vector<std::string>& slugs) {
    if (slugs.empty()) return {catalog().begin(), catalog().end()};
    std::vector<const Algorithm*> algorithms;
    for (const std::string& slug : slugs) algorithms.push_back(&find_algorithm(slug));
    return algorithms;
}

std::vector<const Backend*> chosen_backends(const std::vector<std::string>& names) {
    std::vector<const Backend*> chosen;
    for (const Backend* backend : backends::all())
        if (names.empty() && backend != &backends::gpu()) chosen.push_back(backend);
    for (const std::string& name : names) chosen.push_back(&backends::find(name));
    return chosen;
}

void verify(const VerifyRequest& request) {
    const auto algorithms = chosen(request.algorithms);
    const std::vector<const Backend*> on = chosen_backends(request.on);
    int runs = 0, wrong = 0, smaller = 0;
    double seconds = 0;
    bool headed = false;
    std::string missing;
    for (const Algorithm* algorithm : algorithms)
        for (const Backend* backend : on) {
            if (!backend->refusal(*algorithm).empty()) continue;
            const Cases cases = awkward_cases(*algorithm, request.sizes, {}, !backend->is_slow());
            if (!headed) fmt::print("{:<28} {:<9} {:>5} {:>8}\n", "algorithm", "on", "runs", "seconds");
            headed = true;
            const Tally tally = verify_cases(*backend, *algorithm, cases.walked, request.seed);
            print_row(*backend, *algorithm, tally);
            if (missing.empty()) missing = tally.reason;
            runs += tally.runs;
            wrong += tally.wrong;
            smaller += cases.smaller;
            seconds += tally.seconds;
        }
    if (runs == 0)
        throw Error(missing.empty() ? "None of these algorithms runs there, so nothing was verified."
                                    : missing);
    fmt::print("seed {}: {} of {} results right, in {:.0f} s\n", request.seed, runs - wrong, runs, seconds);
    if (smaller > 0)
        fmt::print("{} cases with buffers of over 100 000 elements ran on smaller pictures.\n", smaller);
    if (wrong > 0)
        throw Error(fmt::format(
            "{} of {} results differ from the reference; the table names the first of them.", wrong, runs));
}

}  // namespace

Tally verify_cases(const Backend& backend, const Algorithm& algorithm, const std::vector<Parameters>& cases,
                   std::uint64_t seed) {
    Tally tally;
    Progress progress(backend, algorithm, cases.size());
    const double begin = steady_seconds();
    for (const Parameters& parameters : cases) {
        progress.tell(tally.runs + tally.skipped);
        verify_case(backend, algorithm, parameters, seed, tally);
    }
    tally.seconds = steady_seconds() - begin;
    return tally;
}

void add_verify_command(Command program) {
    const Command command =
        program.add_command("verify", "Check every algorithm against its reference over awkward sizes");
    auto request = std::make_shared<VerifyRequest>();
    command.list("--algorithms", request->algorithms, "slugs, with commas between; default: all");
    command.list("--n", request->sizes, "lengths, or n of n x n matrices; default: the awkward ones");
    command.list("--on", request->on, "emulator, cpu, gpu; default: emulator,cpu");
    command.option("--seed", request->seed, "seed of the random input").seed().shows_default();
    command.flag("--conformance", request->conformance,
                 "instead: the language's small kernels and random expressions, emulator against GPU");
    command.flag("--white", request->white,
                 "instead: integral images of a white picture (--n: its sides; default 4104,4105,8192): "
                 "u32 box sums, and what f32 loses; on the CPU, or --on gpu");
    command
        .option("--edited", request->edited,
                "instead: so many edited forms of the kernels, drawn by --seed, on the emulator and "
                "with --on gpu on the GPU, each in an isolated process")
        .whole_number()
        .range(1, 100'000);
    command.option("--store", request->store, "with --conformance --on gpu: write the GPU's results here");
    command.runs([request, command] {
        if (command.find("--store").given() && !request->conformance)
            throw UsageError(
                "--store saves a GPU's results of the conformance suite; add --conformance --on gpu.");
        if (request->conformance && request->white)
            throw UsageError("--conformance and --white are two checks; ask for one at a time.");
        if (request->edited > 0)
            verify_edited(request->edited, request->seed, request->on);
        else if (request->conformance)
            verify_conformance(request->on, request->store);
        else if (request->white)
            verify_white(request->algorithms, request->sizes, request->on);
        else
            verify(*request);
    });
}

}  // namespace upsweep::commands
