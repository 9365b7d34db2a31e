#include "app/playground/model/box_filter_task.h"

#include <algorithm>

#include <fmt/core.h>

#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

BoxFilterTask::Result filtered(const BoxFilterTask::Request& request, Job& job) {
    std::vector<Array> channels;
    channels.push_back(vision::box_filter(*request.picture->integral, request.radius, job.cancel_flag()));
    return {drawn_picture(std::move(channels))};
}

}  // namespace

BoxFilterTask::BoxFilterTask(Jobs& jobs) : job_(jobs, "Filtering", filtered), sweep_(jobs) {
    job_.on_done = [this] {
        if (job_.settled()) sweep_.want(radius_);
    };
}

void BoxFilterTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    // A result of the same pixels may stay until the new one is there.
    if (picture_ && picture_->grey != picture->grey) job_.forget();
    job_.cancel();
    const bool same = picture_ == picture;
    picture_ = std::move(picture);
    ask();
    if (!same || sweep_.points().empty())
        sweep_.start(picture_->grey, picture_->integral, picture_->table_ms + picture_->transfer_ms, radius_);
}

void BoxFilterTask::leave() {
    job_.cancel();
    if (sweep_.running()) sweep_.forget();
}

std::shared_ptr<const DrawnPicture> BoxFilterTask::result() const { return made() ? made()->drawn : nullptr; }

std::string BoxFilterTask::label() const { return fmt::format("box filter, r = {}", made_radius()); }

std::string BoxFilterTask::file_tag() const { return fmt::format("box-r{}", radius_); }

std::optional<StepThrough> BoxFilterTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture_) return std::nullopt;
    return step_through_pixel("box_filter", *picture_->grey, x, y, {{"radius", step_radius(radius_)}});
}

void BoxFilterTask::set_radius(int radius) {
    radius_ = std::clamp(radius, 0, most_radius);
    ask();
}

void BoxFilterTask::ask() {
    if (picture_) job_.ask({picture_, radius_});
}

}  // namespace upsweep::app
