// Sizes: "n" or "w x h", and ladders of them.
#include "bench/sizes.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "core/error.h"
#include "core/quotes.h"
#include "core/whole_number.h"

namespace upsweep::bench {
namespace {

constexpr int64_t longest_side = int64_t{1} << 31;

int64_t parse_side(std::string_view text, const std::string& whole) {
    const auto value = parse_whole_number(text);
    if (!value || *value < 1 || *value > longest_side)
        throw UsageError("{} is not a size: write n or WIDTHxHEIGHT, each from 1 to {}.", in_quotes(whole),
                         longest_side);
    return *value;
}

Extent parse_size(const std::string& part, Shape shape) {
    const size_t x = part.find('x');
    Extent extent;
    if (x == std::string::npos) {
        const int64_t n = parse_side(part, part);
        extent = shape == Shape::rows ? Extent{n, 1} : Extent{n, n};
    } else {
        const std::string_view view = part;
        extent = {parse_side(view.substr(0, x), part), parse_side(view.substr(x + 1), part)};
    }
    check_extent(extent);
    return extent;
}

}  // namespace

std::vector<Extent> parse_sizes(const std::string& text, Shape shape) {
    std::vector<Extent> extents;
    size_t from = 0;
    while (true) {
        const size_t comma = text.find(',', from);
        const size_t length = comma == std::string::npos ? comma : comma - from;
        extents.push_back(parse_size(text.substr(from, length), shape));
        if (comma == std::string::npos) return extents;
        from = comma + 1;
    }
}

std::vector<Extent> square_sizes(int64_t lowest, int64_t highest, int steps_per_octave) {
    std::vector<Extent> extents;
    for (int i = 0;; ++i) {
        const double side = double(lowest) * std::exp2(double(i) / steps_per_octave);
        const auto n = int64_t(std::llround(side));
        if (n > highest) return extents;
        if (extents.empty() || extents.back().width != n) extents.push_back({n, n});
    }
}

}  // namespace upsweep::bench
