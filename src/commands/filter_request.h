// What commands share that make a picture of a picture: their options, and their line at the end.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "backends/backend.h"
#include "commands/command_line.h"
#include "core/array.h"

namespace upsweep::commands {

struct FilterRequest {
    std::string picture, output, on = "cpu";
};

/// IMAGE; options of a command's own are between this and add_output.
void add_image(Command command, FilterRequest& request);
/// -o and --on.
void add_output(Command command, FilterRequest& request, const std::string& meaning);

struct FilterInput {
    const backends::Backend& on;
    Array grey;
};
/// Throws UsageError for a machine that there is not, or an output that is not a picture's name; Error where
/// the picture cannot be read.
FilterInput open_filter(const FilterRequest& request);

/// A part of the work and how long it took.
struct FilterPart {
    std::string_view name;
    double ms = 0;
};
/// "“out.png”: 640 × 480, mean of each window; on the CPU, integral image 0.300 ms": one line.
void print_filtered(const FilterRequest& request, const FilterInput& input, const std::string& what,
                    std::initializer_list<FilterPart> parts);

}  // namespace upsweep::commands
