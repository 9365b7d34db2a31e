#include "vision/face_detector.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/ranges.h"
#include "pipelines/parts/faces_plan.h"
#include "pipelines/parts/frames_plan.h"
#include "reference/haar_cascade.h"
#include "vision/face_scan.h"

namespace upsweep::vision {
// ---- A cascade over a whole pyramid by the catalog's kernels: what runs on the GPU and the emulator

/// Milliseconds of the way there and back and of all launches, beside the rest of FaceParts.
struct PlanScan {
    ScanResult scan;
    double upload_ms = 0, download_ms = 0, kernels_ms = 0;
};

/// As scan_pyramid and scan_scaled_filters, by one plan (pipelines/parts/faces_plan.h) that is kept ready:
/// without maps a list of the windows that survive comes back, with them a byte a window. Where levels run
/// side by side, the times of the parts are shares of the whole. Not to be used by two threads at once.
class PlanScanner {
  public:
    /// `cascade` must outlive it. Throws as detect_faces does.
    PlanScanner(Extent picture, const cascade::Cascade& cascade, const FaceRequest& request,
                const std::vector<reference::PyramidLevel>& levels, const backends::Backend& on);

    /// Adds to the levels what was found on them. Throws as detect_faces does.
    PlanScan scan(const Array& grey, std::vector<FaceLevel>& out, const std::atomic<bool>* cancel);

    /// The picture that was scanned last, `grey`, with frames: kernels/draw_rectangles.cu. On a GPU it is
    /// read where it lies, and only the rectangles go there. Adds to the times.
    Array draw(const Array& grey, const std::vector<FramedRectangle>& frames, FaceParts& parts);

  private:
    PlanScan scan_with_maps(const Array& grey, std::vector<FaceLevel>& out, const std::atomic<bool>* cancel);

