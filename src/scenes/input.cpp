// Makes inputs, and reads and writes them as people do.
#include "scenes/input.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::scenes {
namespace {

/// Small, never all equal, with sums below 100 for 16 of them: easy to follow in one's head.
constexpr std::array<int, 16> plain_values = {3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 0, 1, 4, 2, 7, 1};
constexpr std::int64_t most_plain_values = 64;

/// Where nothing is added, values are known again at their new place: 35 came from row 3, column 5.
Array positions(const Parameters& parameters) {
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const std::int64_t width = parameters.extent.width;
    const bool fits =
        parameters.types.input != ScalarType::u8 || (parameters.extent.height <= 25 && width <= 10);
    const std::int64_t row = width <= 10 ? 10 : 100;
    for (std::int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, static_cast<double>(input.count() == 1 ? 7
                                                : fits             ? i / width * row + i % width
                                                                   : i % 251));
    return input;
}

/// What values are shared out over bins; 0: nothing is counted, or it is not said.
std::int64_t levels_of(const Parameters& parameters) {
    for (const OptionValue& option : parameters.options)
        if (option.name == "levels") return option.value;
    return 0;
}

/// Digits as large as a sum of three digits allows, or grey levels as there are bins for; halves show that
/// floats are floats.
Array small_random(const Parameters& parameters, std::uint64_t seed) {
    const std::int64_t levels = levels_of(parameters);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    const std::int64_t count = input.count();
    const std::uint64_t highest = levels > 0     ? static_cast<std::uint64_t>(levels) - 1
                                  : count <= 100 ? 9
                                  : count <= 300 ? 3
                                                 : 1;
    const ScalarType type = parameters.types.input;
    const bool halves = (type == ScalarType::f32 || type == ScalarType::f64) && count <= 100;
    std::mt19937_64 random(seed);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t bits = random() >> 20;
        const auto whole = static_cast<double>(bits % (highest + 1));
        input.set_number(i, whole + (halves && (bits >> 32 & 1U) != 0 ? 0.5 : 0));
    }
    // Never all equal, and never a zero to begin with: a lost first element must show.
    if (input.number(0) == 0) input.set_number(0, 1);
    if (count > 1 && input.number(1) == input.number(0)) input.set_number(1, input.number(0) == 1 ? 0 : 1);
    return input;
}

Array usual_input(const Algorithm& algorithm, const Parameters& parameters) {
    if (algorithm.result == ResultKind::transpose) return positions(parameters);
    if (parameters.extent.count() > most_plain_values || parameters.extent.height > 1)
        return small_random(parameters, 1);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (std::int64_t i = 0; i < input.count(); ++i)
        input.set_number(i, plain_values[static_cast<std::size_t>(i) % plain_values.size()]);
    return input;
}

}  // namespace

Array make_input(const Algorithm& algorithm, const Parameters& parameters, InputKind kind,
                 std::uint64_t seed) {
    if (kind == InputKind::random)
        return stored_extent(parameters.extent, parameters.types).count() <= most_plain_values
                   ? random_input(algorithm, parameters, seed)
                   : small_random(parameters, seed);
    if (kind != InputKind::ones) return usual_input(algorithm, parameters);
    Array input(parameters.types.input, stored_extent(parameters.extent, parameters.types));
    for (std::int64_t i = 0; i < input.count(); ++i) input.set_number(i, 1);
    return input;
}

std::vector<double> parse_values(const std::string& text) {
    std::vector<double> values;
    const char* at = text.c_str();
    while (*at != '\0') {
        if (*at == ' ' || *at == ',' || *at == ';' || *at == '\t' || *at == '\n') {
            ++at;
            continue;
        }
        char* end = nullptr;
        values.push_back(std::strtod(at, &end));
        if (end == at)
            throw UsageError(in_quotes(std::string(at).substr(0, 12)) +
                             " is not a number; write the values as in 3, 1, 7, 0.");
        at = end;
    }
    return values;
}

std::string values_text(const Array& array, std::int64_t limit) {
    std::string text;
    for (std::int64_t i = 0; i < std::min(limit, array.count()); ++i)
        text += (i == 0 ? "" : ", ") + array.text(i);
    return array.count() > limit ? text + ", …" : text;
}

}  // namespace upsweep::scenes
