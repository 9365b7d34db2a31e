#include "commands/edited.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "conformance/edited.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "device/device.h"

namespace upsweep::commands {
namespace {

using conformance::EditedResult;
using conformance::OnGpu;

/// Processes at once: most of a run is its start, and a kernel that hangs holds up one of them.
constexpr int most_at_once = 8;
constexpr double seconds_of_a_kernel = 5;

constexpr std::array<const char*, 6> headings = {"not run", "equal",   "different",
                                                 "no end",  "stopped", "not compiled"};

enum class Verdict : std::uint8_t { sound, unsound_apart, unsound };

constexpr std::array<std::pair<const char*, Verdict>, 3> verdicts = {
    {{"the emulator finds no fault", Verdict::sound},
     {"only with independent threads", Verdict::unsound_apart},
     {"the emulator finds a fault", Verdict::unsound}}};

Verdict verdict_of(const EditedResult& result) {
    if (result.fault.empty()) return Verdict::sound;
    return result.only_independent ? Verdict::unsound_apart : Verdict::unsound;
}

bool wants_gpu(const std::vector<std::string>& on) {
    for (const std::string& name : on)
        if (name != "gpu" && name != "emulator")
            throw UsageError(
                fmt::format("Edited kernels run on emulator and gpu, not on {}.", in_quotes(name)));
    if (std::find(on.begin(), on.end(), "gpu") == on.end()) return false;
    return !device::require_device().name.empty();
}

std::vector<EditedResult> run_all(int count, std::uint64_t seed, bool gpu) {
    std::vector<EditedResult> results(static_cast<std::size_t>(count));
    std::atomic<int> next = 0;
    IsolatedOptions options;
    options.run_seconds = seconds_of_a_kernel;
    const int threads = std::min(most_at_once, threads_here());
    const auto work = [&](std::int64_t, std::int64_t) {
        try {
            for (int i = next++; i < count; i = next++)
                results[static_cast<std::size_t>(i)] =
                    conformance::run_edited(conformance::edited_form(seed, i), gpu, options);
        } catch (...) {
            next = count;
            throw;
        }
    };
    parallel_rows(threads, work, threads);
    return results;
}

void print_line(const std::string& name, const std::vector<EditedResult>& results, auto belongs) {
    std::array<int, headings.size()> counts{};
    int all = 0;
    for (const EditedResult& result : results)
        if (belongs(result)) ++all, ++counts[static_cast<std::size_t>(result.gpu)];
    fmt::print("{:<32} {:>6}", name, all);
    for (const int count : counts) fmt::print(" {:>12}", count);
    fmt::print("\n");
}

void print_table(const std::vector<EditedResult>& results) {
    fmt::print("{:<32} {:>6}", "", "forms");
    for (const char* heading : headings) fmt::print(" {:>12}", heading);
    fmt::print("\n");
    for (const auto& [title, verdict] : verdicts) {
        fmt::print("{}\n", title);
        for (int kind = 0; kind <= static_cast<int>(conformance::last_edit_kind); ++kind)
            print_line(fmt::format("  {}", name_of(static_cast<conformance::EditKind>(kind))), results,
                       [kind, wanted = verdict](const EditedResult& result) {
                           return verdict_of(result) == wanted &&
                                  static_cast<int>(result.form.edit.kind) == kind;
                       });
    }
    print_line("all", results, [](const EditedResult&) { return true; });
}

}  // namespace

void verify_edited(int count, std::uint64_t seed, const std::vector<std::string>& on) {
    const bool gpu = wants_gpu(on);
    const double begin = steady_seconds();
    const std::vector<EditedResult> results = run_all(count, seed, gpu);
    fmt::print("{} edited forms, seed {}, on the emulator{}\n", count, seed,
               gpu ? " and " + device::require_device().name : "");
    print_table(results);
    int disagreements = 0;
    for (const EditedResult& result : results) {
        if (result.gpu == OnGpu::not_run || result.gpu == OnGpu::equal) continue;
        if (result.fault.empty()) ++disagreements;
        fmt::print("{} {}\n    GPU: {}\n", result.fault.empty() ? "!" : " ", name_of(result.form),
                   result.said);
        if (!result.fault.empty()) fmt::print("    emulator: {}\n", result.fault);
    }
    fmt::print("in {:.0f} s\n", steady_seconds() - begin);
    if (disagreements > 0)
        throw Error(
            fmt::format("{} forms without a fault on the emulator give another result on the GPU; an "
                        "exclamation mark marks them.",
                        disagreements));
}

}  // namespace upsweep::commands
