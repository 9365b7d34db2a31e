// Windows added up one by one.
#include "reference/box_filter.h"

#include <algorithm>
#include <type_traits>

namespace upsweep::reference {
namespace {

/// Each element's sum over the window in `Sum`, and how many pixels are in it: rows first, then columns.
template <typename Sum, typename Value>
class Windows {
  public:
    Windows(Extent extent, int64_t radius, Border border, Value value)
        : width_(extent.width), height_(extent.height) {
        std::vector<Sum> rows(size_t(extent.count()));
        sums_.resize(rows.size());
        for (int64_t y = 0; y < height_; ++y)
            for (int64_t x = 0; x < width_; ++x)
                visit(x, radius, width_, border,
                      [&](int64_t at) { rows[place(x, y)] += value(place(at, y)); });
        for (int64_t y = 0; y < height_; ++y)
            visit(y, radius, height_, border, [&](int64_t at) {
                for (int64_t x = 0; x < width_; ++x) sums_[place(x, y)] += rows[place(x, at)];
            });
        const auto count = [&](int64_t at, int64_t size) {
            int64_t pixels = 0;
            visit(at, radius, size, border, [&](int64_t) { ++pixels; });
            return pixels;
        };
        for (int64_t x = 0; x < width_; ++x) columns_.push_back(count(x, width_));
        for (int64_t y = 0; y < height_; ++y) lines_.push_back(count(y, height_));
    }

    Sum sum(int64_t i) const { return sums_[i]; }
    int64_t count(int64_t i) const { return columns_[i % width_] * lines_[i / width_]; }

  private:
    size_t place(int64_t x, int64_t y) const { return size_t(y * width_ + x); }

    /// Calls f with every pixel of the window on one axis. Whole repetitions of a large window are many
    /// calls.
    template <typename F>
    static void visit(int64_t at, int64_t radius, int64_t size, Border border, F f) {
        for (int64_t i = at - radius; i <= at + radius; ++i)
            if (const int64_t pixel = pixel_at(i, size, border); pixel >= 0) f(pixel);
    }

    int64_t width_, height_;
    std::vector<Sum> sums_;
    std::vector<int64_t> columns_, lines_;
};

template <typename Sum, typename T>
auto windows_of(const Array& input, int64_t radius, Border border) {
    const auto value = [pixels = input.view<T>()](size_t i) { return static_cast<Sum>(pixels[i]); };
    return Windows<Sum, decltype(value)>(input.extent(), radius, border, value);
}

}  // namespace

int64_t pixel_at(int64_t place, int64_t size, Border border) {
    if (place >= 0 && place < size) return place;
    if (border == Border::cut) return -1;
    if (border == Border::replicate) return place < 0 ? 0 : size - 1;
    const int64_t turn = (place % (2 * size) + 2 * size) % (2 * size);
    return turn < size ? turn : 2 * size - 1 - turn;
}

Array box_filter(const Array& input, int64_t radius, Border border) {
    Array output(input.type(), input.extent());
    if (input.type() == ScalarType::u8) {
        const auto windows = windows_of<int64_t, uint8_t>(input, radius, border);
        for (int64_t i = 0; i < output.count(); ++i)
            output.view<uint8_t>()[i] = uint8_t((windows.sum(i) + windows.count(i) / 2) / windows.count(i));
    } else {
        const auto windows = windows_of<double, float>(input, radius, border);
        for (int64_t i = 0; i < output.count(); ++i)
            output.view<float>()[i] = float(windows.sum(i) / double(windows.count(i)));
    }
    return output;
}

Array local_statistics(const Array& input, int64_t radius) {
    const auto sums = windows_of<int64_t, uint8_t>(input, radius, Border::cut);
    const auto square = [pixels = input.view<uint8_t>()](size_t i) { return int64_t(pixels[i]) * pixels[i]; };
    const Windows<int64_t, decltype(square)> squares(input.extent(), radius, Border::cut, square);
    Array output(ScalarType::f32, {input.extent().width, 2 * input.extent().height});
    const auto to = output.view<float>();
    for (int64_t i = 0; i < input.count(); ++i) {
        const auto n = double(sums.count(i));
        const int64_t sum = sums.sum(i), scaled = sums.count(i) * squares.sum(i) - sum * sum;
        to[i] = float(double(sum) / n);
        to[i + input.count()] = float(double(scaled) / (n * n));
    }
    return output;
}

Array adaptive_threshold(const Array& input, int64_t radius, int64_t percent) {
    const auto windows = windows_of<int64_t, uint8_t>(input, radius, Border::cut);
    Array output(ScalarType::u8, input.extent());
    for (int64_t i = 0; i < output.count(); ++i) {
        const auto pixel = int64_t(input.view<uint8_t>()[i]);
        const bool dark = pixel * windows.count(i) * 100 < windows.sum(i) * (100 - percent);
        output.view<uint8_t>()[i] = dark ? 0 : 255;
    }
    return output;
}

namespace {

/// The pixels of a box, added up one by one.
int64_t sum_of(const Array& grey, const WeightedBox& box, int64_t x, int64_t y) {
    const auto pixels = grey.view<uint8_t>();
    int64_t sum = 0;
    for (int64_t row = y + box.y0; row < y + box.y1; ++row)
        for (int64_t column = x + box.x0; column < x + box.x1; ++column)
            sum += pixels[row * grey.extent().width + column];
    return sum;
}

int64_t sum_of(const Array& grey, const std::vector<WeightedBox>& boxes, int64_t x, int64_t y) {
    int64_t sum = 0;
    for (const WeightedBox& box : boxes) sum += box.weight * sum_of(grey, box, x, y);
    return sum;
}

}  // namespace

std::vector<WeightedBox> boxes_of(BoxResponse response, int64_t size) {
    const int64_t lobe = size / 3, half = size / 2, middle = lobe / 2;
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

float centre_less_surround(int64_t whole, int64_t centre, int64_t size) {
    const int64_t inner = size / 3 * (size / 3);
    return float(centre) / float(inner) - float(whole - centre) / float(size * size - inner);
}

float hessian_determinant(float xx, float yy, float xy) {
    const float weighted = 0.9F * xy;
    return xx * yy - weighted * weighted;
}

Array difference_of_boxes(const Array& grey, BoxResponse response, int64_t size) {
    const Extent picture = grey.extent();
    Array values(ScalarType::f32, picture);
    const auto to = values.view<float>();
    const auto area = float(size * size);
    for (int64_t y = size / 2; y < picture.height - size / 2; ++y)
        for (int64_t x = size / 2; x < picture.width - size / 2; ++x) {
            const auto derivative = [&](BoxResponse of) {
                return float(sum_of(grey, boxes_of(of, size), x, y)) / area;
            };
            float& value = to[y * picture.width + x];
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
    static constexpr std::string_view names[] = {"xx", "yy", "xy", "determinant", "centre_surround"};
    return names[size_t(response)];
}

}  // namespace upsweep::reference
