// Reads lists and numbers.
#include "commands/settings.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/error.h"
#include "core/quotes.h"
#include "core/whole_number.h"

namespace upsweep::commands {
namespace {

std::string too_large(const std::string& text) {
    return one_line(text) + " is too large; give a smaller number";
}

using Complaint = std::function<std::string(const std::string&)>;

/// Not one of CLI11's own lists: where a comma is on its own, those take the next option for a value.
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
    return in_quotes(text) + " is not a whole number; write one such as 16";
}

std::string complaint_about_seed(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) return too_large(text);
    if (error == std::errc{} && end == text.data() + text.size()) return "";
    return in_quotes(text) + " is not a seed; write a whole number from 0 up, such as 1";
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                     const std::string& help) {
    const auto read = [&list](const std::string& text) { list.push_back(text); };
    add_list(command, name, help, read, [](const std::string&) { return std::string(); });
}

void add_list_option(CLI::App& command, const std::string& name, std::vector<std::int64_t>& list,
                     const std::string& help) {
    const auto read = [&list](const std::string& text) { list.push_back(*parse_whole_number(text)); };
    add_list(command, name, help, read, complaint_about_integer);
}

}  // namespace upsweep::commands
