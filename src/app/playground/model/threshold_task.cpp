#include "app/playground/model/threshold_task.h"

#include <algorithm>

#include <fmt/core.h>

namespace upsweep::app {
namespace {

ThresholdMade compared(const ThresholdWanted& request, Job& job) {
    const PlaygroundPicture& picture = *request.picture;
    vision::ThresholdRun run = vision::threshold_picture(
        *picture.grey, {request.radius, request.percent, picture.algorithm}, *picture.on, job.cancel_flag());
    const auto pixels = run.picture.view<std::uint8_t>();
    const std::int64_t black = std::count(pixels.begin(), pixels.end(), std::uint8_t{0});
    return {drawn_picture({std::move(run.picture)}), black, run.table_ms, run.filter_ms, run.transfer_ms};
}

}  // namespace

ThresholdTask::ThresholdTask(Jobs& jobs) : PictureTask(jobs, "Comparing with the surroundings", compared) {}

std::string ThresholdTask::label() const {
    const ThresholdWanted now = shown();
    return fmt::format("threshold, r = {}, {} %", now.radius, now.percent);
}

std::string ThresholdTask::file_tag() const { return fmt::format("threshold-r{}-{}", radius_, percent_); }

std::optional<StepThrough> ThresholdTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    return step_through_pixel("adaptive_threshold", *picture()->grey, x, y,
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

ThresholdWanted ThresholdTask::wanted() const { return {picture(), radius_, percent_}; }

std::optional<vision::ThresholdNumbers> ThresholdTask::look(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    return vision::look_at_threshold(*picture()->integral, *picture()->grey, {radius_, percent_}, x, y);
}

std::vector<TaskNumber> ThresholdTask::numbers() {
    return {task_number(*this, "radius", "playground.threshold_radius", &ThresholdTask::radius,
                        &ThresholdTask::set_radius),
            task_number(*this, "percent", "playground.threshold_percent", &ThresholdTask::percent,
                        &ThresholdTask::set_percent)};
}

}  // namespace upsweep::app
