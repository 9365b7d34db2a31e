#include "app/playground/model/threshold_task.h"

#include <algorithm>

#include <fmt/core.h>

namespace upsweep::app {
namespace {

ThresholdTask::Result compared(const ThresholdTask::Request& request, Job& job) {
    const PlaygroundPicture& picture = *request.picture;
    vision::ThresholdRun run = vision::threshold_picture(
        *picture.grey, {request.radius, request.percent, picture.algorithm}, *picture.on, job.cancel_flag());
    const auto pixels = run.picture.view<std::uint8_t>();
    const std::int64_t black = std::count(pixels.begin(), pixels.end(), std::uint8_t{0});
    return {drawn_picture({std::move(run.picture)}), black, run.table_ms, run.filter_ms, run.transfer_ms};
}

}  // namespace

ThresholdTask::ThresholdTask(Jobs& jobs) : job_(jobs, "Comparing with the surroundings", compared) {}

void ThresholdTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    if (picture_ && picture_->grey != picture->grey) job_.forget();
    job_.cancel();
    picture_ = std::move(picture);
    ask();
}

void ThresholdTask::leave() { job_.cancel(); }

std::shared_ptr<const DrawnPicture> ThresholdTask::result() const { return made() ? made()->drawn : nullptr; }

std::string ThresholdTask::label() const {
    const Request now = job_.made().value_or(Request{nullptr, radius_, percent_});
    return fmt::format("threshold, r = {}, {} %", now.radius, now.percent);
}

std::string ThresholdTask::file_tag() const { return fmt::format("threshold-r{}-{}", radius_, percent_); }

std::optional<StepThrough> ThresholdTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture_) return std::nullopt;
    return step_through_pixel("adaptive_threshold", *picture_->grey, x, y,
                              {{"radius", step_radius(radius_)}, {"percent", percent_}});
}

void ThresholdTask::set_radius(int radius) {
    radius_ = std::clamp(radius, 0, most_radius);
    ask();
}

void ThresholdTask::set_percent(int percent) {
    percent_ = std::clamp(percent, 0, most_percent);
    ask();
}

void ThresholdTask::ask() {
    if (picture_) job_.ask({picture_, radius_, percent_});
}

std::optional<vision::ThresholdNumbers> ThresholdTask::look(std::int64_t x, std::int64_t y) const {
    if (!picture_) return std::nullopt;
    return vision::look_at_threshold(*picture_->integral, *picture_->grey, {radius_, percent_}, x, y);
}

}  // namespace upsweep::app
