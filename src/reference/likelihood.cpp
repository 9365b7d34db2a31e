#include "reference/likelihood.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace upsweep::reference {
namespace {

/// One bin's plane; entry (x, y) counts what is left of and above position (x, y).
class Plane {
  public:
    Plane(const std::uint32_t* table, std::int64_t width) : table_(table), width_(width) {}
    std::uint32_t at(std::int64_t x, std::int64_t y) const {
        return x == 0 || y == 0 ? 0 : table_[(y - 1) * width_ + x - 1];
    }
    std::uint32_t count(const Rectangle& r) const {
        return at(r.x1, r.y1) - at(r.x0, r.y1) - at(r.x1, r.y0) + at(r.x0, r.y0);
    }

  private:
    const std::uint32_t* table_;
    std::int64_t width_;
};

float shared(std::uint32_t a, std::uint32_t b, Measure measure) {
    if (measure == Measure::intersection) return static_cast<float>(std::min(a, b));
    return std::sqrt(static_cast<float>(a) * static_cast<float>(b));
}

}  // namespace

std::array<std::uint8_t, 256> bin_table(const Array& image, Binning binning, BinWidths widths) {
    std::array<std::uint8_t, 256> table{};
    if (widths == BinWidths::equal_width) {
        for (std::size_t value = 0; value < table.size(); ++value)
            table[value] = static_cast<std::uint8_t>(binning.bin_of(static_cast<std::int64_t>(value)));
        return table;
    }
    std::array<std::int64_t, 256> counts{};
    for (const std::uint8_t pixel : image.view<std::uint8_t>()) ++counts[pixel];
    std::int64_t below = 0;
    for (std::size_t value = 0; value < table.size(); ++value) {
        // All pixels may lie below: no pixel has this value then.
        table[value] = static_cast<std::uint8_t>(
            std::min<std::int64_t>(binning.bins * below / image.count(), binning.bins - 1));
        below += counts[value];
    }
    return table;
}

std::vector<std::uint32_t> count_bins(const Array& image, Binning binning, Rectangle rectangle) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(binning.bins));
    const auto pixels = image.view<std::uint8_t>();
    for (std::int64_t y = rectangle.y0; y < rectangle.y1; ++y)
        for (std::int64_t x = rectangle.x0; x < rectangle.x1; ++x) {
            const std::uint8_t pixel = pixels[static_cast<std::size_t>(y * image.extent().width + x)];
            ++counts[static_cast<std::size_t>(binning.bin_of(pixel))];
        }
    return counts;
}

std::vector<std::uint32_t> region_histogram(const Array& tensor, std::int64_t height, Rectangle rectangle) {
    const std::int64_t width = tensor.extent().width, bins = tensor.extent().height / height;
    const std::uint32_t* planes = tensor.view<std::uint32_t>().data();
    std::vector<std::uint32_t> counts;
    for (std::int64_t bin = 0; bin < bins; ++bin)
        counts.push_back(Plane(planes + bin * width * height, width).count(rectangle));
    return counts;
}

float likeness(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, Measure measure,
               std::int64_t pixels) {
    float sum = 0;
    for (std::size_t bin = 0; bin < a.size(); ++bin) sum += shared(a[bin], b[bin], measure);
    return sum / static_cast<float>(pixels);
}

Array likelihood_map(const Array& tensor, std::int64_t height, const std::vector<std::uint32_t>& wanted,
                     Extent window, Measure measure, int threads) {
    const std::int64_t width = tensor.extent().width;
    Array map(ScalarType::f32, {width - window.width + 1, height - window.height + 1});
    const std::uint32_t* planes = tensor.view<std::uint32_t>().data();
    float* to = map.view<float>().data();
    // Bin by bin along a row, so that a plane's rows are read side by side; each place adds from bin 0 on.
    const auto rows = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t y = first; y < last; ++y) {
            float* here = to + y * map.extent().width;
            for (std::size_t bin = 0; bin < wanted.size(); ++bin) {
                const Plane plane(planes + static_cast<std::int64_t>(bin) * width * height, width);
                for (std::int64_t x = 0; x < map.extent().width; ++x)
                    here[x] += shared(plane.count({x, y, x + window.width, y + window.height}), wanted[bin],
                                      measure);
            }
            for (std::int64_t x = 0; x < map.extent().width; ++x)
                here[x] /= static_cast<float>(window.width) * static_cast<float>(window.height);
        }
    };
    parallel_rows(map.extent().height, rows, threads);
    return map;
}

}  // namespace upsweep::reference
