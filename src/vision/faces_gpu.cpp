#include "vision/faces_gpu.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "reference/haar_cascade.h"

namespace upsweep::vision {
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

}  // namespace upsweep::vision
