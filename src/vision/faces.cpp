#include "vision/faces.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "reference/pyramid.h"
#include "vision/face_scan.h"
#include "vision/faces_gpu.h"

namespace upsweep::vision {
namespace {

using reference::PyramidLevel;

constexpr double least_factor = 1.01, largest_factor = 4;
constexpr int most_neighbours = 1'000'000;
/// Sums of a window's pixels fit 31 bits up to here.
constexpr std::int64_t largest_scaled_window = 0x7FFFFFFFLL / 255;

void check(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request) {
    if (grey.type() != ScalarType::u8)
        throw UsageError(
            fmt::format("Faces are found in pictures of u8; this one has {}.", name_of(grey.type())));
    if (!(request.factor >= least_factor && request.factor <= largest_factor))
        throw UsageError(fmt::format("The factor from level to level goes from {} to {}; {} was asked for.",
                                     least_factor, largest_factor, request.factor));
    if (request.neighbours < 0 || request.neighbours > most_neighbours)
        throw UsageError(fmt::format("The neighbours of a face go from 0 to {}; {} were asked for.",
                                     most_neighbours, request.neighbours));
    if (request.scaling == FaceScaling::filter && request.rule == FaceRule::opencv)
        throw UsageError("OpenCV's rule scales the picture; the scaled filter goes with the paper's rule.");
    if (cascade.stages.empty()) throw UsageError("The cascade has no stages.");
}

std::vector<FaceLevel> as_face_levels(const std::vector<PyramidLevel>& levels, Extent picture,
                                      FaceScaling scaling) {
    std::vector<FaceLevel> result;
    for (const PyramidLevel& level : levels) {
        FaceLevel to;
        to.scale = static_cast<double>(level.scale);
        to.window = level.window;
        to.scaling = scaling;
        to.extent = level.extent;
        to.places = level.places;
        to.step = level.step;
        if (scaling == FaceScaling::filter) {
            to.extent = picture;
            to.places = {picture.width - level.window.width + 1, picture.height - level.window.height + 1};
            if (level.window.count() > largest_scaled_window)
                throw UsageError(fmt::format(
                    "A filter of {} × {} pixels is too large; scale the picture instead of the filter.",
                    level.window.width, level.window.height));
        }
        result.push_back(to);
    }
    return result;
}

FaceRectangle in_picture(const FaceLevel& level, const ScanResult::Place& place) {
    if (level.scaling == FaceScaling::filter)
        return {place.x, place.y, level.window.width, level.window.height, 1};
    const auto scaled = [&](std::int32_t at) {
        return std::llrint(static_cast<float>(at) * static_cast<float>(level.scale));
    };
    return {scaled(place.x), scaled(place.y), level.window.width, level.window.height, 1};
}

bool similar(const FaceRectangle& a, const FaceRectangle& b) {
    const double near =
        0.2 * static_cast<double>(std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
    const auto within = [&](std::int64_t difference) {
        return static_cast<double>(std::abs(difference)) <= near;
    };
    return within(a.x - b.x) && within(a.y - b.y) && within(a.x + a.width - b.x - b.width) &&
           within(a.y + a.height - b.y - b.height);
}

/// The group of each rectangle, as the number of one that stands for all of it. `found` is sorted by x.
std::vector<std::size_t> groups_of(const std::vector<FaceRectangle>& found, const std::atomic<bool>* cancel) {
    std::vector<std::size_t> parent(found.size());
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = i;
    const auto root = [&](std::size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
        // None that is similar begins further right than this.
        const double near = 0.1 * static_cast<double>(found[i].width + found[i].height) + 1;
        for (std::size_t j = i + 1; j < found.size() && static_cast<double>(found[j].x - found[i].x) <= near;
             ++j)
            if (similar(found[i], found[j])) parent[root(j)] = root(i);
    }
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root(i);
    return parent;
}

/// A group inside a better one is left out.
bool is_inside(const FaceRectangle& small, const FaceRectangle& large) {
    const std::int64_t dx = std::llrint(static_cast<double>(large.width) * 0.2);
    const std::int64_t dy = std::llrint(static_cast<double>(large.height) * 0.2);
    return small.x >= large.x - dx && small.y >= large.y - dy &&
           small.x + small.width <= large.x + large.width + dx &&
           small.y + small.height <= large.y + large.height + dy &&
           (large.neighbours > std::max(3, small.neighbours) || small.neighbours < 3);
}

}  // namespace

std::vector<FaceRectangle> group_faces(std::vector<FaceRectangle> found, int neighbours,
                                       const std::atomic<bool>* cancel) {
    std::sort(found.begin(), found.end());
    if (neighbours <= 0 || found.empty()) return found;
    const std::vector<std::size_t> groups = groups_of(found, cancel);
    std::vector<FaceRectangle> means(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        FaceRectangle& sum = means[groups[i]];
        sum.x += found[i].x;
        sum.y += found[i].y;
        sum.width += found[i].width;
        sum.height += found[i].height;
        ++sum.neighbours;
    }
    std::erase_if(means, [&](const FaceRectangle& sum) { return sum.neighbours <= neighbours; });
    for (FaceRectangle& mean : means) {
        // In f32, as OpenCV does it.
        const float part = 1.0F / static_cast<float>(mean.neighbours);
        for (std::int64_t* value : {&mean.x, &mean.y, &mean.width, &mean.height})
            *value = std::llrint(static_cast<float>(*value) * part);
    }
    std::vector<FaceRectangle> faces;
    for (std::size_t i = 0; i < means.size(); ++i) {
        bool inside = false;
        for (std::size_t j = 0; j < means.size() && !inside; ++j)
            inside = j != i && is_inside(means[i], means[j]);
        if (!inside) faces.push_back(means[i]);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

std::vector<FaceRectangle> clipped_faces(std::vector<FaceRectangle> rectangles, Extent picture) {
    for (FaceRectangle& r : rectangles) {
        const Region inside = clipped({r.x, r.y, r.x + r.width, r.y + r.height}, picture);
        r = {inside.x0, inside.y0, inside.width(), inside.height(), r.neighbours};
    }
    std::erase_if(rectangles, [](const FaceRectangle& r) { return r.width <= 0 || r.height <= 0; });
    std::sort(rectangles.begin(), rectangles.end());
    return rectangles;
}

FaceRun detect_faces(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                     const backends::Backend& on, const std::atomic<bool>* cancel) {
    check(grey, cascade, request);
    FaceRun run;
    const std::vector<PyramidLevel> levels =
        reference::pyramid_levels(grey.extent(), cascade.window, request.factor, request.rule);
    run.levels = as_face_levels(levels, grey.extent(), request.scaling);
    ScanResult scan;
    if (&on != &backends::cpu()) {
        PlanScan by_plan = scan_by_plan(grey, cascade, request, levels, run.levels, on, cancel);
        run.parts.upload_ms = by_plan.upload_ms;
        run.parts.download_ms = by_plan.download_ms;
        scan = std::move(by_plan.scan);
    } else {
        scan = request.scaling == FaceScaling::filter
                   ? scan_scaled_filters(grey, cascade, levels, run.levels, request.maps, cancel)
                   : scan_pyramid(grey, cascade, request.rule, levels, run.levels, request.maps, cancel);
    }
    run.left = std::move(scan.left);
    run.parts.pyramid_ms = scan.pyramid_ms;
    run.parts.tables_ms = scan.tables_ms;
    run.parts.cascade_ms = scan.cascade_ms;
    const auto begin = std::chrono::steady_clock::now();
    for (const ScanResult::Place& place : scan.places)
        run.found.push_back(in_picture(run.levels[static_cast<std::size_t>(place.level)], place));
    std::sort(run.found.begin(), run.found.end());
    run.raw = clipped_faces(run.found, grey.extent());
    run.faces = clipped_faces(group_faces(run.found, request.neighbours, cancel), grey.extent());
    run.parts.group_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return run;
}

}  // namespace upsweep::vision
