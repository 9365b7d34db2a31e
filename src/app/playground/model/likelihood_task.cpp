#include "app/playground/model/likelihood_task.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace upsweep::app {
namespace {

using vision::PictureFeature;

constexpr std::int64_t thumb_side = 320;
/// A search that takes longer is given up for a newer request; a quicker one is shown first.
constexpr double worth_waiting_ms = 400;

bool busy(const std::shared_ptr<Job>& job) { return job && !job->finished() && !job->cancelled(); }

void stop(std::shared_ptr<Job>& job) {
    if (job) job->cancel();
    job.reset();
}

bool same(const vision::LikelihoodRequest& a, const vision::LikelihoodRequest& b) {
    return a.features == b.features && a.bins == b.bins && a.widths == b.widths && a.measure == b.measure &&
           a.wanted == b.wanted;
}

/// Where the template stands to begin with: as the rectangle of the box filter does.
vision::Region usual_template(Extent extent) {
    const auto share = [](std::int64_t side, int percent) { return side * percent / 100; };
    vision::Region region{share(extent.width, 25), share(extent.height, 41), share(extent.width, 50),
                          share(extent.height, 74)};
    region.x1 = std::max(region.x1, region.x0 + 1), region.y1 = std::max(region.y1, region.y0 + 1);
    return region;
}

std::shared_ptr<const LikelihoodResult> searched(std::shared_ptr<LikelihoodResult> result,
                                                 const LikelihoodTask::Work& work, const Job& job,
                                                 const std::atomic<bool>* cancel) {
    for (const PictureFeature feature : result->request.features)
        if (auto& plane = result->planes[feature]; !plane && !job.cancelled())
            plane = std::make_shared<const Array>(work.plane(*result->grey, feature));
    result->run = work.search(*result->grey, result->request, *result->on, cancel);
    result->fused = heat_picture(result->run.fused);
    for (const Array& map : result->run.maps) result->thumbs.push_back(heat_picture(map, thumb_side));
    result->elsewhere = best_elsewhere(result->run.fused, result->request.wanted);
    return result;
}

}  // namespace

double LikelihoodResult::milliseconds() const {
    return run.planes_ms + run.tensor_ms + run.map_ms + run.transfer_ms;
}

LikelihoodTask::LikelihoodTask(Jobs& jobs, Work work) : jobs_(jobs), work_(std::move(work)) {}

void LikelihoodTask::set_active(bool active) {
    active_ = active;
    if (!active) stop(map_job_);
    request_map();
}

void LikelihoodTask::set_picture(std::shared_ptr<const Array> grey) {
    if (grey == grey_) return;
    stop(map_job_);
    stop(window_job_);
    planes_.clear();
    result_.reset();
    looked_at_.reset();
    heated_ = {};
    grey_ = std::move(grey);
    if (!grey_) return;
    const Extent extent = grey_->extent();
    if (request_.wanted.count() == 0 || vision::clipped(request_.wanted, extent) != request_.wanted)
        request_.wanted = usual_template(extent);
    point_at(extent.width * 74 / 100, extent.height * 45 / 100);
    changed();
}

void LikelihoodTask::set_backend(const backends::Backend& on) {
    if (&on == on_) return;
    on_ = &on;
    stop(map_job_);
    changed();
}

void LikelihoodTask::set_wanted(vision::Region region) {
    if (!grey_) return;
    region = vision::clipped(region, grey_->extent());
    if (region.count() <= 0) return;
    request_.wanted = region;
    changed();
}

void LikelihoodTask::move_wanted(std::int64_t x, std::int64_t y) {
    if (!grey_) return;
    const std::int64_t width = request_.wanted.width(), height = request_.wanted.height();
    x = std::clamp<std::int64_t>(x, 0, grey_->extent().width - width);
    y = std::clamp<std::int64_t>(y, 0, grey_->extent().height - height);
    request_.wanted = {x, y, x + width, y + height};
    changed();
}

void LikelihoodTask::set_measure(vision::Measure measure) {
    request_.measure = measure;
    changed();
}

void LikelihoodTask::set_widths(vision::BinWidths widths) {
    request_.widths = widths;
    changed();
}

void LikelihoodTask::set_bins(int bins) {
    bins = std::clamp(bins, fewest_bins, most_bins);
    request_.bins = fewest_bins;
    while (request_.bins * 3 / 2 < bins) request_.bins *= 2;
    changed();
}

void LikelihoodTask::toggle(PictureFeature feature) {
    auto& features = request_.features;
    if (!has(feature))
        features.push_back(feature);
    else if (features.size() > 1)
        std::erase(features, feature);
    // Always in one order, so that the same choice is the same request.
    std::sort(features.begin(), features.end());
    changed();
}

bool LikelihoodTask::has(PictureFeature feature) const {
    return std::find(request_.features.begin(), request_.features.end(), feature) != request_.features.end();
}

