#include "app/playground/model/box_filter_task.h"

#include <algorithm>

#include <fmt/core.h>

#include "vision/box_filter.h"
#include "vision/smoothing.h"

namespace upsweep::app {
namespace {

BoxFilterMade filtered(const BoxFilterWanted& request, Job& job) {
    const PlaygroundPicture& picture = *request.picture;
    if (picture.drawn->grey() && request.passes == 1)
        return {drawn_picture({vision::box_filter(*picture.integral, request.radius, job.cancel_flag())})};
    const vision::SmoothingRequest smoothing{.filter = {.radius = request.radius, .table = picture.algorithm},
                                             .passes = request.passes};
    vision::SmoothingRun run =
        vision::smooth_picture(picture.drawn->channels, smoothing, *picture.on, job.cancel_flag());
    return {drawn_picture(std::move(run.channels)), run.table_ms, run.filter_ms, run.transfer_ms};
}

}  // namespace

BoxFilterTask::BoxFilterTask(Jobs& jobs) : PictureTask(jobs, "Filtering", filtered), sweep_(jobs) {
    on_done([this] {
        if (settled() && !picture()->on->is_slow()) sweep_.want(radius_);
    });
}

void BoxFilterTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    const bool same = this->picture() == picture;
    PictureTask::take(std::move(picture));
    const PlaygroundPicture& now = *this->picture();
    if (now.on->is_slow()) return sweep_.forget();  // its time says nothing about a GPU
    if (!same || sweep_.points().empty())
        sweep_.start(now.grey, now.integral, now.table_ms + now.transfer_ms, radius_);
}

void BoxFilterTask::leave() {
    PictureTask::leave();
    if (sweep_.running()) sweep_.forget();
}

std::string BoxFilterTask::label() const {
    const int passes = made_passes();
    return fmt::format("box filter, r = {}{}", made_radius(),
                       passes == 1 ? "" : fmt::format(", {} passes", passes));
}

std::string BoxFilterTask::file_tag() const {
    return fmt::format("box-r{}{}", radius_, passes_ == 1 ? "" : fmt::format("-x{}", passes_));
}

std::optional<StepThrough> BoxFilterTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    return step_through_pixel("box_filter", *picture()->grey, x, y, {{"radius", step_radius(radius_)}});
}

void BoxFilterTask::set_radius(int radius) {
    radius_ = std::clamp(radius, 0, most_radius);
    ask();
}

void BoxFilterTask::set_passes(int passes) {
    passes_ = std::clamp(passes, 1, most_passes);
    ask();
}

BoxFilterWanted BoxFilterTask::wanted() const { return {picture(), radius_, passes_}; }

std::vector<TaskNumber> BoxFilterTask::numbers() {
    return {
        task_number(*this, "radius", "playground.radius", &BoxFilterTask::radius, &BoxFilterTask::set_radius),
        task_number(*this, "passes", "playground.passes", &BoxFilterTask::passes,
                    &BoxFilterTask::set_passes)};
}

}  // namespace upsweep::app
