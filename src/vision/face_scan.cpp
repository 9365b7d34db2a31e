#include "vision/face_scan.h"

#include <algorithm>
#include <mutex>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/ranges.h"
#include "reference/haar_cascade.h"
#include "vision/face_stages.h"
#include "vision/operation.h"

namespace upsweep::vision {
namespace {

/// The rows of one level's picture, in ascending order: as reference::resized makes them.
class LevelRows {
  public:
    /// All four must outlive it.
    LevelRows(const Array& picture, Extent extent, const std::vector<reference::ResizeTap>& across,
              const std::vector<reference::ResizeTap>& down);

    /// Row y, which holds until the next call.
    const uint8_t* row(int64_t y);

  private:
    const uint16_t* shrunk(int64_t y);

    const uint8_t* pixels_;
    Extent before_, after_;
    const std::vector<reference::ResizeTap>& across_;
    const std::vector<reference::ResizeTap>& down_;
    /// Two rows of the picture, shrunk across, in 256ths; which they are (-1: none).
    std::vector<uint16_t> shrunk_[2];
    int64_t which_[2] = {-1, -1};
    std::vector<uint8_t> row_;
};

/// A window of rows of two padded tables, of pixels and of their squares, modulo 2^32. With a step of 2 each
/// row has its even columns first and then its odd ones, so that windows two pixels apart read neighbours.
class TableRows {
  public:
    TableRows(int64_t width, int64_t step);

    int64_t stride() const { return stride_; }
    /// Where the corner (x, y) of a window is from the window's own element.
    int32_t offset(int x, int y) const {
        const int64_t column = step_ == 2 ? x / 2 + (x % 2) * half_ : x;
        return int32_t(y * stride_ + column);
    }

    /// Room for so many rows of pixels at once.
    void reserve(int64_t rows);
    /// One row of zeros, as above the first row of pixels.
    void begin();
    void append(const uint8_t* pixels);
    /// Drops the rows above `first`, which becomes row 0.
    void keep_from(int64_t first);

    const int32_t* sums(int64_t row) const {
        return reinterpret_cast<const int32_t*>(sums_.data() + row * stride_);
    }
    const uint32_t* squares(int64_t row) const { return squares_.data() + row * stride_; }

