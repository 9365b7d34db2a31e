#include "vision/integral_image.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "reference/fast.h"

namespace upsweep::vision {
namespace {

template <typename T>
T element(const Array& array, int64_t x, int64_t y) {
    return array.view<T>()[y * array.extent().width + x];
}

/// Integers wrap as unsigned ones do; sums of signed types would overflow otherwise.
template <typename T>
T plus(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return a + b;
    else
        return T(uint64_t(a) + uint64_t(b));
}

/// The table's own sums, moved by one where the convention has no row and column of zeros.
template <typename T>
Array moved_to_padded(const Array& table, int64_t shift, Extent picture) {
    Array padded(table.type(), {picture.width + 1, picture.height + 1});
    auto to = padded.view<T>();
    for (int64_t y = 0; y < table.extent().height; ++y)
        for (int64_t x = 0; x < table.extent().width; ++x)
            to[(y + shift) * (picture.width + 1) + x + shift] = element<T>(table, x, y);
    return padded;
}

/// The last column and row that `exclusive` leaves out, from the picture's last column and row.
template <typename T>
void add_last_sums(Array& padded, const Array& input) {
    Extent picture = input.extent();
    int64_t w = picture.width, h = picture.height;
    auto to = padded.view<T>();
    auto at = [&](int64_t x, int64_t y) -> T& { return to[y * (w + 1) + x]; };
    auto pixel = [&](int64_t x, int64_t y) { return T(input.number(y * w + x)); };
    T last_column{};
    for (int64_t y = 1; y < h; ++y) {
        last_column = plus(last_column, pixel(w - 1, y - 1));
        at(w, y) = plus(at(w - 1, y), last_column);
    }
    T last_row{};
    for (int64_t x = 1; x <= w; ++x) {
        last_row = plus(last_row, pixel(x - 1, h - 1));
        at(x, h) = plus(at(x, h - 1), last_row);
    }
}

template <typename T>
Array cut_from_padded(const Array& padded, Convention to, Extent picture) {
    int64_t shift = to == Convention::inclusive ? 1 : 0;
    Array table(padded.type(), picture);
    auto out = table.view<T>();
    for (int64_t y = 0; y < picture.height; ++y)
        for (int64_t x = 0; x < picture.width; ++x)
            out[y * picture.width + x] = element<T>(padded, x + shift, y + shift);
    return table;
}

template <typename T>
Array convert_as(const Array& table, Convention from, Convention to, const Array& input) {
    Array padded = from == Convention::padded
                       ? table
                       : moved_to_padded<T>(table, from == Convention::inclusive ? 1 : 0, input.extent());
    if (from == Convention::exclusive) add_last_sums<T>(padded, input);
    return to == Convention::padded ? padded : cut_from_padded<T>(padded, to, input.extent());
}

}  // namespace

Region clipped(Region region, Extent picture) {
    if (region.x1 < region.x0) std::swap(region.x0, region.x1);
    if (region.y1 < region.y0) std::swap(region.y0, region.y1);
    return {
        std::clamp<int64_t>(region.x0, 0, picture.width), std::clamp<int64_t>(region.y0, 0, picture.height),
        std::clamp<int64_t>(region.x1, 0, picture.width), std::clamp<int64_t>(region.y1, 0, picture.height)};
}

Extent IntegralImage::picture() const {
    int64_t more = convention == Convention::padded ? 1 : 0;
    return {table.extent().width - more, table.extent().height - more};
}

uint32_t IntegralImage::at(int64_t x, int64_t y) const {
    if (x == 0 || y == 0) return 0;
    int64_t shift = convention == Convention::padded ? 0 : 1;
    return element<uint32_t>(table, x - shift, y - shift);
}

Corners corners(const IntegralImage& integral, Region region) {
    return {integral.at(region.x0, region.y0), integral.at(region.x1, region.y0),
            integral.at(region.x0, region.y1), integral.at(region.x1, region.y1)};
}

uint64_t region_sum(const IntegralImage& integral, Region region) {
    if (region.count() == 0) return 0;
    // A picture's width is far below 2^24, so a strip has at least one row.
    int64_t rows = std::max<int64_t>(1, reference::pixels_in_32_bits / region.width());
    uint64_t sum = 0;
    for (int64_t y = region.y0; y < region.y1; y += rows)
        sum += corners(integral, {region.x0, y, region.x1, std::min(y + rows, region.y1)}).sum();
    return sum;
}

std::array<int64_t, 256> region_histogram(const Array& grey, Region region) {
    std::array<int64_t, 256> counts{};
    auto pixels = grey.view<uint8_t>();
    for (int64_t y = region.y0; y < region.y1; ++y)
        for (int64_t x = region.x0; x < region.x1; ++x) ++counts[pixels[y * grey.extent().width + x]];
    return counts;
}

Array convert(const Array& table, Convention from, Convention to, const Array& input) {
    assert(from != Convention::none && to != Convention::none);
    if (from == to) return table;
    return visit_type(table.type(), [&](auto v) { return convert_as<decltype(v)>(table, from, to, input); });
}

Array transposed(const Array& array) {
    Array result(array.type(), array.extent().transposed());
    visit_type(array.type(), [&](auto v) {
        using T = decltype(v);
        auto to = result.view<T>();
        for (int64_t y = 0; y < array.extent().height; ++y)
            for (int64_t x = 0; x < array.extent().width; ++x)
                to[x * array.extent().height + y] = element<T>(array, x, y);
    });
    return result;
}

}  // namespace upsweep::vision
