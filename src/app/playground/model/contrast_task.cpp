#include "app/playground/model/contrast_task.h"

#include <algorithm>

#include <fmt/core.h>

namespace upsweep::app {
namespace {

ContrastMade contrast(const ContrastWanted& request, Job& job) {
    const PlaygroundPicture& picture = *request.picture;
    vision::ContrastRun run =
        vision::contrast_of(*picture.grey, {request.radius, request.shows}, *picture.on, job.cancel_flag());
    return {drawn_picture({std::move(run.picture)}), run.tables_ms, run.filter_ms, run.transfer_ms};
}

std::string_view words_for(vision::ContrastPicture shows) {
    switch (shows) {
        case vision::ContrastPicture::deviation:
            return "deviation";
        case vision::ContrastPicture::mean:
            return "mean";
        case vision::ContrastPicture::normalised:
            return "normalised";
    }
    return {};
}

}  // namespace

ContrastTask::ContrastTask(Jobs& jobs)
    : PictureTask(jobs, "Local contrast", contrast),
      squares_(jobs, "Summing squares", [](const std::shared_ptr<const Array>& grey, Job&) {
          return vision::table_of_squares(*grey);
      }) {}

void ContrastTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    PictureTask::take(std::move(picture));
    squares_.ask(this->picture()->grey);
}

void ContrastTask::forget() {
    PictureTask::forget();
    squares_.forget();
}

void ContrastTask::leave() {
    PictureTask::leave();
    squares_.cancel();
}

std::string ContrastTask::label() const {
    const ContrastWanted now = shown();
    return fmt::format("{}, r = {}", words_for(now.shows), now.radius);
}

std::string ContrastTask::file_tag() const {
    return fmt::format("{}-r{}", shows_ == vision::ContrastPicture::normalised ? "even" : words_for(shows_),
                       radius_);
}

std::optional<StepThrough> ContrastTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    StepThrough what =
        step_through_pixel("local_statistics", *picture()->grey, x, y, {{"radius", step_radius(radius_)}});
    // The means are over the variances, which are written last.
    what.cell += what.scene.catalog().parameters.extent.count();
    return what;
}

void ContrastTask::set_radius(int radius) {
    radius_ = std::clamp(radius, 0, most_radius);
    ask();
}

void ContrastTask::set_shows(vision::ContrastPicture shows) {
    shows_ = shows;
    ask();
}

ContrastWanted ContrastTask::wanted() const { return {picture(), radius_, shows_}; }

std::optional<vision::ContrastNumbers> ContrastTask::look(std::int64_t x, std::int64_t y) const {
    if (!picture() || !squares_.result()) return std::nullopt;
    return vision::look_at_contrast(*picture()->integral, *squares_.result(), *picture()->grey,
                                    {radius_, shows_}, x, y);
}

std::vector<TaskNumber> ContrastTask::numbers() {
    return {task_number(*this, "radius", "playground.contrast_radius", &ContrastTask::radius,
                        &ContrastTask::set_radius),
            task_choice(*this, "shows", "playground.contrast_shows", &ContrastTask::shows,
                        &ContrastTask::set_shows, 3)};
}

}  // namespace upsweep::app
