#include "vision/face_detector.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "reference/pyramid.h"
#include "vision/face_scan.h"
#include "vision/faces_gpu.h"

namespace upsweep::vision {
namespace {

using reference::PyramidLevel;

constexpr double least_factor = 1.01, largest_factor = 4;
constexpr int most_neighbours = 1'000'000;
/// Sums of a window's pixels fit 31 bits up to here.
constexpr int64_t largest_scaled_window = 0x7FFFFFFFLL / 255;

void check(const Array& grey, Extent expected) {
    if (grey.type() != ScalarType::u8)
        throw UsageError("Face detection takes pictures of u8; this one has {}.", name_of(grey.type()));
    if (grey.extent() != expected)
        throw UsageError("The detector is ready for {} × {} pixels, not for {} × {}.", expected.width,
                         expected.height, grey.extent().width, grey.extent().height);
}

void check(const cascade::Cascade& cascade, const FaceRequest& request) {
    if (!(request.factor >= least_factor && request.factor <= largest_factor))
        throw UsageError("The factor from level to level goes from {} to {}; {} was asked for.", least_factor,
                         largest_factor, request.factor);
    if (request.neighbours < 0 || request.neighbours > most_neighbours)
        throw UsageError("The neighbours of a face go from 0 to {}; {} were asked for.", most_neighbours,
                         request.neighbours);
    if (request.scaling == FaceScaling::filter && request.rule == FaceRule::opencv)
        throw UsageError("OpenCV's rule scales the picture; the scaled filter goes with the paper's rule.");
    if (cascade.stages.empty()) throw UsageError("The cascade has no stages.");
}

std::vector<FaceLevel> as_face_levels(const std::vector<PyramidLevel>& levels, Extent picture,
                                      FaceScaling scaling) {
    std::vector<FaceLevel> result;
    for (const PyramidLevel& level : levels) {
        FaceLevel to;
        to.scale = double(level.scale);
        to.window = level.window;
        to.scaling = scaling;
        to.extent = level.extent;
        to.places = level.places;
        to.step = level.step;
        if (scaling == FaceScaling::filter) {
            to.extent = picture;
            to.places = {picture.width - level.window.width + 1, picture.height - level.window.height + 1};
            if (level.window.count() > largest_scaled_window)
                throw UsageError(
                    "A filter of {} × {} pixels is too large; scale the picture instead of the filter.",
                    level.window.width, level.window.height);
        }
        result.push_back(to);
    }
    return result;
}

FaceRectangle in_picture(const FaceLevel& level, const ScanResult::Place& place) {
    if (level.scaling == FaceScaling::filter)
        return {place.x, place.y, level.window.width, level.window.height, 1};
    const auto scaled = [&](int32_t at) { return std::llrint(float(at) * float(level.scale)); };
    return {scaled(place.x), scaled(place.y), level.window.width, level.window.height, 1};
}

double since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

struct FaceDetector::State {
    Extent picture;
    cascade::Cascade cascade;
    FaceRequest request;
    const backends::Backend* on;
    std::vector<PyramidLevel> levels;
    std::vector<FaceLevel> face_levels;  ///< before anything was found
    std::optional<PlanScanner> by_plan;  ///< none on the CPU

