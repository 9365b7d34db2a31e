// Reads sizes, input values and options.
#include "commands/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::commands {
namespace {

std::optional<std::int64_t> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string too_large(const std::string& text) {
    return one_line(text) + " is too large; give a smaller number";
}

/// "; write segment=N with a whole number N" or "; write padding=off or padding=on".
std::string way_to_set(const Option& option) {
    if (option.value_names.empty())
        return fmt::format("{0}=N with a whole number N{1}", option.name, option.automatic ? " or auto" : "");
    std::string text;
    for (std::string_view name : option.value_names)
        text += fmt::format("{}{}={}", text.empty() ? "" : " or ", option.name, name);
    return text;
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
    throw UsageError(fmt::format("{} has no option {}; its options are: {}.", algorithm.slug, in_quotes(name),
                                 known.empty() ? "none" : known));
}

/// A value's name, or a number.
std::optional<std::int64_t> parse_value(const Option& option, std::string_view text) {
    for (std::size_t i = 0; i < option.value_names.size(); ++i)
        if (option.value_names[i] == text) return option.lowest + static_cast<std::int64_t>(i);
    if (option.automatic && text == "auto") return 0;
    return parse_integer(text);
}

UsageError not_a_number(const std::string& text, std::int64_t index) {
    return UsageError(
        fmt::format("Input value {}, {}, is no number; write numbers such as 3, -1 or 2.5, with commas "
                    "between them.",
                    index + 1, in_quotes(text)));
}

using Complaint = std::function<std::string(const std::string&)>;

/// Not one of CLI11's own lists: where a comma stands alone, those take the next option for a value.
void add_list(CLI::App& command, const std::string& name, const std::string& help,
              const std::function<void(const std::string&)>& read, const Complaint& complaint) {
    const auto read_all = [read](const std::vector<std::string>& texts) {
        for (const std::string& text : texts)
            for (const std::string& part : split(text)) read(part);
    };
    const auto check = [complaint](const std::string& text) {
        for (const std::string& part : split(text)) {
            if (part.empty())
                return in_quotes(text) +
                       " has a gap where a value should be; write one, or several with "
                       "commas between";
            if (std::string found = complaint(part); !found.empty()) return found;
        }
        return std::string();
    };
    command.add_option_function<std::vector<std::string>>(name, read_all, help)
        ->allow_extra_args(false)
        ->take_all()
        ->check(check);
}

}  // namespace

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string complaint_about_integer(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) return too_large(text);
    if (error == std::errc{} && end == text.data() + text.size()) return "";
    return in_quotes(text) + " is no whole number; write one such as 16";
}

std::string complaint_about_seed(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) return too_large(text);
    if (error == std::errc{} && end == text.data() + text.size()) return "";
    return in_quotes(text) + " is no seed; write a whole number that is not negative, such as 1";
}

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
        throw UsageError(fmt::format("{} sets nothing; write it as option=value.", in_quotes(text)));
    const Option& option = find_option(algorithm, std::string_view(text).substr(0, equals));
    const auto value = parse_value(option, std::string_view(text).substr(equals + 1));
    if (!value)
        throw UsageError(fmt::format("{} sets option {} to no value of it; write {}.", in_quotes(text),
                                     option.name, way_to_set(option)));
    return {std::string(option.name), *value};
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                     const std::string& help) {
    const auto read = [&list](const std::string& text) { list.push_back(text); };
    add_list(command, name, help, read, [](const std::string&) { return std::string(); });
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<std::int64_t>& list,
                     const std::string& help) {
    const auto read = [&list](const std::string& text) { list.push_back(*parse_integer(text)); };
    add_list(command, name, help, read, complaint_about_integer);
}

void set_value(Array& array, std::int64_t index, const std::string& text) {
    const auto value = parse_number(text);
    if (!value) throw not_a_number(text, index);
    array.set_number(index, *value);
    const bool floating = is_floating(array.type());
    if (!floating && array.number(index) != *value)
        throw UsageError(fmt::format("Input value {} does not fit {}; use another value or --type f32.",
                                     one_line(text), name_of(array.type())));
}

Array parse_input(ScalarType type, Extent extent, const std::vector<std::string>& values) {
    // A value that is none is told before their number: the size may well come from it.
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!parse_number(values[i])) throw not_a_number(values[i], static_cast<std::int64_t>(i));
    if (static_cast<std::int64_t>(values.size()) != extent.count())
        throw UsageError(
            fmt::format("{} input values do not fill {} × {} elements; give {} values or another size.",
                        values.size(), extent.width, extent.height, extent.count()));
    Array array(type, extent);
    for (std::size_t i = 0; i < values.size(); ++i) set_value(array, static_cast<std::int64_t>(i), values[i]);
    return array;
}

}  // namespace upsweep::commands
