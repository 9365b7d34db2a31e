// What commands read from their options: sizes, element types, input values, options of an algorithm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipelines/algorithm.h"

namespace CLI {
class App;
}

namespace upsweep::commands {

/// A size as the user gave it: --n, or --width and --height, or none of them.
struct SizeRequest {
    std::optional<std::int64_t> n, width, height;
};

/// n is one row, or n x n for algorithms on matrices. Without a size: as many as there are `values` in one
/// row, or the algorithm's own. Throws UsageError where two of them disagree.
Extent extent_of(const Algorithm& algorithm, const SizeRequest& size, std::int64_t values);

/// "padding=0" or "padding=off". Throws UsageError.
OptionValue parse_option(const Algorithm& algorithm, const std::string& text);

/// What CLI11 asks of an option's text before it converts it: why it is none, or nothing. CLI11 itself takes
/// -1 for a seed and makes the largest number of one that is too large.
std::string complaint_about_integer(const std::string& text);
std::string complaint_about_seed(const std::string& text);

/// What stands between the commas; one empty text of an empty text.
std::vector<std::string> split(const std::string& text);

/// An option that takes names, or whole numbers, with commas between; it may be given several times. An empty
/// one among them is wrong usage.
void add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                     const std::string& help);
void add_list_option(CLI::App& command, const std::string& name, std::vector<std::int64_t>& list,
                     const std::string& help);

/// "3", "-1", "2.5", "nan". Throws UsageError for what the type does not hold.
void set_value(Array& array, std::int64_t index, const std::string& text);

/// The values, of which there must be as many as elements. Throws UsageError.
Array parse_input(ScalarType type, Extent extent, const std::vector<std::string>& values);

}  // namespace upsweep::commands
