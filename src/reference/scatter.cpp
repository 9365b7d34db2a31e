// Elements that move, by the simplest code.
#include "reference/scatter.h"

#include <algorithm>

#include "core/error.h"

namespace upsweep::reference {
namespace {

std::span<const std::uint32_t> words_of(const Array& input) {
    if (input.type() != ScalarType::u32)
        throw UsageError("The CPU compacts and sorts only u32, not " + std::string(name_of(input.type())) +
                         ".");
    return input.view<std::uint32_t>();
}

bool is_kept(std::uint32_t value, Keep keep) {
    if (keep == Keep::not_zero) return value != 0;
    return (value % 2 == 0) == (keep == Keep::even);
}

}  // namespace

Array compact_rows(const Array& input, Keep keep) {
    Array output(input.type(), input.extent());
    const auto from = words_of(input);
    const auto to = output.view<std::uint32_t>();
    const auto width = static_cast<std::size_t>(input.extent().width);
    for (std::size_t row = 0; row < from.size(); row += width) {
        std::size_t place = row;
        for (std::size_t x = 0; x < width; ++x)
            if (is_kept(from[row + x], keep)) to[place++] = from[row + x];
    }
    return output;
}

Array radix_pass(const Array& input, int bits, int shift) {
    words_of(input);
    Array output = input;
    const auto values = output.view<std::uint32_t>();
    const auto digit = [=](std::uint32_t value) { return value >> shift & ((1U << bits) - 1); };
    const std::int64_t width = input.extent().width;
    for (auto row = values.begin(); row != values.end(); row += width)
        std::stable_sort(row, row + width,
                         [&](std::uint32_t a, std::uint32_t b) { return digit(a) < digit(b); });
    return output;
}

}  // namespace upsweep::reference
