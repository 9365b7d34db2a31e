#include "commands/verify.h"

#include <cstdio>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "backends/backend.h"
#include "commands/scene_options.h"
#include "conformance/expressions.h"
#include "conformance/results.h"
#include "conformance/suite.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "device/device.h"

namespace upsweep::commands {
namespace {

struct ConformanceTally {
    int cases = 0, different = 0, unknown = 0;  ///< unknown: no GPU has said yet
    double seconds = 0;
    std::vector<std::string> failures;
};

backends::Result run_on_gpu(const conformance::Case& test) {
    const programs::Prepared prepared = conformance::prepare(test);
    backends::Task task;
    task.plan = prepared.plan;
    task.input = &prepared.hosts.front();
    task.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
    task.sources = conformance::suite_text;
    return backends::gpu().run(task, {.guarded = true});
}

/// The suite on one machine beside the emulator.
class Comparison {
  public:
    explicit Comparison(bool gpu) : gpu_(gpu) {}

    /// Empty if the emulator says what the GPU says.
    std::string difference(const conformance::Case& test) {
        std::vector<std::string> faults;
        std::optional<Array> emulated;
        std::string refusal;
        try {
            emulated = run_on_emulator(test, faults);
        } catch (const Error& error) {
            // The GPU's result is wanted all the same.
            refusal = error.what();
        }
        std::string found = gpu_ ? against_gpu(test, emulated) : against_stored(test, emulated);
        if (!refusal.empty()) return refusal;
        return found.empty() && !faults.empty() ? "a false alarm: " + faults.front() : found;
    }

    /// No GPU has said what it gives: the emulator only ran it.
    bool unknown(const conformance::Case& test) const {
        return !gpu_ && !conformance::stored_results().has(test);
    }

    conformance::Results results;

  private:
    std::string against_gpu(const conformance::Case& test, const std::optional<Array>& emulated) {
        backends::Result result;
        try {
            result = run_on_gpu(test);
        } catch (const Error& error) {
            // A machine without CUDA's headers, say: the others are compared all the same.
            return error.what();
        }
        results.put(test, result.output);
        if (!result.faults.empty()) return result.faults.front();
        if (!emulated) return "";
        const std::string found = conformance::difference(result.output, *emulated, test.ulps);
        if (found.empty() || test.expressions < 0) return found;
        return results.difference(test, *emulated) + "; " + found;
    }
    static std::string against_stored(const conformance::Case& test, const std::optional<Array>& emulated) {
        const conformance::Results& stored = conformance::stored_results();
        if (!stored.has(test)) return "";
        return emulated ? stored.difference(test, *emulated) : "";
    }

    bool gpu_;
};

/// The line of the table that a case belongs to.
std::string group_of(const conformance::Case& test) {
    if (test.expressions < 0) return test.kernel.file;
    return test.expressions < conformance::random_kernels ? "random expressions" : "operators";
}

std::map<std::string, ConformanceTally> compare_all(Comparison& comparison) {
    std::map<std::string, ConformanceTally> tallies;
    for (const conformance::Case& test : conformance::all_cases()) {
        const double begin = steady_seconds();
        ConformanceTally& tally = tallies[group_of(test)];
        const std::string found = comparison.difference(test);
        ++tally.cases;
        tally.unknown += comparison.unknown(test) ? 1 : 0;
        if (!found.empty()) {
            ++tally.different;
            tally.failures.push_back(test.kernel.function + ": " + found);
        }
        tally.seconds += steady_seconds() - begin;
    }
    return tallies;
}

void print_table(const std::map<std::string, ConformanceTally>& tallies) {
    fmt::print("{:<20} {:>7} {:>10} {:>14} {:>9}\n", "file", "kernels", "different", "not yet stored",
               "seconds");
    for (const auto& [file, tally] : tallies) {
        fmt::print("{:<20} {:>7} {:>10} {:>14} {:>9.2f}\n", file, tally.cases, tally.different, tally.unknown,
                   tally.seconds);
        for (const std::string& failure : tally.failures) fmt::print("  {}\n", failure);
    }
    fmt::print("the random expressions are {}, those of operators {}, each for {} sets of operands\n",
               conformance::random_kernels * conformance::expressions_a_kernel, conformance::operator_count(),
               conformance::expression_operands);
}

/// Whether there is a GPU to compare with; says what the comparison is with.
bool announce(const std::vector<std::string>& on) {
    const bool wanted = runs_on(on, "The conformance suite runs").gpu;
    const GpuProbe& probe = device::probe();
    if (wanted && !probe.devices.empty()) {
        fmt::print("The emulator against {}, to the bit or within CUDA's documented errors\n",
                   probe.devices.front().name);
        return true;
    }
    if (wanted) fmt::print("{}\n", probe.reason);
    const std::string& machine = conformance::stored_results().machine();
    fmt::print("The emulator against results stored from {}\n", machine.empty() ? "no GPU yet" : machine);
    return false;
}

}  // namespace

void verify_conformance(const std::vector<std::string>& on, const std::string& store) {
    const bool gpu = announce(on);
    if (!gpu && !store.empty())
        throw UsageError("--store saves a GPU's results; add --on gpu on a machine with a GPU.");
    if (!store.empty()) check_output(store);
    std::fflush(stdout);
    Comparison comparison(gpu);
    const std::map<std::string, ConformanceTally> tallies = compare_all(comparison);
    print_table(tallies);
    if (!store.empty()) {
        comparison.results.set_machine(device::probe().devices.front().name);
        const std::string text = comparison.results.text();
        write_file(store, text);
    }
    int cases = 0, different = 0, unknown = 0;
    for (const auto& [file, tally] : tallies)
        cases += tally.cases, different += tally.different, unknown += tally.unknown;
    fmt::print("{} of {} kernels give the GPU's results\n", cases - different - unknown, cases - unknown);
    if (unknown > 0)
        fmt::print(
            "{} more run, but their GPU results are not stored yet: verify --conformance --on gpu --store\n",
            unknown);
    if (different > 0)
        throw Error("{} of {} kernels differ from the GPU; the table names them.", different, cases);
}

}  // namespace upsweep::commands
