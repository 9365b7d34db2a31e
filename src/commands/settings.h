// What several commands read from their options: lists, whole numbers, seeds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace upsweep::commands {

/// What CLI11 asks of an option's text before it converts it: why it is not one, or nothing. CLI11 itself
/// takes -1 for a seed and makes the largest number of one that is too large.
std::string complaint_about_integer(const std::string& text);
std::string complaint_about_seed(const std::string& text);

/// What is between the commas; one empty text of an empty text.
std::vector<std::string> split(const std::string& text);

/// An option that takes names, or whole numbers, with commas between; it may be given several times. An empty
/// one among them is wrong usage.
void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                     const std::string& help);
void add_list_option(CLI::App& command, const std::string& name, std::vector<std::int64_t>& list,
                     const std::string& help);

}  // namespace upsweep::commands
