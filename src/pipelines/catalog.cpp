// Finding algorithms by slug, filling in and checking their parameters, and the kernels' texts.
#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "core/embedded.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> kernel_texts();
}

namespace upsweep {
namespace {

/// Kernels take widths and heights as int, with room for a segment or a tile beyond the end.
constexpr int64_t longest_side = int64_t{1} << 30;
/// More than any machine's memory holds, and few enough that bytes do not overflow.
constexpr int64_t most_elements = int64_t{1} << 40;

/// Insertions, deletions and changes of a letter that turn `a` into `b`.
size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1] ? 1 : 0)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

/// Names that hold the text come first, then those that differ least from it, in up to half of its letters.
/// Empty if none exists: then no guess is better than a wrong one.
std::string closest_slugs(std::string_view slug) {
    std::vector<std::pair<size_t, std::string_view>> ranked;
    for (const Algorithm* algorithm : catalog()) {
        const bool holds = !slug.empty() && algorithm->slug.find(slug) != std::string_view::npos;
        ranked.emplace_back(holds ? 0 : edit_distance(slug, algorithm->slug), algorithm->slug);
    }
    stable_sort(ranked, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::erase_if(ranked, [&](const auto& one) { return slug.empty() || one.first > slug.size() / 2; });
    if (ranked.size() > 3) ranked.resize(3);
    std::string text;
    for (size_t i = 0; i < ranked.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == ranked.size() ? " or " : ", ", ranked[i].second);
    return text;
}

std::string range_of(const Option& option) {
    std::string text;
    if (!option.value_names.empty()) {
        for (size_t i = 0; i < option.value_names.size(); ++i)
            text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", option.lowest + int64_t(i),
                                option.value_names[i]);
        return text;
    }
    text = fmt::format("{}{} to {}", option.power_of_two ? "a power of two from " : "", option.lowest,
                       option.highest);
    return option.automatic ? text + ", or 0 to choose it from the size" : text;
}

void check_value(const Algorithm& algorithm, const Option& option, int64_t value) {
    if (option.automatic && value == 0) return;
    const bool power = value > 0 && std::has_single_bit(uint64_t(value));
    if (value < option.lowest || value > option.highest || (option.power_of_two && !power))
        throw UsageError("Option {} of {} cannot be {}; it takes {}.", option.name, algorithm.slug, value,
                         range_of(option));
}

std::string names_of(const std::vector<Option>& options) {
    std::string text;
    for (const Option& option : options) text += fmt::format("{}{}", text.empty() ? "" : ", ", option.name);
    return text.empty() ? "none" : text;
}

void check_types(const Algorithm& algorithm, ElementTypes types) {
    if (contains(algorithm.types, types)) return;
    std::string known;
    for (ElementTypes each : algorithm.types) known += (known.empty() ? "" : ", ") + to_string(each);
    throw UsageError("{} does not run on {}; it takes {}.", algorithm.slug, to_string(types), known);
}

}  // namespace

std::string_view name_of(Convention convention) {
    switch (convention) {
        using enum Convention;
        case inclusive:
            return "inclusive";
        case exclusive:
            return "exclusive";
        case padded:
            return "padded";
        case none:
            break;
    }
    return "none";
}

Option switch_option(std::string_view name, std::string_view title, bool on) {
    return choice_option(name, title, {"off", "on"}, on ? 1 : 0);
}

Option choice_option(std::string_view name, std::string_view title, std::vector<std::string_view> value_names,
                     int64_t initial) {
    Option option = number_option(name, title, 0, length(value_names) - 1, initial);
    option.value_names = std::move(value_names);
    return option;
}

Option number_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest,
                     int64_t initial) {
    return {.name = name, .title = title, .lowest = lowest, .highest = highest, .initial = initial};
}

Option automatic_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest) {
    Option option = number_option(name, title, lowest, highest, 0);
    option.automatic = true;
    return option;
}

Option power_option(std::string_view name, std::string_view title, int64_t lowest, int64_t highest) {
    Option option = automatic_option(name, title, lowest, highest);
    option.power_of_two = true;
    return option;
}

