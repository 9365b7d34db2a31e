#include "reference/box_differences.h"

namespace upsweep::reference {
namespace {

/// The pixels of a box, added up one by one.
std::int64_t sum_of(const Array& grey, const WeightedBox& box, std::int64_t x, std::int64_t y) {
    const auto pixels = grey.view<std::uint8_t>();
    std::int64_t sum = 0;
    for (std::int64_t row = y + box.y0; row < y + box.y1; ++row)
        for (std::int64_t column = x + box.x0; column < x + box.x1; ++column)
            sum += pixels[static_cast<std::size_t>(row * grey.extent().width + column)];
    return sum;
}

std::int64_t sum_of(const Array& grey, const std::vector<WeightedBox>& boxes, std::int64_t x,
                    std::int64_t y) {
    std::int64_t sum = 0;
    for (const WeightedBox& box : boxes) sum += box.weight * sum_of(grey, box, x, y);
    return sum;
}

}  // namespace

std::vector<WeightedBox> boxes_of(BoxResponse response, std::int64_t size) {
    const std::int64_t lobe = size / 3, half = size / 2, middle = lobe / 2;
    switch (response) {
        case BoxResponse::xx:
            return {{-half, 1 - lobe, half + 1, lobe, 1}, {-middle, 1 - lobe, middle + 1, lobe, -3}};
        case BoxResponse::yy:
            return {{1 - lobe, -half, lobe, half + 1, 1}, {1 - lobe, -middle, lobe, middle + 1, -3}};
        case BoxResponse::xy:
            return {{-lobe, -lobe, 0, 0, 1},
                    {1, -lobe, 1 + lobe, 0, -1},
                    {-lobe, 1, 0, 1 + lobe, -1},
                    {1, 1, 1 + lobe, 1 + lobe, 1}};
        case BoxResponse::centre_surround:
            return {{-half, -half, half + 1, half + 1, 1}, {-middle, -middle, middle + 1, middle + 1, 1}};
        case BoxResponse::determinant:
            break;
    }
    return {};
}

float centre_less_surround(std::int64_t whole, std::int64_t centre, std::int64_t size) {
    const std::int64_t inner = size / 3 * (size / 3);
    return static_cast<float>(centre) / static_cast<float>(inner) -
           static_cast<float>(whole - centre) / static_cast<float>(size * size - inner);
}

float hessian_determinant(float xx, float yy, float xy) {
    const float weighted = 0.9F * xy;
    return xx * yy - weighted * weighted;
}

Array difference_of_boxes(const Array& grey, BoxResponse response, std::int64_t size) {
    const Extent picture = grey.extent();
    Array values(ScalarType::f32, picture);
    const auto to = values.view<float>();
    const auto area = static_cast<float>(size * size);
    for (std::int64_t y = size / 2; y < picture.height - size / 2; ++y)
        for (std::int64_t x = size / 2; x < picture.width - size / 2; ++x) {
            const auto derivative = [&](BoxResponse of) {
                return static_cast<float>(sum_of(grey, boxes_of(of, size), x, y)) / area;
            };
            float& value = to[static_cast<std::size_t>(y * picture.width + x)];
            if (response == BoxResponse::determinant) {
                value = hessian_determinant(derivative(BoxResponse::xx), derivative(BoxResponse::yy),
                                            derivative(BoxResponse::xy));
            } else if (response == BoxResponse::centre_surround) {
                const std::vector<WeightedBox> boxes = boxes_of(response, size);
                value =
                    centre_less_surround(sum_of(grey, boxes[0], x, y), sum_of(grey, boxes[1], x, y), size);
            } else {
                value = derivative(response);
            }
        }
    return values;
}

std::string_view name_of(BoxResponse response) {
    switch (response) {
        case BoxResponse::xx:
            return "xx";
        case BoxResponse::yy:
            return "yy";
        case BoxResponse::xy:
            return "xy";
        case BoxResponse::determinant:
            return "determinant";
        case BoxResponse::centre_surround:
            break;
    }
    return "centre_surround";
}

}  // namespace upsweep::reference
