#include "app/playground/model/difference_task.h"

#include <algorithm>
#include <iterator>

#include <fmt/core.h>

namespace upsweep::app {
namespace {

DifferenceMade responses(const DifferenceWanted& request, Job& job) {
    const PlaygroundPicture& picture = *request.picture;
    vision::DifferenceRun run = vision::difference_picture(
        *picture.grey, {request.response, request.size, picture.algorithm}, *picture.on, job.cancel_flag());
    return {drawn_picture({std::move(run.picture)}),
            std::move(run.values),
            run.largest,
            run.table_ms,
            run.filter_ms,
            run.transfer_ms};
}

}  // namespace

std::string_view response_words(vision::BoxResponse response) {
    switch (response) {
        case vision::BoxResponse::xx:
            return "Dxx";
        case vision::BoxResponse::yy:
            return "Dyy";
        case vision::BoxResponse::xy:
            return "Dxy";
        case vision::BoxResponse::determinant:
            return "determinant";
        case vision::BoxResponse::centre_surround:
            return "centre and surround";
    }
    return {};
}

DifferenceTask::DifferenceTask(Jobs& jobs) : PictureTask(jobs, "Computing differences of boxes", responses) {}

int DifferenceTask::size() const { return static_cast<int>(box_sizes[static_cast<std::size_t>(size_)]); }

std::string DifferenceTask::label() const {
    const DifferenceWanted now = shown();
    return fmt::format("{}, {} × {}", response_words(now.response), now.size, now.size);
}

std::string DifferenceTask::file_tag() const {
    static constexpr std::string_view tags[] = {"dxx", "dyy", "dxy", "hessian", "surround"};
    return fmt::format("{}-{}", tags[static_cast<std::size_t>(response_)], size());
}

std::string DifferenceTask::value_at(std::int64_t x, std::int64_t y) const {
    if (!made()) return {};
    const Extent extent = made()->values.extent();
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return {};
    return fmt::format("{:.4g}", made()->values.number(y * extent.width + x));
}

std::optional<StepThrough> DifferenceTask::step_through(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    // Boxes of 9 pixels, or of 3 where the picture is too small for them.
    const Extent extent = picture()->extent();
    const bool small = size_ == 0 || std::min(extent.width, extent.height) < 9;
    return step_through_pixel("difference_of_boxes", *picture()->grey, x, y,
                              {{"response", static_cast<std::int64_t>(response_)}, {"size", small ? 0 : 1}},
                              {12, 11});
}

void DifferenceTask::set_response(vision::BoxResponse response) {
    response_ = response;
    ask();
}

void DifferenceTask::set_size(int index) {
    size_ = std::clamp(index, 0, static_cast<int>(std::size(box_sizes)) - 1);
    ask();
}

DifferenceWanted DifferenceTask::wanted() const { return {picture(), response_, size()}; }

std::optional<vision::DifferenceNumbers> DifferenceTask::look(std::int64_t x, std::int64_t y) const {
    if (!picture()) return std::nullopt;
    return vision::look_at_boxes(*picture()->integral, {response_, size()}, x, y);
}

std::vector<TaskNumber> DifferenceTask::numbers() {
    return {task_choice(*this, "response", "playground.response", &DifferenceTask::response,
                        &DifferenceTask::set_response, reference::box_response_count),
            task_number(*this, "size", "playground.box_size", &DifferenceTask::size_index,
                        &DifferenceTask::set_size)};
}

}  // namespace upsweep::app
