#include "reference/integral_histogram.h"

#include <algorithm>
#include <array>

#include "core/parallel.h"
#include "core/row_sums.h"

namespace upsweep::reference {
namespace {

/// What a thread has to have to do before it is worth waking it (docs/cpu-forms.md).
constexpr int64_t counts_a_thread = int64_t{1} << 20;

/// One bin's plane. Its row above is kept near when the plane itself is streamed past the caches.
void count_plane(const uint8_t* bins, uint8_t bin, Extent extent, uint32_t* plane, bool streams) {
    const auto width = size_t(extent.width);
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
    for (size_t value = 0; value < table.size(); ++value)
        table[value] = uint8_t(binning.bin_of(int64_t(value)));
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
                count_plane(bins.data(), uint8_t(bin), extent, to + bin * extent.count(), streams);
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

}  // namespace upsweep::reference
