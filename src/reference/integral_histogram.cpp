#include "reference/integral_histogram.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/parallel.h"
#include "core/row_sums.h"

namespace upsweep::reference {

namespace {

/// What a thread has to have to do before it is worth waking it (docs/cpu-forms.md).
constexpr int64_t counts_a_thread = int64_t{1} << 20;

/// One bin's plane. Its row above is kept near when the plane itself is streamed past the caches.
void count_plane(const uint8_t* bins, uint8_t bin, Extent extent, uint32_t* plane, bool streams) {
    const size_t width = extent.width;
    std::vector<uint32_t> kept(width);
    const uint32_t* above = kept.data();  // zeros
    for (int64_t y = 0; y < extent.height; ++y) {
        uint32_t* here = plane + y * extent.width;
        uint32_t* sums = streams ? kept.data() : here;
        add_matches(bins + y * extent.width, bin, above, sums, streams ? here : nullptr, width, 0);
        above = sums;
    }
    if (streams) finish_streaming();
}

}  // namespace

std::vector<uint8_t> bins_of(const Array& image, Binning binning) {
    std::array<uint8_t, 256> table{};
    for (size_t value = 0; value < table.size(); ++value) table[value] = binning.bin_of(value);
    const auto pixels = image.view<uint8_t>();
    std::vector<uint8_t> bins(pixels.size());
    std::transform(pixels.begin(), pixels.end(), bins.begin(), [&](uint8_t pixel) { return table[pixel]; });
    return bins;
}

Array integral_histogram(const Array& image, Binning binning, bool inclusive) {
    const int64_t w = image.extent().width, h = image.extent().height;
    const std::vector<uint8_t> bins = bins_of(image, binning);
    Array tensor(ScalarType::u32, {w, h * binning.bins});
    uint32_t* to = tensor.view<uint32_t>().data();
    const int64_t shift = inclusive ? 0 : 1;
    for (int64_t bin = 0; bin < binning.bins; ++bin, to += w * h)
        for (int64_t y = shift; y < h; ++y) {
            uint32_t count = 0;
            for (int64_t x = shift; x < w; ++x) {
                count += bins[(y - shift) * w + x - shift] == bin;
                to[y * w + x] = count + (y > 0 ? to[(y - 1) * w + x] : 0);
            }
        }
    return tensor;
}

void integral_histogram_fast(const Array& image, Array& output, Binning binning, int threads) {
    const Extent extent = image.extent();
    const std::vector<uint8_t> bins = bins_of(image, binning);
    uint32_t* to = output.view<uint32_t>().data();
    const bool streams = output.bytes().size() >= streamed_bytes;
    if (threads <= 0) threads = threads_for(output.count(), counts_a_thread);
    parallel_rows(
        binning.bins,
        [&](int64_t first, int64_t last) {
            for (int64_t bin = first; bin < last; ++bin)
                count_plane(bins.data(), bin, extent, to + bin * extent.count(), streams);
        },
        threads);
}

Array transpose_planes(const Array& tensor, int64_t height) {
    const int64_t w = tensor.extent().width, planes = tensor.extent().height / height;
    Array turned(tensor.type(), {height, w * planes});
    const auto from = tensor.view<uint32_t>();
    const auto to = turned.view<uint32_t>();
    for (int64_t plane = 0; plane < planes; ++plane)
        for (int64_t y = 0; y < height; ++y)
            for (int64_t x = 0; x < w; ++x)
                to[(plane * w + x) * height + y] = from[(plane * height + y) * w + x];
    return turned;
}

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
        for (size_t value = 0; value < table.size(); ++value) table[value] = binning.bin_of(value);
        return table;
    }
    std::array<int64_t, 256> counts{};
    for (const uint8_t pixel : image.view<uint8_t>()) ++counts[pixel];
    int64_t below = 0;
    for (size_t value = 0; value < table.size(); ++value) {
        // All pixels may lie below: no pixel has this value then.
        table[value] = std::min<int64_t>(binning.bins * below / image.count(), binning.bins - 1);
        below += counts[value];
    }
    return table;
}

std::vector<uint32_t> count_bins(const Array& image, Binning binning, Rectangle rectangle) {
    std::vector<uint32_t> counts(binning.bins);
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