    ScanResult scan(const Array& grey, FaceRun& run, const std::atomic<bool>* cancel);
};

/// Fills in the levels and the times.
ScanResult FaceDetector::State::scan(const Array& grey, FaceRun& run, const std::atomic<bool>* cancel) {
    if (!by_plan)
        return request.scaling == FaceScaling::filter
                   ? scan_scaled_filters(grey, cascade, levels, run.levels, request.maps, cancel)
                   : scan_pyramid(grey, cascade, request.rule, levels, run.levels, request.maps, cancel);
    PlanScan scanned = by_plan->scan(grey, run.levels, cancel);
    run.parts.upload_ms = scanned.upload_ms;
    run.parts.download_ms = scanned.download_ms;
    run.parts.kernels_ms = scanned.kernels_ms;
    return std::move(scanned.scan);
}

FaceDetector::FaceDetector(Extent picture, cascade::Cascade cascade, const FaceRequest& request,
                           const backends::Backend& on)
    : state_(std::make_unique<State>()) {
    check(cascade, request);
    State& s = *state_;
    s.picture = picture;
    s.cascade = std::move(cascade);
    s.request = request;
    s.on = &on;
    s.levels = reference::pyramid_levels(picture, s.cascade.window, request.factor, request.rule);
    s.face_levels = as_face_levels(s.levels, picture, request.scaling);
    if (&on != &backends::cpu()) s.by_plan.emplace(picture, s.cascade, request, s.levels, on);
}

FaceDetector::~FaceDetector() = default;

bool FaceDetector::is_for(Extent picture, const cascade::Cascade& cascade, const FaceRequest& request,
                          const backends::Backend& on) const {
    return state_->picture == picture && state_->on == &on && state_->request == request &&
           state_->cascade == cascade;
}

Extent FaceDetector::picture() const { return state_->picture; }

FaceRun FaceDetector::detect(const Array& grey, const std::atomic<bool>* cancel) {
    State& s = *state_;
    check(grey, s.picture);
    FaceRun run;
    run.levels = s.face_levels;
    ScanResult scan = s.scan(grey, run, cancel);
    run.left = std::move(scan.left);
    run.parts.pyramid_ms = scan.pyramid_ms;
    run.parts.tables_ms = scan.tables_ms;
    run.parts.cascade_ms = scan.cascade_ms;
    const auto begin = std::chrono::steady_clock::now();
    for (const ScanResult::Place& place : scan.places)
        run.found.push_back(in_picture(run.levels[place.level], place));
    sort(run.found);
    run.raw = clipped_faces(run.found, s.picture);
    run.faces = clipped_faces(group_faces(run.found, s.request.neighbours, cancel), s.picture);
    run.parts.group_ms = since(begin);
    return run;
}

Array FaceDetector::draw(const Array& grey, const std::vector<FaceRectangle>& faces, FaceParts& parts) {
    State& s = *state_;
    check(grey, s.picture);
    std::vector<FramedRectangle> frames;
    for (const FaceRectangle& face : faces) frames.push_back({face.x, face.y, face.width, face.height});
    if (s.by_plan) return s.by_plan->draw(grey, frames, parts);
    const auto begin = std::chrono::steady_clock::now();
    Array drawn = grey;
    draw_framed(drawn, frames);
    parts.draw_ms += since(begin);
    return drawn;
}

// Of the Playground's two requests, with maps and without them.
constexpr size_t most_idle = 2;

std::unique_ptr<FaceDetector> FaceDetectors::take(Extent picture, const cascade::Cascade& cascade,
                                                  const FaceRequest& request, const backends::Backend& on) {
    const std::lock_guard lock(mutex_);
    const auto fits = [&](const auto& one) { return one->is_for(picture, cascade, request, on); };
    const auto at = find_if(idle_, fits);
    if (at == idle_.end()) {
        // Memory first: those of another size will not come again soon.
        std::erase_if(idle_, [&](const auto& one) { return one->picture() != picture; });
        return nullptr;
    }
    std::unique_ptr<FaceDetector> found = std::move(*at);
    idle_.erase(at);
    return found;
}

FaceRun FaceDetectors::detect(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                              const backends::Backend& on, const std::atomic<bool>* cancel) {
    std::unique_ptr<FaceDetector> detector = take(grey.extent(), cascade, request, on);
    if (!detector) detector = std::make_unique<FaceDetector>(grey.extent(), cascade, request, on);
    // One that threw is not kept.
    FaceRun run = detector->detect(grey, cancel);
    std::unique_ptr<FaceDetector> oldest;  // goes when the lock is free again
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(detector));
    if (idle_.size() > most_idle) {
        oldest = std::move(idle_.front());
        idle_.erase(idle_.begin());
    }
    return run;
}

}  // namespace upsweep::vision
