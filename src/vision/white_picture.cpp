#include "vision/white_picture.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>
#include <vector>

#include "reference/fast.h"
#include "vision/integral_image.h"

namespace upsweep::vision {
namespace {

constexpr int random_boxes = 3000;

Array white_picture(ScalarType type, int64_t side) {
    Array picture(type, {side, side});
    visit_type(type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (!std::is_same_v<T, bool>) {
            const auto pixels = picture.view<T>();
            std::fill(pixels.begin(), pixels.end(), T(255));
        }
    });
    return picture;
}

/// Anywhere, as large as the sum of 255 a pixel may be in 32 bits; first those at the ends.
std::vector<Region> boxes_of(int64_t side) {
    std::mt19937 random(12);
    std::vector<Region> boxes = {{side - 1, side - 1, side, side}, {0, 0, 1, 1}};
    const Region corner{side / 2, side / 2, side, side};
    if (corner.count() <= reference::pixels_in_32_bits) boxes.push_back(corner);
    while (boxes.size() < random_boxes) {
        const auto pick = [&](int64_t most) { return int64_t(random()) % most; };
        const int64_t x = pick(side), y = pick(side);
        const Region box{x, y, x + 1 + pick(side - x), y + 1 + pick(side - y)};
        if (box.count() <= reference::pixels_in_32_bits) boxes.push_back(box);
    }
    return boxes;
}

/// The box's sum as the table's own type adds it up.
template <typename T>
double corner_sum(const Array& table, const Region& box) {
    const auto entries = table.view<T>();
    const int64_t width = table.extent().width;
    const auto at = [&](int64_t x, int64_t y) {
        return x == 0 || y == 0 ? T{0} : entries[(y - 1) * width + x - 1];
    };
    return double(T(at(box.x1, box.y1) - at(box.x0, box.y1) - at(box.x1, box.y0) + at(box.x0, box.y0)));
}

double error_of(const Array& table, const Region& box) {
    return visit_type(table.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_same_v<T, bool>)
            return 0.0;
        else
            return std::fabs(corner_sum<T>(table, box) - 255.0 * double(box.count()));
    });
}

/// True if every entry is exact that has to be in any order of additions: twice its sum fits the float's bits
/// (some orders add two neighbours before they subtract).
bool small_entries_are_exact(const Array& table) {
    const double exact = table.type() == ScalarType::f32 ? 0x1p23 : 0x1p52;
    const Extent extent = table.extent();
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x) {
            const double sum = 255.0 * double((x + 1) * (y + 1));
            if (sum > exact) break;
            if (table.number(y * extent.width + x) != sum) return false;
        }
    return true;
}

}  // namespace

WhiteResult measure_white(const Algorithm& algorithm, const backends::Backend& on, ScalarType input,
                          int64_t side) {
    const Array picture = white_picture(input, side);
    const Array table = make_table(picture, algorithm, on, Convention::inclusive).table;
    WhiteResult result;
    result.whole = 255.0 * double(side * side);
    result.last_entry = table.number(table.count() - 1);
    for (const Region& box : boxes_of(side)) {
        const double error = error_of(table, box);
        ++result.boxes;
        result.boxes_wrong += error == 0 ? 0 : 1;
        result.worst_box = std::max(result.worst_box, error);
    }
    for (int64_t i = 0; i < side; ++i)
        result.worst_pixel = std::max(result.worst_pixel, error_of(table, {i, i, i + 1, i + 1}));
    if (is_floating(table.type()))
        result.right = small_entries_are_exact(table);
    else
        result.right = result.boxes_wrong == 0 && result.worst_pixel == 0 &&
                       result.last_entry == std::fmod(result.whole, 4294967296.0);
    return result;
}

}  // namespace upsweep::vision