    const cascade::Cascade& cascade_;
    FaceRequest request_;
    const backends::Backend& on_;
    std::vector<reference::PyramidLevel> levels_;
    FacesPlan plan_;
    std::unique_ptr<backends::Kept> kept_;
    FramesPlan frames_;
    std::unique_ptr<backends::Kept> drawing_;  ///< beside kept_, so first to go
    std::unique_ptr<PlanScanner> with_maps_;   ///< once more windows were found than a list has room for
};

namespace {

FacesSettings settings_of(const FaceRequest& request, bool listed) {
    FacesSettings settings;
    settings.factor = request.factor;
    settings.rule = request.rule;
    settings.scaled_filter = request.scaling == FaceScaling::filter;
    settings.features = request.memory == FeatureMemory::shared ? FeaturesIn::shared : FeaturesIn::constant;
    settings.order = request.order;
    settings.listed = listed;
    return settings;
}

/// Frames that a plan for drawing has room for, at least.
constexpr int64_t least_room = 64;

/// Number `number` of the row of all maps.
ScanResult::Place place_of(const std::vector<FacesLevel>& levels, int64_t number) {
    const auto behind =
        std::upper_bound(levels.begin(), levels.end(), number,
                         [](int64_t value, const FacesLevel& one) { return value < one.first_place; });
    // Levels without places begin where the next one does.
    const auto level = std::find_if(std::make_reverse_iterator(behind), levels.rend(),
                                    [](const auto& one) { return one.level.places.count() > 0; });
    const int64_t at = number - level->first_place, across = level->level.places.width;
    const int64_t step = level->level.step;
    return {int32_t(levels.rend() - level - 1), int32_t(at % across * step), int32_t(at / across * step)};
}

/// left[s] from how many ended at each stage.
std::vector<int64_t> left_of(std::vector<int64_t> ended) {
    std::partial_sum(ended.rbegin(), ended.rend(), ended.rbegin());
    return ended;
}

void read_list(const Array& output, const FacesPlan& plan, ScanResult& scan) {
    const FoundWords words = found_words(plan);
    const auto found = output.view<uint32_t>();
    const std::span<const uint32_t> ended = found.first(size_t(words.count));
    scan.left = left_of({ended.begin(), ended.end()});
    const uint32_t count = found[words.count];
    for (size_t i = 0; i < count; ++i)
        scan.places.push_back(place_of(plan.levels, found[size_t(words.first) + i]));
}

void read_maps(const Array& output, const FacesPlan& plan, ScanResult& scan) {
    std::vector<int64_t> ended(size_t(plan.stages) + 1);
    const auto survived = output.view<uint8_t>();
    for (int64_t i = 0; i < plan.places; ++i) {
        const uint8_t stages = survived[i];
        if (stages > plan.stages) continue;
        ++ended[stages];
        if (stages == plan.stages) scan.places.push_back(place_of(plan.levels, i));
    }
    scan.left = left_of(std::move(ended));
}

void keep_maps(const Array& grey, const Array& output, const FacesPlan& plan, const FaceRequest& request,
               std::vector<FaceLevel>& out) {
    for (size_t i = 0; i < out.size(); ++i) {
        const FacesLevel& one = plan.levels[i];
        Array map(ScalarType::u8, one.level.places);
        std::copy_n(output.bytes().begin() + one.first_place, one.level.places.count(), map.bytes().begin());
        out[i].survived = std::make_shared<const Array>(std::move(map));
        out[i].picture =
            std::make_shared<const Array>(request.scaling == FaceScaling::filter
                                              ? grey
                                              : reference::resized(grey, one.level.extent, request.rule));
    }
}

/// By what the launches are called.
void share_times(const backends::Result& result, ScanResult& scan) {
    double all = 0;
    for (const backends::LaunchTime& launch : result.launches) {
        const auto is = [&](const char* name) { return launch.name.find(name) != std::string::npos; };
        double& part = is("shrink picture")                                            ? scan.pyramid_ms
                       : is("cascade") || is("pass over places") || is("list windows") ? scan.cascade_ms
                                                                                       : scan.tables_ms;
        part += launch.milliseconds;
        all += launch.milliseconds;
    }
    if (all <= 0) return;
    for (double* part : {&scan.pyramid_ms, &scan.tables_ms, &scan.cascade_ms})
        *part *= result.milliseconds / all;
}

}  // namespace

PlanScanner::PlanScanner(Extent picture, const cascade::Cascade& cascade, const FaceRequest& request,
                         const std::vector<reference::PyramidLevel>& levels, const backends::Backend& on)
    : cascade_(cascade), request_(request), on_(on), levels_(levels) {
    if (levels_.empty()) return;
    plan_ = faces_plan(picture, cascade, settings_of(request, !request.maps));
    backends::Task task;
    task.plan = plan_.plan;
    task.further_inputs = plan_.further_inputs;
    kept_ = on.keep(std::move(task));
}

/// The maps tell of any number of windows.
PlanScan PlanScanner::scan_with_maps(const Array& grey, std::vector<FaceLevel>& out,
                                     const std::atomic<bool>* cancel) {
    if (!with_maps_) {
        FaceRequest request = request_;
        request.maps = true;
        with_maps_ = std::make_unique<PlanScanner>(grey.extent(), cascade_, request, levels_, on_);
    }
    std::vector<FaceLevel> kept = out;
    PlanScan result = with_maps_->scan(grey, kept, cancel);
    for (size_t i = 0; i < out.size(); ++i) out[i].passed = kept[i].passed;
    return result;
}

PlanScan PlanScanner::scan(const Array& grey, std::vector<FaceLevel>& out, const std::atomic<bool>* cancel) {
    PlanScan result;
    result.scan.left.assign(cascade_.stages.size() + 1, 0);
    if (!kept_) return result;
    const backends::Result ran = kept_->run(grey, cancel);
    if (request_.maps) {
        read_maps(ran.output, plan_, result.scan);
        keep_maps(grey, ran.output, plan_, request_, out);
    } else {
        const FoundWords words = found_words(plan_);
        if (ran.output.view<uint32_t>()[words.count] > words.most) return scan_with_maps(grey, out, cancel);
        read_list(ran.output, plan_, result.scan);
    }
    for (const ScanResult::Place& place : result.scan.places) ++out[place.level].passed;
    share_times(ran, result.scan);
    result.upload_ms = ran.upload_ms;
    result.download_ms = ran.transfer_ms - ran.upload_ms;
    result.kernels_ms = ran.milliseconds;
    return result;
}

Array PlanScanner::draw(const Array& grey, const std::vector<FramedRectangle>& frames, FaceParts& parts) {
    if (!kept_) {
        Array drawn = grey;
        draw_framed(drawn, frames);
        return drawn;
    }
    const auto count = int64_t(frames.size());
    if (!drawing_ || count > frames_.room) {
        frames_ = frames_plan(grey.extent(), std::max(least_room, 2 * count));
        backends::Task task;
        task.plan = frames_.plan;
        task.beside = kept_.get();
        drawing_ = on_.keep(std::move(task));
    }
    backends::Result ran = drawing_->run(framed_input(frames, frames_.room, frame_thickness(grey.extent())));
    parts.draw_ms += ran.milliseconds;
    parts.upload_ms += ran.upload_ms;
    parts.download_ms += ran.transfer_ms - ran.upload_ms;
    return std::move(ran.output);
}

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
    const double begin = steady_seconds();
    for (const ScanResult::Place& place : scan.places)
        run.found.push_back(in_picture(run.levels[place.level], place));
    sort(run.found);
    run.raw = clipped_faces(run.found, s.picture);
    run.faces = clipped_faces(group_faces(run.found, s.request.neighbours, cancel), s.picture);
    run.parts.group_ms = milliseconds_since(begin);
    return run;
}

Array FaceDetector::draw(const Array& grey, const std::vector<FaceRectangle>& faces, FaceParts& parts) {
    State& s = *state_;
    check(grey, s.picture);
    std::vector<FramedRectangle> frames;
    for (const FaceRectangle& face : faces) frames.push_back({face.x, face.y, face.width, face.height});
    if (s.by_plan) return s.by_plan->draw(grey, frames, parts);
    const double begin = steady_seconds();
    Array drawn = grey;
    draw_framed(drawn, frames);
    parts.draw_ms += milliseconds_since(begin);
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