Option titled(Option option, std::string_view title) {
    option.title = title;
    return option;
}

Layout layout_of(const Parameters& parameters) {
    return parameters.option_or("upright", 1) != 0 ? Layout::upright : Layout::transposed;
}

Convention no_convention(const Parameters&) { return Convention::none; }

const OptionValue* Parameters::find_option(std::string_view name) const {
    return find_by(options, &OptionValue::name, name);
}

int64_t Parameters::option_or(std::string_view name, int64_t otherwise) const {
    const OptionValue* found = find_option(name);
    return found == nullptr ? otherwise : found->value;
}

int64_t Parameters::option(std::string_view name) const {
    if (const OptionValue* found = find_option(name)) return found->value;
    throw Error("Option {} has no value; fill in the defaults first.", name);
}

void Parameters::set_option(std::string_view name, int64_t value) {
    for (OptionValue& option : options)
        if (option.name == name) option.value = value;
}

const Algorithm& find_algorithm(std::string_view slug) {
    for (const Algorithm* algorithm : catalog())
        if (algorithm->slug == slug) return *algorithm;
    const std::string closest = closest_slugs(slug);
    throw UsageError(
        "There is no algorithm {}; {}", in_quotes(slug),
        closest.empty() ? "`upsweep list` shows all algorithms." : "did you mean " + closest + "?");
}

void check_extent(Extent extent) {
    if (extent.width < 1 || extent.height < 1)
        throw UsageError("A size of {} × {} has no elements; width and height must be at least 1.",
                         extent.width, extent.height);
    if (extent.width > longest_side || extent.height > longest_side)
        throw UsageError("A size of {} × {} is too large; width and height may be at most {}.", extent.width,
                         extent.height, longest_side);
    if (extent.width > most_elements / extent.height)
        throw UsageError("A size of {} × {} is too large; there may be at most {} elements.", extent.width,
                         extent.height, most_elements);
}

std::vector<Array> further_inputs_of(const Algorithm& algorithm, const Parameters& parameters) {
    return algorithm.further_inputs == nullptr ? std::vector<Array>() : algorithm.further_inputs(parameters);
}

Parameters with_defaults(const Algorithm& algorithm, Parameters parameters) {
    check_extent(parameters.extent);
    check_types(algorithm, parameters.types);
    if (parameters.machine.lanes < 1 || parameters.machine.banks < 1)
        throw UsageError("A machine needs at least one lane and one bank.");
    if (!std::has_single_bit(uint64_t(parameters.machine.lanes)))
        throw UsageError(
            "A warp cannot have {} lanes: the catalog's kernels need a power of two, as on every "
            "GPU. Choose 2, 4, 8, 16 or 32.",
            parameters.machine.lanes);
    std::vector<OptionValue> given = std::move(parameters.options);
    parameters.options.clear();
    for (const Option& option : algorithm.options) {
        parameters.options.push_back({std::string(option.name), option.initial});
        for (const OptionValue& value : given)
            if (value.name == option.name) parameters.options.back().value = value.value;
        check_value(algorithm, option, parameters.options.back().value);
    }
    for (const OptionValue& value : given)
        if (find_by(algorithm.options, &Option::name, value.name) == nullptr)
            throw UsageError("{} has no option {}; its options are: {}.", algorithm.slug,
                             in_quotes(value.name), names_of(algorithm.options));
    check_operator(parameters);
    return parameters;
}

Parameters with_step_defaults(const Algorithm& algorithm, Parameters parameters) {
    for (const Option& option : algorithm.options) {
        const bool given = find_by(parameters.options, &OptionValue::name, option.name) != nullptr;
        if (option.cures_bank_conflicts && !given)
            parameters.options.push_back({std::string(option.name), option.lowest});
    }
    return with_defaults(algorithm, std::move(parameters));
}

std::string kernel_text(const std::string& name) {
    for (const EmbeddedFile& file : embedded::kernel_texts())
        if (file.name == name) return std::string(file.contents);
    throw Error("There is no kernel file {} in this program.", in_quotes(name));
}

}  // namespace upsweep
