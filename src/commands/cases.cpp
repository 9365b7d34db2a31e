// The awkward cases that `verify` walks.
#include "commands/cases.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::commands {
namespace {

const std::vector<std::int64_t>& awkward_lengths() {
    static const std::vector<std::int64_t> lengths = {1, 2, 3, 31, 32, 33, 511, 512, 513, 1000};
    return lengths;
}

const std::vector<Extent>& awkward_matrices() {
    static const std::vector<Extent> matrices = {{1, 1}, {1, 7}, {7, 1}, {33, 65}, {511, 3}, {1000, 37}};
    return matrices;
}

std::vector<Extent> extents_of(const Algorithm& algorithm, const std::vector<std::int64_t>& sizes) {
    const bool rows = algorithm.shape == Shape::rows;
    std::vector<Extent> extents;
    for (std::int64_t n : sizes.empty() && rows ? awkward_lengths() : sizes)
        extents.push_back({n, rows ? 1 : n});
    if (sizes.empty()) extents.insert(extents.end(), awkward_matrices().begin(), awkward_matrices().end());
    return extents;
}

constexpr std::int64_t large_count = 10'000;

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
            for (std::int64_t value : {option.lowest, option.highest}) {
                doubled.push_back(setting);
                doubled.back().push_back({std::string(option.name), value});
            }
        settings = std::move(doubled);
    }
    return settings;
}

/// Lowest, highest, and one between (a power of two in the middle of the powers).
std::vector<std::int64_t> corners(const Option& option) {
    std::int64_t middle = option.lowest;
    while (middle * middle < option.lowest * option.highest) middle *= 2;
    if (!option.power_of_two) middle = (option.lowest + option.highest) / 2;
    return {option.lowest, middle, option.highest};
}

/// What is walked of a wide option: its corners; of one with named values, all of these.
std::vector<std::int64_t> walked_values(const Option& option) {
    if (option.value_names.empty()) return corners(option);
    std::vector<std::int64_t> values;
    for (std::int64_t value = option.lowest; value <= option.highest; ++value) values.push_back(value);
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
        for (std::int64_t value : walked_values(option))
            for (const auto& end : ends) {
                settings.push_back(end);
                settings.back().push_back({std::string(option.name), value});
            }
    }
    return settings;
}

/// Options can make buffers many times as large as the input (the bins of a histogram).
constexpr std::int64_t large_buffer = 100'000;

bool takes_long(const Algorithm& algorithm, const Parameters& parameters) {
    const Plan plan = algorithm.make_plan(parameters);
    return std::any_of(plan.buffers.begin(), plan.buffers.end(),
                       [](const Buffer& buffer) { return buffer.extent.count() > large_buffer; });
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
        std::int64_t& longer = extent.width < extent.height ? extent.height : extent.width;
        longer = longer <= 3 ? longer - 1 : longer / 2 | 1;
    }
    return parameters;
}

}  // namespace

Cases awkward_cases(const Algorithm& algorithm, const std::vector<std::int64_t>& sizes, MachineShape machine,
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

}  // namespace upsweep::commands
