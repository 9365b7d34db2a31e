#include "vision/face_scan.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/error.h"
#include "core/parallel.h"
#include "reference/haar_cascade.h"
#include "vision/face_rows.h"
#include "vision/face_stages.h"

namespace upsweep::vision {
namespace {

using reference::PyramidLevel;
using Clock = std::chrono::steady_clock;

/// Rows of windows that a core takes at a time: many, as the first of them make rows of pixels that others
/// make too; fewer where more cores have to be kept busy.
constexpr std::int64_t rows_a_band = 192, rows_of_many_cores = 64, many_cores = 5;
/// Rows of pixels whose tables are in a core's cache at once.
constexpr std::int64_t pixel_rows_at_once = 48;
/// Windows that are worth another thread.
constexpr std::int64_t windows_a_thread = 4096;

void face_scan_stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

/// Seconds of one thread's three parts; `go_on` counts the time since the last call for a part.
struct Stopwatch {
    Clock::time_point last = Clock::now();
    double pyramid = 0, tables = 0, cascade = 0;
    void go_on(double Stopwatch::*part) {
        const Clock::time_point now = Clock::now();
        this->*part += std::chrono::duration<double>(now - last).count();
        last = now;
    }
};

std::array<std::int32_t, 4> corners_at(const cascade::Part& part, const TableRows& layout) {
    return {layout.offset(part.x, part.y), layout.offset(part.x + part.width, part.y),
            layout.offset(part.x, part.y + part.height),
            layout.offset(part.x + part.width, part.y + part.height)};
}

ScanCascade laid_over(const cascade::Cascade& cascade, const std::vector<cascade::Feature>& features,
                      const cascade::Part& norm, cascade::Rule rule, const TableRows& layout) {
    ScanCascade scan{
        rule,       cascade.stages, {}, corners_at(norm, layout), std::int64_t{norm.width} * norm.height,
        norm.weight};
    for (const cascade::Stump& stump : cascade.stumps) {
        const cascade::Feature& feature = features[static_cast<std::size_t>(stump.feature)];
        ScanStump to;
        for (std::size_t p = 0; p < static_cast<std::size_t>(feature.count); ++p) {
            const auto corner = corners_at(feature.parts[p], layout);
            std::copy(corner.begin(), corner.end(), to.corner.begin() + static_cast<std::ptrdiff_t>(4 * p));
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
    std::vector<std::int32_t> passed;
    ScanResult result;
    Stopwatch watch;

    void scan(const ScanCascade& cascade, ScanRow row, std::size_t level, std::int64_t y, std::int64_t step) {
        const std::int64_t padded = row.count + windows_at_once;
        if (static_cast<std::int64_t>(contrast.size()) < padded) {
            contrast.resize(static_cast<std::size_t>(padded));
            passed.resize(static_cast<std::size_t>(padded));
        }
        row.contrast = contrast.data();
        row.passed = passed.data();
        row.left = result.left.data();
        const std::int64_t found = scan_row(cascade, row);
        for (std::int64_t k = 0; k < found; ++k)
            result.places.push_back({static_cast<std::int32_t>(level),
                                     static_cast<std::int32_t>(passed[static_cast<std::size_t>(k)] * step),
                                     static_cast<std::int32_t>(y)});
    }
};

struct Band {
    std::size_t level = 0;
    std::int64_t first = 0, last = 0;  ///< rows of places
};

/// All cores: windows have much more to do than memory to wait for.
int threads_of(std::int64_t windows) {
    return static_cast<int>(std::clamp<std::int64_t>(windows / windows_a_thread, 1, threads_here()));
}

std::vector<Band> bands_of(const std::vector<Extent>& places, int threads) {
    const std::int64_t rows = threads < many_cores ? rows_a_band : rows_of_many_cores;
    std::vector<Band> bands;
    for (std::size_t level = 0; level < places.size(); ++level)
        for (std::int64_t row = 0; row < places[level].height; row += rows)
            bands.push_back({level, row, std::min(row + rows, places[level].height)});
    return bands;
}

/// Shares the bands out, the first (largest) first, and adds up what the threads found.
template <typename Work>
ScanResult on_all_cores(const std::vector<Extent>& places, std::size_t stages, std::vector<FaceLevel>& out,
                        const std::atomic<bool>* cancel, Work&& work) {
    const Clock::time_point begin = Clock::now();
    std::int64_t windows = 0;
    for (const Extent extent : places) windows += extent.count();
    const int threads = threads_of(windows);
    const std::vector<Band> bands = bands_of(places, threads);
    ScanResult sum;
    sum.left.assign(stages + 1, 0);
    Stopwatch total;
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    parallel_rows(
        threads,
        [&](std::int64_t, std::int64_t) {
            Worker worker;
            worker.result.left.assign(stages + 1, 0);
            for (std::size_t b = next++; b < bands.size(); b = next++) {
                face_scan_stop_if(cancel);
                work(bands[b], worker);
            }
            const std::lock_guard lock(mutex);
            for (std::size_t s = 0; s <= stages; ++s) sum.left[s] += worker.result.left[s];
            sum.places.insert(sum.places.end(), worker.result.places.begin(), worker.result.places.end());
            total.pyramid += worker.watch.pyramid;
            total.tables += worker.watch.tables;
            total.cascade += worker.watch.cascade;
        },
        threads);
    for (const ScanResult::Place& place : sum.places) ++out[static_cast<std::size_t>(place.level)].passed;
    // The threads work on all three at once: each part gets its share of the time that passed.
    const double wall = std::chrono::duration<double>(Clock::now() - begin).count();
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

std::uint8_t* row_of(const std::shared_ptr<Array>& map, std::int64_t y) {
    return map ? map->view<std::uint8_t>().data() + y * map->extent().width : nullptr;
}

cascade::Part inner(Extent window) {
    return {1, 1, static_cast<int>(window.width) - 2, static_cast<int>(window.height) - 2, 1};
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
    for (std::size_t l = 0; l < levels.size(); ++l) {
        const PyramidLevel& level = levels[l];
        const TableRows layout(level.extent.width, level.step);
        prepared[l] = {laid_over(cascade, cascade.features, inner(cascade.window), rule, layout),
                       reference::resize_taps(grey.extent().width, level.extent.width, rule),
                       reference::resize_taps(grey.extent().height, level.extent.height, rule),
                       new_map(maps, ScalarType::u8, level.extent),
                       new_map(maps, ScalarType::u8, level.places)};
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
        const std::int64_t step = level.step, window = cascade.window.height;
        const std::int64_t rows_at_once = std::max<std::int64_t>(pixel_rows_at_once / step, 1);
        TableRows tables(level.extent.width, step);
        tables.reserve(rows_at_once * step + window);
        LevelRows pixels(grey, level.extent, own.across, own.down);
        // Rows of the table are above the window's first row of pixels and below its last.
        std::int64_t made = band.first * step;  // the next row of pixels
        tables.begin();
        // Each row of the map's picture is written by one band.
        const bool last = band.last == level.places.height;
        const std::int64_t owned = last ? level.extent.height : band.last * step;
        const auto keep = [&](const std::uint8_t* line, std::int64_t y) {
            if (own.picture && y < owned) std::copy_n(line, level.extent.width, row_of(own.picture, y));
        };
        worker.watch.last = Clock::now();
        for (std::int64_t row = band.first; row < band.last; row += rows_at_once) {
            face_scan_stop_if(cancel);
            const std::int64_t end = std::min(row + rows_at_once, band.last);
            const std::int64_t top = row * step, needed = (end - 1) * step + window;
            if (row != band.first) tables.keep_from(top - (row - rows_at_once) * step);
            for (; made < needed; ++made) {
                const std::uint8_t* line = pixels.row(made);
                keep(line, made);
                worker.watch.go_on(&Stopwatch::pyramid);
                tables.append(line);
                worker.watch.go_on(&Stopwatch::tables);
            }
            for (std::int64_t y = row; y < end; ++y) {
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
    const Clock::time_point begin = Clock::now();
    const std::int64_t width = grey.extent().width, height = grey.extent().height;
    const TableRows layout(width, 1);
    TableRows tables(width, 1);
    tables.reserve(height);
    std::vector<std::uint64_t> squares(static_cast<std::size_t>(layout.stride() * (height + 1)));
    tables.begin();
    for (std::int64_t y = 0; y < height; ++y) {
        const std::uint8_t* line = grey.view<std::uint8_t>().data() + y * width;
        tables.append(line);
        const std::uint64_t* above = squares.data() + y * layout.stride();
        std::uint64_t* here = squares.data() + (y + 1) * layout.stride();
        std::uint64_t run = 0;
        for (std::int64_t x = 0; x < width; ++x) {
            run += std::uint64_t{line[x]} * line[x];
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
    for (std::size_t l = 0; l < levels.size(); ++l) {
        const reference::ScaledFeatures scaled = reference::scaled_features(cascade, levels[l]);
        places.push_back(out[l].places);
        prepared[l] = {laid_over(cascade, scaled.features, scaled.norm, cascade::Rule::paper, layout),
                       new_map(maps, ScalarType::u8, places.back())};
        out[l].picture = shared;
        out[l].survived = prepared[l].survived;
    }
    const double tables_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    ScanResult result =
        on_all_cores(places, cascade.stages.size(), out, cancel, [&](const Band& band, Worker& worker) {
            const Level& own = prepared[band.level];
            worker.watch.last = Clock::now();
            for (std::int64_t y = band.first; y < band.last; ++y) {
                if (y % 16 == 0) face_scan_stop_if(cancel);
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
