#include "vision/likelihood_rows.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/parallel.h"
#include "core/vectors.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

/// A row's counts of one bin, and what they add to the map.
struct Row {
    const std::uint32_t* counts;
    std::uint32_t wanted;
    float* map;
    std::int64_t places;
};

template <Measure measure>
UPSWEEP_INLINE void add(const Row& row) {
    const std::uint32_t* __restrict counts = row.counts;
    float* __restrict map = row.map;
    const std::uint32_t wanted = row.wanted;
    const auto as_float = static_cast<float>(wanted);
    for (std::int64_t x = 0, places = row.places; x < places; ++x) {
        // Counts are below 2³¹, and convert faster as signed numbers.
        if constexpr (measure == Measure::intersection)
            map[x] += static_cast<float>(static_cast<std::int32_t>(std::min(counts[x], wanted)));
        else
            map[x] += std::sqrt(static_cast<float>(static_cast<std::int32_t>(counts[x])) * as_float);
    }
}

/// One thread's rows: the template's bins, and how many of a window's rows each column has of them.
class Columns {
  public:
    Columns(const Array& binned, const Histogram& wanted, Extent window)
        : pixels_(binned.view<std::uint8_t>().data()),
          width_(binned.extent().width),
          window_(window),
          row_(static_cast<std::size_t>(width_ - window.width + 1)) {
        for (std::size_t bin = 0; bin < wanted.size(); ++bin)
            if (wanted[bin] > 0) {
                place_of_[bin] = 1 + static_cast<std::int64_t>(wanted_.size());
                wanted_.push_back(wanted[bin]);
            }
        // Pixels of other bins are counted in row 0, which is never read.
        counts_.resize((wanted_.size() + 1) * static_cast<std::size_t>(width_));
    }

    /// The rows of the window at y: all counted afresh, or those of the row above less one and one more.
    void begin(std::int64_t y) {
        for (std::int64_t row = y; row < y + window_.height; ++row) count<1>(row);
    }
    void go_down(std::int64_t y) {
        count<-1>(y - 1);
        count<1>(y + window_.height - 1);
    }

    /// The row's likeness, from bin 0 on.
    void compare(float* map, void (*add_bin)(const Row&)) {
        const auto places = static_cast<std::int64_t>(row_.size());
        for (std::size_t bin = 0; bin < wanted_.size(); ++bin) {
            const std::uint16_t* column = counts_.data() + (bin + 1) * static_cast<std::size_t>(width_);
            std::uint32_t sum = 0;
            for (std::int64_t x = 0; x < window_.width - 1; ++x) sum += column[x];
            const std::uint16_t* entering = column + window_.width - 1;
            for (std::int64_t x = 0; x < places; ++x) {
                sum += entering[x];
                row_[static_cast<std::size_t>(x)] = sum;
                sum -= column[x];
            }
            add_bin({row_.data(), wanted_[bin], map, places});
        }
        const float pixels = static_cast<float>(window_.width) * static_cast<float>(window_.height);
        for (std::int64_t x = 0; x < places; ++x) map[x] /= pixels;
    }

  private:
    template <int step>
    void count(std::int64_t y) {
        const std::uint8_t* row = pixels_ + y * width_;
        for (std::int64_t x = 0; x < width_; ++x) {
            std::uint16_t& counter = counts_[static_cast<std::size_t>(place_of_[row[x]] * width_ + x)];
            counter = static_cast<std::uint16_t>(counter + step);
        }
    }

    const std::uint8_t* pixels_;
    std::int64_t width_;
    Extent window_;
    std::vector<std::uint32_t> wanted_, row_;
    std::array<std::int64_t, 256> place_of_{};
    std::vector<std::uint16_t> counts_;
};

}  // namespace

Array likelihood_map_by_columns(const Array& binned, const Histogram& wanted, Extent window, Measure measure,
                                const std::atomic<bool>* cancel, int threads) {
    const Extent picture = binned.extent();
    assert(window.height <= 65535 && window.width <= picture.width && window.height <= picture.height);
    Array map(ScalarType::f32, {picture.width - window.width + 1, picture.height - window.height + 1});
    static const auto add_shared = form_for_this_processor<add<Measure::intersection>>(),
                      add_roots = form_for_this_processor<add<Measure::bhattacharyya>>();
    const auto add_bin = measure == Measure::intersection ? add_shared : add_roots;
    float* to = map.view<float>().data();
    parallel_rows(
        map.extent().height,
        [&](std::int64_t first, std::int64_t last) {
            Columns columns(binned, wanted, window);
            for (std::int64_t y = first; y < last; ++y) {
                stop_if(cancel);
                y == first ? columns.begin(y) : columns.go_down(y);
                columns.compare(to + y * map.extent().width, add_bin);
            }
        },
        threads);
    return map;
}

}  // namespace upsweep::vision
