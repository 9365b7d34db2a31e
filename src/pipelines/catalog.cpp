// Looks entries up, completes parameters, makes input and compares results.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/embedded.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "media/paint.h"
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

namespace {

constexpr size_t most_wrong = 1024;

/// Every element for which `differs` is true.
template <typename Differs>
CheckResult compared(const Array& expected, const Array& output, Differs differs,
                     reference::Operator operation = reference::Operator::sum) {
    CheckResult result;
    for (int64_t i = 0; i < output.count() && result.wrong.size() < most_wrong; ++i)
        if (differs(i)) result.wrong.push_back(i);
    if (result.wrong.empty()) return result;
    const auto text = [&](const Array& array) {
        if (operation == reference::Operator::sum) return array.text(result.wrong.front());
        return reference::word_text(operation, nth(array.view<uint32_t>(), result.wrong.front()));
    };
    result.right = false;
    result.element = result.wrong.front();
    result.expected = text(expected);
    result.got = text(output);
    result.message =
        fmt::format("Element {} should be {}, but is {}.", result.element, result.expected, result.got);
    return result;
}

CheckResult same_bits(const Array& expected, const Array& output,
                      reference::Operator operation = reference::Operator::sum) {
    if (expected == output) return {};
    const auto size = ptrdiff_t(size_of(output.type()));
    const auto at = [size](const Array& array, int64_t i) { return array.bytes().begin() + i * size; };
    return compared(
        expected, output,
        [&](int64_t i) { return !std::equal(at(expected, i), at(expected, i) + size, at(output, i)); },
        operation);
}

Array absolute(Array array) {
    visit_type(array.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            for (T& value : array.view<T>()) value = std::fabs(value);
    });
    return array;
}

/// |output - expected| <= (roundings + 2) * u * magnitude, element by element. u is half the distance from 1
/// to the next number; the magnitude is what the reference makes of the input's absolute values; the 2 is for
/// the reference's own rounding to the output's type and that of the magnitude.
template <typename T>
CheckResult within_bound(const Array& expected, const Array& magnitude, const Array& output,
                         double roundings) {
    const double factor = (roundings + 2) * std::numeric_limits<T>::epsilon() / 2;
    const auto want = expected.view<T>(), size = magnitude.view<T>(), got = output.view<T>();
    return compared(expected, output, [&](int64_t element) {
        const auto i = size_t(element);
        const double difference = std::fabs(double(got[i]) - double(want[i]));
        if (difference <= factor * double(size[i])) return false;
        // Infinities are equal to themselves; NaN is what sums of both leave.
        return want[i] != got[i] && !(std::isnan(want[i]) && std::isnan(got[i]));
    });
}

/// The largest of all, in every place. A filter subtracts corners of a table: what they were rounded by comes
/// from the whole picture, however small the numbers under the window are.
Array largest_everywhere(Array magnitude) {
    visit_type(magnitude.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
            const auto values = magnitude.view<T>();
            if (!values.empty()) std::fill(values.begin(), values.end(), *max_element(values));
        }
    });
    return magnitude;
}

CheckResult check_floats(const Array& expected, const Array& magnitude, const Array& output,
                         double roundings) {
    return output.type() == ScalarType::f32 ? within_bound<float>(expected, magnitude, output, roundings)
                                            : within_bound<double>(expected, magnitude, output, roundings);
}

}  // namespace

CheckResult check_result(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                         const Array& output) {
    const Array expected = algorithm.reference(parameters, input);
    if (output.type() != expected.type() || output.extent() != expected.extent())
        return {false,
                -1,
                "",
                "",
                fmt::format("The result should be {} × {} of {}, but is {} × {} of {}.",
                            expected.extent().width, expected.extent().height, name_of(expected.type()),
                            output.extent().width, output.extent().height, name_of(output.type())),
                {}};
    const double roundings = algorithm.roundings(parameters);
    if (!is_floating(output.type()) || roundings == 0)
        return same_bits(expected, output, operator_of(parameters));
    Array magnitude = algorithm.reference(parameters, absolute(input));
    if (algorithm.result == ResultKind::filter) magnitude = largest_everywhere(std::move(magnitude));
    const CheckResult result = check_floats(expected, magnitude, output, roundings);
    if (!result.right || algorithm.run_on_cpu == nullptr) return result;
    // Every backend adds in the loop's order.
    Array native(output.type(), output.extent());
    algorithm.run_on_cpu(parameters, input, native);
    return same_bits(native, output);
}

namespace {

/// Up to this many elements are looked at by people: one digit each.
constexpr int64_t readable_count = 64;

/// Splitmix64 (Steele, Lea and Flood 2014): short, quick, and the same numbers on every machine.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

  private:
    uint64_t state_;
};

/// One digit. Floats are quarters: their sums are exact, and still show that they are floats.
template <typename T>
T readable(Random& random) {
    if constexpr (std::is_floating_point_v<T>) return T(random.next() % 40) / 4;
    return T(random.next() % 10);
}

/// Floats of both signs with every bit in use; u8 to its end; wider integers far enough to wrap around in
/// long rows.
template <typename T>
T wide(Random& random) {
    if constexpr (std::is_same_v<T, float>) return float(random.next() >> 40) / 8388608.0F - 1;
    if constexpr (std::is_same_v<T, double>) return double(random.next() >> 11) / 4503599627370496.0 - 1;
    return T(random.next() >> 40);
}

/// x -> a x + b with small numbers, or any; a is never 0, which would hide everything before it.
uint32_t map_of(Random& random, int64_t count) {
    const uint32_t a = 1 + uint32_t(random.next() % (count <= readable_count ? 3 : 999));
    const uint32_t b = uint32_t(random.next() % (count <= readable_count ? 5 : 65536));
    return a << 16 | b;
}

/// Every fourth value, more or less, has its flag, the highest bit.
uint32_t flagged_of(Random& random, int64_t count) {
    const uint32_t flag = random.next() % 4 == 0 ? 0x80000000U : 0;
    return flag | (count <= readable_count ? readable<uint32_t>(random) : wide<uint32_t>(random));
}

/// A cascade has to find something: heads in a room, each pixel off by up to 8.
Array heads(Random& random, Extent extent) {
    Array picture = media::draw_class(extent);
    for (uint8_t& pixel : picture.view<uint8_t>()) {
        const int noisy = pixel + int((random.next() >> 40) % 17) - 8;
        pixel = uint8_t(std::clamp(noisy, 0, 255));
    }
    return picture;
}
constexpr int64_t least_side_with_heads = 48;

}  // namespace

Array random_input(const Algorithm& algorithm, const Parameters& parameters, uint64_t seed) {
    Random random(seed);
    const Extent extent = parameters.extent;
    if (algorithm.result == ResultKind::survival &&
        std::min(extent.width, extent.height) >= least_side_with_heads)
        return heads(random, extent);
    Array array(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    if (const auto operation = operator_of(parameters);
        operation == reference::Operator::affine || operation == reference::Operator::flagged) {
        for (uint32_t& word : array.view<uint32_t>())
            word = operation == reference::Operator::affine ? map_of(random, array.count())
                                                            : flagged_of(random, array.count());
        return array;
    }
    visit_type(array.type(), [&](auto zero) {
        using T = decltype(zero);
        for (T& value : array.view<T>())
            value = array.count() <= readable_count ? readable<T>(random) : wide<T>(random);
    });
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (array.number(0) == 0) array.set_number(0, 3);
    if (array.count() > 1 && array.number(1) == array.number(0))
        array.set_number(1, array.number(0) == 1 ? 2 : 1);
    return array;
}

}  // namespace upsweep