  private:
    int64_t width_, step_, half_, stride_, rows_ = 0;
    std::vector<uint32_t> sums_, squares_;
};

int64_t rounded_up(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

LevelRows::LevelRows(const Array& picture, Extent extent, const std::vector<reference::ResizeTap>& across,
                     const std::vector<reference::ResizeTap>& down)
    : pixels_(picture.view<uint8_t>().data()),
      before_(picture.extent()),
      after_(extent),
      across_(across),
      down_(down),
      row_(size_t(extent.width)) {
    for (auto& row : shrunk_) row.resize(size_t(extent.width));
}

const uint16_t* LevelRows::shrunk(int64_t y) {
    for (size_t k = 0; k < 2; ++k)
        if (which_[k] == y) return shrunk_[k].data();
    // The older of the two goes.
    const size_t k = which_[0] <= which_[1] ? 0 : 1;
    which_[k] = y;
    const uint8_t* __restrict from = pixels_ + y * before_.width;
    const reference::ResizeTap* __restrict taps = across_.data();
    uint16_t* __restrict to = shrunk_[k].data();
    const int32_t last = int32_t(before_.width) - 1;
    for (int64_t x = 0; x < after_.width; ++x) {
        const int32_t first = taps[x].first, weight = taps[x].second_weight;
        // Beyond the last pixel the weight is 0.
        to[x] = uint16_t((256 - weight) * from[first] + weight * from[std::min(first + 1, last)]);
    }
    return to;
}

const uint8_t* LevelRows::row(int64_t y) {
    if (before_ == after_) return pixels_ + y * before_.width;
    const auto [first, weight] = down_[y];
    const uint16_t* __restrict upper = shrunk(first);
    const uint16_t* __restrict lower = weight ? shrunk(first + 1) : upper;
    uint8_t* __restrict to = row_.data();
    const auto above = uint32_t(256 - weight), below = uint32_t(weight);
    for (int64_t x = 0; x < after_.width; ++x)
        to[x] = uint8_t((above * upper[x] + below * lower[x] + 32768) >> 16);
    return to;
}

TableRows::TableRows(int64_t width, int64_t step)
    : width_(width),
      step_(step),
      half_(rounded_up(width / 2 + 1, windows_at_once)),
      stride_(step == 2 ? 2 * half_ : rounded_up(width + 1, windows_at_once)) {}

void TableRows::reserve(int64_t rows) {
    // A row of windows may read some elements past the last.
    const auto count = size_t((rows + 1) * stride_ + 2 * windows_at_once);
    sums_.assign(count, 0);
    squares_.assign(count, 0);
}

void TableRows::begin() {
    rows_ = 1;
    std::fill_n(sums_.begin(), stride_, 0);
    std::fill_n(squares_.begin(), stride_, 0);
}

void TableRows::append(const uint8_t* pixels) {
    const uint32_t* __restrict above = sums_.data() + (rows_ - 1) * stride_;
    const uint32_t* __restrict above_squares = squares_.data() + (rows_ - 1) * stride_;
    uint32_t* __restrict sums = sums_.data() + rows_ * stride_;
    uint32_t* __restrict squares = squares_.data() + rows_ * stride_;
    ++rows_;
    uint32_t sum = 0, square = 0;
    sums[0] = squares[0] = 0;
    const auto put = [&](uint32_t pixel, int64_t at) {
        sum += pixel;
        square += pixel * pixel;
        sums[at] = above[at] + sum;
        squares[at] = above_squares[at] + square;
    };
    if (step_ == 1) {
        for (int64_t x = 0; x < width_; ++x) put(pixels[x], x + 1);
        return;
    }
    // Pixel x ends in column x + 1: even pixels in odd columns.
    int64_t x = 0;
    for (; x + 1 < width_; x += 2) {
        put(pixels[x], half_ + x / 2);
        put(pixels[x + 1], x / 2 + 1);
    }
    if (x < width_) put(pixels[x], half_ + x / 2);
}

void TableRows::keep_from(int64_t first) {
    const auto move = [&](std::vector<uint32_t>& table) {
        std::copy(table.begin() + first * stride_, table.begin() + rows_ * stride_, table.begin());
    };
    move(sums_);
    move(squares_);
    rows_ -= first;
}

using reference::PyramidLevel;

/// Rows of windows that a core takes at a time: many, as the first of them make rows of pixels that others
/// make too; fewer where more cores have to be kept busy.
constexpr int64_t rows_a_band = 192, rows_of_many_cores = 64, many_cores = 5;
/// Rows of pixels whose tables are in a core's cache at once.
constexpr int64_t pixel_rows_at_once = 48;
/// Windows that are worth another thread.
constexpr int64_t windows_a_thread = 4096;

/// Seconds of one thread's three parts; `go_on` counts the time since the last call for a part.
struct Stopwatch {
    double last = steady_seconds(), pyramid = 0, tables = 0, cascade = 0;
    void go_on(double Stopwatch::*part) {
        const double now = steady_seconds();
        this->*part += now - last;
        last = now;
    }
};

std::array<int32_t, 4> corners_at(const cascade::Part& part, const TableRows& layout) {
    return {layout.offset(part.x, part.y), layout.offset(part.x + part.width, part.y),
            layout.offset(part.x, part.y + part.height),
            layout.offset(part.x + part.width, part.y + part.height)};
}

ScanCascade laid_over(const cascade::Cascade& cascade, const std::vector<cascade::Feature>& features,
                      const cascade::Part& norm, cascade::Rule rule, const TableRows& layout) {
    ScanCascade scan{
        rule, cascade.stages, {}, corners_at(norm, layout), int64_t{norm.width} * norm.height, norm.weight};
    for (const cascade::Stump& stump : cascade.stumps) {
        const cascade::Feature& feature = features[stump.feature];
        ScanStump to;
        for (size_t p = 0; p < size_t(feature.count); ++p) {
            const auto corner = corners_at(feature.parts[p], layout);
            std::copy(corner.begin(), corner.end(), to.corner.begin() + ptrdiff_t(4 * p));
            to.weight[p] = feature.parts[p].weight;
        }
        to.threshold = stump.threshold;
        to.below = stump.below;
        to.otherwise = stump.otherwise;
        to.third = feature.count == 3;
        scan.stumps.push_back(to);
    }
    return scan;
}

/// What one thread keeps for itself.
struct Worker {
    std::vector<float> contrast;
    std::vector<int32_t> passed;
    ScanResult result;
    Stopwatch watch;

    void scan(const ScanCascade& cascade, ScanRow row, size_t level, int64_t y, int64_t step) {
        const int64_t padded = row.count + windows_at_once;
        if (int64_t(contrast.size()) < padded) {
            contrast.resize(size_t(padded));
            passed.resize(size_t(padded));
        }
        row.contrast = contrast.data();
        row.passed = passed.data();
        row.left = result.left.data();
        const int64_t found = scan_row(cascade, row);
        for (int64_t k = 0; k < found; ++k)
            result.places.push_back({int32_t(level), int32_t(passed[k] * step), int32_t(y)});
    }
};

struct Band {
    size_t level = 0;
    int64_t first = 0, last = 0;  ///< rows of places
};

/// All cores: windows have much more to do than memory to wait for.
int threads_of(int64_t windows) {
    return int(std::clamp<int64_t>(windows / windows_a_thread, 1, threads_here()));
}

std::vector<Band> bands_of(const std::vector<Extent>& places, int threads) {
    const int64_t rows = threads < many_cores ? rows_a_band : rows_of_many_cores;
    std::vector<Band> bands;
    for (size_t level = 0; level < places.size(); ++level)
        for (int64_t row = 0; row < places[level].height; row += rows)
            bands.push_back({level, row, std::min(row + rows, places[level].height)});
    return bands;
}

/// Shares the bands out, the first (largest) first, and adds up what the threads found.
template <typename Work>
ScanResult on_all_cores(const std::vector<Extent>& places, size_t stages, std::vector<FaceLevel>& out,
                        const std::atomic<bool>* cancel, Work&& work) {
    const double begin = steady_seconds();
    int64_t windows = 0;
    for (const Extent extent : places) windows += extent.count();
    const int threads = threads_of(windows);
    const std::vector<Band> bands = bands_of(places, threads);
    ScanResult sum;
    sum.left.assign(stages + 1, 0);
    Stopwatch total;
    std::mutex mutex;
    std::atomic<size_t> next{0};
    parallel_rows(
        threads,
        [&](int64_t, int64_t) {
            Worker worker;
            worker.result.left.assign(stages + 1, 0);
            for (size_t b = next++; b < bands.size(); b = next++) {
                stop_if(cancel);
                work(bands[b], worker);
            }
            const std::lock_guard lock(mutex);
            for (size_t s = 0; s <= stages; ++s) sum.left[s] += worker.result.left[s];
            append(sum.places, worker.result.places);
            total.pyramid += worker.watch.pyramid;
            total.tables += worker.watch.tables;
            total.cascade += worker.watch.cascade;
        },
        threads);
    for (const ScanResult::Place& place : sum.places) ++out[place.level].passed;
    // The threads work on all three at once: each part gets its share of the time that passed.
    const double wall = steady_seconds() - begin;
    const double all = std::max(total.pyramid + total.tables + total.cascade, 1e-9);
    sum.pyramid_ms = 1000 * wall * total.pyramid / all;
    sum.tables_ms = 1000 * wall * total.tables / all;
    sum.cascade_ms = 1000 * wall * total.cascade / all;
    return sum;
}

/// A level's map to be written, or null.
std::shared_ptr<Array> new_map(bool maps, ScalarType type, Extent extent) {
    return maps ? std::make_shared<Array>(type, extent) : nullptr;
}

uint8_t* row_of(const std::shared_ptr<Array>& map, int64_t y) {
    return map ? map->view<uint8_t>().data() + y * map->extent().width : nullptr;
}

}  // namespace

ScanResult scan_pyramid(const Array& grey, const cascade::Cascade& cascade, cascade::Rule rule,
                        const std::vector<PyramidLevel>& levels, std::vector<FaceLevel>& out, bool maps,
                        const std::atomic<bool>* cancel) {
    struct Level {
        ScanCascade scan;
        std::vector<reference::ResizeTap> across, down;
        std::shared_ptr<Array> picture, survived;
    };
    std::vector<Level> prepared(levels.size());
    std::vector<Extent> places;
    for (size_t l = 0; l < levels.size(); ++l) {
        const PyramidLevel& level = levels[l];
        const TableRows layout(level.extent.width, level.step);
        prepared[l] = {
            laid_over(cascade, cascade.features, cascade::inner_part(cascade.window), rule, layout),
            reference::resize_taps(grey.extent().width, level.extent.width, rule),
            reference::resize_taps(grey.extent().height, level.extent.height, rule),
            new_map(maps, ScalarType::u8, level.extent), new_map(maps, ScalarType::u8, level.places)};
        // No window goes over this one, so no band makes its rows.
        if (maps && level.places.count() == 0)
            *prepared[l].picture = reference::resized(grey, level.extent, rule);
        places.push_back(level.places);
        out[l].picture = prepared[l].picture;
        out[l].survived = prepared[l].survived;
    }
    return on_all_cores(places, cascade.stages.size(), out, cancel, [&](const Band& band, Worker& worker) {
        const PyramidLevel& level = levels[band.level];
        const Level& own = prepared[band.level];
        const int64_t step = level.step, window = cascade.window.height;
        const int64_t rows_at_once = std::max<int64_t>(pixel_rows_at_once / step, 1);
        TableRows tables(level.extent.width, step);
        tables.reserve(rows_at_once * step + window);
        LevelRows pixels(grey, level.extent, own.across, own.down);
        // Rows of the table are above the window's first row of pixels and below its last.
        int64_t made = band.first * step;  // the next row of pixels
        tables.begin();
        // Each row of the map's picture is written by one band.
        const bool last = band.last == level.places.height;
        const int64_t owned = last ? level.extent.height : band.last * step;
        const auto keep = [&](const uint8_t* line, int64_t y) {
            if (own.picture && y < owned) std::copy_n(line, level.extent.width, row_of(own.picture, y));
        };
        worker.watch.last = steady_seconds();
        for (int64_t row = band.first; row < band.last; row += rows_at_once) {
            stop_if(cancel);
            const int64_t end = std::min(row + rows_at_once, band.last);
            const int64_t top = row * step, needed = (end - 1) * step + window;
            if (row != band.first) tables.keep_from(top - (row - rows_at_once) * step);
            for (; made < needed; ++made) {
                const uint8_t* line = pixels.row(made);
                keep(line, made);
                worker.watch.go_on(&Stopwatch::pyramid);
                tables.append(line);
                worker.watch.go_on(&Stopwatch::tables);
            }
            for (int64_t y = row; y < end; ++y) {
                ScanRow scan;
                scan.sums = tables.sums((y - row) * step);
                scan.squares = tables.squares((y - row) * step);
                scan.count = level.places.width;
                scan.survived = row_of(own.survived, y);
                worker.scan(own.scan, scan, band.level, y * step, step);
            }
            worker.watch.go_on(&Stopwatch::cascade);
        }
        for (; own.picture && last && made < owned; ++made) keep(pixels.row(made), made);
    });
}

ScanResult scan_scaled_filters(const Array& grey, const cascade::Cascade& cascade,
                               const std::vector<PyramidLevel>& levels, std::vector<FaceLevel>& out,
                               bool maps, const std::atomic<bool>* cancel) {
    const double begin = steady_seconds();
    const int64_t width = grey.extent().width, height = grey.extent().height;
    const TableRows layout(width, 1);
    TableRows tables(width, 1);
    tables.reserve(height);
    std::vector<uint64_t> squares(size_t(layout.stride() * (height + 1)));
    tables.begin();
    for (int64_t y = 0; y < height; ++y) {
        const uint8_t* line = grey.view<uint8_t>().data() + y * width;
        tables.append(line);
        const uint64_t* above = squares.data() + y * layout.stride();
        uint64_t* here = squares.data() + (y + 1) * layout.stride();
        uint64_t run = 0;
        for (int64_t x = 0; x < width; ++x) {
            run += uint64_t{line[x]} * line[x];
            here[x + 1] = above[x + 1] + run;
        }
    }
    struct Level {
        ScanCascade scan;
        std::shared_ptr<Array> survived;
    };
    std::vector<Level> prepared(levels.size());
    std::vector<Extent> places;
    const auto shared = maps ? std::make_shared<const Array>(grey) : nullptr;
    for (size_t l = 0; l < levels.size(); ++l) {
        const reference::ScaledFeatures scaled = reference::scaled_features(cascade, levels[l]);
        places.push_back(out[l].places);
        prepared[l] = {laid_over(cascade, scaled.features, scaled.norm, cascade::Rule::paper, layout),
                       new_map(maps, ScalarType::u8, places.back())};
        out[l].picture = shared;
        out[l].survived = prepared[l].survived;
    }
    const double tables_ms = milliseconds_since(begin);
    ScanResult result =
        on_all_cores(places, cascade.stages.size(), out, cancel, [&](const Band& band, Worker& worker) {
            const Level& own = prepared[band.level];
            worker.watch.last = steady_seconds();
            for (int64_t y = band.first; y < band.last; ++y) {
                if (y % 16 == 0) stop_if(cancel);
                ScanRow scan;
                scan.sums = tables.sums(y);
                scan.wide_squares = squares.data() + y * layout.stride();
                scan.count = places[band.level].width;
                scan.survived = row_of(own.survived, y);
                worker.scan(own.scan, scan, band.level, y, 1);
            }
            worker.watch.go_on(&Stopwatch::cascade);
        });
    result.tables_ms += tables_ms;
    return result;
}

}  // namespace upsweep::vision
