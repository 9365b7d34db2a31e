#include "app/playground/model/box_filter_task.h"

namespace upsweep::app {

void BoxFilterTask::take(std::shared_ptr<const PlaygroundPicture> picture) {
    const bool same = this->picture() == picture;
    OperationTask::take(std::move(picture));
    const PlaygroundPicture& now = *this->picture();
    if (now.on->is_slow()) return sweep_.forget();  // its time says nothing about a GPU
    if (!same || sweep_.points().empty())
        sweep_.start(now.grey, now.integral, now.table_ms + now.transfer_ms, radius());
}

void BoxFilterTask::leave() {
    OperationTask::leave();
    if (sweep_.running()) sweep_.forget();
}

void BoxFilterTask::done() {
    if (settled() && !picture()->on->is_slow()) sweep_.want(radius());
}

}  // namespace upsweep::app
