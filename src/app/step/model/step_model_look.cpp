// From how far the Step view looks, and what it waits for.
#include <utility>

#include "app/step/model/step_model.h"
#include "replay/cell_history.h"

namespace upsweep::app {

using namespace replay;

void StepModel::take_first_look(const emulator::Trace& trace) {
    awaited_ = -1;
    const auto look = std::exchange(first_look_, {});
    if (!look) return;
    grain_ = look->by;
    distance_.reset();
    const auto writes = replay::writes_of(trace, {trace.plan.output.index, look->cell});
    if (writes.empty()) return;
    awaited_ = look->cell;
    awaited_until_ = writes.front().step;
}

std::optional<stage::StageMark> StepModel::awaited() const {
    if (awaited_ < 0 || !position_ || position_->step() > awaited_until_) return std::nullopt;
    stage::StageMark mark;
    mark.cell = awaited_;
    mark.array = static_cast<int>(position_->trace().plan.output.index);
    return mark;
}

void StepModel::set_grain(Grain grain) {
    grain_ = grain;
    grain_chosen_ = true;
    if (position_) position_->set_grain(grain);
}

void StepModel::set_distance(std::optional<stage::Distance> distance) {
    distance_ = distance;
    ++moves_;
    moved_by_step_ = false;
}

bool StepModel::look_nearer() {
    switch (shown_distance()) {
        case stage::Distance::plan:
            look_from(has_blocks() ? stage::Distance::blocks : stage::Distance::block);
            return true;
        case stage::Distance::blocks:
            look_from(stage::Distance::block);
            return true;
        case stage::Distance::block:
            look_from(stage::Distance::lanes);
            return true;
        case stage::Distance::lanes:
            break;
    }
    return false;
}

bool StepModel::look_farther() {
    switch (shown_distance()) {
        case stage::Distance::plan:
            return false;
        case stage::Distance::blocks:
            look_from(stage::Distance::plan);
            break;
        case stage::Distance::block:
            look_from(has_blocks() ? stage::Distance::blocks : stage::Distance::plan);
            break;
        case stage::Distance::lanes:
            look_from(stage::Distance::block);
            break;
    }
    return true;
}

void StepModel::look_from(stage::Distance distance) {
    if (distance == stage::distance_of(grain_))
        set_distance({});
    else
        set_distance(distance);
}

}  // namespace upsweep::app
