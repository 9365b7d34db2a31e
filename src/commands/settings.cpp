// Reads sizes, input values and options.
#include "commands/settings.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::commands {
namespace {

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> parse_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return std::nullopt;
    return value;
}

const Option& find_option(const Algorithm& algorithm, std::string_view name) {
    std::string known;
    for (const Option& option : algorithm.options) {
        if (option.name == name) return option;
        known += (known.empty() ? "" : ", ") + std::string(option.name);
    }
    throw UsageError(fmt::format("{} has no option \"{}\"; its options are: {}.", algorithm.slug, name,
                                 known.empty() ? "none" : known));
}

/// A value's name, or a number.
std::optional<std::int64_t> parse_value(const Option& option, std::string_view text) {
    for (std::size_t i = 0; i < option.value_names.size(); ++i)
        if (option.value_names[i] == text) return option.lowest + static_cast<std::int64_t>(i);
    if (option.automatic && text == "auto") return 0;
    return parse_integer(text);
}

}  // namespace

Extent extent_of(const Algorithm& algorithm, const SizeRequest& size, std::int64_t values) {
    const bool rows = algorithm.shape == Shape::rows;
    if (size.n) {
        if (size.width || size.height)
            throw UsageError("A size is either --n or --width and --height; give one of them.");
        return {*size.n, rows ? 1 : *size.n};
    }
    if (size.width && size.height) return {*size.width, *size.height};
    if (size.height && !size.width) throw UsageError("--height needs --width beside it.");
    if (size.width && rows) return {*size.width, 1};
    if (size.width) throw UsageError("--width needs --height beside it.");
    if (values > 0 && rows) return {values, 1};
    return algorithm.initial_extent;
}

OptionValue parse_option(const Algorithm& algorithm, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw UsageError(fmt::format("\"{}\" sets nothing; write it as option=value.", text));
    const Option& option = find_option(algorithm, std::string_view(text).substr(0, equals));
    const auto value = parse_value(option, std::string_view(text).substr(equals + 1));
    if (!value) throw UsageError(fmt::format("\"{}\" sets option {} to no number.", text, option.name));
    return {std::string(option.name), *value};
}

void set_value(Array& array, std::int64_t index, const std::string& text) {
    const auto value = parse_number(text);
    if (!value) throw UsageError(fmt::format("Input value \"{}\" is no number.", text));
    array.set_number(index, *value);
    const bool floating = is_floating(array.type());
    if (!floating && array.number(index) != *value)
        throw UsageError(fmt::format("Input value {} does not fit {}; use another value or --type f32.", text,
                                     name_of(array.type())));
}

Array parse_input(ScalarType type, Extent extent, const std::vector<std::string>& values) {
    if (static_cast<std::int64_t>(values.size()) != extent.count())
        throw UsageError(
            fmt::format("{} input values do not fill {} x {} elements; give {} values or another size.",
                        values.size(), extent.width, extent.height, extent.count()));
    Array array(type, extent);
    for (std::size_t i = 0; i < values.size(); ++i) set_value(array, static_cast<std::int64_t>(i), values[i]);
    return array;
}

}  // namespace upsweep::commands
