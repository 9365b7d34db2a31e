// `upsweep verify`: every catalog entry against its reference, over awkward sizes, types and options; instead
// the white picture, or edited kernels.
#include "commands/verify.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/messages.h"
#include "commands/scene_options.h"
#include "conformance/edited.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "device/device.h"
#include "emulator/trace/toy_gpu.h"
#include "pipelines/algorithm.h"
#include "vision/white_picture.h"

namespace upsweep::commands {
namespace {

const std::vector<int64_t>& awkward_lengths() {
    static const std::vector<int64_t> lengths = {1, 2, 3, 31, 32, 33, 511, 512, 513, 1000};
    return lengths;
}

const std::vector<Extent>& awkward_matrices() {
    static const std::vector<Extent> matrices = {{1, 1}, {1, 7}, {7, 1}, {33, 65}, {511, 3}, {1000, 37}};
    return matrices;
}

std::vector<Extent> extents_of(const Algorithm& algorithm, const std::vector<int64_t>& sizes) {
    const bool rows = algorithm.shape == Shape::rows;
    std::vector<Extent> extents;
    for (int64_t n : sizes.empty() && rows ? awkward_lengths() : sizes) extents.push_back({n, rows ? 1 : n});
    if (sizes.empty()) append(extents, awkward_matrices());
    return extents;
}

constexpr int64_t large_count = 10'000;

bool has_two_values(const Option& option) { return option.highest - option.lowest == 1; }

/// Slips are there to be wrong: they keep their sound value.
bool is_fixed(const Option& option) { return !option.slip.empty(); }

/// Every setting of the options that have two values; the others stay as they are.
std::vector<std::vector<OptionValue>> switch_settings(const Algorithm& algorithm) {
    std::vector<std::vector<OptionValue>> settings = {{}};
    for (const Option& option : algorithm.options) {
        if (!has_two_values(option) || is_fixed(option)) continue;
        std::vector<std::vector<OptionValue>> doubled;
        for (const auto& setting : settings)
            for (int64_t value : {option.lowest, option.highest}) {
                doubled.push_back(setting);
                doubled.back().push_back({std::string(option.name), value});
            }
        settings = std::move(doubled);
    }
    return settings;
}

/// Lowest, highest, and one between (a power of two in the middle of the powers).
std::vector<int64_t> corners(const Option& option) {
    int64_t middle = option.lowest;
    while (middle * middle < option.lowest * option.highest) middle *= 2;
    if (!option.power_of_two) middle = (option.lowest + option.highest) / 2;
    return {option.lowest, middle, option.highest};
}

/// What is walked of a wide option: its corners; of one with named values, all of these.
std::vector<int64_t> walked_values(const Option& option) {
    if (option.value_names.empty()) return corners(option);
    std::vector<int64_t> values;
    for (int64_t value = option.lowest; value <= option.highest; ++value) values.push_back(value);
    return values;
}

/// Every setting of the switches; each walked value of each wide option with all switches low and with all
/// switches high. Large arrays, which take the emulator long, have the initial options, the switches all low
/// and all high, and of the wide options those with named values.
std::vector<std::vector<OptionValue>> option_settings(const Algorithm& algorithm, Extent extent) {
    const bool large = extent.count() > large_count;
    const auto switches = switch_settings(algorithm);
    std::vector<std::vector<OptionValue>> ends = {switches.front()};
    if (switches.size() > 1) ends.push_back(switches.back());
    std::vector<std::vector<OptionValue>> settings = large ? ends : switches;
    // Without a setting of its own an option keeps its initial value.
    if (large && switches.size() > 1) settings.insert(settings.begin(), std::vector<OptionValue>());
    for (const Option& option : algorithm.options) {
        if (has_two_values(option) || is_fixed(option) || (large && option.value_names.empty())) continue;
        for (int64_t value : walked_values(option))
            for (const auto& end : ends) {
                settings.push_back(end);
                settings.back().push_back({std::string(option.name), value});
            }
    }
    return settings;
}

/// Options can make buffers many times as large as the input (the bins of a histogram).
constexpr int64_t large_buffer = 100'000;

bool takes_long(const Algorithm& algorithm, const Parameters& parameters) {
    const Plan plan = algorithm.make_plan(parameters);
    return any_of(plan.buffers, [](const Buffer& buffer) { return buffer.extent.count() > large_buffer; });
}

bool is_initial(const Algorithm& algorithm, const Parameters& parameters) {
    return std::equal(
        algorithm.options.begin(), algorithm.options.end(), parameters.options.begin(),
        [](const Option& option, const OptionValue& value) { return option.initial == value.value; });
}

/// The longer side is halved, to an odd length, until no buffer is large.
Parameters made_smaller(const Algorithm& algorithm, Parameters parameters) {
    while (takes_long(algorithm, parameters) && parameters.extent.count() > 1) {
        Extent& extent = parameters.extent;
        int64_t& longer = extent.width < extent.height ? extent.height : extent.width;
        longer = longer <= 3 ? longer - 1 : longer / 2 | 1;
    }
    return parameters;
}

}  // namespace

Cases awkward_cases(const Algorithm& algorithm, const std::vector<int64_t>& sizes, MachineShape machine,
                    bool all) {
    Cases cases;
    for (Extent extent : extents_of(algorithm, sizes)) {
        check_extent(extent);
        for (ElementTypes types : algorithm.types)
            for (const auto& options : option_settings(algorithm, extent)) {
                Parameters parameters{extent, types, machine, options};
                try {
                    parameters = with_defaults(algorithm, std::move(parameters));
                    further_inputs_of(algorithm, parameters);
                } catch (const UsageError&) {
                    // An option that these types do not have, or a cascade that is not installed.
                    continue;
                }
                if (!all && !is_initial(algorithm, parameters) && takes_long(algorithm, parameters)) {
                    parameters = made_smaller(algorithm, std::move(parameters));
                    ++cases.smaller;
                }
                cases.walked.push_back(std::move(parameters));
            }
    }
    return cases;
}

std::string name_of_case(const Algorithm& algorithm, const Parameters& parameters) {
    const Extent extent = parameters.extent;
    std::string text = extent.height == 1 && algorithm.shape == Shape::rows
                           ? fmt::format("{} n={}", algorithm.slug, extent.width)
                           : fmt::format("{} {}x{}", algorithm.slug, extent.width, extent.height);
    text += " " + to_string(parameters.types);
    for (const OptionValue& option : parameters.options)
        text += fmt::format(" {}={}", option.name, option.value);
    return text;
}

namespace {

using backends::Backend;

struct VerifyRequest {
    std::vector<std::string> algorithms;
    std::vector<int64_t> sizes;
    std::vector<std::string> on;  ///< empty: every backend that needs no GPU
    uint64_t seed = 1;
    bool conformance = false, white = false;
    int edited = 0;
    std::string store;
};

constexpr size_t failures_shown = 10;

/// A line on a terminal that says which case is on; it is wiped when the row is there. Silent elsewhere.
class Progress {
  public:
    Progress(const Backend& backend, const Algorithm& algorithm, size_t cases)
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
    size_t cases_;
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
                 uint64_t seed, Tally& tally) {
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
        throw Error("{} of {} results differ from the reference; the table names the first of them.", wrong,
                    runs);
}

// ---- Integral images of a white picture around and above 2^32

/// 4104² · 255 is the last square below 2^32, 4105² · 255 the first above; 8192² wraps almost four times.
constexpr int64_t usual_sides[] = {4104, 4105, 8192};

bool takes(const Algorithm& algorithm, ScalarType input) {
    for (ElementTypes types : algorithm.types)
        if (types.input == input && types.components == 1) return true;
    return false;
}

void print_white_head() {
    fmt::print("{:<28} {:<8} {:<8} {:>6} {:>10} {:>14} {:>10} {:>12}\n", "algorithm", "on", "type", "side",
               "last entry", "boxes off", "by up to", "pixels up to");
}

void print_white_row(const Algorithm& algorithm, const backends::Backend& on, ScalarType input, int64_t side,
                     const vision::WhiteResult& result) {
    const bool floating = is_floating(input);
    // Whatever has wrapped is right modulo 2^32.
    const std::string last = floating ? fmt::format("{:+.0f}", result.last_entry - result.whole)
                             : result.whole >= 4294967296.0 ? "wraps"
                                                            : "fits";
    fmt::print("{:<28} {:<8} {:<8} {:>6} {:>10} {:>6} of {} {:>10.0f} {:>12.0f}  {}\n", algorithm.slug,
               on.title(), floating ? "f32→f32" : "u8→u32", side, last, result.boxes_wrong, result.boxes,
               result.worst_box, result.worst_pixel, result.right ? "as it must be" : "wrong");
    std::fflush(stdout);
}

// ---- Changed kernels on the emulator and on the GPU

using conformance::EditedResult;
using conformance::OnGpu;

/// Processes at once: most of a run is its start, and a kernel that hangs holds up one of them.
constexpr int most_at_once = 8;
constexpr double seconds_of_a_kernel = 5;

constexpr std::array<const char*, 6> headings = {"not run", "equal",   "different",
                                                 "no end",  "stopped", "not compiled"};

enum class Verdict : uint8_t { sound, unsound_apart, unsound };

constexpr std::array<std::pair<const char*, Verdict>, 3> verdicts = {
    {{"the emulator finds no fault", Verdict::sound},
     {"only with independent threads", Verdict::unsound_apart},
     {"the emulator finds a fault", Verdict::unsound}}};

Verdict verdict_of(const EditedResult& result) {
    if (result.fault.empty()) return Verdict::sound;
    return result.only_independent ? Verdict::unsound_apart : Verdict::unsound;
}

std::vector<EditedResult> run_all(int count, uint64_t seed, bool gpu) {
    std::vector<EditedResult> results(count);
    std::atomic<int> next = 0;
    IsolatedOptions options;
    options.run_seconds = seconds_of_a_kernel;
    const int threads = std::min(most_at_once, threads_here());
    const auto work = [&](int64_t, int64_t) {
        try {
            for (int i = next++; i < count; i = next++)
                results[i] = conformance::run_edited(conformance::edited_form(seed, i), gpu, options);
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
        if (belongs(result)) ++all, ++counts[size_t(result.gpu)];
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
        for (int kind = 0; kind <= int(conformance::last_edit_kind); ++kind)
            print_line(fmt::format("  {}", name_of(conformance::EditKind(kind))), results,
                       [kind, wanted = verdict](const EditedResult& result) {
                           return verdict_of(result) == wanted && int(result.form.edit.kind) == kind;
                       });
    }
    print_line("all", results, [](const EditedResult&) { return true; });
}

/// `count` edited forms of the catalog's kernels, drawn by `seed`, on the emulator and, with "gpu" in `on`,
/// in a process of its own on the GPU. Prints a table and every form where the two disagree. Throws Error
/// where the emulator finds no fault and the GPU gives something else.
void verify_edited(int count, uint64_t seed, const std::vector<std::string>& on) {
    const bool gpu = runs_on(on, "Edited kernels run").gpu && !device::require_device().name.empty();
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
            "{} forms without a fault on the emulator give another result on the GPU; an "
            "exclamation mark marks them.",
            disagreements);
}

}  // namespace

Tally verify_cases(const Backend& backend, const Algorithm& algorithm, const std::vector<Parameters>& cases,
                   uint64_t seed) {
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

void verify_white(const std::vector<std::string>& slugs, const std::vector<int64_t>& sizes,
                  const std::vector<std::string>& on) {
    const std::vector<int64_t> sides =
        sizes.empty() ? std::vector<int64_t>(std::begin(usual_sides), std::end(usual_sides)) : sizes;
    const std::vector<std::string> places = on.empty() ? std::vector<std::string>{"cpu"} : on;
    int runs = 0, wrong = 0;
    for (const std::string& place : places)
        for (const Algorithm* algorithm :
             slugs.empty() ? vision::table_algorithms(backends::find(place)) : chosen(slugs))
            for (ScalarType input : {ScalarType::u8, ScalarType::f32})
                for (int64_t side : sides) {
                    if (!takes(*algorithm, input)) continue;
                    const backends::Backend& backend = backends::find(place);
                    const vision::WhiteResult result =
                        vision::measure_white(*algorithm, backend, input, side);
                    if (runs == 0) print_white_head();
                    print_white_row(*algorithm, backend, input, side, result);
                    ++runs;
                    wrong += result.right ? 0 : 1;
                }
    fmt::print(
        "u32: every box whose own sum fits must be right. f32: how far sums are off is measured; entries "
        "up to "
        "2^23, which no order of additions rounds, must be exact.\n");
    if (wrong > 0)
        throw Error("{} of {} tables of a white picture are wrong; the rows say which.", wrong, runs);
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