bool LikelihoodTask::current() const {
    return result_ && result_->on == on_ && same(result_->request, request_);
}

bool LikelihoodTask::searching() const { return busy(map_job_); }

void LikelihoodTask::changed() {
    complaint_.clear();
    chosen_bin_.reset();
    request_map();
}

void LikelihoodTask::request_map() {
    if (!active_ || !grey_ || current() || !complaint_.empty()) return;
    if (busy(map_job_)) {
        if (same(asked_, request_)) return;
        if (!result_ || result_->milliseconds() < worth_waiting_ms) return;
        stop(map_job_);
    }
    asked_ = request_;
    auto result = std::make_shared<LikelihoodResult>();
    result->grey = grey_;
    result->request = request_;
    result->on = on_;
    for (const PictureFeature feature : request_.features)
        if (const auto made = planes_.find(feature); made != planes_.end()) result->planes.insert(*made);
    map_job_ = jobs_.start(
        "Searching",
        [result = std::move(result), work = work_](Job& job) {
            return searched(result, work, job, job.cancel_flag());
        },
        [this](std::shared_ptr<const LikelihoodResult> found) {
            result_ = std::move(found);
            planes_.insert(result_->planes.begin(), result_->planes.end());
            request_map();
        },
        [this](const std::string& sentence) {
            // Of a request that has changed since, nobody wants to hear.
            if (same(asked_, request_)) complaint_ = sentence;
            request_map();
        });
}

void LikelihoodTask::show_feature(std::optional<PictureFeature> feature, bool plane) {
    shown_ = feature;
    plane_ = plane;
    chosen_bin_.reset();
}

std::optional<PictureFeature> LikelihoodTask::shown_feature() const {
    if (!shown_ || !result_) return std::nullopt;
    const auto& features = result_->request.features;
    return std::find(features.begin(), features.end(), *shown_) != features.end() ? shown_ : std::nullopt;
}

PictureFeature LikelihoodTask::counted_feature() const {
    if (const auto shown = shown_feature()) return *shown;
    return result_ ? result_->request.features.front() : request_.features.front();
}

std::size_t LikelihoodTask::counted_index() const {
    const auto& features = result_->request.features;
    return static_cast<std::size_t>(std::find(features.begin(), features.end(), counted_feature()) -
                                    features.begin());
}

const Array& LikelihoodTask::shown_map() const {
    assert(result_);
    return shown_feature() ? result_->run.maps[counted_index()] : result_->run.fused;
}

const HeatPicture& LikelihoodTask::shown_heat() {
    assert(result_);
    const auto feature = shown_feature();
    if (!feature || result_->run.maps.size() == 1) return result_->fused;
    if (heated_.of != result_ || heated_.feature != *feature)
        heated_ = {result_, *feature, heat_picture(shown_map())};
    return heated_.heat;
}

void LikelihoodTask::point_at(std::int64_t x, std::int64_t y) {
    if (!grey_) return;
    pointer_x_ = std::clamp<std::int64_t>(x, 0, grey_->extent().width - 1);
    pointer_y_ = std::clamp<std::int64_t>(y, 0, grey_->extent().height - 1);
}

vision::Region LikelihoodTask::window() const {
    assert(result_);
    return window_about(pointer_x_, pointer_y_, result_->window(), result_->grey->extent());
}

const std::vector<int>& LikelihoodTask::edges() const {
    assert(result_);
    return result_->run.bin_edges[counted_index()];
}

const LookedAtWindow* LikelihoodTask::looked_at() {
    if (!result_) return nullptr;
    const std::size_t feature = counted_index();
    const vision::Region where = window();
    const bool there = looked_at_ && looked_at_->of == result_ && looked_at_->feature == feature &&
                       looked_at_->window == where;
    if (!there && !busy(window_job_))
        window_job_ = jobs_.start(
            "Counting a window",
            [looked = LookedAtWindow{result_, feature, where, {}}, count = work_.window](Job&) mutable {
                looked.bins = count(looked.of->run, looked.of->request, looked.feature, looked.window.x0,
                                    looked.window.y0);
                return std::move(looked);
            },
            [this](LookedAtWindow looked) { looked_at_ = std::move(looked); });
    return looked_at_ ? &*looked_at_ : nullptr;
}

int LikelihoodTask::bin() const {
    if (!result_) return -1;
    const Array& binned = result_->run.binned[counted_index()];
    const std::int64_t here = pointer_y_ * binned.extent().width + pointer_x_;
    return chosen_bin_ ? std::clamp(*chosen_bin_, 0, result_->request.bins - 1)
                       : binned.view<std::uint8_t>()[static_cast<std::size_t>(here)];
}

scenes::Scene LikelihoodTask::scene() const {
    assert(result_);
    return cut_out_scene(*result_->planes.at(counted_feature()), result_->run.binned[counted_index()],
                         result_->request, pointer_x_, pointer_y_);
}

}  // namespace upsweep::app
