#include "app/playground/model/operation_task.h"

namespace upsweep::app {
namespace {

vision::OperationInput input_of(const PlaygroundPicture& picture) {
    return {picture.drawn->channels, *picture.grey, picture.integral.get(), picture.algorithm, *picture.on};
}

}  // namespace

OperationTask::OperationTask(Jobs& jobs, const vision::Operation& operation)
    : PlaygroundTask(operation),
      job_(jobs, std::string(operation.working),
           [&operation](const Request& request, Job& job) {
               vision::OperationRun run =
                   operation.run(input_of(*request.picture), request.values, job.cancel_flag());
               // Of several planes no pixel shows a number.
               if (run.values.size() > 1) run.values.clear();
               auto drawn = drawn_picture(std::move(run.channels));
               return Made{std::move(drawn), std::move(run)};
           }),
      further_(jobs, std::string(operation.making_further),
               [&operation](const std::shared_ptr<const Array>& grey, Job&) {
                   return operation.further_table(*grey);
               }) {
    job_.on_done = [this] { done(); };
}

void OperationTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    // A result of the same pixels, or of another frame, may stay until the new one is there.
    if (picture_ && picture_->grey != picture->grey) {
        if (!picture_->same_film(*picture)) job_.forget();
        further_.forget();
    }
    job_.cancel();
    picture_ = std::move(picture);
    job_.ask({picture_, values()});
    if (operation().further_table != nullptr) further_.ask(picture_->grey);
}

void OperationTask::leave() {
    job_.cancel();
    further_.cancel();
}

void OperationTask::changed(size_t) {
    if (picture_) job_.ask({picture_, values()});
}

PlaygroundTask::FilmWork OperationTask::film_work() const {
    if (!picture_) return {};
    return [&operation = operation(), values = values(), on = picture_->on](const media::Frame& frame) {
        const std::span<const Array> channels =
            frame.colour.empty() ? std::span(&frame.grey, 1) : std::span(frame.colour);
        return operation.run({.channels = channels, .grey = frame.grey, .on = *on}, values, nullptr).channels;
    };
}

std::string OperationTask::value_at(int64_t x, int64_t y) const {
    if (!made() || made()->run.values.size() != 1) return PlaygroundTask::value_at(x, y);
    const Array& numbers = made()->run.values.front();
    const Extent extent = numbers.extent();
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return {};
    return fmt::format("{:.4g}", numbers.number(y * extent.width + x));
}

std::optional<StepThrough> OperationTask::step_through(int64_t x, int64_t y) const {
    if (!picture_) return std::nullopt;
    const vision::SteppedEntry entry = operation().step(values(), picture_->extent());
    const vision::Region region = cut_out_around(picture_->extent(), entry.most, x, y);
    const int64_t pixel = (y - region.y0) * region.width() + x - region.x0;
    return StepThrough{scene_on_cut_out(std::string(entry.slug), *picture_->grey, region, entry.options),
                       // The lower half is written last.
                       pixel + (entry.two_halves ? region.count() : 0)};
}

std::optional<vision::PixelNumbers> OperationTask::numbers(int64_t x, int64_t y) const {
    const vision::IntegralImage* further = further_.result().get();
    if (!picture_ || (operation().further_table != nullptr && further == nullptr)) return std::nullopt;
    vision::PixelInput at{input_of(*picture_), x, y, further};
    if (made()) at.run = &made()->run;
    if (settled()) at.result = made()->drawn->channels;
    return operation().numbers(at, values());
}

}  // namespace upsweep::app
