#include "vision/table.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <string>

#include <fmt/core.h>

#include "core/error.h"
#include "core/quotes.h"
#include "device/device.h"
#include "vision/emulated_table.h"
#include "vision/integral_image.h"

namespace upsweep::vision {
namespace {

struct Made {
    Array table;
    double milliseconds = 0, transfer_ms = 0;
};

Parameters starting_parameters(const Algorithm& algorithm, Extent extent, ElementTypes types) {
    Parameters parameters;
    parameters.extent = extent;
    parameters.types = types;
    return with_defaults(algorithm, parameters);
}

bool is_table_algorithm(const Algorithm& algorithm) {
    if (algorithm.shape != Shape::matrix || !algorithm.convention) return false;
    // A picture has one channel here.
    if (algorithm.types.front().components != 1) return false;
    const Parameters parameters = starting_parameters(algorithm, {3, 2}, algorithm.types.front());
    if (algorithm.convention(parameters) == Convention::none) return false;
    // Integral histograms have a table for each bin.
    const Plan plan = algorithm.make_plan(parameters);
    return plan[plan.output].extent.count() <= 4 * 3;
}

bool runs_on(const Algorithm& algorithm, Where where) {
    if (where == Where::cpu) return algorithm.run_on_cpu != nullptr;
    return where == Where::emulator || !algorithm.cpu_loop;
}

/// What an upright table of a picture takes to and from memory: what decides on a GPU.
std::int64_t bytes_moved(const Algorithm& algorithm) {
    const Array picture(ScalarType::u8, {64, 64});
    if (std::none_of(algorithm.types.begin(), algorithm.types.end(),
                     [&](ElementTypes types) { return types.input == picture.type(); }))
        return std::numeric_limits<std::int64_t>::max();
    return algorithm.make_plan(table_parameters(algorithm, picture, Convention::inclusive)).traffic_bytes();
}

std::string slugs(Where where) {
    std::string text;
    for (const Algorithm* algorithm : table_algorithms(where))
        text += (text.empty() ? "" : ", ") + std::string(algorithm->slug);
    return text;
}

ElementTypes types_for(const Algorithm& algorithm, ScalarType input) {
    std::string known;
    for (ElementTypes types : algorithm.types) {
        if (types.input == input) return types;
        known += (known.empty() ? "" : ", ") + std::string(name_of(types.input));
    }
    throw UsageError(fmt::format("\"{}\" takes {}, not {}; convert the array first.", algorithm.slug, known,
                                 name_of(input)));
}

/// Better is lower: first upright, then in the convention, then fewest options changed.
int distance(const Algorithm& algorithm, const Parameters& parameters, Convention wanted, unsigned changed) {
    int turned = gives_transposed(algorithm, parameters) ? 1 : 0;
    Convention convention = algorithm.convention(parameters);
    bool meets = wanted == Convention::none ? convention != Convention::exclusive : convention == wanted;
    return turned * 200 + (meets ? 0 : 100) + std::popcount(changed);
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Made run_on_cpu(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    bool turned = gives_transposed(algorithm, parameters);
    Extent extent = turned ? input.extent().transposed() : input.extent();
    if (algorithm.convention(parameters) == Convention::padded)
        extent = {extent.width + 1, extent.height + 1};
    Made made{Array(parameters.types.output, extent)};
    auto start = std::chrono::steady_clock::now();
    algorithm.run_on_cpu(parameters, input, made.table);
    made.milliseconds = milliseconds_since(start);
    return made;
}

Made run_on_gpu(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    device::require_device();
    device::Runner runner(algorithm.make_plan(parameters), input, {.sources = kernel_text});
    // The first run also loads the kernels; the second one is timed.
    runner.run();
    device::Result result = runner.run();
    return {std::move(result.output), result.kernels_ms, result.upload_ms + result.download_ms};
}

}  // namespace

std::string_view name_of(Where where) {
    if (where == Where::cpu) return "CPU";
    return where == Where::gpu ? "GPU" : "emulator";
}

Where parse_where(std::string_view text) {
    if (text == "cpu") return Where::cpu;
    if (text == "gpu") return Where::gpu;
    if (text == "emulator") return Where::emulator;
    throw UsageError("Unknown place " + in_quotes(text) + "; it runs on cpu, gpu or emulator.");
}

std::vector<const Algorithm*> table_algorithms(Where where) {
    std::vector<const Algorithm*> found;
    for (const Algorithm* algorithm : catalog())
        if (is_table_algorithm(*algorithm) && runs_on(*algorithm, where)) found.push_back(algorithm);
    return found;
}

const Algorithm& usual_table_algorithm(Where where) {
    std::vector<const Algorithm*> all = table_algorithms(where);
    if (all.empty())
        throw Error("No algorithm here makes integral images on the " + std::string(name_of(where)) + ".");
    if (where == Where::cpu)
        for (const Algorithm* algorithm : all)
            if (algorithm->fast) return *algorithm;
    if (where == Where::gpu)
        return **std::min_element(all.begin(), all.end(), [](const Algorithm* a, const Algorithm* b) {
            return bytes_moved(*a) < bytes_moved(*b);
        });
    // On the emulator the kernels are what there is to see.
    for (bool loops : {where == Where::cpu, true})
        for (const Algorithm* algorithm : all) {
            Array input(algorithm->types.front().input, {3, 2});
            Parameters parameters = table_parameters(*algorithm, input, Convention::none);
            if (algorithm->cpu_loop == loops && algorithm->convention(parameters) != Convention::exclusive)
                return *algorithm;
        }
    return *all.front();
}

bool gives_transposed(const Algorithm& algorithm, Parameters parameters) {
    // Seen from the plan for a picture that is wider than high, even if padded.
    parameters.extent = {5, 2};
    Plan plan = algorithm.make_plan(parameters);
    Extent extent = plan[plan.output].extent;
    return extent.height > extent.width;
}

Parameters table_parameters(const Algorithm& algorithm, const Array& input, Convention wanted) {
    ElementTypes types = types_for(algorithm, input.type());
    Parameters best = starting_parameters(algorithm, input.extent(), types);
    std::vector<std::size_t> switches;
    for (std::size_t i = 0; i < algorithm.options.size(); ++i) {
        const Option& option = algorithm.options[i];
        // What makes a kernel wrong on purpose is no choice here.
        if (!option.slip.empty()) continue;
        if (option.highest - option.lowest == 1 && !option.automatic) switches.push_back(i);
        if (option.name == "convention" && wanted != Convention::none)
            best.options[i].value = static_cast<std::int64_t>(wanted) - 1;
    }
    const Parameters usual = best;
    int nearest = distance(algorithm, best, wanted, 0);
    for (unsigned changed = 1; changed < 1U << switches.size(); ++changed) {
        Parameters tried = usual;
        for (std::size_t i = 0; i < switches.size(); ++i)
            if (changed >> i & 1) {
                const Option& option = algorithm.options[switches[i]];
                tried.options[switches[i]].value = option.lowest + option.highest - option.initial;
            }
        int away = distance(algorithm, tried, wanted, changed);
        if (away < nearest) nearest = away, best = tried;
    }
    return best;
}

void check_table(const Array& input, const Algorithm& algorithm, Where where) {
    if (!is_table_algorithm(algorithm))
        throw UsageError(fmt::format("\"{}\" does not make integral images; those that do here: {}.",
                                     algorithm.slug, slugs(where)));
    if (!runs_on(algorithm, where))
        throw UsageError(fmt::format("\"{}\" does not run on the {}; those that do: {}.", algorithm.slug,
                                     name_of(where), slugs(where)));
    if (where == Where::emulator && input.count() > most_emulated_elements)
        throw UsageError(
            fmt::format("{} × {} is too large for the emulator, which takes up to {} elements; "
                        "run it on the CPU, or make the picture smaller.",
                        input.extent().width, input.extent().height, most_emulated_elements));
}

TableRun make_table(const Array& input, const Algorithm& algorithm, Where where, Convention wanted,
                    const std::atomic<bool>* cancel) {
    check_table(input, algorithm, where);
    Parameters parameters = table_parameters(algorithm, input, wanted);
    Made made;
    if (where == Where::cpu) made = run_on_cpu(algorithm, parameters, input);
    if (where == Where::gpu) made = run_on_gpu(algorithm, parameters, input);
    if (where == Where::emulator) made.table = emulated_table(algorithm, parameters, input, cancel);
    if (cancel && *cancel) throw Cancelled();
    if (gives_transposed(algorithm, parameters)) made.table = transposed(made.table);
    Convention own = algorithm.convention(parameters);
    Convention to = wanted != Convention::none     ? wanted
                    : own == Convention::exclusive ? Convention::padded
                                                   : own;
    return {to == own ? std::move(made.table) : convert(made.table, own, to, input), to, made.milliseconds,
            made.transfer_ms};
}

}  // namespace upsweep::vision
