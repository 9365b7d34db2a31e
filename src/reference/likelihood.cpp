#include "reference/likelihood.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace upsweep::reference {
namespace {

/// One bin's plane; entry (x, y) counts what is left of and above position (x, y).
class Plane {
  public:
    Plane(const uint32_t* table, int64_t width) : table_(table), width_(width) {}
    uint32_t at(int64_t x, int64_t y) const {
        return x == 0 || y == 0 ? 0 : table_[(y - 1) * width_ + x - 1];
    }
    uint32_t count(const Rectangle& r) const {
        return at(r.x1, r.y1) - at(r.x0, r.y1) - at(r.x1, r.y0) + at(r.x0, r.y0);
    }

  private:
    const uint32_t* table_;
    int64_t width_;
};

float shared(uint32_t a, uint32_t b, Measure measure) {
    if (measure == Measure::intersection) return float(std::min(a, b));
    return std::sqrt(float(a) * float(b));
}

}  // namespace

std::array<uint8_t, 256> bin_table(const Array& image, Binning binning, BinWidths widths) {
    std::array<uint8_t, 256> table{};
    if (widths == BinWidths::equal_width) {
        for (size_t value = 0; value < table.size(); ++value)
            table[value] = uint8_t(binning.bin_of(int64_t(value)));
        return table;
    }
    std::array<int64_t, 256> counts{};
    for (const uint8_t pixel : image.view<uint8_t>()) ++counts[pixel];
    int64_t below = 0;
    for (size_t value = 0; value < table.size(); ++value) {
        // All pixels may lie below: no pixel has this value then.
        table[value] = uint8_t(std::min<int64_t>(binning.bins * below / image.count(), binning.bins - 1));
        below += counts[value];
    }
    return table;
}

std::vector<uint32_t> count_bins(const Array& image, Binning binning, Rectangle rectangle) {
    std::vector<uint32_t> counts(size_t(binning.bins));
    const auto pixels = image.view<uint8_t>();
    for (int64_t y = rectangle.y0; y < rectangle.y1; ++y)
        for (int64_t x = rectangle.x0; x < rectangle.x1; ++x) {
            const uint8_t pixel = pixels[y * image.extent().width + x];
            ++counts[binning.bin_of(pixel)];
        }
    return counts;
}

std::vector<uint32_t> region_histogram(const Array& tensor, int64_t height, Rectangle rectangle) {
    const int64_t width = tensor.extent().width, bins = tensor.extent().height / height;
    const uint32_t* planes = tensor.view<uint32_t>().data();
    std::vector<uint32_t> counts;
    for (int64_t bin = 0; bin < bins; ++bin)
        counts.push_back(Plane(planes + bin * width * height, width).count(rectangle));
    return counts;
}

float likeness(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, Measure measure,
               int64_t pixels) {
    float sum = 0;
    for (size_t bin = 0; bin < a.size(); ++bin) sum += shared(a[bin], b[bin], measure);
    return sum / float(pixels);
}

Array likelihood_map(const Array& tensor, int64_t height, const std::vector<uint32_t>& wanted, Extent window,
                     Measure measure, int threads) {
    const int64_t width = tensor.extent().width;
    Array map(ScalarType::f32, {width - window.width + 1, height - window.height + 1});
    const uint32_t* planes = tensor.view<uint32_t>().data();
    float* to = map.view<float>().data();
    // Bin by bin along a row, so that a plane's rows are read side by side; each place adds from bin 0 on.
    const auto rows = [&](int64_t first, int64_t last) {
        for (int64_t y = first; y < last; ++y) {
            float* here = to + y * map.extent().width;
            for (size_t bin = 0; bin < wanted.size(); ++bin) {
                const Plane plane(planes + int64_t(bin) * width * height, width);
                for (int64_t x = 0; x < map.extent().width; ++x)
                    here[x] += shared(plane.count({x, y, x + window.width, y + window.height}), wanted[bin],
                                      measure);
            }
            for (int64_t x = 0; x < map.extent().width; ++x)
                here[x] /= float(window.width) * float(window.height);
        }
    };
    parallel_rows(map.extent().height, rows, threads);
    return map;
}

}  // namespace upsweep::reference
