// Scans, transposes, integral images, and what scans are for, by the simplest code.
#include "reference/reference.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "core/error.h"
#include "core/wide.h"
#include "reference/type_pairs.h"

namespace upsweep::reference {
namespace {

/// Sums of f32 are kept in double, sums of f64 as Wide, sums of integers modulo 2^32.
template <typename Output>
using Sum = std::conditional_t<std::is_same_v<Output, double>, Wide,
                               std::conditional_t<std::is_same_v<Output, float>, double, Output>>;

template <typename Types>
void scan_rows_of(const Array& input, Array& output, bool inclusive) {
    const auto from = input.view<typename Types::Input>();
    const auto to = output.view<typename Types::Output>();
    const size_t width = input.extent().width;
    Sum<typename Types::Output> sum = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        if (i % width == 0) sum = 0;
        const auto before = sum;
        sum += from[i];
        to[i] = typename Types::Output(inclusive ? sum : before);
    }
}

/// In squares of 32 x 32 elements, so that both sides stay in the cache.
template <typename Types>
void transpose_of(const Array& input, Array& output) {
    const auto from = input.view<typename Types::Input>();
    const auto to = output.view<typename Types::Output>();
    const int64_t width = input.extent().width, height = input.extent().height, side = 32;
    for (int64_t top = 0; top < height; top += side)
        for (int64_t left = 0; left < width; left += side)
            for (int64_t x = left; x < std::min(left + side, width); ++x)
                for (int64_t y = top; y < std::min(top + side, height); ++y)
                    to[x * height + y] = from[y * width + x];
}

/// Writes the inclusive integral image of the first `columns` x `rows` of `input` to `output`, from (corner,
/// corner) on; what is left of it and above it stays zero.
template <typename Types>
void integral_of(const Array& input, Array& output, Extent part, int64_t corner) {
    using Output = typename Types::Output;
    const int64_t columns = part.width;
    std::vector<Sum<Output>> above(columns), row(above.size());
    for (int64_t y = 0; y < part.height; ++y) {
        const auto* from = input.view<typename Types::Input>().data() + y * input.extent().width;
        Output* to = output.view<Output>().data() + (y + corner) * output.extent().width + corner;
        Sum<Output> sum = 0;
        for (size_t x = 0; x < row.size(); ++x) row[x] = sum += from[x];
        for (size_t x = 0; x < row.size(); ++x) above[x] += row[x];
        for (size_t x = 0; x < row.size(); ++x) to[x] = Output(above[x]);
    }
}

Array integral(const Array& input, ScalarType type, Extent extent, Extent part, int64_t corner) {
    Array output(type, extent);
    visit_types({input.type(), type},
                [&](auto types) { integral_of<decltype(types)>(input, output, part, corner); });
    return output;
}

}  // namespace

Array scan_rows(const Array& input, ScalarType output, bool inclusive) {
    Array result(output, input.extent());
    visit_types({input.type(), output},
                [&](auto types) { scan_rows_of<decltype(types)>(input, result, inclusive); });
    return result;
}

Array transpose(const Array& input, ScalarType output) {
    Array result(output, input.extent().transposed());
    visit_types({input.type(), output}, [&](auto types) { transpose_of<decltype(types)>(input, result); });
    return result;
}

Array integral_image_inclusive(const Array& input, ScalarType output) {
    return integral(input, output, input.extent(), input.extent(), 0);
}

Array integral_image_exclusive(const Array& input, ScalarType output) {
    const Extent extent = input.extent();
    return integral(input, output, extent, {extent.width - 1, extent.height - 1}, 1);
}

Array integral_image_padded(const Array& input, ScalarType output) {
    const Extent extent = input.extent();
    return integral(input, output, {extent.width + 1, extent.height + 1}, extent, 1);
}

namespace {

std::span<const uint32_t> words_of(const Array& input) {
    if (input.type() != ScalarType::u32)
        throw UsageError("The CPU compacts and sorts only u32, not {}.", name_of(input.type()));
    return input.view<uint32_t>();
}

bool is_kept(uint32_t value, Keep keep) {
    if (keep == Keep::not_zero) return value != 0;
    return (value % 2 == 0) == (keep == Keep::even);
}

}  // namespace

Array compact_rows(const Array& input, Keep keep) {
    Array output(input.type(), input.extent());
    const auto from = words_of(input);
    const auto to = output.view<uint32_t>();
    const size_t width = input.extent().width;
    for (size_t row = 0; row < from.size(); row += width) {
        size_t place = row;
        for (size_t x = 0; x < width; ++x)
            if (is_kept(from[row + x], keep)) to[place++] = from[row + x];
    }
    return output;
}

Array radix_pass(const Array& input, int bits, int shift) {
    words_of(input);
    Array output = input;
    const auto values = output.view<uint32_t>();
    const auto digit = [=](uint32_t value) { return value >> shift & ((1U << bits) - 1); };
    const int64_t width = input.extent().width;
    for (auto row = values.begin(); row != values.end(); row += width)
        std::stable_sort(row, row + width, [&](uint32_t a, uint32_t b) { return digit(a) < digit(b); });
    return output;
}

}  // namespace upsweep::reference
